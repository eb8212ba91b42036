// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/admin_commands.h"

#include <algorithm>

namespace blak::world {
namespace {

constexpr std::size_t nameColumn = 20;
constexpr std::string_view ruler = "-------------------------------------------";
constexpr std::string_view longRuler = "--------------------------------------------------------------";

} // namespace

void AdminCommands::showObject()
{
    const std::int64_t id = in.numbers[0];
    if (!needObject(id))
        return;
    const auto type = vm.classView(*vm.classOfObject(id));
    line(":< OBJECT " + std::to_string(id) + " is CLASS " + std::string(type->name));
    for (std::uint32_t number = 0; number < type->propertyNames.size(); ++number)
        line(": " + padded(type->propertyNames[number], nameColumn) + " = " + valueText(*vm.property(id, number)));
    line(":>");
}

void AdminCommands::showClass()
{
    const auto id = needClass(in.texts[0]);
    if (!id)
        return;
    const auto type = vm.classView(*id);
    std::string head = ":< CLASS " + std::string(type->name) + " (" + std::to_string(*id) + ") " + std::string(type->file);
    if (type->superId != 0)
        head += " is " + vm.className(type->superId);
    line(head);
    for (std::size_t i = 0; i < type->classvars.size(); ++i)
        line(": VAR " + padded(type->classvarNames[i], nameColumn) + " = " + valueText(type->classvars[i]));
    for (std::size_t i = 1; i < type->propertyDefaults.size(); ++i)
        line(": " + padded(type->propertyNames[i], nameColumn) + " = " + valueText(type->propertyDefaults[i]));
    for (const std::int32_t message : vm.ownMessages(*id))
        line(": MESSAGE " + vm.messageName(message));
    line(":>");
}

/// Elements one per line, inner lists in brackets, a dotted end after a point.
void AdminCommands::listElements(vm::Value list, int depth)
{
    constexpr int deepest = 100;
    constexpr std::size_t most = 100000;
    line(": [");
    std::size_t count = 0;
    while (list.tag == bof::Tag::List && count < most) {
        const auto node = vm.listNode(list.data);
        if (!node) {
            line("Invalid list node id " + std::to_string(list.data) + " (or it has been deleted).");
            break;
        }
        ++count;
        if (node->first.tag == bof::Tag::List && depth < deepest)
            listElements(node->first, depth + 1);
        else
            line(": " + valueText(node->first));
        list = node->second;
    }
    const bool dotted = list.tag != bof::Tag::Nil && list.tag != bof::Tag::List;
    if (dotted) {
        line(": .");
        line(": " + valueText(list));
        ++count;
    }
    line(world.extended() ? ": ] length " + std::to_string(count) : ": ]");
    if (dotted && world.extended())
        line("Invalid list node!");
}

void AdminCommands::showList()
{
    line(":<");
    if (!vm.listNode(in.numbers[0]))
        line("Invalid list node id " + std::to_string(in.numbers[0]) + " (or it has been deleted).");
    else
        listElements({bof::Tag::List, in.numbers[0]}, 0);
    line(":>");
}

void AdminCommands::showListNode()
{
    const auto node = vm.listNode(in.numbers[0]);
    if (!node) {
        line("Invalid list node id " + std::to_string(in.numbers[0]) + " (or it has been deleted).");
        return;
    }
    line(":< first = " + valueText(node->first));
    line(":  rest = " + valueText(node->second));
    line(":>");
}

void AdminCommands::showString()
{
    const auto text = vm.stringText(in.numbers[0]);
    if (!text)
        line("Cannot find string " + std::to_string(in.numbers[0]) + ".");
    else
        line("String " + std::to_string(in.numbers[0]) + " = " + *text);
}

void AdminCommands::showTable()
{
    const auto table = vm.table(in.numbers[0]);
    if (!table) {
        line("Cannot find table " + std::to_string(in.numbers[0]) + ".");
        return;
    }
    line(":< TABLE " + std::to_string(in.numbers[0]) + " size " + std::to_string(table->buckets));
    for (const auto& [key, value] : table->entries)
        line(": " + valueText(key) + " = " + valueText(value));
    line(":>");
}

void AdminCommands::timerLines(const std::vector<vm::TimerView>& timers)
{
    line("Timer  Remaining ms  Object  Message");
    std::size_t found = 0;
    for (const vm::TimerView& timer : timers) {
        if (!vm.classOfObject(timer.object)) {
            line("Timer has invalid object " + std::to_string(timer.object) + "?");
            continue;
        }
        line(aligned(timer.id, 5) + " " + aligned(timer.remaining, 13) + " " + padded(std::to_string(timer.object), 7) + " " +
             vm.messageName(timer.message));
        ++found;
    }
    line(std::to_string(found) + " timers found.");
}

void AdminCommands::showTimer()
{
    for (const vm::TimerView& timer : vm.timers())
        if (timer.id == in.numbers[0]) {
            timerLines({timer});
            return;
        }
    line("Cannot find timer " + std::to_string(in.numbers[0]) + ".");
}

void AdminCommands::showTimers() { timerLines(vm.timers()); }

void AdminCommands::showTimersOfMessage()
{
    auto timers = vm.timers();
    std::erase_if(timers,
                  [&](const vm::TimerView& timer) { return lowerCase(vm.messageName(timer.message)) != lowerCase(in.texts[0]); });
    timerLines(timers);
}

void AdminCommands::showTimersOfObject()
{
    auto timers = vm.timers();
    std::erase_if(timers, [&](const vm::TimerView& timer) { return timer.object != in.numbers[0]; });
    timerLines(timers);
}

void AdminCommands::showResource()
{
    const auto id = vm.resourceByName(in.texts[0]);
    const auto text = id ? vm.resourceText(*id) : std::nullopt;
    if (!text)
        line("Cannot find resource " + std::string(in.texts[0]) + ".");
    else
        line(std::to_string(*id) + " " + std::string(in.texts[0]) + " = " + *text);
}

void AdminCommands::showDynamic()
{
    for (const auto& [id, text] : vm.dynamicResources())
        line(std::to_string(id) + " = " + text);
}

void AdminCommands::showMessage()
{
    const auto id = needClass(in.texts[0]);
    if (!id)
        return;
    const auto number = vm.messageByName(in.texts[1]);
    const auto message = number ? vm.messageView(*id, *number) : std::nullopt;
    if (!message) {
        line("Cannot find message " + std::string(in.texts[1]) + " in CLASS " + std::to_string(*id) + ".");
        return;
    }
    line(longRuler);
    line("CLASS " + std::to_string(message->ownerClass) + " : " + vm.className(message->ownerClass));
    line("MESSAGE " + std::to_string(message->id) + " : " + message->name);
    if (world.extended()) {
        std::uint64_t calls = 0;
        for (const vm::HandlerCount& one : vm.handlerCounts())
            if (one.classId == message->ownerClass && one.message == message->id)
                calls = one.calls;
        line("Called count (total): " + std::to_string(calls));
    }
    line(longRuler);
    line("  Parameters:");
    for (const auto& [parameter, value] : message->parameters)
        line("  " + padded(vm.parameterName(parameter), nameColumn) + " " + valueText(value));
    if (message->parameters.empty())
        line("  (none)");
    line(longRuler);
    line(message->comment.empty() ? "No description" : message->comment);
    line(longRuler);
}

void AdminCommands::showInstances()
{
    const auto id = needClass(in.texts[0]);
    if (!id)
        return;
    const std::size_t count = vm.sizes().objects;
    std::size_t found = 0;
    for (std::size_t object = 0; object < count; ++object)
        if (const auto type = vm.classOfObject(static_cast<std::int64_t>(object)); type && vm.isA(*type, *id)) {
            line("OBJECT " + std::to_string(object));
            ++found;
        }
    line(std::to_string(found) + " instances.");
}

void AdminCommands::showExactInstances()
{
    const auto id = needClass(in.texts[0]);
    if (!id)
        return;
    std::size_t found = 0;
    for (std::size_t object = 0; object < vm.sizes().objects; ++object)
        if (vm.classOfObject(static_cast<std::int64_t>(object)) == *id) {
            line("OBJECT " + std::to_string(object));
            ++found;
        }
    line(std::to_string(found) + " instances.");
}

void AdminCommands::showBelong()
{
    if (!needObject(in.numbers[0]))
        return;
    for (std::size_t object = 0; object < vm.sizes().objects; ++object) {
        const auto type = vm.classOfObject(static_cast<std::int64_t>(object));
        if (!type)
            continue;
        const auto view = vm.classView(*type);
        for (std::uint32_t p = 1; p < view->propertyNames.size(); ++p)
            if (lowerCase(view->propertyNames[p]) == "poowner" &&
                vm.property(static_cast<std::int64_t>(object), p) == vm::Value::object(in.numbers[0]))
                line("OBJECT " + std::to_string(object) + " CLASS " + std::string(view->name));
    }
}

void AdminCommands::showReferences()
{
    Fault fault = Fault::None;
    const vm::Value wanted = parseValue(in.texts[0], in.texts[1], fault);
    if (fault != Fault::None) {
        line("'" + std::string(in.texts[0]) + " " + std::string(in.texts[1]) + "' is not a value.");
        return;
    }
    std::size_t found = 0;
    for (std::size_t object = 0; object < vm.sizes().objects; ++object) {
        const auto id = static_cast<std::int64_t>(object);
        const auto type = vm.classOfObject(id);
        if (!type)
            continue;
        const auto view = vm.classView(*type);
        for (std::uint32_t p = 1; p < view->propertyNames.size(); ++p)
            if (vm.property(id, p) == wanted) {
                line("OBJECT " + std::to_string(object) + " CLASS " + std::string(view->name) + " " + view->propertyNames[p]);
                ++found;
            }
    }
    for (std::size_t node = 0; node < vm.sizes().listNodes; ++node) {
        const auto pair = vm.listNode(static_cast<std::int64_t>(node));
        if (pair && (pair->first == wanted || pair->second == wanted)) {
            line("LIST " + std::to_string(node));
            ++found;
        }
    }
    line(std::to_string(found) + " references.");
}

/// Class, property, relation, tag, value.
void AdminCommands::showMatches()
{
    const auto id = needClass(in.texts[0]);
    if (!id)
        return;
    Fault fault = Fault::None;
    const vm::Value wanted = parseValue(in.texts[3], in.texts[4], fault);
    if (fault != Fault::None) {
        line("'" + std::string(in.texts[3]) + " " + std::string(in.texts[4]) + "' is not a value.");
        return;
    }
    std::size_t found = 0;
    for (std::size_t object = 0; object < vm.sizes().objects; ++object) {
        const auto number = static_cast<std::int64_t>(object);
        const auto type = vm.classOfObject(number);
        if (!type || !vm.isA(*type, *id))
            continue;
        const auto view = vm.classView(*type);
        for (std::uint32_t p = 0; p < view->propertyNames.size(); ++p) {
            if (lowerCase(view->propertyNames[p]) != lowerCase(in.texts[1]))
                continue;
            const vm::Value value = *vm.property(number, p);
            const bool same = value == wanted;
            const std::string_view relation = in.texts[2];
            const bool less = value.tag == wanted.tag && value.data < wanted.data;
            const bool more = value.tag == wanted.tag && value.data > wanted.data;
            if ((relation == "=" && same) || (relation == "<>" && !same) || (relation == "<" && less) ||
                (relation == ">" && more)) {
                line("OBJECT " + std::to_string(object) + " CLASS " + std::string(view->name));
                ++found;
            }
        }
    }
    line(std::to_string(found) + " matches.");
}

void AdminCommands::showStatus()
{
    const vm::Counters counters = vm.counters();
    const vm::HeapSizes sizes = vm.sizes();
    const std::int64_t up = world.unixTime() - world.startedAt();
    const std::string upText = "(up for " + std::to_string(up) + " seconds = " + std::to_string(up) + " seconds)";
    line("System Status -----------------------------");
    line("BlakSton Server v1.0 (Blakston Studio) on unknown");
    line("Current time is " + timeText(world.unixTime()));
    if (world.extended()) {
        line("System started at " + timeText(world.startedAt()));
        line(upText);
    } else {
        line("System started at " + timeText(world.startedAt()) + " " + upText);
    }
    line("----");
    line("Interpreted " + std::to_string(counters.instructions) + " total instructions in 0.00 seconds");
    line("Handled " + std::to_string(counters.topLevelMessages) + " top level messages, total " +
         std::to_string(counters.messages) + " messages");
    line("Deepest message call stack is " + std::to_string(counters.deepest) + " calls from top level");
    line("Most instructions on one top level message is " + std::to_string(counters.mostInstructions) + " instructions");
    line("Number of top level messages over 1000 milliseconds is " + std::to_string(counters.slowMessages));
    line("Longest time on one top level message is " + std::to_string(counters.slowestMilliseconds) + " milliseconds");
    line("----");
    line("Active accounts: " + std::to_string(world.accounts().list.size()));
    line("Next account number is " + std::to_string(world.accounts().nextId));
    line("Clients on port " + std::to_string(admin.facts_.port) + ", maintenance on port " +
         std::to_string(admin.facts_.maintenancePort));
    line("There are " + std::to_string(world.players() == nullptr ? 0 : world.players()->list().size()) + " sessions logged on");
    line("----");
    line("Used " + std::to_string(sizes.listNodes) + " list nodes");
    if (world.extended())
        line("Used " + std::to_string(sizes.tables) + " tables");
    line("Used " + std::to_string(sizes.objects) + " object nodes");
    line("Used " + std::to_string(sizes.strings) + " string nodes");
    line("Watching " + std::to_string(sizes.timers) + " active timers");
    line(ruler);
}

void AdminCommands::showMemory()
{
    const vm::HeapSizes sizes = vm.sizes();
    const std::size_t word = static_cast<std::size_t>(vm.dialect().wordBits) / 8;
    line("System Memory -----------------------------");
    line(timeText(world.unixTime()));
    std::size_t total = 0;
    for (const auto& [name, bytes] : {std::pair<std::string_view, std::size_t>{"Timer", sizes.timers * 64},
                                      {"String", sizes.strings * 32},
                                      {"Object", sizes.objects * 16},
                                      {"List", sizes.listNodes * 2 * word}}) {
        line(padded(name, 18) + " " + aligned(static_cast<std::int64_t>(bytes), 10));
        total += bytes;
    }
    line("-- Total           " + std::to_string(total / 1048576) + " MB");
    line(ruler);
}

void AdminCommands::showUsage()
{
    line(":< sessions " + std::to_string(world.players() == nullptr ? 0 : world.players()->list().size()));
    line(":>");
}

void AdminCommands::showClock()
{
    const std::int64_t now = world.unixTime();
    line("Current server clock reads " + std::to_string(now) + " (" + timeText(now) + ").");
}

void AdminCommands::showConstant()
{
    const auto it = world.constants().find(lowerCase(in.texts[0]));
    if (it == world.constants().end())
        line("There is no value for " + std::string(in.texts[0]));
    else
        line(std::string(in.texts[0]) + " = " + std::to_string(it->second));
}

void AdminCommands::accountHeader()
{
    line(world.extended() ? "Acct  Name                   Email                  Suspended Sec logged inLast login"
                          : "Acct  Name                   Suspended Credits Last login");
}

void AdminCommands::accountLine(const Account& account)
{
    const char letter = account.type == AccountType::Admin   ? 'A'
                        : account.type == AccountType::Dm    ? 'D'
                        : account.type == AccountType::Guest ? 'G'
                                                             : ' ';
    std::string text = aligned(account.id, 4) + letter + " " + padded(account.name, 23);
    if (world.extended())
        text += padded(account.email.value_or(""), 22);
    const std::int64_t left = account.suspendedUntil.value_or(0) - world.unixTime();
    std::string suspended;
    if (left > 0) {
        const std::int64_t tenths = (left * 10 + 1800) / 3600;
        suspended = std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + "h";
    }
    text += std::string(suspended.size() < 9 ? 9 - suspended.size() : 0, ' ') + suspended;
    std::string credits = std::to_string(account.credits / 100) + "." + (account.credits % 100 < 10 ? "0" : "") +
                          std::to_string(account.credits % 100);
    text += " " + std::string(credits.size() < 7 ? 7 - credits.size() : 0, ' ') + credits + " ";
    text += account.lastLogin == 0 ? "Never" : timeText(account.lastLogin);
    line(text);
}

void AdminCommands::userHeader() { line("Acct Object  Class   Name"); }

void AdminCommands::userLine(const User& user)
{
    const auto type = vm.classOfObject(user.object);
    std::string name;
    if (const auto answer = vm.send(user.object, vm.dialect().ids.getUserName, {}); answer && answer->tag == bof::Tag::Resource)
        name = vm.resourceText(answer->data).value_or("");
    line(aligned(user.account, 4) + " " + aligned(user.object, 7) + " " + padded(type ? vm.className(*type) : "?", 7) + " " +
         name);
}

void AdminCommands::showAccount()
{
    const Account* account = world.accounts().findNamed(in.texts[0]);
    if (account == nullptr) {
        line("Cannot find account " + std::string(in.texts[0]) + ".");
        return;
    }
    accountHeader();
    accountLine(*account);
    userHeader();
    const std::int64_t id = account->id;
    const auto users = world.accounts().users;
    for (auto it = users.rbegin(); it != users.rend(); ++it) // newest first
        if (it->account == id)
            userLine(*it);
}

void AdminCommands::showAccounts()
{
    accountHeader();
    for (const Account& account : world.accounts().list)
        accountLine(account);
}

void AdminCommands::showUser()
{
    const auto number = parseInteger(in.texts[0]);
    for (const User& user : world.accounts().users)
        if (number && user.object == *number) {
            userHeader();
            userLine(user);
            return;
        }
    line("Cannot find user " + std::string(in.texts[0]) + ".");
}

void AdminCommands::showUsers()
{
    userHeader();
    const auto users = world.accounts().users;
    for (const User& user : users)
        userLine(user);
}

void AdminCommands::showName()
{
    vm.setTempString(in.texts[0]);
    const vm::Parameter parameter{vm.dialect().ids.string, {bof::Tag::TempString, 0}};
    const auto answer = vm.send(0, vm.dialect().ids.findUserByString, std::span(&parameter, 1));
    if (answer && answer->tag == bof::Tag::Object)
        line(": " + valueText(*answer));
    else
        line("Cannot find user " + std::string(in.texts[0]) + ".");
}

/// Every option of the dialect's servers and of this one, with what is in force where the file says so. Secrets are left out.
void AdminCommands::showConfiguration()
{
    const config::Fork fork = world.extended()              ? config::Fork::Open105
                              : vm.dialect().wordBits == 64 ? config::Fork::Mainline
                                                            : config::Fork::Original;
    std::string_view group;
    for (const std::span<const config::Option> options : {config::options(), ownOptions()})
        for (const config::Option& option : options) {
            if (!option.isKnownTo(fork))
                continue;
            if (option.group != group) {
                line("");
                line(padded("[" + std::string(option.group) + "]", nameColumn));
            }
            group = option.group;
            const std::string value = world.config().text(option.group, option.name, defaultFor(option, fork));
            const bool secret = equalIgnoringCase(option.name, "Password");
            line(padded(option.name, nameColumn) + " " + (secret && !value.empty() ? "..." : value));
        }
}

} // namespace blak::world
