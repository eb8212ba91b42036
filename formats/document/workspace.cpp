// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/document/workspace.h"

#include <algorithm>
#include <cassert>

namespace blak::document {
namespace {

constexpr std::size_t mostClosed = 50;

/// Whether any step of the document is part of one with others.
bool hasGroups(const History& history)
{
    for (std::size_t step = 0; step < history.size(); ++step)
        if (history.group(step) != 0)
            return true;
    return false;
}

} // namespace

std::shared_ptr<Document> Workspace::find(const std::filesystem::path& path) const
{
    const auto found = entries_.find(fileKey(path));
    return found == entries_.end() ? nullptr : found->second.document;
}

void Workspace::add(const std::shared_ptr<Document>& document)
{
    const std::string key = fileKey(document->path());
    const auto [place, isNew] = entries_.try_emplace(key);
    assert(isNew);
    place->second.document = document;
    place->second.wasModified = document->isModified();
    listen(key, place->second);
    ++revision_;
    tell(WorkspaceNotice::Kind::Opened, key, document);
}

Result<std::shared_ptr<TextDocument>> Workspace::openText(const std::filesystem::path& path, EncodingRule rule)
{
    if (const auto open = find(path)) {
        if (auto text = std::dynamic_pointer_cast<TextDocument>(open))
            return text;
        return Error{"is open, and not as a text", path.string(), ErrorCode::Exists};
    }
    auto text = TextDocument::open(path, rule);
    if (text)
        add(text.value());
    return text;
}

void Workspace::close(const std::filesystem::path& path)
{
    const std::string key = fileKey(path);
    const auto found = entries_.find(key);
    if (found == entries_.end())
        return;
    const std::shared_ptr<Document> document = found->second.document;
    entries_.erase(found);
    ++revision_;
    tell(WorkspaceNotice::Kind::Closed, key, document);
}

void Workspace::closeUnused()
{
    for (const auto& document : documents())
        if (document->views() == 0 && !document->hasEdits() && !hasGroups(document->history()))
            close(document->path());
}

std::vector<std::shared_ptr<Document>> Workspace::documents() const
{
    std::vector<std::shared_ptr<Document>> all;
    all.reserve(entries_.size());
    for (const auto& [key, entry] : entries_)
        all.push_back(entry.document);
    return all;
}

std::vector<std::shared_ptr<Document>> Workspace::modified() const
{
    auto all = documents();
    std::erase_if(all, [](const auto& document) { return !document->isModified(); });
    return all;
}

std::vector<std::shared_ptr<Document>> Workspace::checkDisk()
{
    auto all = documents();
    std::erase_if(all, [](const auto& document) { return document->checkDisk() == DiskState::Same; });
    return all;
}

void Workspace::setOverlay(const std::filesystem::path& path, std::string bytes)
{
    const std::string key = fileKey(path);
    overlays_[key] = std::make_shared<const std::string>(std::move(bytes));
    ++revision_;
    tell(WorkspaceNotice::Kind::Edited, key, nullptr);
}

void Workspace::dropOverlay(const std::filesystem::path& path)
{
    const std::string key = fileKey(path);
    if (overlays_.erase(key) == 0)
        return;
    ++revision_;
    tell(WorkspaceNotice::Kind::Edited, key, nullptr);
}

std::shared_ptr<const FileSource> Workspace::files() const
{
    if (files_ && filesRevision_ == revision_)
        return files_;
    auto bytes = overlays_;
    for (const auto& [key, entry] : entries_) {
        if (!entry.document->isModified())
            continue;
        if (const auto content = entry.document->content())
            bytes[key] = content.value();
        else if (const auto* text = dynamic_cast<const TextDocument*>(entry.document.get()))
            bytes[key] = std::make_shared<const std::string>(encodeTextAnyhow(text->text(), text->form().encoding));
    }
    files_ = std::make_shared<const OverlaidFiles>(std::move(bytes));
    filesRevision_ = revision_;
    return files_;
}

void Workspace::listen(const std::string& key, Entry& entry)
{
    entry.connection = entry.document->notices().connect([this, key](const DocumentNotice& notice) { take(key, notice); });
}

/// From now on it is found by its new path, where none may be.
void Workspace::move(const std::string& key, const std::filesystem::path& before)
{
    auto entry = entries_.extract(key);
    if (entry.empty())
        return;
    const std::shared_ptr<Document> document = entry.mapped().document;
    entry.key() = fileKey(document->path());
    const auto placed = entries_.insert(std::move(entry));
    assert(placed.inserted);
    listen(placed.position->first, placed.position->second);
    ++revision_;
    notices_.tell({WorkspaceNotice::Kind::Moved, placed.position->first, document, document->isModified(), before});
}

void Workspace::take(const std::string& key, const DocumentNotice& notice)
{
    using From = DocumentNotice::Kind;
    using To = WorkspaceNotice::Kind;
    const From kind = notice.kind;
    if (kind == From::Moved)
        return move(key, notice.before);
    const auto found = entries_.find(key);
    if (found == entries_.end())
        return;
    const std::shared_ptr<Document> document = found->second.document;
    const bool isModified = document->isModified();
    const bool wasModified = std::exchange(found->second.wasModified, isModified);
    // Of a clean document the disk speaks, before and after.
    if (isModified || wasModified || kind == From::Saved || kind == From::Reloaded)
        ++revision_;
    switch (kind) {
    case From::Edited:
    case From::Reloaded: tell(To::Edited, key, document, wasModified); break;
    case From::Saved: tell(To::Saved, key, document, wasModified); break;
    case From::Views: tell(To::Views, key, document); break;
    case From::Disk: tell(To::Disk, key, document); break;
    case From::Problems:
    case From::Moved: break;
    }
}

void Workspace::tell(WorkspaceNotice::Kind kind, const std::string& key, std::shared_ptr<Document> document, bool wasModified)
{
    notices_.tell({kind, key, std::move(document), wasModified});
}

StepOutcome Workspace::stepGroup(std::uint64_t group, bool back)
{
    StepOutcome outcome;
    outcome.group = group;
    for (const auto& document : documents()) {
        History& history = document->history();
        if ((back ? history.undoGroup() : history.redoGroup()) == group) {
            outcome.name = back ? history.undoName() : history.redoName();
            if (back ? history.undo() : history.redo())
                outcome.done.push_back(document);
            continue;
        }
        const std::size_t first = back ? 0 : history.position();
        const std::size_t last = back ? history.position() : history.size();
        for (std::size_t step = first; step < last; ++step)
            if (history.group(step) == group) {
                outcome.left.push_back(document);
                break;
            }
    }
    return outcome;
}

StepOutcome Workspace::undoGroup(std::uint64_t group) { return group == 0 ? StepOutcome() : stepGroup(group, true); }
StepOutcome Workspace::redoGroup(std::uint64_t group) { return group == 0 ? StepOutcome() : stepGroup(group, false); }

StepOutcome Workspace::undo(Document& document)
{
    History& history = document.history();
    if (!history.canUndo())
        return {};
    if (const std::uint64_t group = history.undoGroup())
        return stepGroup(group, true);
    StepOutcome outcome{std::string(history.undoName()), 0, {}, {}};
    history.undo();
    if (auto shared = find(document.path()))
        outcome.done.push_back(std::move(shared));
    return outcome;
}

StepOutcome Workspace::redo(Document& document)
{
    History& history = document.history();
    if (!history.canRedo())
        return {};
    if (const std::uint64_t group = history.redoGroup())
        return stepGroup(group, false);
    StepOutcome outcome{std::string(history.redoName()), 0, {}, {}};
    history.redo();
    if (auto shared = find(document.path()))
        outcome.done.push_back(std::move(shared));
    return outcome;
}

StepOutcome Workspace::undoLast()
{
    std::shared_ptr<Document> newest;
    for (const auto& document : documents())
        if (document->history().canUndo() && (!newest || document->history().undoTime() > newest->history().undoTime()))
            newest = document;
    return newest ? undo(*newest) : StepOutcome();
}

StepOutcome Workspace::redoLast()
{
    std::shared_ptr<Document> oldest;
    for (const auto& document : documents())
        if (document->history().canRedo() && (!oldest || document->history().redoTime() < oldest->history().redoTime()))
            oldest = document;
    return oldest ? redo(*oldest) : StepOutcome();
}

void Workspace::rememberClosed(ClosedDocument closed)
{
    std::erase_if(closed_, [&](const ClosedDocument& one) { return one.path == closed.path; });
    closed_.push_back(std::move(closed));
    if (closed_.size() > mostClosed)
        closed_.erase(closed_.begin());
}

std::optional<ClosedDocument> Workspace::takeClosed()
{
    if (closed_.empty())
        return std::nullopt;
    ClosedDocument last = std::move(closed_.back());
    closed_.pop_back();
    return last;
}

GroupTransaction::~GroupTransaction()
{
    for (const auto& document : documents_)
        document->history().rollback();
}

void GroupTransaction::add(std::shared_ptr<Document> document)
{
    document->history().begin(name_);
    documents_.push_back(std::move(document));
}

void GroupTransaction::commit()
{
    for (const auto& document : std::exchange(documents_, {}))
        document->history().commit(0, group_);
}

} // namespace blak::document
