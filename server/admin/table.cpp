// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/admin/table.h"

#include "server/admin/account_commands.h"
#include "server/admin/account_views.h"
#include "server/admin/administrator_commands.h"
#include "server/admin/ban_commands.h"
#include "server/admin/change_commands.h"
#include "server/admin/character_commands.h"
#include "server/admin/counter_commands.h"
#include "server/admin/game_commands.h"
#include "server/admin/json_answers.h"
#include "server/admin/note_commands.h"
#include "server/admin/option_commands.h"
#include "server/admin/reload_commands.h"
#include "server/admin/search_commands.h"
#include "server/admin/send_commands.h"
#include "server/admin/server_commands.h"
#include "server/admin/session_commands.h"
#include "server/admin/status_commands.h"
#include "server/admin/suspension_commands.h"
#include "server/admin/timer_commands.h"
#include "server/admin/value_commands.h"

namespace blak::world {
namespace {

constexpr Access absent = Access::Absent;
constexpr Access inGame = Access::Admin;
constexpr Access both = Access::Maintenance;
constexpr Role observer = Role::Observer;
constexpr Role operators = Role::Operator;
constexpr Role owner = Role::Owner;

// Order is the order of the help texts. Source: reference protocol.md section 2.2.
constexpr Command oldCommands[]{
    {"", "add", "", both, absent, observer, "Add subcommand", nullptr, "add"},
    {"", "check", "", absent, both, observer, "Check subcommand", nullptr, "check"},
    {"", "create", "", both, both, observer, "Create subcommand", nullptr, "create"},
    {"", "delete", "", both, both, observer, "Delete subcommand", nullptr, "delete"},
    {"", "disable", "", both, both, observer, "Disable subcommand", nullptr, "disable"},
    {"", "dump", "", absent, both, observer, "Dump subcommand", nullptr, "dump"},
    {"", "enable", "", both, both, observer, "Enable subcommand", nullptr, "enable"},
    {"", "garbage", "", inGame, both, operators, "Garbage collect", runs<&GameCommands::garbage>, ""},
    {"", "hangup", "", both, both, observer, "Hangup subcommand", nullptr, "hangup"},
    {"", "lock", "R", both, both, operators, "Lock the game", runs<&GameCommands::lock>, ""},
    {"", "kickoff", "", both, both, observer, "Kickoff subcommand", nullptr, "kickoff"},
    {"", "mail", "", inGame, both, operators, "Read administrator mail", runs<&NoteCommands::readMail>, ""},
    {"", "mark", "", both, both, operators, "Mark all channel logs with a dashed line", runs<&GameCommands::mark>, ""},
    {"", "page", "", inGame, both, operators, "Page the console", runs<&NoteCommands::page>, ""},
    {"", "read", "S", both, both, owner, "Read admin commands from a file, echoes everything",
     runs<&ServerCommands::readCommands>, ""},
    {"", "recreate", "", both, both, observer, "Recreate subcommand", nullptr, "recreate"},
    {"", "reload", "", both, both, observer, "Reload subcommand", nullptr, "reload"},
    {"", "reset", "", absent, both, observer, "Reset subcommand", nullptr, "reset"},
    {"", "save", "", both, both, observer, "Save subcommand", nullptr, "save"},
    {"", "say", "R", both, both, observer, "Say text to all admins logged in", runs<&SessionCommands::say>, ""},
    {"", "send", "", both, both, observer, "Send subcommand", nullptr, "send"},
    {"", "set", "", both, both, observer, "Set subcommand", nullptr, "set"},
    {"", "show", "", both, both, observer, "Show subcommand", nullptr, "show"},
    {"", "suspend", "", both, both, observer, "Suspend subcommand", nullptr, "suspend"},
    {"", "terminate", "", both, both, observer, "Terminate subcommand", nullptr, "terminate"},
    {"", "test", "", absent, both, observer, "Test subcommand", nullptr, "test"},
    {"", "trace", "", both, both, observer, "Trace subcommand", nullptr, "trace"},
    {"", "unlock", "", both, both, operators, "Unlock the game", runs<&GameCommands::unlock>, ""},
    {"", "unsuspend", "", both, both, observer, "Unsuspend subcommand", nullptr, "unsuspend"},
    {"", "who", "", both, both, observer, "Show every account logged on", runs<&SessionCommands::who>, "",
     runs<&JsonAnswers::whoAsJson>},
    {"", "shutdown", "", absent, both, owner, "Save game and shut down", runs<&GameCommands::terminateSave>, ""},

    {"check", "timerheap", "", absent, both, observer, "Check that timers are in order", runs<&TimerCommands::checkTimers>, ""},

    {"add", "credits", "II", inGame, absent, owner, "Add credits to account by id", runs<&AccountCommands::addCredits>, ""},

    {"create", "account", "SSS", inGame, absent, owner, "Create account by type (user/admin/dm), name, password",
     runs<&AccountCommands::createAccount>, ""},
    {"create", "account", "SSSS", absent, both, owner, "Create account by type (user/admin/dm), name, password, email",
     runs<&AccountCommands::createAccount>, ""},
    {"create", "admin", "I", inGame, both, owner, "Create admin object by account id", runs<&CharacterCommands::createAdmin>, ""},
    {"create", "automated", "SS", both, absent, owner, "Create account and user by name, password",
     runs<&AccountCommands::createAutomated>, ""},
    {"create", "automated", "SSS", absent, both, owner, "Create account and user by name, password, email",
     runs<&AccountCommands::createAutomated>, ""},
    {"create", "dm", "I", both, both, owner, "Create DM object by account id", runs<&CharacterCommands::createDm>, ""},
    {"create", "ec", "I", absent, both, owner, "Create escaped convict object by account id",
     runs<&CharacterCommands::createConvict>, ""},
    {"create", "listnode", "SSSS", inGame, both, owner, "Create list node", runs<&ValueCommands::createListNode>, ""},
    {"create", "object", "C*", inGame, both, owner, "Create object by class name and parms", runs<&ChangeCommands::createObject>,
     ""},
    {"create", "resource", "R", inGame, both, owner, "Create resource string", runs<&ValueCommands::createResource>, ""},
    {"create", "table", "I", absent, both, owner, "Create a hash table by its number of buckets",
     runs<&ChangeCommands::createTable>, ""},
    {"create", "timer", "OMI", inGame, both, owner, "Create timer for obj id, message, milli", runs<&TimerCommands::createTimer>,
     ""},
    {"create", "user", "I", both, both, owner, "Create user object by account id", runs<&CharacterCommands::createUser>, ""},
    {"create", "useroneachaccount", "", absent, both, owner, "Create a user for each account that has none",
     runs<&CharacterCommands::createUserOnEachAccount>, ""},

    {"delete", "account", "I", both, both, owner, "Delete account & user by ID", runs<&AccountCommands::deleteAccount>, ""},
    {"delete", "unused", "", absent, both, owner, "Delete accounts that nobody ever logged in to",
     runs<&AccountCommands::deleteUnused>, ""},
    {"delete", "timer", "I", inGame, both, owner, "Delete timer by ID", runs<&TimerCommands::deleteTimer>, ""},
    {"delete", "user", "I", both, both, owner, "Delete user by object ID", runs<&CharacterCommands::deleteUser>, ""},

    {"disable", "systimer", "I", inGame, both, operators, "Disable system timer", runs<&ServerCommands::disableSystemTimer>, ""},
    {"disable", "stat", "I", absent, both, operators, "Disable a kind of statistics record", runs<&ServerCommands::disableStat>,
     ""},
    {"dump", "classinstances", "", absent, both, observer, "Count the objects of each class",
     runs<&SearchCommands::dumpClassInstances>, ""},
    {"dump", "accounts", "", absent, both, owner, "Dump accounts to the database", runs<&ServerCommands::noDatabase>, ""},
    {"dump", "users", "", absent, both, owner, "Dump users to the database", runs<&ServerCommands::noDatabase>, ""},
    {"enable", "systimer", "I", inGame, both, operators, "Enable system timer", runs<&ServerCommands::enableSystemTimer>, ""},
    {"enable", "stat", "I", absent, both, operators, "Enable a kind of statistics record", runs<&ServerCommands::enableStat>, ""},

    {"hangup", "account", "R", both, both, operators, "Hangup account", runs<&SessionCommands::hangupAccount>, ""},
    {"hangup", "all", "", both, both, operators, "Hangup all users", runs<&SessionCommands::hangupAll>, ""},
    {"hangup", "ip", "R", both, both, operators, "Hangup and temporarily block ip", runs<&SessionCommands::hangupIp>, ""},
    {"hangup", "session", "I", inGame, both, operators, "Hangup session", runs<&SessionCommands::hangupSession>, ""},
    {"hangup", "user", "R", both, both, operators, "Hangup user", runs<&SessionCommands::hangupUser>, ""},

    {"kickoff", "account", "I", inGame, both, operators, "Kickoff account from the game", runs<&SessionCommands::kickoffAccount>,
     ""},
    {"kickoff", "all", "", inGame, both, operators, "Kickoff all from the game", runs<&SessionCommands::kickoffAll>, ""},

    {"recreate", "automated", "ISS", both, absent, owner, "Recreate account and user by id, name, password",
     runs<&AccountCommands::recreateAutomated>, ""},
    {"recreate", "automated", "ISSS", absent, both, owner, "Recreate account and user by id, name, password, email",
     runs<&AccountCommands::recreateAutomated>, ""},

    {"reload", "game", "I", both, both, owner, "Reload game from time", runs<&GameCommands::reloadGame>, ""},
    {"reload", "motd", "", both, both, operators, "Reload motd", runs<&ReloadCommands::reloadMotd>, ""},
    {"reload", "packages", "", both, both, operators, "Reload packages", runs<&ReloadCommands::reloadPackages>, ""},
    {"reload", "system", "", both, both, owner, "Save game, reload everything", runs<&GameCommands::reloadSystem>, ""},

    {"reset", "highest", "", absent, both, operators, "Forget the slowest message", runs<&StatusCommands::resetHighest>, ""},
    {"reset", "udp", "", absent, both, operators, "Reset the UDP socket", runs<&SessionCommands::resetUdp>, ""},

    {"save", "game", "", both, both, operators, "Save game (garbage collects first)", runs<&GameCommands::saveGame>, ""},
    {"save", "configuration", "", both, both, owner, "Save configuration", runs<&OptionCommands::saveConfiguration>, ""},

    {"send", "object", "OM*", both, both, owner, "Send object by ID a message", runs<&SendCommands::sendObject>, ""},
    {"send", "list", "IM*", absent, both, owner, "Send a message to each object of a list", runs<&SendCommands::sendList>, ""},
    {"send", "integer", "IM*", absent, both, owner, "Send a built-in object by its number a message",
     runs<&SendCommands::sendInteger>, ""},
    {"send", "users", "R", both, both, operators, "Send logged in people a system message", runs<&SendCommands::sendUsers>, ""},
    {"send", "class", "CM*", both, both, owner, "Send all objects of class a message", runs<&SendCommands::sendClass>, ""},

    {"set", "account", "", both, both, observer, "Account subcommand", nullptr, "set account"},
    {"set", "class", "CSSS", both, both, owner, "Set classvar by name of class, name of var, and value",
     runs<&ChangeCommands::setClass>, ""},
    {"set", "config", "", both, both, observer, "Config subcommand", nullptr, "set config"},
    {"set", "integer", "ISSS", absent, both, owner, "Set a built-in object by its number single property",
     runs<&ChangeCommands::setInteger>, ""},
    {"set", "object", "OSSS", both, both, owner, "Set object by id single property", runs<&ChangeCommands::setObject>, ""},
    {"set account", "credits", "II", inGame, absent, owner, "Set credits by account id",
     runs<&AccountCommands::setAccountCredits>, ""},
    {"set account", "email", "IS", absent, both, owner, "Set email by account id", runs<&AccountCommands::setAccountEmail>, ""},
    {"set account", "name", "IR", both, both, owner, "Set name by account id", runs<&AccountCommands::setAccountName>, ""},
    {"set account", "object", "IO", both, both, owner, "Set object by account id", runs<&AccountCommands::setAccountObject>, ""},
    {"set account", "password", "IS", both, both, owner, "Set password by account id", runs<&AccountCommands::setAccountPassword>,
     ""},
    {"set account", "type", "IS", absent, both, owner, "Set type (user/admin/dm) by account id",
     runs<&AccountCommands::setAccountType>, ""},
    {"set config", "boolean", "SSS", both, both, owner, "Set boolean by group, name", runs<&OptionCommands::setConfigBoolean>,
     ""},
    {"set config", "integer", "SSI", both, both, owner, "Set integer by group, name", runs<&OptionCommands::setConfigInteger>,
     ""},
    {"set config", "string", "SSR", both, both, owner, "Set string by group, name", runs<&OptionCommands::setConfigString>, ""},

    {"show", "account", "R", both, both, observer, "Show one account by account id or name", runs<&AccountViews::showAccount>, "",
     runs<&JsonAnswers::accountAsJson>},
    {"show", "accounts", "", inGame, both, observer, "Show all accounts", runs<&AccountViews::showAccounts>, "",
     runs<&JsonAnswers::accountsAsJson>},
    {"show", "active", "I", absent, both, observer, "Show accounts active in the last days", runs<&AccountViews::showActive>, ""},
    {"show", "belong", "O", both, both, observer, "Show objects belonging to id", runs<&SearchCommands::showBelong>, ""},
    {"show", "blockers", "I", absent, both, observer, "Show what stands in the way in a room, by its room data",
     runs<&ValueCommands::showBlockers>, ""},
    {"show", "called", "I", inGame, both, observer, "Show top (int) called messages", runs<&CounterCommands::showCalled>, ""},
    {"show", "calls", "I", inGame, both, observer, "Show top (int) C call counts", runs<&CounterCommands::showCalls>, ""},
    {"show", "class", "C", both, both, observer, "Show info about class", runs<&ValueCommands::showClass>, "",
     runs<&JsonAnswers::classAsJson>},
    {"show", "clock", "", both, both, observer, "Show current server time", runs<&StatusCommands::showClock>, ""},
    {"show", "configuration", "", both, absent, operators, "Show configuration values", runs<&OptionCommands::showConfiguration>,
     ""},
    {"show", "config", "", absent, both, operators, "Show configuration values", runs<&OptionCommands::showConfiguration>, ""},
    {"show", "constant", "S", both, both, observer, "Show value of admin constant", runs<&StatusCommands::showConstant>, ""},
    {"show", "debugstring", "CI", absent, both, observer, "Show a debug string by class and number",
     runs<&ValueCommands::showDebugString>, ""},
    {"show", "dynamic", "", inGame, both, observer, "Show all dynamic resources", runs<&ValueCommands::showDynamic>, ""},
    {"show", "email", "S", absent, both, observer, "Show accounts by e-mail address", runs<&AccountViews::showEmail>, ""},
    {"show", "exactinstances", "C", inGame, absent, observer, "Show all instances of class, excluding subclasses",
     runs<&SearchCommands::showExactInstances>, ""},
    {"show", "instances", "C", inGame, both, observer, "Show all instances of class", runs<&SearchCommands::showInstances>, ""},
    {"show", "list", "I", both, both, observer, "Traverse & show a list", runs<&ValueCommands::showList>, "",
     runs<&JsonAnswers::listAsJson>},
    {"show", "listnode", "I", both, both, observer, "Show one list node by id", runs<&ValueCommands::showListNode>, ""},
    {"show", "matches", "CSSSS", inGame, both, observer, "Show all instances of class which match criteria",
     runs<&SearchCommands::showMatches>, ""},
    {"show", "memory", "", both, both, observer, "Show system memory use", runs<&StatusCommands::showMemory>, ""},
    {"show", "message", "CM", both, both, observer, "Show info about class & message", runs<&ValueCommands::showMessage>, ""},
    {"show", "mysqltypes", "", absent, both, observer, "Show which statistics records are enabled",
     runs<&ServerCommands::showStatKinds>, ""},
    {"show", "name", "R", both, both, observer, "Show object of user name", runs<&AccountViews::showName>, ""},
    {"show", "nameids", "", absent, both, observer, "Show the ids of messages and parameters", runs<&ValueCommands::showNameIds>,
     ""},
    {"show", "object", "O", both, both, observer, "Show one object by id", runs<&ValueCommands::showObject>, "",
     runs<&JsonAnswers::objectAsJson>},
    {"show", "packages", "", inGame, inGame, observer, "Show all packages loaded", runs<&ReloadCommands::showPackages>, ""},
    {"show", "protocol", "", both, both, observer, "Show protocol message counts", runs<&CounterCommands::showProtocol>, ""},
    {"show", "references", "SS", inGame, both, observer, "Show what objects or lists reference a particular data value",
     runs<&SearchCommands::showReferences>, ""},
    {"show", "resource", "S", both, both, observer, "Show a resource by resource name", runs<&ValueCommands::showResource>, ""},
    {"show", "roomtable", "", absent, both, observer, "Show the rooms that are loaded", runs<&ValueCommands::showRoomTable>, ""},
    {"show", "sameip", "I", absent, both, observer, "Show accounts logged on from the address of a session",
     runs<&SessionCommands::showSameAddress>, ""},
    {"show", "post", "II", absent, both, observer, "Show a post by news id and number", runs<&ServerCommands::showPost>, ""},
    {"show", "status", "", both, both, observer, "Show system status", runs<&StatusCommands::showStatus>, "",
     runs<&JsonAnswers::statusAsJson>},
    {"show", "string", "I", both, both, observer, "Show one string by string id", runs<&ValueCommands::showString>, ""},
    {"show", "suspended", "", absent, both, observer, "Show suspended accounts", runs<&AccountViews::showSuspended>, ""},
    {"show", "systimers", "", inGame, both, observer, "Show system timers", runs<&ServerCommands::showSystemTimers>, ""},
    {"show", "hashtable", "I", absent, both, observer, "Show a hash table", runs<&ValueCommands::showTable>, ""},
    {"show", "table", "I", both, both, observer, "Show a hash table", runs<&ValueCommands::showTable>, ""},
    {"show", "timer", "I", both, absent, observer, "Show one timer by id", runs<&TimerCommands::showTimer>, ""},
    {"show", "timer", "", absent, both, observer, "Timer subcommand", nullptr, "show timer"},
    {"show timer", "id", "I", absent, both, observer, "Show one timer by id", runs<&TimerCommands::showTimer>, ""},
    {"show timer", "message", "R", absent, both, observer, "Show all timers of a message",
     runs<&TimerCommands::showTimersOfMessage>, ""},
    {"show timer", "object", "O", absent, both, observer, "Show all timers of an object",
     runs<&TimerCommands::showTimersOfObject>, ""},
    {"show", "timers", "", inGame, both, observer, "Show all timers", runs<&TimerCommands::showTimers>, ""},
    {"show", "transmitted", "", inGame, inGame, observer, "Show # of bytes transmitted in last minute",
     runs<&CounterCommands::showTransmitted>, ""},
    {"show", "udp", "", absent, both, observer, "Show the last UDP message", runs<&SessionCommands::showUdp>, ""},
    {"show", "usage", "", both, both, observer, "Show current usage", runs<&StatusCommands::showUsage>, ""},
    {"show", "user", "R", both, both, observer, "Show one user by name or object id", runs<&AccountViews::showUser>, ""},
    {"show", "users", "", inGame, both, observer, "Show all users", runs<&AccountViews::showUsers>, ""},

    {"suspend", "account", "IR", both, both, operators, "Suspend account by hours, name",
     runs<&SuspensionCommands::suspendAccount>, ""},
    {"suspend", "user", "IR", both, both, operators, "Suspend the account of a user by hours, name",
     runs<&SuspensionCommands::suspendUser>, ""},
    {"test", "first", "I", absent, both, operators, "Measure First", runs<&ServerCommands::noBenchmarks>, ""},
    {"test", "rest", "I", absent, both, operators, "Measure Rest", runs<&ServerCommands::noBenchmarks>, ""},
    {"test", "getclass", "I", absent, both, operators, "Measure GetClass", runs<&ServerCommands::noBenchmarks>, ""},
    {"trace", "off", "CM", inGame, both, operators, "Trace off by class, message", runs<&NoteCommands::traceOff>, ""},
    {"trace", "on", "CM", inGame, both, operators, "Trace on by class, message", runs<&NoteCommands::traceOn>, ""},
    {"unsuspend", "account", "R", both, both, operators, "Unsuspend account", runs<&SuspensionCommands::unsuspendAccount>, ""},
    {"unsuspend", "user", "R", both, both, operators, "Unsuspend the account of a user", runs<&SuspensionCommands::unsuspendUser>,
     ""},
    {"terminate", "nosave", "", both, both, owner, "Kill server without saving", runs<&GameCommands::terminateNoSave>, ""},
    {"terminate", "save", "", both, both, owner, "Save game and kill server", runs<&GameCommands::terminateSave>, ""},
};

// What the old servers do not have. Hidden from `help`, whose text tools may compare; `help own` lists them.
constexpr Command newCommands[]{
    {"", "ban", "", both, both, observer, "Ban subcommand", nullptr, "ban"},
    {"", "unban", "", both, both, observer, "Unban subcommand", nullptr, "unban"},
    {"ban", "account", "SIr", both, both, operators, "Ban account by name, hours (0 = for ever), reason",
     runs<&BanCommands::banAccount>, ""},
    {"ban", "address", "SIr", both, both, operators, "Ban address or net by a.b.c.d/bits, hours (0 = for ever), reason",
     runs<&BanCommands::banAddress>, ""},
    {"ban", "pattern", "SIr", both, both, operators,
     "Ban accounts whose names fit (* any text, ? one character), hours (0 = for ever), reason", runs<&BanCommands::banPattern>,
     ""},
    {"unban", "pattern", "S", both, both, operators, "End the ban of a pattern", runs<&BanCommands::unbanPattern>, ""},
    {"unban", "account", "S", both, both, operators, "End the ban of an account", runs<&BanCommands::unbanAccount>, ""},
    {"unban", "address", "S", both, both, operators, "End the ban of an address or net", runs<&BanCommands::unbanAddress>, ""},
    {"show", "bans", "", both, both, observer, "Show who may not come in", runs<&BanCommands::showBans>, "",
     runs<&JsonAnswers::bansAsJson>},

    {"create", "administrator", "SSS", both, both, owner,
     "Create administrator by name, role (observer/operator/owner), password", runs<&AdministratorCommands::createAdministrator>,
     ""},
    {"delete", "administrator", "S", both, both, owner, "Delete administrator by name",
     runs<&AdministratorCommands::deleteAdministrator>, ""},
    {"set", "administrator", "", both, both, observer, "Administrator subcommand", nullptr, "set administrator"},
    {"set administrator", "password", "SS", both, both, owner, "Set password by name",
     runs<&AdministratorCommands::setAdministratorPassword>, ""},
    {"set administrator", "role", "SS", both, both, owner,
     "Set role by name; for an administrator of the game without a password here",
     runs<&AdministratorCommands::setAdministratorRole>, ""},
    {"show", "administrators", "", both, both, operators, "Show administrators and their roles",
     runs<&AdministratorCommands::showAdministrators>, "", runs<&JsonAnswers::administratorsAsJson>},

    {"show", "opcodes", "", both, both, observer, "Show counts of instructions", runs<&ServerCommands::showOpcodes>, ""},
    {"reload", "protocol", "", both, both, owner, "Reload protocol.json, our own messages of clients",
     runs<&ReloadCommands::reloadProtocol>, ""},
    {"reload", "portal", "", both, both, operators, "Connect to the billing machine anew", runs<&ReloadCommands::reloadPortal>,
     ""},
    {"reload", "class", "C", both, both, owner, "Reload one class: its .bof from loadkod or memmap",
     runs<&ReloadCommands::reloadClass>, ""},
    {"reload", "resource", "S", both, both, owner, "Reload one resource file", runs<&ReloadCommands::reloadResource>, ""},
    {"reload", "room", "S", both, both, owner, "Reload one room file", runs<&ReloadCommands::reloadRoom>, ""},
};

} // namespace

std::span<const Command> commandsOfOldServers() { return oldCommands; }

std::span<const Command> ownCommands() { return newCommands; }

} // namespace blak::world
