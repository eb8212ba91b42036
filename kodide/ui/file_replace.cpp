// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/file_replace.h"

#include "ui/number_text.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>

namespace blak::ui::code {
namespace {

using document::TextDocument;

constexpr qsizetype mostSplices = 500; ///< in one file; beyond, all between the first and the last hit becomes one

QString say(const char* text) { return QCoreApplication::translate("ReplacedFiles", text); }

QString nameOf(const document::Document& document) { return QString::fromStdString(document.title()); }

using Splice = ReplacedFiles::TextSplice;

/// The chosen hits; line ends in the replacement become those of the text.
std::vector<Splice> splicesOf(const TextDocument& text, const TextSearch& search, const QString& replacement,
                              const QSet<qsizetype>& begins)
{
    const QString whole = QString::fromStdString(text.text());
    const std::string_view lineEnd = lineEndBytes(text.form().lineEnd);
    const QString newLine = QString::fromLatin1(lineEnd.data(), static_cast<qsizetype>(lineEnd.size()));
    std::vector<Splice> splices;
    qsizetype from = 0;
    qsizetype byte = 0;
    for (const TextMatch& match : search.findAll(whole, replacement)) {
        byte += QStringView(whole).mid(from, match.begin - from).toUtf8().size();
        const qsizetype count = QStringView(whole).mid(match.begin, match.end - match.begin).toUtf8().size();
        if (begins.contains(byte))
            splices.push_back({static_cast<std::size_t>(byte), static_cast<std::size_t>(count),
                               QString(match.replacement).replace(u'\n', newLine).toStdString()});
        byte += count;
        from = match.end;
    }
    return splices;
}

void apply(TextDocument& text, const std::vector<Splice>& splices)
{
    if (static_cast<qsizetype>(splices.size()) <= mostSplices) {
        for (auto one = splices.rbegin(); one != splices.rend(); ++one)
            text.splice(one->begin, one->count, one->with);
        return;
    }
    std::string changed;
    std::size_t from = 0;
    for (const Splice& one : splices) {
        changed += text.text().substr(from, one.begin - from);
        changed += one.with;
        from = one.begin + one.count;
    }
    changed += text.text().substr(from);
    text.setText(changed);
}

QByteArray fingerprintOf(const TextDocument& text) { return textFingerprint(QByteArray::fromStdString(text.text())); }

} // namespace

QString ReplacedFiles::Outcome::savedSentence() const
{
    if (unsaved == 0)
        return files == 1 ? say("It is saved.") : say("All of them are saved.");
    if (unsaved == files)
        return files == 1 ? say("It is open and not saved yet.") : say("All of them are open and not saved yet.");
    return counted(unsaved, say("1 of them is open and not saved yet, the others are saved."),
                   say("%1 of them are open and not saved yet, the others are saved."));
}

void ReplacedFiles::setWorkspace(std::shared_ptr<document::Workspace> workspace, std::function<void(const QString&)> failed,
                                 std::function<void(bool)> changed)
{
    failed_ = std::move(failed);
    changed_ = std::move(changed);
    workspace_ = std::move(workspace);
    groups_.clear();
    kept_.clear();
    told_ = workspace_->notices().connect([this](const document::WorkspaceNotice& notice) { follow(notice); });
}

void ReplacedFiles::follow(const document::WorkspaceNotice& notice)
{
    if (notice.kind != document::WorkspaceNotice::Kind::Edited || !notice.document || groups_.isEmpty())
        return;
    const document::History& history = notice.document->history();
    const bool isStep = groups_.contains(history.undoGroup()) || groups_.contains(history.redoGroup());
    if (isStep)
        saveUnseen(notice);
    if (changed_)
        changed_(isStep);
}

/// A file that nobody looks at would wait for a save that nobody thinks of.
void ReplacedFiles::saveUnseen(const document::WorkspaceNotice& notice)
{
    if (notice.document->views() != 0 || notice.wasModified)
        return;
    const document::History& history = notice.document->history();
    const bool isMade = groups_.contains(history.undoGroup()) && !kept_.contains({history.undoGroup(), notice.path}) &&
                        !kept_.contains({history.redoGroup(), notice.path});
    const auto saved = isMade ? saveMade(*notice.document, notice.path) : saveTakenBack(*notice.document, notice.path);
    if (!saved)
        failed_(say("Cannot save %1: %2.").arg(nameOf(*notice.document), QString::fromStdString(saved.error().what)));
}

Result<void> ReplacedFiles::saveMade(document::Document& document, const std::string& key)
{
    const document::KeptVersion before(document.path());
    if (auto done = document.save(); !done)
        return done;
    kept_.insert_or_assign({document.history().undoGroup(), key}, KeptVersions{before, document::KeptVersion(document.path()).fingerprint()});
    return {};
}

/// What the step had written is no version that anybody wants kept. What was kept since stays.
Result<void> ReplacedFiles::saveTakenBack(document::Document& document, const std::string& key)
{
    const document::KeptVersion now(document.path());
    if (auto done = document.save(); !done)
        return done;
    const auto step = kept_.extract({document.history().redoGroup(), key});
    return (step && now.fingerprint() == step.mapped().after ? step.mapped().before : now).putBack();
}

ReplacedFiles::Outcome ReplacedFiles::apply(const QVector<FileReplacement>& files, const TextSearch& search,
                                            const QString& replacement, const QString& name)
{
    QVector<WantedText> wanted;
    for (const FileReplacement& file : files)
        wanted.push_back({file.path, file.fingerprint});
    return change(
        wanted, [&](const TextDocument& text, qsizetype file) { return splicesOf(text, search, replacement, files[file].begins); }, name, true);
}

ReplacedFiles::Outcome ReplacedFiles::apply(const QVector<FileEdits>& files, const QString& name)
{
    QVector<WantedText> wanted;
    for (const FileEdits& file : files)
        wanted.push_back({file.path, file.fingerprint});
    const auto find = [&files](const TextDocument&, qsizetype file) {
        std::vector<Splice> splices;
        for (const FileEdits::Piece& piece : files[file].pieces)
            splices.push_back({static_cast<std::size_t>(piece.begin), static_cast<std::size_t>(piece.end - piece.begin), piece.with.toStdString()});
        return splices;
    };
    return change(wanted, find, name, false);
}

/// `leavesChanged`: a file that is another one now is left alone; else all are.
ReplacedFiles::Outcome ReplacedFiles::change(const QVector<WantedText>& files, const Finder& find, const QString& name, bool leavesChanged)
{
    Outcome outcome;
    std::vector<std::shared_ptr<const TextDocument>> changed;
    {
        document::GroupTransaction transaction(name.toStdString());
        for (qsizetype i = 0; i < files.size() && outcome.faults.isEmpty(); ++i) {
            if (isAside_ && !workspace_->find(files[i].path.toStdString()) && isAside_(files[i].path)) {
                outcome.aside << files[i].path;
                if (!leavesChanged)
                    outcome.faults << say("Nothing was changed: %1 was closed with edits that are not saved. Open it first.").arg(QFileInfo(files[i].path).fileName());
                continue;
            }
            const auto opened = workspace_->openText(files[i].path.toStdString(), encodingRuleOf(files[i].path));
            if (!opened || fingerprintOf(*opened.value()) != files[i].fingerprint || opened.value()->checkDisk() != document::DiskState::Same) {
                outcome.left << files[i].path;
                if (leavesChanged)
                    continue;
                outcome.faults << say("Nothing was changed: %1 is not what it was when it was looked through. Try again.").arg(QFileInfo(files[i].path).fileName());
                break;
            }
            const auto& text = opened.value();
            const std::vector<Splice> splices = find(*text, i);
            if (splices.empty())
                continue;
            transaction.add(text);
            code::apply(*text, splices);
            if (const auto content = text->content(); !content)
                outcome.faults << say("Nothing was replaced: in %1, %2.").arg(nameOf(*text), QString::fromStdString(content.error().what));
            outcome.hits += static_cast<qsizetype>(splices.size());
            outcome.changed << files[i].path;
            changed.push_back(text);
        }
        if (!outcome.faults.isEmpty()) {
            outcome.hits = 0; // the transaction takes all back
            outcome.changed.clear();
        } else if (!changed.empty()) {
            groups_.push_back(transaction.group());
            transaction.commit();
            outcome.unsaved = std::ranges::count_if(changed, [](const auto& text) { return text->isModified(); });
        }
        outcome.files = outcome.changed.size();
    }
    workspace_->closeUnused(); // what was opened and had nothing to replace
    return outcome;
}

bool ReplacedFiles::canUndo() const
{
    if (!workspace_ || groups_.isEmpty())
        return false;
    const auto documents = workspace_->documents();
    return std::ranges::any_of(documents, [this](const auto& one) { return one->history().undoGroup() == groups_.last(); });
}

bool ReplacedFiles::isInEffect() const
{
    if (!workspace_ || groups_.isEmpty())
        return false;
    return std::ranges::any_of(workspace_->documents(), [this](const auto& one) { return one->history().isInEffect(groups_.last()); });
}

ReplacedFiles::Outcome ReplacedFiles::undo()
{
    Outcome outcome;
    if (!workspace_ || groups_.isEmpty())
        return outcome;
    const std::uint64_t group = groups_.last();
    std::vector<std::shared_ptr<document::Document>> kept; // what another program wrote stays
    for (const auto& one : workspace_->documents())
        if (one->history().undoGroup() == group && one->checkDisk() == document::DiskState::Changed) {
            outcome.left << QString::fromStdString(one->path().string());
            if (one->views() == 0 && one->reload())
                kept.push_back(one);
        }
    const document::StepOutcome undone = workspace_->undoGroup(group);
    outcome.files = static_cast<qsizetype>(undone.done.size());
    for (const auto& one : undone.left)
        if (std::ranges::find(kept, one) == kept.end())
            outcome.left << QString::fromStdString(one->path().string());
    if (!canUndo())
        groups_.pop_back();
    return outcome;
}

} // namespace blak::ui::code
