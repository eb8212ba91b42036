// SPDX-License-Identifier: GPL-3.0-or-later
// What the server counted and traced; notes of players; accounts by address and suspension.
#include "server/world/admin_commands.h"

#include <algorithm>
#include <map>

namespace blak::world {
namespace {

/// The greatest first, at most `most`.
template <typename Row, typename Count>
void keepTop(std::vector<Row>& rows, std::int64_t most, Count count)
{
    std::ranges::stable_sort(rows, [&](const Row& a, const Row& b) { return count(a) > count(b); });
    rows.resize(std::min(rows.size(), static_cast<std::size_t>(std::max<std::int64_t>(most, 0))));
}

std::string rank(std::size_t place) { return aligned(static_cast<std::int64_t>(place), 3) + ". "; }

} // namespace

void AdminCommands::showCalled()
{
    auto counts = vm.handlerCounts();
    keepTop(counts, in.numbers[0], [](const vm::HandlerCount& one) { return one.calls; });
    line("Rank Class                Message                        Count");
    std::size_t place = 0;
    for (const vm::HandlerCount& one : counts)
        line(rank(++place) + padded(vm.className(one.classId), 21) + padded(vm.messageName(one.message), 31) +
             std::to_string(one.calls));
}

void AdminCommands::showCalls()
{
    auto counts = vm.builtinCounts();
    const vm::Counters counters = vm.counters();
    counts.emplace_back("Send",
                        static_cast<std::uint64_t>(std::max<std::int64_t>(counters.messages - counters.topLevelMessages, 0)));
    keepTop(counts, in.numbers[0], [](const auto& one) { return one.second; });
    line("");
    line("Note: functions that are instructions of the machine");
    line("(IsClass, GetClass, First, Rest, Create) are not counted.");
    line("");
    line("Rank Function                Count");
    std::size_t place = 0;
    for (const auto& [name, calls] : counts)
        line(rank(++place) + padded(name, 24) + std::to_string(calls));
}

/// Four columns of 64, as the old servers print them.
void AdminCommands::showProtocol()
{
    constexpr std::size_t columns = 4;
    constexpr std::size_t rows = 64;
    for (const bool userCommands : {false, true}) {
        line(userCommands ? "User commands" : "Regular commands");
        const std::vector<std::uint64_t> counts =
            world.players() == nullptr ? std::vector<std::uint64_t>() : world.players()->messageCounts(userCommands);
        for (std::size_t row = 0; row < rows; ++row) {
            std::string text;
            for (std::size_t column = 0; column < columns; ++column) {
                const std::size_t number = column * rows + row;
                const auto count = static_cast<std::int64_t>(number < counts.size() ? counts[number] : 0);
                text += (column == 0 ? "" : " | ") + aligned(static_cast<std::int64_t>(number), 3) + aligned(count, 11);
            }
            line(text);
        }
    }
}

void AdminCommands::showTransmitted()
{
    const std::uint64_t bytes = world.players() == nullptr ? 0 : world.players()->transmittedLastMinute();
    line("Transmitted " + std::to_string(bytes) + " bytes in the last minute.");
}

void AdminCommands::showSameAddress()
{
    std::map<std::string, std::vector<std::string>> byAddress;
    if (world.players() != nullptr)
        for (const PlayerLine& one : world.players()->list())
            if (one.account != 0)
                byAddress[one.address].push_back(std::to_string(one.account) + " (" + one.name + ")");
    std::size_t found = 0;
    for (const auto& [address, accounts] : byAddress) {
        if (accounts.size() < 2)
            continue;
        std::string text = address + ":";
        for (const std::string& account : accounts)
            text += " ACCOUNT " + account;
        line(text);
        ++found;
    }
    line(std::to_string(found) + " addresses found.");
}

void AdminCommands::showSuspended()
{
    accountHeader();
    for (const Account& account : world.accounts().list)
        if (account.suspendedUntil.value_or(0) > world.unixTime())
            accountLine(account);
}

/// The handler that objects of the class run.
void AdminCommands::trace(bool on)
{
    const auto id = needClass(in.texts[0]);
    if (!id)
        return;
    const auto number = vm.messageByName(in.texts[1]);
    const auto message = number ? vm.messageView(*id, *number) : std::nullopt;
    if (!message)
        line("Cannot find message " + std::string(in.texts[1]) + " in CLASS " + std::to_string(*id) + ".");
    else
        admin.tracer_.trace(message->ownerClass, message->id, on);
}

void AdminCommands::traceOn() { trace(true); }

void AdminCommands::traceOff() { trace(false); }

void AdminCommands::readMail()
{
    if (admin.notes_.empty())
        line("There is no mail.");
    for (const std::string& note : admin.notes_)
        line(note);
    admin.notes_.clear();
}

/// There is no bell: whoever administers is told, and the log.
void AdminCommands::page()
{
    world.logLine("page from " + asker.name);
    if (world.players() != nullptr)
        world.players()->tellAdministrators("[Admin] page from " + asker.name);
    line("Paged the console.");
}

} // namespace blak::world
