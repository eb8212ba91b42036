// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/file_replace.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>

namespace blak::ui::code {
namespace {

using document::TextDocument;

constexpr qsizetype mostSplices = 500; ///< in one file; beyond, all between the first and the last hit becomes one

QString say(const char* text) { return QCoreApplication::translate("ReplacedFiles", text); }

QString nameOf(const document::Document& document) { return QString::fromStdString(document.title()); }

struct Splice
{
    std::size_t begin = 0;
    std::size_t count = 0;
    std::string with;
};

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

void ReplacedFiles::setWorkspace(std::shared_ptr<document::Workspace> workspace, std::function<void(const QString&)> failed,
                                 std::function<void(bool)> changed)
{
    failed_ = std::move(failed);
    changed_ = std::move(changed);
    workspace_ = std::move(workspace);
    groups_.clear();
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
    if (const auto saved = notice.document->save(); !saved)
        failed_(say("Cannot save %1: %2.").arg(nameOf(*notice.document), QString::fromStdString(saved.error().what)));
}

ReplacedFiles::Outcome ReplacedFiles::apply(const QVector<FileReplacement>& files, const TextSearch& search,
                                            const QString& replacement, const QString& name)
{
    Outcome outcome = change(files, search, replacement, name);
    workspace_->closeUnused(); // what was opened and had nothing to replace
    return outcome;
}

ReplacedFiles::Outcome ReplacedFiles::change(const QVector<FileReplacement>& files, const TextSearch& search,
                                             const QString& replacement, const QString& name)
{
    Outcome outcome;
    document::GroupTransaction transaction(name.toStdString());
    for (const FileReplacement& file : files) {
        const auto opened = workspace_->openText(file.path.toStdString(), encodingRuleOf(file.path));
        if (!opened || fingerprintOf(*opened.value()) != file.fingerprint ||
            opened.value()->checkDisk() != document::DiskState::Same) {
            outcome.left << file.path;
            continue;
        }
        const auto& text = opened.value();
        const std::vector<Splice> splices = splicesOf(*text, search, replacement, file.begins);
        if (splices.empty())
            continue;
        transaction.add(text);
        code::apply(*text, splices);
        if (const auto content = text->content(); !content) {
            outcome.hits = outcome.files = 0;
            outcome.faults << say("Nothing was replaced: in %1, %2.")
                                  .arg(nameOf(*text), QString::fromStdString(content.error().what));
            return outcome; // the transaction takes all back
        }
        outcome.hits += static_cast<qsizetype>(splices.size());
        ++outcome.files;
    }
    if (outcome.files == 0)
        return outcome;
    groups_.push_back(transaction.group());
    transaction.commit();
    return outcome;
}

bool ReplacedFiles::canUndo() const
{
    if (!workspace_ || groups_.isEmpty())
        return false;
    const auto documents = workspace_->documents();
    return std::ranges::any_of(documents, [this](const auto& one) { return one->history().undoGroup() == groups_.last(); });
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
