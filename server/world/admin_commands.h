// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/world/admin.h"
#include "server/world/admin_text.h"

#include <chrono>
#include <span>

namespace blak::world {

struct Arguments
{
    std::vector<std::int64_t> numbers;
    std::vector<std::string_view> texts;
    std::string_view rest; ///< `name TAG value` pairs
    bool restMayBeEmpty = false;
};

struct AdminCommands;

struct Command
{
    std::string_view group; ///< "" = top level
    std::string_view name;
    std::string_view parameters; ///< I integer, S word, R rest of the line, r the same or nothing, * pairs
    Access classic;
    Access open105;
    Role least; ///< who may
    std::string_view help;
    void (AdminCommands::*run)();
    std::string_view opens;                  ///< the group of sub-commands that this word opens
    void (AdminCommands::*json)() = nullptr; ///< the answer to the command with --json
};

/// The commands themselves; one object serves one command.
struct AdminCommands
{
    Admin& admin;
    World& world;
    vm::Vm& vm;
    const Asker& asker;
    const Arguments& in;
    std::string& out;
    bool& closes;

    static std::span<const Command> table();    ///< those of the old servers
    static std::span<const Command> ownTable(); ///< ours

    void line(std::string_view text) { out.append(text).append("\r\n"); }
    std::string tagText(bof::Tag tag) const;
    std::string valueText(const vm::Value& value) const;
    std::string explained(const vm::Value& value) const; ///< the second line of a result, or nothing

    /// `TAG value` as administrators write it. `fault` says what is wrong.
    enum class Fault { None, Tag, Data, Reference };
    vm::Value parseValue(std::string_view tag, std::string_view data, Fault& fault);
    bool parsePairs(std::vector<vm::Parameter>& parameters);
    std::optional<std::int32_t> needMessage(std::string_view name, std::vector<vm::Parameter>& parameters);
    void sendTo(std::int64_t object, std::int32_t message, std::span<const vm::Parameter> parameters, bool timed);
    void listElements(vm::Value list, int depth);
    void accountHeader();
    void accountLine(const Account& account);
    void userHeader();
    void userLine(const User& user);
    void makeUser(std::int32_t classId);
    AccountType typeToCreate(std::string_view text) const;
    void createAutomatedFrom(std::span<const std::string_view> texts);
    void timerLines(const std::vector<vm::TimerView>& timers);
    bool needObject(std::int64_t id);
    void objectLines(std::int64_t id);
    void noProperty(std::string_view name, const vm::ClassView& type);
    std::string timerText(const vm::TimerView& timer) const;
    std::vector<std::int64_t> instancesOf(std::int32_t classId, bool exactly) const;
    void instanceLines(bool exactly);
    void slowestLines();
    std::int64_t longestMilliseconds() const;
    std::size_t sharedMessageBuckets() const;
    void whoHeader();
    void whoLine(const PlayerLine& one);
    std::optional<std::int64_t> findUser(std::string_view name); ///< the character of that name, as Blakod finds it
    std::optional<std::int64_t> objectOfUser(std::string_view text);
    std::optional<std::int64_t> needBuiltIn(std::int64_t number);
    void sendTyped(std::int64_t object);
    void setProperty(std::int64_t object);
    static std::string microsecondsSince(std::chrono::steady_clock::time_point start);
    const config::Option* needOption(settings::Kind kind);
    bool changeOption(const config::Option& option, std::string_view value);
    void deleteDoomedAccounts();
    std::optional<std::int32_t> needClass(std::string_view name, std::string_view fault = "Cannot find class ",
                                          std::string_view end = ".");

    // show
    void showObject();
    void showClass();
    void showList();
    void showListNode();
    void showString();
    void showDebugString();
    void showNameIds();
    void showRoomTable();
    void showBlockers();
    void showUdp();
    void resetUdp();
    void showStatKinds();
    void enableStat();
    void disableStat();
    void switchStat(bool on);
    void showEmail();
    void showActive();
    void showPost();
    void showOpcodes();
    void noDatabase();
    void noBenchmarks();
    void dumpClassInstances();
    void checkTimers();
    void resetHighest();
    void showTable();
    void showTimer();
    void showTimers();
    void showTimersOfMessage();
    void showTimersOfObject();
    void showResource();
    void showDynamic();
    void showMessage();
    void showInstances();
    void showExactInstances();
    void showBelong();
    void showReferences();
    void showMatches();
    void showStatus();
    void showMemory();
    void showUsage();
    void showClock();
    void showConstant();
    void showAccount();
    void showAccounts();
    void showUser();
    void showUsers();
    void showName();
    void showConfiguration();
    // send, set, create, delete
    void sendObject();
    void sendClass();
    void sendList();
    void sendInteger();
    void setInteger();
    void createTable();
    void createConvict();
    void deleteUnused();
    void reloadProtocol();
    void reloadPortal();
    void banPattern();
    void unbanPattern();
    void sendUsers();
    void setObject();
    void setClass();
    void setAccountName();
    void setAccountPassword();
    void setConfigBoolean();
    void setConfigInteger();
    void setConfigString();
    void createAccount();
    void createAutomated();
    void createUser();
    void createAdmin();
    void createDm();
    void createObject();
    void createListNode();
    void createResource();
    void createTimer();
    void deleteTimer();
    void deleteAccount();
    void deleteUser();
    void addCredits();
    void recreateAutomated();
    void createUserOnEachAccount();
    void setAccountCredits();
    void setAccountEmail();
    void setAccountObject();
    void setAccountType();
    // --json
    void accountAsJson();
    void accountsAsJson();
    void whoAsJson();
    void statusAsJson();
    void objectAsJson();
    void classAsJson();
    void listAsJson();
    void bansAsJson();
    void administratorsAsJson();
    // counters, traces, notes
    void showCalled();
    void showCalls();
    void showProtocol();
    void showTransmitted();
    void showSameAddress();
    void showSuspended();
    void traceOn();
    void traceOff();
    void trace(bool on);
    void readMail();
    void page();
    // bans and administrators
    void ban(BanKind kind);
    void unban(BanKind kind);
    void banAccount();
    void banAddress();
    void unbanAccount();
    void unbanAddress();
    void showBans();
    void createAdministrator();
    void deleteAdministrator();
    void setAdministratorPassword();
    void setAdministratorRole();
    void showAdministrators();
    // one file
    void reloadClass();
    void reloadResource();
    void reloadRoom();
    // the rest
    void suspendUser();
    void unsuspendUser();
    void suspend(Account& account);
    void unsuspend(Account& account);
    Account* accountOfUser(std::string_view text);
    Account* needAccount(std::int64_t id);
    bool mayCreate(std::string_view name, std::string_view email);
    bool saved();
    void saveGame();
    void garbage();
    void reloadGame();
    void reloadSystem();
    void lock();
    void unlock();
    void say();
    void who();
    void mark();
    void hangupAccount();
    void hangupUser();
    void hangupIp();
    void hangupSession();
    void hangupAll();
    void kickoffAccount();
    void kickoffAll();
    void suspendAccount();
    void unsuspendAccount();
    void showSystemTimers();
    void enableSystemTimer();
    void disableSystemTimer();
    void switchSystemTimer(bool on);
    void reloadMotd();
    void reloadPackages();
    void showPackages();
    void saveConfiguration();
    void readCommands();
    void terminateSave();
    void terminateNoSave();
};

} // namespace blak::world
