// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/document/notifier.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace blak::document {

/// What a change is about, in the document's own terms. Who needs more looks at the type of the change.
struct Touched
{
    std::string_view kind; ///< of parts: "sector"; else a name of the document's own: "text"
    std::uint32_t id = 0;  ///< of the part; 0: all of them, or no part
};

/// One step of an edit: it holds what is not in the document at the moment and swaps the two. So doing, undoing and redoing are
/// the same, and nothing is stored twice. It names what it changes by id, offset or member, never by a reference into a list.
class Change
{
public:
    Change() = default;
    Change(const Change&) = delete;
    Change& operator=(const Change&) = delete;
    virtual ~Change() = default;

    virtual void swap() = 0;
    virtual std::size_t memory() const = 0; ///< bytes held, all of them
    virtual Touched touched() const = 0;

    /// Whether this change undoes `later` as well, which is then forgotten. Both are in the document at that moment, perhaps with
    /// changes of other parts between them. Changes nothing.
    virtual bool absorb(const Change& later) const;
    /// Becomes both itself and `later`, the very next change, where the two are one (letters typed one after the other). Both are
    /// in the document. False: nothing was done.
    virtual bool merge(Change& later);
};

/// What History tells, in this order for a transaction: BeforeChange and AfterChange for each change, then Committed or RolledBack.
struct HistoryNotice
{
    enum class Kind : std::uint8_t {
        BeforeChange, ///< `change` holds what will come; the document is as it was
        AfterChange,  ///< `change` holds what was there before
        Committed,    ///< `name` is the new step, or went into the last one
        RolledBack,
        Undone,
        Redone,
        Saved,   ///< markSaved()
        Trimmed, ///< steps were forgotten, for want of memory or all of them
    };
    Kind kind = Kind::Committed;
    const Change* change = nullptr;
    std::string_view name;
};

/// Undo and redo of one document. Changes come in named transactions; these nest, and an inner one can be rolled back alone.
class History
{
public:
    static constexpr std::size_t defaultMemoryLimit = 256u * 1024 * 1024;

    explicit History(std::size_t memoryLimit = defaultMemoryLimit) : memoryLimit_(memoryLimit) {}
    History(const History&) = delete;
    History& operator=(const History&) = delete;

    // Changing. The three of a transaction belong together; prefer class Transaction.
    void begin(std::string name);
    void apply(std::unique_ptr<Change> change); ///< swaps it in; a transaction must be open
    /// Ends the innermost transaction. The outermost becomes one step of undo, if it changed anything; with the same `mergeKey`
    /// (not 0) as the step before it - a slider that is being dragged - it becomes part of that. Steps of several documents with
    /// the same `group` (not 0) are one for Workspace.
    void commit(std::uint64_t mergeKey = 0, std::uint64_t group = 0);
    /// Asked before the outermost transaction becomes a step: what it refuses is rolled back instead. It may add changes to it.
    void setGuard(std::function<bool()> guard) { guard_ = std::move(guard); }
    void rollback(); ///< takes back and forgets what the innermost transaction did
    bool isOpen() const { return !open_.empty(); }

    // Undo, while no transaction is open. False: nothing to do.
    bool undo();
    bool redo();
    bool canUndo() const { return !isOpen() && position_ > 0; }
    bool canRedo() const { return !isOpen() && position_ < steps_.size(); }
    std::string_view undoName() const; ///< of the step that undo() takes back; empty when there is none
    std::string_view redoName() const;
    std::uint64_t undoGroup() const { return canUndo() ? steps_[position_ - 1].group : 0; }
    std::uint64_t redoGroup() const { return canRedo() ? steps_[position_].group : 0; }
    /// When the step was made, in the order of all steps of all documents of the program; 0 = there is none.
    std::uint64_t undoTime() const { return canUndo() ? steps_[position_ - 1].time : 0; }
    std::uint64_t redoTime() const { return canRedo() ? steps_[position_].time : 0; }

    // For a list of steps.
    std::size_t size() const { return steps_.size(); }
    std::size_t position() const { return position_; } ///< steps in effect
    std::string_view name(std::size_t step) const { return steps_[step].name; }
    std::size_t stepMemory(std::size_t step) const { return steps_[step].memory; }
    std::uint64_t group(std::size_t step) const { return steps_[step].group; }
    bool isInEffect(std::uint64_t group) const; ///< one of the steps that are in effect is of it
    void moveTo(std::size_t position); ///< undoes or redoes until that many steps are in effect
    void clear();                      ///< forgets all steps; the document stays as it is, saved or not

    // Saving.
    void markSaved();
    bool isSaved() const; ///< the document is as it was when it was saved (or made)
    /// How many steps were in effect then; nothing where the steps do not lead there any more.
    std::optional<std::size_t> savedPosition() const;

    /// Grows with everything that changes the document; for caches and workers.
    std::uint64_t revision() const { return revision_; }

    std::size_t memory() const { return memory_; } ///< bytes held by all steps
    std::size_t memoryLimit() const { return memoryLimit_; }
    void setMemoryLimit(std::size_t bytes); ///< the oldest steps go first; the newest one stays always

    /// Listeners may look at the document and must not change it.
    Notifier<const HistoryNotice&>& notices() { return notices_; }

private:
    struct Step
    {
        std::string name;
        std::vector<std::unique_ptr<Change>> changes;
        std::size_t memory = 0;
        std::uint64_t mergeKey = 0;
        std::uint64_t group = 0;
        std::uint64_t time = 0;
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
    void recount(Step& step);
    void swapIn(Change& change);
    void tell(HistoryNotice::Kind kind, std::string_view name = {});
    static std::size_t memoryOf(const Step& step);

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
    std::function<bool()> guard_;
    Notifier<const HistoryNotice&> notices_;
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

    void commit(std::uint64_t mergeKey = 0, std::uint64_t group = 0)
    {
        history_->commit(mergeKey, group);
        history_ = nullptr;
    }

private:
    History* history_;
};

/// A number that no other call gives: for groups and merge keys.
std::uint64_t newStepKey();

} // namespace blak::document
