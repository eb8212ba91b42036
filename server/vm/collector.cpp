// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/vm/machine.h"

#include <algorithm>

/// Mark-compact collection (reference kod.md, section 4.6): nothing runs, so properties and tables are all there is. Marking
/// works off a stack of its own; new ids keep the old order and count from 0.
namespace blak::vm {

template <class Traits>
Reached<typename Traits::Word> Machine<Traits>::nothingReached() const
{
    return {objects_.size(), cells_.size(), strings_.size(), Traits::extended ? static_cast<std::size_t>(nextTable_) : 0};
}

/// Marks and numbers; allocates nothing.
template <class Traits>
void Machine<Traits>::reach(Reached<Word>& reached, std::span<const std::int64_t> roots) const
{
    std::size_t open = 0;
    const auto see = [&](Word word) {
        const auto id = static_cast<std::int64_t>(W::data(word));
        bool fresh = false;
        switch (W::tag(word)) {
        case Tag::Object: fresh = isObject(id) && reached.objects.mark(id); break;
        case Tag::List: fresh = reached.cells.mark(id); break;
        case Tag::String: reached.strings.mark(id); break;
        case Tag::Tag13: fresh = Traits::extended && tables_.contains(id) && reached.tables.mark(id); break;
        default: break;
        }
        if (fresh)
            reached.open[open++] = word;
    };
    const auto scan = [&](Word word) {
        const auto id = static_cast<std::size_t>(W::data(word));
        if (W::is(word, Tag::Object)) {
            const Object& target = objects_[id];
            for (std::uint32_t i = 1; i <= target.type->propertyCount; ++i)
                see(target.properties[i]);
        } else if (W::is(word, Tag::List)) {
            see(cells_[id].first);
            see(cells_[id].rest);
        } else if (const auto table = tables_.find(static_cast<std::int64_t>(id)); table != tables_.end()) {
            table->second.each([&](const auto& node) {
                see(node.key);
                see(node.value);
            });
        }
    };

    for (const std::int64_t root : roots)
        see(W::make(Tag::Object, root));
    for (std::size_t i = 0; i < static_cast<std::size_t>(builtInCount); ++i)
        see(W::make(Tag::Object, builtIns_[i]));
    while (open > 0)
        scan(reached.open[--open]);
    reached.objects.number();
    reached.cells.number();
    reached.strings.number();
}

/// Which of the built-in objects an object of exactly this class would be.
template <class Traits>
std::optional<std::size_t> Machine<Traits>::builtInOfClass(const Class& type)
{
    const ReservedIds& ids = Traits::dialect().ids;
    const std::array classes{ids.classSystem, ids.classSettings, ids.classRealTime, ids.classEventEngine};
    const auto hit = std::ranges::find(classes, type.id);
    return hit == classes.end() ? std::nullopt : std::optional(static_cast<std::size_t>(hit - classes.begin()));
}

/// The numbers of the built-in objects after a collection. Of several objects of such a class the last one becomes it, as in the
/// reference, which finds them again by their class when it moves them. Allocates nothing.
template <class Traits>
auto Machine<Traits>::builtInsAfter(const Reached<Word>& reached) const -> BuiltIns
{
    BuiltIns result = builtIns_;
    for (std::int64_t& object : result)
        if (const std::int64_t renewed = reached.objects[object]; renewed != Numbering::gone)
            object = renewed;
    for (std::size_t id = 0; id < objects_.size(); ++id) {
        if (!reached.objects.has(id))
            continue;
        if (const auto which = builtInOfClass(*objects_[id].type))
            result[*which] = reached.objects[static_cast<std::int64_t>(id)];
    }
    return result;
}

template <class Traits>
void Machine<Traits>::collect(std::vector<std::int64_t>& roots)
{
    const Outside outside(*this, {.kind = InputKind::Collect, .roots = roots});
    constexpr std::int64_t gone = Numbering::gone;
    counters_.slowestObject = -1;   // has another number now
    if constexpr (Traits::extended) // whose server forgets how long it took as well
        resetSlowestOnStopwatch();
    Reached<Word> reached = nothingReached();
    reach(reached, roots);
    builtIns_ = builtInsAfter(reached);
    const Numbering& objects = reached.objects;
    const Numbering& cells = reached.cells;
    const Numbering& strings = reached.strings;

    const auto renew = [&](Word& word) {
        const auto id = static_cast<std::int64_t>(W::data(word));
        const Tag tag = W::tag(word);
        const Numbering* numbers = tag == Tag::Object   ? &objects
                                   : tag == Tag::List   ? &cells
                                   : tag == Tag::String ? &strings
                                                        : nullptr;
        if (numbers == nullptr)
            return;
        const std::int64_t renewed = (*numbers)[id];
        word = renewed == gone ? W::nil : W::make(tag, renewed);
    };

    // Tables: the classic dialects lose them all.
    lastTable_ = nullptr;
    if constexpr (Traits::extended) {
        std::erase_if(tables_, [&](const auto& entry) { return !reached.tables.has(static_cast<std::size_t>(entry.first)); });
        for (auto& [id, table] : tables_)
            table.each([&](auto& node) {
                renew(node.key);
                renew(node.value);
            });
    } else {
        tables_.clear();
    }

    std::size_t next = 0;
    for (std::size_t i = 0; i < cells_.size(); ++i) {
        if (cells[static_cast<std::int64_t>(i)] == gone)
            continue;
        Cell moved = cells_[i];
        renew(moved.first);
        renew(moved.rest);
        cells_[next++] = moved;
    }
    cells_.resize(next);

    // Objects move to fresh blocks, side by side in the new order.
    std::vector<std::unique_ptr<Word[]>> oldBlocks = std::move(blocks_);
    blocks_.clear();
    blockUsed_ = blockSize_ = 0;
    next = 0;
    for (std::size_t i = 0; i < objects_.size(); ++i) {
        if (objects[static_cast<std::int64_t>(i)] == gone)
            continue;
        const Object old = objects_[i];
        const std::size_t count = old.type->propertyCount + 1;
        Word* words = allocateProperties(count);
        words[0] = W::make(Tag::Object, static_cast<std::int64_t>(next));
        for (std::size_t p = 1; p < count; ++p) {
            words[p] = old.properties[p];
            renew(words[p]);
        }
        objects_[next++] = {old.type, words};
    }
    objects_.resize(next);

    std::map<std::int64_t, std::int64_t> timerIds;
    std::int64_t number = 0;
    for (auto& [key, timer] : timers_) {
        if (objects[timer.object] == gone)
            host_->errorLine("timer " + std::to_string(timer.id) + " lost OBJECT " + std::to_string(timer.object) +
                            " to the garbage collection");
        else
            timer.object = objects[timer.object];
        timerIds[timer.id] = number;
        timer.id = number++;
    }
    timerKeys_.clear();
    for (const auto& [key, timer] : timers_)
        timerKeys_[timer.id] = key;
    nextTimer_ = number;
    const auto renewTimer = [&](Word& word) {
        if (!W::is(word, Tag::Timer))
            return;
        if (const auto it = timerIds.find(W::data(word)); it != timerIds.end())
            word = W::make(Tag::Timer, it->second);
    };
    for (Object& target : objects_)
        for (std::uint32_t p = 1; p <= target.type->propertyCount; ++p)
            renewTimer(target.properties[p]);
    for (Cell& node : cells_) {
        renewTimer(node.first);
        renewTimer(node.rest);
    }
    for (auto& [id, table] : tables_)
        table.each([&](auto& node) { renewTimer(node.value); });

    next = 0;
    for (std::size_t i = 0; i < strings_.size(); ++i)
        if (strings[static_cast<std::int64_t>(i)] != gone) {
            if (next != i)
                strings_[next] = std::move(strings_[i]);
            ++next;
        }
    strings_.resize(next);
    std::unordered_set<std::int64_t> blanks;
    for (const std::int64_t id : blanks_)
        if (strings[id] != gone)
            blanks.insert(strings[id]);
    blanks_ = std::move(blanks);

    for (const auto& room : rooms_) {
        if (room == nullptr)
            continue;
        for (RoomBlocker& blocker : room->blockers)
            blocker.object = objects[blocker.object];
        std::erase_if(room->blockers, [](const RoomBlocker& blocker) { return blocker.object == gone; });
    }
    for (std::int64_t& root : roots)
        root = objects[root];
}

#define X(Traits)                                                                                                                \
    template Reached<Traits::Word> Machine<Traits>::nothingReached() const;                                                      \
    template std::optional<std::size_t> Machine<Traits>::builtInOfClass(const Class&);                                           \
    template auto Machine<Traits>::builtInsAfter(const Reached<Traits::Word>&) const->BuiltIns;                                  \
    template void Machine<Traits>::reach(Reached<Traits::Word>&, std::span<const std::int64_t>) const;                           \
    template void Machine<Traits>::collect(std::vector<std::int64_t>&);
BLAK_VM_FOR_EACH_DIALECT(X)
#undef X

} // namespace blak::vm
