// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/diagnostic.h"
#include "formats/base/result.h"
#include "formats/document/history.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace blak::document {

using Bytes = std::vector<std::byte>;
/// What a file would hold, or holds. Shared, since workers keep it while the document goes on.
using Content = std::shared_ptr<const std::string>;

/// What became of a document's file since it was read or written last.
enum class DiskState : std::uint8_t {
    Same,
    Changed, ///< by another program
    Gone,
};

struct DocumentNotice
{
    enum class Kind : std::uint8_t {
        Edited,   ///< after each transaction, undo and redo: isModified(), undo and redo may answer differently
        Saved,    ///< isModified() is false now
        Reloaded, ///< the file was read again
        Problems, ///< problems() or isBeingChecked() changed
        Disk,     ///< disk() changed
        Views,    ///< shown by more or fewer views
        Moved,    ///< path() is another one
    };
    Kind kind = Kind::Edited;
    std::filesystem::path before = {}; ///< of Moved: what path() was
};

/// Something with a file that is looked at and, most often, edited. Knows nothing of how it is shown: any number of views may show
/// it, or none. What a kind of document has to say is below; saving, conflicts with the disk, unsaved work and undo are equal for
/// all kinds. Lives in one thread.
class Document
{
public:
    Document(const Document&) = delete;
    Document& operator=(const Document&) = delete;
    virtual ~Document();

    const std::filesystem::path& path() const { return path_; }
    std::string title() const { return path_.filename().string(); }
    /// Its file has been renamed or moved there. Steps, edits and what is known of the file stay.
    void setPath(std::filesystem::path path);

    History& history() { return history_; }
    const History& history() const { return history_; }
    std::uint64_t revision() const { return history_.revision(); }

    /// False for files that are only shown: nothing to save, nothing to undo.
    virtual bool canEdit() const { return true; }
    bool hasEdits() const { return canEdit() && !history_.isSaved(); } ///< that are in no file
    /// There is something to save: edits, or a file that is gone.
    bool isModified() const { return hasEdits() || (canEdit() && disk_ == DiskState::Gone); }
    /// The file, or what would take its place, cannot be written by this user.
    bool isReadOnly() const;

    /// What save() would write. Cached until the next edit.
    Result<Content> content() const;
    /// Writes the file (atomically, the previous version kept as NAME~); nothing when it is not modified. A file that another
    /// program changed meanwhile is left alone: ErrorCode::Conflict, unless overwriting was allowed.
    Result<void> save();
    /// Reads the file again, as one step of undo where the kind can.
    Result<void> reload();
    /// The next save may write over what another program wrote.
    void allowOverwriting();
    /// Takes the file away, which stays as NAME~. The document counts as saved without one, until the next edit, undo or redo: then
    /// save() makes the file again. A file that another program changed is left alone: ErrorCode::Conflict.
    Result<void> removeFile();

    /// As it was when checkDisk() looked last.
    DiskState disk() const { return disk_; }
    /// Looks at the file: by time and size, and by its bytes when these differ.
    DiskState checkDisk();
    /// Of the file as it was read or written last; empty when there was none.
    const std::string& fingerprint() const { return fingerprint_; }

    /// The document with its unsaved edits, in a form that restoreUnsaved() takes: what a journal keeps.
    virtual Result<Bytes> unsavedState() const;
    /// Puts edits of an earlier session back, as one step of undo; isModified() afterwards.
    virtual Result<void> restoreUnsaved(std::span<const std::byte> state);

    const std::vector<Diagnostic>& problems() const { return problems_; }
    void setProblems(std::vector<Diagnostic> problems);
    /// Somebody is looking through it as it is now: until that is done nobody knows that there are no problems but these. Never of kinds
    /// that are not looked through.
    bool isBeingChecked() const { return isBeingChecked_; }
    void setBeingChecked(bool isBeingChecked);
    /// Applies fixes of one rule as one transaction, as they are in problems(): the one at `index`, or with `all` the first fix of
    /// every problem of the same rule. How many were applied.
    Result<std::size_t> applyFix(std::size_t problem, std::size_t fix, bool all);

    int views() const { return views_; }

    Notifier<const DocumentNotice&>& notices() { return notices_; }

protected:
    explicit Document(std::filesystem::path path);

    /// Of a fresh document whose file was just read as `bytes`.
    void setRead(std::string_view bytes);
    /// Of a fresh document whose file is too large, or of no use, to be compared: its time and size count.
    void setShown();
    void tell(DocumentNotice::Kind kind) { notices_.tell({kind}); }

    // What a kind of document says of itself.
    virtual Result<std::string> write() const = 0;
    /// Writes what belongs to the file but stands in others, right before the file itself. Where it fails, nothing else is written.
    virtual Result<void> writeBeside(bool /*mayOverwrite*/) { return {}; }
    /// Takes the bytes of the file in place of what there is, inside of a transaction.
    virtual Result<void> read(std::string bytes) = 0;
    /// Inside of a transaction; fixes of a rule come from the last one of the file to the first. The base class calls Fix::apply.
    virtual Result<void> apply(const Fix& fix);

private:
    friend class ViewHold;

    std::filesystem::path path_;
    History history_;
    Connection edits_;
    std::vector<Diagnostic> problems_;
    std::string fingerprint_;
    std::filesystem::file_time_type fileTime_{};
    std::uintmax_t fileSize_ = 0;
    DiskState disk_ = DiskState::Same;
    bool mayOverwrite_ = false;
    bool hasNoFile_ = false; ///< and is to have none: removeFile()
    bool isBeingChecked_ = false;
    int views_ = 0;
    mutable Content content_;
    mutable std::uint64_t contentRevision_ = 0;
    Notifier<const DocumentNotice&> notices_;
};

/// Held by each view of a document.
class ViewHold
{
public:
    ViewHold() = default;
    explicit ViewHold(std::shared_ptr<Document> document);
    ViewHold(ViewHold&&) noexcept = default;
    ViewHold& operator=(ViewHold&& other) noexcept;
    ~ViewHold() { end(); }

    const std::shared_ptr<Document>& document() const { return document_; }
    void end();

private:
    std::shared_ptr<Document> document_;
};

/// A file that is only shown. Views read it themselves; reloading tells them to.
class ShownFile final : public Document
{
public:
    explicit ShownFile(std::filesystem::path path) : Document(std::move(path)) { setShown(); }
    bool canEdit() const override { return false; }

    /// Asks the views to read the file again; who fails says so in the result.
    Notifier<Result<void>&>& readers() { return readers_; }

protected:
    Result<std::string> write() const override;
    Result<void> read(std::string bytes) override;

private:
    Notifier<Result<void>&> readers_;
};

/// 32 hexadecimal digits that differ when the bytes do.
std::string contentFingerprint(std::string_view bytes);

} // namespace blak::document
