// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/document/history.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <iterator>
#include <utility>

namespace blak::document {
namespace {

using Kind = HistoryNotice::Kind;

constexpr std::size_t stepOverhead = 160; ///< bytes of a step and its pointers, roughly

/// Of all steps of the program, so that those of several documents have an order.
std::uint64_t nextTime()
{
    static std::atomic<std::uint64_t> last = 0;
    return ++last;
}

} // namespace

std::uint64_t newStepKey()
{
    static std::atomic<std::uint64_t> last = 0;
    return ++last;
}

bool Change::absorb(const Change&) const { return false; }
bool Change::merge(Change&) { return false; }

void History::begin(std::string name) { open_.push_back({std::move(name), changes_.size()}); }

void History::tell(Kind kind, std::string_view name) { notices_.tell({kind, nullptr, name}); }

void History::swapIn(Change& change)
{
    notices_.tell({Kind::BeforeChange, &change, {}});
    change.swap();
    ++revision_;
    notices_.tell({Kind::AfterChange, &change, {}});
}

void History::apply(std::unique_ptr<Change> change)
{
    assert(isOpen());
    swapIn(*change);
    changes_.push_back(std::move(change));
}

void History::rollback()
{
    assert(isOpen());
    const std::size_t first = open_.back().firstChange;
    while (changes_.size() > first) {
        const std::unique_ptr<Change> last = std::move(changes_.back());
        changes_.pop_back();
        swapIn(*last);
    }
    open_.pop_back();
    if (!isOpen())
        tell(Kind::RolledBack);
}

void History::commit(std::uint64_t mergeKey, std::uint64_t group)
{
    assert(isOpen());
    if (open_.size() == 1 && !changes_.empty() && guard_ && !guard_())
        return rollback();
    std::string name = std::move(open_.back().name);
    open_.pop_back();
    if (isOpen() || changes_.empty())
        return;
    dropRedo();
    if (mergeIntoLast(mergeKey)) {
        steps_.back().name = name; // the last one says best what came of all of them: the whole word that was typed
        recount(steps_.back());
    } else {
        Step step;
        step.name = name;
        step.changes = std::exchange(changes_, {});
        step.memory = memoryOf(step);
        step.mergeKey = mergeKey;
        step.group = group;
        step.stateBefore = state_;
        step.stateAfter = state_ = nextState_++;
        memory_ += step.memory;
        steps_.push_back(std::move(step));
        ++position_;
    }
    steps_.back().time = nextTime();
    tell(Kind::Committed, name);
    dropOldest();
}

bool History::mergeIntoLast(std::uint64_t mergeKey)
{
    // A saved state stays a step of its own, so that undo can find it.
    if (mergeKey == 0 || steps_.empty() || steps_.back().mergeKey != mergeKey || savedState_ == state_)
        return false;
    Step& last = steps_.back();
    bool isAbsorbed = last.changes.size() == changes_.size();
    for (std::size_t i = 0; isAbsorbed && i < changes_.size(); ++i)
        isAbsorbed = last.changes[i]->absorb(*changes_[i]);
    if (!isAbsorbed)
        for (auto& change : changes_)
            if (!last.changes.back()->merge(*change))
                last.changes.push_back(std::move(change));
    changes_.clear();
    recount(last);
    last.stateAfter = state_ = nextState_++;
    return true;
}

/// After a step's changes swapped: they hold something else now.
void History::recount(Step& step)
{
    memory_ -= step.memory;
    step.memory = memoryOf(step);
    memory_ += step.memory;
}

bool History::undo()
{
    if (!canUndo())
        return false;
    Step& step = steps_[--position_];
    for (auto change = step.changes.rbegin(); change != step.changes.rend(); ++change)
        swapIn(**change);
    state_ = step.stateBefore;
    recount(step);
    tell(Kind::Undone, step.name);
    return true;
}

bool History::redo()
{
    if (!canRedo())
        return false;
    Step& step = steps_[position_++];
    for (const auto& change : step.changes)
        swapIn(*change);
    state_ = step.stateAfter;
    recount(step);
    tell(Kind::Redone, step.name);
    return true;
}

void History::moveTo(std::size_t position)
{
    while (position_ > position && undo()) {
    }
    while (position_ < position && redo()) {
    }
}

void History::clear()
{
    assert(!isOpen());
    steps_.clear();
    position_ = 0;
    memory_ = 0;
    tell(Kind::Trimmed);
}

std::string_view History::undoName() const
{
    return canUndo() ? std::string_view(steps_[position_ - 1].name) : std::string_view();
}

std::string_view History::redoName() const { return canRedo() ? std::string_view(steps_[position_].name) : std::string_view(); }

void History::markSaved()
{
    savedState_ = state_;
    tell(Kind::Saved);
}

bool History::isSaved() const { return savedState_ == state_ && changes_.empty(); }

bool History::isInEffect(std::uint64_t group) const
{
    for (std::size_t step = 0; step < position_; ++step)
        if (steps_[step].group == group)
            return true;
    return false;
}

std::optional<std::size_t> History::savedPosition() const
{
    if (savedState_ == state_)
        return position_;
    for (std::size_t step = 0; step < steps_.size(); ++step)
        if (steps_[step].stateBefore == savedState_ || steps_[step].stateAfter == savedState_)
            return steps_[step].stateBefore == savedState_ ? step : step + 1;
    return std::nullopt;
}

void History::setMemoryLimit(std::size_t bytes)
{
    memoryLimit_ = bytes;
    dropOldest();
}

void History::dropRedo()
{
    while (steps_.size() > position_) {
        memory_ -= steps_.back().memory;
        steps_.pop_back();
    }
}

void History::dropOldest()
{
    std::size_t count = 0;
    while (memory_ > memoryLimit_ && count + 1 < position_)
        memory_ -= steps_[count++].memory;
    if (count == 0)
        return;
    steps_.erase(steps_.begin(), std::next(steps_.begin(), static_cast<std::ptrdiff_t>(count)));
    position_ -= count;
    tell(Kind::Trimmed);
}

std::size_t History::memoryOf(const Step& step)
{
    std::size_t bytes = stepOverhead + step.name.capacity() + step.changes.capacity() * sizeof(step.changes.front());
    for (const auto& change : step.changes)
        bytes += change->memory();
    return bytes;
}

} // namespace blak::document
