// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/admin/counter_commands.h"

#include <algorithm>

namespace blak::world {
namespace {

/// "12.345": of what was timed, 0 when nothing was.
std::string microseconds(const vm::CallTimes& times) { return withDecimals(times.averageMicroseconds(), 3); }

/// The calls that most were made of first; among equals the order stays.
template <typename Row>
void keepTop(std::vector<Row>& rows, std::int64_t most)
{
    std::ranges::stable_sort(rows, std::ranges::greater(), &Row::calls);
    rows.resize(std::min(rows.size(), static_cast<std::size_t>(std::max<std::int64_t>(most, 0))));
}

std::string rank(std::size_t place) { return aligned(static_cast<std::int64_t>(place), 3) + ". "; }

} // namespace

/// Handlers; among those that ran equally often the one with the smaller number first.
void CounterCommands::showCalled()
{
    constexpr std::int64_t mostRows = 500;
    auto counts = vm.handlerCounts();
    std::ranges::stable_sort(counts, {}, &vm::HandlerCount::message);
    keepTop(counts, std::clamp<std::int64_t>(in.numbers[0], 1, mostRows));
    const bool wide = world.extended();
    line(wide ? "Rank Class                Message                        Count          Avg Time(us)"
              : "Rank Class                  Message                Count");
    std::size_t place = 0;
    for (const vm::HandlerCount& one : counts)
        line(rank(++place) + padded(vm.className(one.classId), wide ? 20 : 22) + " " +
             padded(vm.messageName(one.message), wide ? 30 : 22) + " " +
             (wide ? padded(std::to_string(one.calls), 14) + " " + microseconds(one.timed) : std::to_string(one.calls)));
}

/// Built-in functions; among those that were called equally often the one with the smaller number first.
void CounterCommands::showCalls()
{
    auto counts = vm.builtinCounts();
    keepTop(counts, in.numbers[0]);
    const bool wide = world.extended();
    if (wide) {
        line("");
        line("Note: IsClass, GetClass, First and Rest are instructions of");
        line("the machine and not counted.");
        line("");
    }
    line(wide ? "Rank Function                Count        Avg Time(us)" : "Rank Function        Count");
    std::size_t place = 0;
    for (const vm::BuiltinCount& one : counts)
        line(rank(++place) + padded(one.name, wide ? 23 : 15) + " " +
             (wide ? padded(std::to_string(one.calls), 12) + " " + microseconds(one.timed) : std::to_string(one.calls)));
}

/// Four columns of 64, as the old servers print them.
void CounterCommands::showProtocol()
{
    constexpr std::size_t columns = 4;
    constexpr std::size_t rows = 64;
    for (const auto& [table, title] : {std::pair(MessageTable::Regular, "Regular commands"),
                                       {MessageTable::System, "System commands"},
                                       {MessageTable::User, "User commands"}}) {
        if (table != MessageTable::Regular)
            line("");
        line(title);
        std::vector<std::uint64_t> counts;
        if (world.players() != nullptr)
            counts = world.players()->messageCounts(table);
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

void CounterCommands::showTransmitted()
{
    const std::uint64_t bytes = world.players() == nullptr ? 0 : world.players()->transmittedLastMinute();
    line("In most recent transmission period, server has transmitted " + std::to_string(bytes) + " bytes.");
}

} // namespace blak::world
