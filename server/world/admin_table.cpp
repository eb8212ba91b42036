// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/admin_commands.h"

namespace blak::world {
namespace {

using A = AdminCommands;
constexpr Access absent = Access::Absent;
constexpr Access inGame = Access::Admin;
constexpr Access both = Access::Maintenance;

// Order is the order of the help texts. Source: reference protocol.md section 2.2.
constexpr Command commands[]{
    {"", "add", "", both, absent, "Add subcommand", nullptr, "add"},
    {"", "create", "", both, both, "Create subcommand", nullptr, "create"},
    {"", "delete", "", both, both, "Delete subcommand", nullptr, "delete"},
    {"", "disable", "", both, both, "Disable subcommand", nullptr, "disable"},
    {"", "enable", "", both, both, "Enable subcommand", nullptr, "enable"},
    {"", "garbage", "", inGame, both, "Garbage collect", &A::garbage, ""},
    {"", "hangup", "", both, both, "Hangup subcommand", nullptr, "hangup"},
    {"", "lock", "R", both, both, "Lock the game", &A::lock, ""},
    {"", "kickoff", "", both, both, "Kickoff subcommand", nullptr, "kickoff"},
    {"", "mail", "", inGame, both, "Read administrator mail", nullptr, ""},
    {"", "mark", "", both, both, "Mark all channel logs with a dashed line", &A::mark, ""},
    {"", "page", "", inGame, both, "Page the console", nullptr, ""},
    {"", "read", "S", inGame, both, "Read admin commands from a file, echoes everything", &A::readCommands, ""},
    {"", "recreate", "", both, both, "Recreate subcommand", nullptr, "recreate"},
    {"", "reload", "", both, both, "Reload subcommand", nullptr, "reload"},
    {"", "save", "", both, both, "Save subcommand", nullptr, "save"},
    {"", "say", "R", both, both, "Say text to all admins logged in", &A::say, ""},
    {"", "send", "", both, both, "Send subcommand", nullptr, "send"},
    {"", "set", "", both, both, "Set subcommand", nullptr, "set"},
    {"", "show", "", both, both, "Show subcommand", nullptr, "show"},
    {"", "shutdown", "", absent, both, "Save game and shut down", &A::terminateSave, ""},
    {"", "suspend", "", both, both, "Suspend subcommand", nullptr, "suspend"},
    {"", "terminate", "", both, both, "Terminate subcommand", nullptr, "terminate"},
    {"", "trace", "", both, both, "Trace subcommand", nullptr, "trace"},
    {"", "unlock", "", both, both, "Unlock the game", &A::unlock, ""},
    {"", "unsuspend", "", both, both, "Unsuspend subcommand", nullptr, "unsuspend"},
    {"", "who", "", both, both, "Show every account logged on", &A::who, ""},

    {"create", "account", "SSS", inGame, absent, "Create account by type (user/admin/dm), name, password", &A::createAccount, ""},
    {"create", "account", "SSSS", absent, both, "Create account by type (user/admin/dm), name, password, email",
     &A::createAccount, ""},
    {"create", "admin", "I", inGame, both, "Create admin object by account id", &A::createAdmin, ""},
    {"create", "automated", "SS", both, absent, "Create account and user by name, password", &A::createAutomated, ""},
    {"create", "automated", "SSS", absent, both, "Create account and user by name, password, email", &A::createAutomated, ""},
    {"create", "dm", "I", both, both, "Create DM object by account id", &A::createDm, ""},
    {"create", "listnode", "SSSS", inGame, both, "Create list node", &A::createListNode, ""},
    {"create", "object", "S*", inGame, both, "Create object by class name and parms", &A::createObject, ""},
    {"create", "resource", "R", inGame, both, "Create resource string", &A::createResource, ""},
    {"create", "timer", "ISI", inGame, both, "Create timer for obj id, message, milli", &A::createTimer, ""},
    {"create", "user", "I", both, both, "Create user object by account id", &A::createUser, ""},

    {"delete", "account", "I", both, both, "Delete account & user by ID", &A::deleteAccount, ""},
    {"delete", "timer", "I", inGame, both, "Delete timer by ID", &A::deleteTimer, ""},
    {"delete", "user", "I", both, both, "Delete user by object ID", &A::deleteUser, ""},

    {"disable", "systimer", "I", inGame, both, "Disable system timer", &A::disableSystemTimer, ""},
    {"enable", "systimer", "I", inGame, both, "Enable system timer", &A::enableSystemTimer, ""},

    {"hangup", "account", "R", both, both, "Hangup account", &A::hangupAccount, ""},
    {"hangup", "all", "", both, both, "Hangup all users", &A::hangupAll, ""},
    {"hangup", "ip", "R", both, both, "Hangup and temporarily block ip", &A::hangupIp, ""},
    {"hangup", "session", "I", inGame, both, "Hangup session", &A::hangupSession, ""},
    {"hangup", "user", "R", both, both, "Hangup user", &A::hangupUser, ""},

    {"kickoff", "account", "I", inGame, both, "Kickoff account from the game", &A::kickoffAccount, ""},
    {"kickoff", "all", "", inGame, both, "Kickoff all from the game", &A::kickoffAll, ""},

    {"reload", "game", "I", both, both, "Reload game from time", &A::reloadGame, ""},
    {"reload", "motd", "", both, both, "Reload motd", &A::reloadMotd, ""},
    {"reload", "packages", "", both, both, "Reload packages", &A::reloadPackages, ""},
    {"reload", "system", "", both, both, "Save game, reload everything", &A::reloadSystem, ""},

    {"save", "game", "", both, both, "Save game (garbage collects first)", &A::saveGame, ""},
    {"save", "configuration", "", both, both, "Save configuration", &A::saveConfiguration, ""},

    {"send", "object", "IS*", both, both, "Send object by ID a message", &A::sendObject, ""},
    {"send", "users", "R", both, both, "Send logged in people a system message", &A::sendUsers, ""},
    {"send", "class", "SS*", both, both, "Send all objects of class a message", &A::sendClass, ""},

    {"set", "account", "", both, both, "Account subcommand", nullptr, "set account"},
    {"set", "class", "SSSS", both, both, "Set classvar by name of class, name of var, and value", &A::setClass, ""},
    {"set", "config", "", both, both, "Config subcommand", nullptr, "set config"},
    {"set", "object", "ISSS", both, both, "Set object by id single property", &A::setObject, ""},
    {"set account", "name", "IS", both, both, "Set name by account id", &A::setAccountName, ""},
    {"set account", "password", "IS", both, both, "Set password by account id", &A::setAccountPassword, ""},
    {"set config", "boolean", "SSS", both, both, "Set boolean by group, name", &A::setConfigBoolean, ""},
    {"set config", "integer", "SSI", both, both, "Set integer by group, name", &A::setConfigInteger, ""},
    {"set config", "string", "SSR", both, both, "Set string by group, name", &A::setConfigString, ""},

    {"show", "account", "R", both, both, "Show one account by account id or name", &A::showAccount, ""},
    {"show", "accounts", "", inGame, both, "Show all accounts", &A::showAccounts, ""},
    {"show", "belong", "I", both, both, "Show objects belonging to id", &A::showBelong, ""},
    {"show", "called", "I", inGame, both, "Show top (int) called messages", nullptr, ""},
    {"show", "calls", "I", inGame, both, "Show top (int) C call counts", nullptr, ""},
    {"show", "class", "S", both, both, "Show info about class", &A::showClass, ""},
    {"show", "clock", "", both, both, "Show current server time", &A::showClock, ""},
    {"show", "configuration", "", inGame, both, "Show configuration values", &A::showConfiguration, ""},
    {"show", "constant", "S", both, both, "Show value of admin constant", &A::showConstant, ""},
    {"show", "dynamic", "", inGame, both, "Show all dynamic resources", &A::showDynamic, ""},
    {"show", "exactinstances", "S", both, absent, "Show all instances of class, excluding subclasses", &A::showExactInstances,
     ""},
    {"show", "instances", "S", both, both, "Show all instances of class", &A::showInstances, ""},
    {"show", "list", "I", both, both, "Traverse & show a list", &A::showList, ""},
    {"show", "listnode", "I", both, both, "Show one list node by id", &A::showListNode, ""},
    {"show", "matches", "SSSSS", both, both, "Show all instances of class which match criteria", &A::showMatches, ""},
    {"show", "memory", "", both, both, "Show system memory use", &A::showMemory, ""},
    {"show", "message", "SS", both, both, "Show info about class & message", &A::showMessage, ""},
    {"show", "name", "R", both, both, "Show object of user name", &A::showName, ""},
    {"show", "object", "I", both, both, "Show one object by id", &A::showObject, ""},
    {"show", "packages", "", inGame, inGame, "Show all packages loaded", &A::showPackages, ""},
    {"show", "protocol", "", inGame, both, "Show protocol message counts", nullptr, ""},
    {"show", "references", "SS", both, both, "Show what objects or lists reference a particular data value", &A::showReferences,
     ""},
    {"show", "resource", "S", both, both, "Show a resource by resource name", &A::showResource, ""},
    {"show", "status", "", both, both, "Show system status", &A::showStatus, ""},
    {"show", "string", "I", both, both, "Show one string by string id", &A::showString, ""},
    {"show", "systimers", "", inGame, both, "Show system timers", &A::showSystemTimers, ""},
    {"show", "table", "I", both, both, "Show a hash table", &A::showTable, ""},
    {"show", "timer", "I", both, absent, "Show one timer by id", &A::showTimer, ""},
    {"show", "timer", "", absent, both, "Timer subcommand", nullptr, "show timer"},
    {"show timer", "id", "I", absent, both, "Show one timer by id", &A::showTimer, ""},
    {"show timer", "message", "S", absent, both, "Show all timers for a message", &A::showTimersOfMessage, ""},
    {"show timer", "object", "I", absent, both, "Show all timers of an object", &A::showTimersOfObject, ""},
    {"show", "timers", "", inGame, both, "Show all timers", &A::showTimers, ""},
    {"show", "transmitted", "", inGame, inGame, "Show # of bytes transmitted in last minute", nullptr, ""},
    {"show", "usage", "", both, both, "Show current usage", &A::showUsage, ""},
    {"show", "user", "R", both, both, "Show one user by name or object id", &A::showUser, ""},
    {"show", "users", "", inGame, both, "Show all users", &A::showUsers, ""},

    {"suspend", "account", "IR", both, both, "Suspend account by hours, name", &A::suspendAccount, ""},
    {"unsuspend", "account", "R", both, both, "Unsuspend account", &A::unsuspendAccount, ""},
    {"terminate", "nosave", "", both, both, "Kill server without saving", &A::terminateNoSave, ""},
    {"terminate", "save", "", both, both, "Save game and kill server", &A::terminateSave, ""},
};

} // namespace

std::span<const Command> AdminCommands::table() { return commands; }

} // namespace blak::world
