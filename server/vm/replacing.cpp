// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/names.h"
#include "server/vm/machine.h"

#include <algorithm>
#include <map>
#include <tuple>

/// New classes and rooms for a world that lives.
namespace blak::vm {

template <class Traits>
Result<std::vector<std::string>> Machine<Traits>::replaceProgram(std::vector<LoadedFile> files, const kodbase::Kodbase& names,
                                                                 std::span<const Error> known)
{
    const Outside outside(*this, {});
    if (running())
        return Error{"a handler runs", ""};
    std::vector<Error> problems;
    auto program = vm::loadProgram<Traits>(std::move(files), problems);
    for (const Error& problem : problems)
        if (std::ranges::find(known, problem) == known.end())
            return problem;

    const std::int64_t nextTable = nextTable_;
    const std::int64_t nextDynamic = nextDynamic_;
    const save::Game game = saveGame();
    const save::Strings strings = saveStrings();
    const save::DynamicResources resources = saveDynamicResources();
    // All that the new world takes the place of, to be put back if it cannot be made.
    const auto everything = std::tie(program_, names_, base_, objects_, builtIns_, blocks_, blockUsed_, blockSize_, cells_,
                                     strings_, blanks_, tables_, nextTable_, timers_, timerKeys_, nextTimer_, timerOrder_, dynamic_,
                                     nextDynamic_, temp_, posts_, rooms_, pausedAt_, handlerTimes_);
    auto before = std::apply([](auto&... part) { return std::make_tuple(std::move(part)...); }, everything);
    clearWorld();
    program_ = std::move(program);
    handlerTimes_.clear();
    setNames(names);
    pausedAt_ = std::get<decltype(pausedAt_)>(before);
    std::vector<std::string> reports;
    if (auto loaded = loadGame(game, strings, resources, reports); !loaded) {
        std::apply([&](auto&... part) { std::tie(part...) = std::move(before); }, everything);
        return loaded.error();
    }
    rooms_ = std::move(std::get<decltype(rooms_)>(before));
    posts_ = std::move(std::get<decltype(posts_)>(before));
    if constexpr (!Traits::extended) // only open105 saves them
        tables_ = std::move(std::get<decltype(tables_)>(before));
    nextTable_ = std::max(nextTable_, nextTable);
    nextDynamic_ = std::max(nextDynamic_, nextDynamic);
    chooseBuiltins();
    beCarefulAnew();
    patchAnew();
    return reports;
}

/// Caches of call sites and lists of handlers point to what has been replaced.
template <class Traits>
void Machine<Traits>::forgetCalls()
{
    const auto forget = [](Code<Traits>& handler) {
        for (CallSite<Traits>& site : handler.sites) {
            std::ranges::fill(site.cache, typename CallSite<Traits>::Cached{});
            site.nextCached = 0;
            site.plans.reset();
        }
    };
    for (const auto& [id, type] : program_.classes) {
        type->dispatch.clear();
        for (const auto& handler : type->handlers) {
            type->dispatch.emplace(handler->message, handler.get());
            forget(*handler);
        }
    }
    for (const auto& handler : retired_) {
        forget(*handler);
        handler->propagate = handler->owner->super == nullptr ? nullptr : handler->owner->super->find(handler->message);
    }
    for (const auto& [id, type] : program_.classes)
        for (const auto& handler : type->handlers)
            handler->propagate = type->super == nullptr ? nullptr : type->super->find(handler->message);
    handlerTimes_.clear();
}

template <class Traits>
void Machine<Traits>::dropTimersWithoutHandler(std::vector<std::string>& reports)
{
    std::vector<std::int64_t> lost;
    for (const auto& [key, timer] : timers_)
        if (!hasHandler(timer.object, timer.message)) {
            lost.push_back(timer.id);
            reports.push_back("timer " + std::to_string(timer.id) + " is left out: OBJECT " + std::to_string(timer.object) +
                              " does not handle " + names_.messages.name(timer.message));
        }
    for (const std::int64_t id : lost)
        deleteTimer(id);
}

/// Frames may stand in the handlers of the class: they are kept as they are, without breakpoints.
template <class Traits>
void Machine<Traits>::retire(Class& type)
{
    for (auto& handler : type.handlers) {
        for (Instruction& instruction : handler->instructions)
            patchAt(instruction, false);
        retired_.push_back(std::move(handler));
    }
    type.handlers.clear();
}

template <class Traits>
void Machine<Traits>::forgetRetired()
{
    for (const auto& handler : retired_)
        handlerTimes_.erase(handler.get());
    retired_.clear();
    retiredFiles_.clear();
}

template <class Traits>
Result<bool> Machine<Traits>::replaceFile(LoadedFile file, const kodbase::Kodbase& names, std::vector<std::string>& reports)
{
    const Outside outside(*this, {});
    if (running() && !movable_)
        return Error{"a handler runs", ""};
    auto loaded = loadReplacement<Traits>(std::move(file), program_);
    if (!loaded)
        return loaded.error();
    if (!loaded.value())
        return false;
    Program<Traits>& fresh = *loaded.value();
    // Values of properties stay in their places: their names must be the same there.
    const auto ownNames = [](const kodbase::Kodbase& base, std::int32_t id) {
        const auto it = std::ranges::find(base.classes, id, &kodbase::Class::id);
        return it == base.classes.end() ? std::pair<std::vector<kodbase::Name>, std::vector<kodbase::Name>>()
                                        : std::pair(it->properties, it->classvars);
    };
    for (const auto& [id, type] : fresh.classes)
        if (ownNames(base_, id) != ownNames(names, id))
            return false;

    // From here on nothing can fail.
    if (!running())
        forgetRetired();
    const SourceFile* old = nullptr;
    for (auto& [id, type] : fresh.classes) {
        Class& target = *program_.classes.at(id);
        old = target.file;
        target.file = type->file;
        target.fileName = type->fileName;
        if (running())
            retire(target);
        target.handlers = std::move(type->handlers);
        target.propertyDefaults = std::move(type->propertyDefaults);
        target.classvars = std::move(type->classvars);
        for (const auto& handler : target.handlers)
            handler->owner = &target;
    }
    if (running()) {
        const auto kept = std::ranges::find_if(program_.files, [old](const auto& source) { return source.get() == old; });
        if (kept != program_.files.end())
            retiredFiles_.push_back(std::move(*kept));
        std::erase(program_.files, nullptr);
    }
    std::erase_if(program_.files, [old](const auto& source) { return source.get() == old; });
    for (auto& source : fresh.files)
        program_.files.push_back(std::move(source));
    program_.longestHandler = std::max(program_.longestHandler, fresh.longestHandler);
    setNames(names);
    forgetCalls();
    dropTimersWithoutHandler(reports);
    beCarefulAnew();
    chooseBuiltins();
    patchAnew();
    return true;
}

template <class Traits>
Result<std::size_t> Machine<Traits>::replaceRoom(std::string_view name, std::span<const std::byte> bytes)
{
    const Outside outside(*this, {});
    std::size_t count = 0;
    for (auto& old : rooms_) {
        if (old == nullptr || !equalIgnoringCase(old->name, name))
            continue;
        auto fresh = loadRoomState(bytes, old->name);
        if (!fresh)
            return fresh.error();
        fresh.value().blockers = old->blockers;
        fresh.value().room.setDepths(old->room.depths());
        *old = std::move(fresh).value();
        ++count;
    }
    return count;
}

#define X(Traits)                                                                                                                \
    template void Machine<Traits>::retire(Class&); \
    template void Machine<Traits>::forgetRetired(); \
    template void Machine<Traits>::forgetCalls();                                                                                \
    template void Machine<Traits>::dropTimersWithoutHandler(std::vector<std::string>&);                                          \
    template Result<bool> Machine<Traits>::replaceFile(LoadedFile, const kodbase::Kodbase&, std::vector<std::string>&);          \
    template Result<std::vector<std::string>> Machine<Traits>::replaceProgram(std::vector<LoadedFile>, const kodbase::Kodbase&,  \
                                                                              std::span<const Error>);                           \
    template Result<std::size_t> Machine<Traits>::replaceRoom(std::string_view, std::span<const std::byte>);
BLAK_VM_FOR_EACH_DIALECT(X)
#undef X

} // namespace blak::vm
