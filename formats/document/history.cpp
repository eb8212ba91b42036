// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/document/history.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <utility>

namespace blak::document {

bool Change::absorb(const Change&) const { return false; }

void History::begin(std::string name) { open_.push_back({std::move(name), changes_.size()}); }

void History::apply(std::unique_ptr<Change> change)
{
    assert(isOpen());
    change->swap();
    ++revision_;
    changes_.push_back(std::move(change));
}

void History::rollback()
{
    assert(isOpen());
    const std::size_t first = open_.back().firstChange;
    while (changes_.size() > first) {
        changes_.back()->swap();
        ++revision_;
        changes_.pop_back();
    }
    open_.pop_back();
}

void History::commit(std::uint64_t mergeKey)
{
    assert(isOpen());
    std::string name = std::move(open_.back().name);
    open_.pop_back();
    if (isOpen() || changes_.empty())
        return;
    dropRedo();
    if (mergeIntoLast(mergeKey))
        return;
    Step step;
    step.name = std::move(name);
    step.changes = std::exchange(changes_, {});
    step.memory = memoryOf(step.changes);
    step.mergeKey = mergeKey;
    step.stateBefore = state_;
    step.stateAfter = state_ = nextState_++;
    memory_ += step.memory;
    steps_.push_back(std::move(step));
    ++position_;
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
        std::ranges::move(changes_, std::back_inserter(last.changes));
    changes_.clear();
    memory_ -= last.memory;
    last.memory = memoryOf(last.changes);
    memory_ += last.memory;
    last.stateAfter = state_ = nextState_++;
    dropOldest();
    return true;
}

bool History::undo()
{
    if (!canUndo())
        return false;
    Step& step = steps_[--position_];
    for (auto change = step.changes.rbegin(); change != step.changes.rend(); ++change)
        (*change)->swap();
    state_ = step.stateBefore;
    ++revision_;
    return true;
}

bool History::redo()
{
    if (!canRedo())
        return false;
    Step& step = steps_[position_++];
    for (const auto& change : step.changes)
        change->swap();
    state_ = step.stateAfter;
    ++revision_;
    return true;
}

void History::moveTo(std::size_t position)
{
    while (position_ > position && undo()) {
    }
    while (position_ < position && redo()) {
    }
}

std::string_view History::undoName() const
{
    return canUndo() ? std::string_view(steps_[position_ - 1].name) : std::string_view();
}

std::string_view History::redoName() const { return canRedo() ? std::string_view(steps_[position_].name) : std::string_view(); }

void History::markSaved() { savedState_ = state_; }

bool History::isSaved() const { return savedState_ == state_ && changes_.empty(); }

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
    steps_.erase(steps_.begin(), std::next(steps_.begin(), static_cast<std::ptrdiff_t>(count)));
    position_ -= count;
}

std::size_t History::memoryOf(const std::vector<std::unique_ptr<Change>>& changes)
{
    std::size_t bytes = 0;
    for (const auto& change : changes)
        bytes += change->memory();
    return bytes;
}

} // namespace blak::document
