// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/file_source.h"
#include "formats/document/text_document.h"

#include <map>

namespace blak::document {

struct WorkspaceNotice
{
    enum class Kind : std::uint8_t {
        Opened,
        Edited, ///< what files() answers for this path has changed
        Saved,
        Closed,
        Views, ///< shown by more or fewer views
        Disk,
        Moved, ///< `path` is another one
    };
    Kind kind = Kind::Edited;
    std::string path;                   ///< fileKey()
    std::shared_ptr<Document> document; ///< null for an overlay
    bool wasModified = false;           ///< whether there was something to save before this
    std::filesystem::path before = {};  ///< of Moved: where the document was
};

/// What was closed, for "reopen closed".
struct ClosedDocument
{
    std::filesystem::path path;
    std::string kind;  ///< as the closer names kinds of documents
    std::string state; ///< of its view, in the closer's own form
};

/// What undoing or redoing did. A step of several documents is taken back in all of them, but not where something newer stands on
/// it.
struct StepOutcome
{
    std::string name; ///< of the step; empty: there was none
    std::uint64_t group = 0; ///< of the step of several documents; 0: it was of one
    std::vector<std::shared_ptr<Document>> done;
    std::vector<std::shared_ptr<Document>> left;
};

/// All documents that are open, by path, whether a view shows them or none; and, over files that no document holds, bytes that
/// others (a language client) keep. Who reads files through files() sees unsaved work. Lives in one thread; what files() answers
/// may go to any.
class Workspace
{
public:
    Workspace() = default;
    Workspace(const Workspace&) = delete;
    Workspace& operator=(const Workspace&) = delete;

    // Documents.
    std::shared_ptr<Document> find(const std::filesystem::path& path) const;
    /// There must be none of that path.
    void add(const std::shared_ptr<Document>& document);
    /// The text at this path: the one that is open, or a fresh one. Fails when it cannot be read or is open as something else.
    Result<std::shared_ptr<TextDocument>> openText(const std::filesystem::path& path, EncodingRule rule);
    /// Lets the document go, with its edits if it has any.
    void close(const std::filesystem::path& path);
    /// Lets go of documents without views and without edits, but for those whose steps belong to others'.
    void closeUnused();
    std::vector<std::shared_ptr<Document>> documents() const; ///< by path
    std::vector<std::shared_ptr<Document>> modified() const;
    /// Those whose files changed or went since they were looked at last.
    std::vector<std::shared_ptr<Document>> checkDisk();

    // Bytes of files that are no documents here.
    void setOverlay(const std::filesystem::path& path, std::string bytes);
    void dropOverlay(const std::filesystem::path& path);

    /// Files with unsaved work in their place, as of now. Stays as it is when documents go on; cheap while nothing changes.
    std::shared_ptr<const FileSource> files() const;
    /// Grows when files() would answer anything else.
    std::uint64_t revision() const { return revision_; }

    // Undo of steps that may belong to several documents.
    StepOutcome undo(Document& document);
    StepOutcome redo(Document& document);
    /// The newest step of all documents, and the one that was undone last.
    StepOutcome undoLast();
    StepOutcome redoLast();
    /// The step of this group, wherever it is the newest of its document.
    StepOutcome undoGroup(std::uint64_t group);
    StepOutcome redoGroup(std::uint64_t group);

    // Reopening.
    void rememberClosed(ClosedDocument closed);
    std::optional<ClosedDocument> takeClosed(); ///< the one closed last
    const std::vector<ClosedDocument>& closed() const { return closed_; }

    Notifier<const WorkspaceNotice&>& notices() { return notices_; }

private:
    struct Entry
    {
        std::shared_ptr<Document> document;
        Connection connection;
        bool wasModified = false;
    };

    void listen(const std::string& key, Entry& entry);
    void take(const std::string& key, const DocumentNotice& notice);
    void move(const std::string& key, const std::filesystem::path& before);
    void tell(WorkspaceNotice::Kind kind, const std::string& key, std::shared_ptr<Document> document, bool wasModified = false);
    StepOutcome stepGroup(std::uint64_t group, bool back);

    std::map<std::string, Entry, std::less<>> entries_;
    std::map<std::string, OverlaidFiles::Bytes, std::less<>> overlays_;
    std::vector<ClosedDocument> closed_;
    std::uint64_t revision_ = 0;
    mutable std::shared_ptr<const FileSource> files_;
    mutable std::uint64_t filesRevision_ = 0;
    Notifier<const WorkspaceNotice&> notices_;
};

/// One step in several documents: opens a transaction in each that is added, and rolls all back at the end of its scope unless it
/// was committed.
class GroupTransaction
{
public:
    explicit GroupTransaction(std::string name) : name_(std::move(name)), group_(newStepKey()) {}
    GroupTransaction(const GroupTransaction&) = delete;
    GroupTransaction& operator=(const GroupTransaction&) = delete;
    ~GroupTransaction();

    void add(std::shared_ptr<Document> document);
    void commit();
    std::uint64_t group() const { return group_; }

private:
    std::string name_;
    std::uint64_t group_;
    std::vector<std::shared_ptr<Document>> documents_;
};

} // namespace blak::document
