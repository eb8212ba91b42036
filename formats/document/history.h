// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace blak::document {

/// One step of an edit: it holds what is not in the document at the moment and swaps the two. So doing, undoing and redoing are
/// the same, and nothing is stored twice.
class Change
{
public:
    Change() = default;
    Change(const Change&) = delete;
    Change& operator=(const Change&) = delete;
    virtual ~Change() = default;

    virtual void swap() = 0;
    virtual std::size_t memory() const = 0; ///< bytes held

    /// Whether this change undoes `later` as well, which is then forgotten. Both are in the document at that moment. Changes
    /// nothing.
    virtual bool absorb(const Change& later) const;
};

/// Undo and redo of one document. Changes come in named transactions; these nest, and an inner one can be rolled back alone.
class History
{
public:
    static constexpr std::size_t defaultMemoryLimit = 256u * 1024 * 1024;

    explicit History(std::size_t memoryLimit = defaultMemoryLimit) : memoryLimit_(memoryLimit) {}

    // Changing. The three of a transaction belong together; prefer class Transaction.
    void begin(std::string name);
    void apply(std::unique_ptr<Change> change); ///< swaps it in; a transaction must be open
    /// Ends the innermost transaction. The outermost becomes one step of undo, if it changed anything; with the same `mergeKey`
    /// (not 0) as the step before it - a slider that is being dragged - it becomes part of that.
    void commit(std::uint64_t mergeKey = 0);
    void rollback(); ///< takes back and forgets what the innermost transaction did
    bool isOpen() const { return !open_.empty(); }

    // Undo, while no transaction is open. False: nothing to do.
    bool undo();
    bool redo();
    bool canUndo() const { return !isOpen() && position_ > 0; }
    bool canRedo() const { return !isOpen() && position_ < steps_.size(); }
    std::string_view undoName() const; ///< of the step that undo() takes back; empty when there is none
    std::string_view redoName() const;

    // For a list of steps.
    std::size_t size() const { return steps_.size(); }
    std::size_t position() const { return position_; } ///< steps in effect
    std::string_view name(std::size_t step) const { return steps_[step].name; }
    void moveTo(std::size_t position); ///< undoes or redoes until that many steps are in effect

    // Saving.
    void markSaved();
    bool isSaved() const; ///< the document is as it was when it was saved (or made)

    /// Grows with everything that changes the document; for caches and workers.
    std::uint64_t revision() const { return revision_; }

    std::size_t memory() const { return memory_; }
    std::size_t memoryLimit() const { return memoryLimit_; }
    void setMemoryLimit(std::size_t bytes); ///< the oldest steps go first; the newest one stays always

private:
    struct Step
    {
        std::string name;
        std::vector<std::unique_ptr<Change>> changes;
        std::size_t memory = 0;
        std::uint64_t mergeKey = 0;
        std::uint64_t stateBefore = 0; ///< names of document states, to find the saved one again
        std::uint64_t stateAfter = 0;
    };
    struct Open
    {
        std::string name;
        std::size_t firstChange = 0; ///< in changes_
    };

    bool mergeIntoLast(std::uint64_t mergeKey);
    void dropRedo();
    void dropOldest();
    static std::size_t memoryOf(const std::vector<std::unique_ptr<Change>>& changes);

    std::vector<Step> steps_;
    std::size_t position_ = 0;
    std::vector<Open> open_;
    std::vector<std::unique_ptr<Change>> changes_; ///< of the open transactions
    std::size_t memory_ = 0;
    std::size_t memoryLimit_;
    std::uint64_t revision_ = 0;
    std::uint64_t state_ = 0;
    std::uint64_t savedState_ = 0;
    std::uint64_t nextState_ = 1;
};

/// Opens a transaction, and rolls it back at the end of its scope unless it was committed.
class Transaction
{
public:
    Transaction(History& history, std::string name) : history_(&history) { history.begin(std::move(name)); }
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    ~Transaction()
    {
        if (history_ != nullptr)
            history_->rollback();
    }

    void commit(std::uint64_t mergeKey = 0)
    {
        history_->commit(mergeKey);
        history_ = nullptr;
    }

private:
    History* history_;
};

} // namespace blak::document
