// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/names.h"
#include "server/vm/machine.h"

#include <algorithm>
#include <map>

/// New classes and rooms for a world that lives.
namespace blak::vm {

template <class Traits>
Result<std::vector<std::string>> Machine<Traits>::replaceProgram(std::vector<LoadedFile> files, const kodbase::Kodbase& names,
                                                                 std::span<const Error> known)
{
    if (running())
        return Error{"a handler runs", ""};
    std::vector<Error> problems;
    auto program = vm::loadProgram<Traits>(std::move(files), problems);
    for (const Error& problem : problems)
        if (std::ranges::find(known, problem) == known.end())
            return problem;

    const save::Game game = saveGame();
    const save::Strings strings = saveStrings();
    const save::DynamicResources resources = saveDynamicResources();
    auto rooms = std::move(rooms_);
    auto tables = Traits::extended ? decltype(tables_)() : std::move(tables_); // only open105 saves them
    const auto paused = pausedAt_;
    const std::int64_t nextTable = nextTable_;
    const std::int64_t nextDynamic = nextDynamic_;
    clearWorld();
    program_ = std::move(program);
    handlerTimes_.clear();
    chooseBuiltins();
    setStepping(stepping_);
    setNames(names);
    rooms_ = std::move(rooms);
    if constexpr (!Traits::extended)
        tables_ = std::move(tables);
    pausedAt_ = paused;
    std::vector<std::string> reports;
    if (auto loaded = loadGame(game, strings, resources, reports); !loaded)
        return loaded.error();
    nextTable_ = std::max(nextTable_, nextTable);
    nextDynamic_ = std::max(nextDynamic_, nextDynamic);
    return reports;
}

template <class Traits>
Result<std::size_t> Machine<Traits>::replaceRoom(std::string_view name, std::span<const std::byte> bytes)
{
    std::size_t count = 0;
    for (auto& old : rooms_) {
        if (old == nullptr || !equalIgnoringCase(old->name, name))
            continue;
        auto fresh = loadRoomState(bytes, old->name);
        if (!fresh)
            return fresh.error();
        fresh.value().blockers = old->blockers;
        fresh.value().depthOverrides = old->depthOverrides;
        *old = std::move(fresh).value();
        ++count;
    }
    return count;
}

#define X(Traits)                                                                                                                \
    template Result<std::vector<std::string>> Machine<Traits>::replaceProgram(std::vector<LoadedFile>, const kodbase::Kodbase&,  \
                                                                              std::span<const Error>);                           \
    template Result<std::size_t> Machine<Traits>::replaceRoom(std::string_view, std::span<const std::byte>);
BLAK_VM_FOR_EACH_DIALECT(X)
#undef X

} // namespace blak::vm
