// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/closed_files.h"

#include "studio/shell/document_area.h"
#include "studio/shell/project_check.h"
#include "studio/shell/saving.h"
#include "studio/shell/studio_window.h"
#include "studio/shell/window_facts.h"
#include "ui/number_text.h"
#include "ui/toast.h"

#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace blak::ui::shell {

void ClosedFiles::giveUp(const QString& path)
{
    if (const QString journal = edits_->journal(path); !journal.isEmpty())
        QFile::remove(journal);
    edits_->forget(path);
    window_.facts().refreshBrowser();
    window_.facts().refreshSoon();
}

auto ClosedFiles::take(const QString& path, const QString& journal) -> Discarded
{
    Discarded one{path, journal, {}, edits_->document(path), edits_->journal(path) == journal};
    QFile file(journal);
    if (!journal.isEmpty() && file.open(QIODevice::ReadOnly))
        one.bytes = file.readAll();
    file.close();
    if (one.wasKnown)
        giveUp(path);
    else
        file.remove();
    window_.toasts().withdraw(keptTopic(path));
    return one;
}

/// Not over what came meanwhile.
bool ClosedFiles::putBack(const Discarded& one)
{
    QFile kept(one.journal);
    if (window_.documents().find(one.path) != nullptr || (one.wasKnown && edits_->holds(one.path)) ||
        !kept.open(QIODevice::WriteOnly | QIODevice::NewOnly) || kept.write(one.bytes) != one.bytes.size() || !kept.flush())
        return false;
    if (one.wasKnown)
        edits_->add(one.path, one.journal, one.document);
    return true;
}

void ClosedFiles::offerBack(const QVector<Discarded>& all, const std::function<void()>& changed)
{
    changed();
    if (all.isEmpty())
        return;
    const QString name = QFileInfo(all.first().path).fileName();
    const QString topic = all.size() == 1 ? keptTopic(all.first().path) : QString();
    window_.toasts().show(Severity::Info,
                          all.size() == 1 ? Saving::tr("Discarded the kept edits of %1.").arg(name)
                                          : counted(all.size(), QString(), Saving::tr("Discarded the kept edits of %1 files.")),
                          Saving::tr("Undo"), [this, all, changed] {
                              QStringList left;
                              for (const Discarded& one : all)
                                  if (!putBack(one))
                                      left << QFileInfo(one.path).fileName();
                              if (!left.isEmpty())
                                  window_.toasts().show(Severity::Warning, Saving::tr("The discarded edits of %1 cannot come back: it is open, or has others by now.").arg(left.join(QStringLiteral(", "))));
                              changed();
                          }, topic);
}

void ClosedFiles::discard(const QStringList& paths)
{
    QVector<Discarded> all;
    for (const QString& path : paths)
        if (const QString journal = edits_->journal(path); !journal.isEmpty())
            all.push_back(take(path, journal));
        else
            giveUp(path);
    offerBack(all, [this] {
        window_.facts().refreshBrowser();
        window_.facts().refreshSoon();
    });
}

void ClosedFiles::discardJournal(const QString& path, const QString& journal, const std::function<void()>& changed)
{
    offerBack({take(path, journal)}, changed);
}

QString ClosedFiles::keptTopic(const QString& path) { return QStringLiteral("kept:") + path; }

void ClosedFiles::bringBack(const QString& path)
{
    const auto document = edits_->document(path);
    document::Workspace& workspace = window_.workspace();
    if (!document || !document->hasEdits() || workspace.find(document->path()))
        return;
    workspace.add(document);
    broughtBack_.insert(path);
}

void ClosedFiles::sendBack(const QString& path)
{
    if (broughtBack_.remove(path))
        window_.workspace().close(path.toStdString());
}

bool ClosedFiles::takeBroughtBack(const DocumentView& view)
{
    if (!broughtBack_.remove(view.path()))
        return false;
    const auto& shown = view.document();
    if (shown == edits_->document(view.path()))
        return true;
    window_.workspace().close(view.path().toStdString());
    if (shown)
        window_.workspace().add(shown);
    return false;
}

void ClosedFiles::follow(const document::Document& stepped, const std::function<QString(const document::Document&)>& keep)
{
    const std::uint64_t back = stepped.history().redoGroup(), again = stepped.history().undoGroup();
    if (back == 0 && again == 0)
        return;
    const auto entries = edits_->entries(); // they change below
    for (const ClosedEdits::Entry& one : entries) {
        if (!one.document || one.document.get() == &stepped)
            continue;
        document::History& history = one.document->history();
        const bool isStepped = (back != 0 && history.undoGroup() == back && history.undo()) || (again != 0 && history.redoGroup() == again && history.redo());
        if (!isStepped)
            continue;
        const QString journal = one.document->hasEdits() ? keep(*one.document) : QString();
        if (!one.journal.isEmpty())
            QFile::remove(one.journal);
        edits_->add(one.path, journal, one.document);
        window_.facts().refreshBrowser();
        window_.facts().refreshSoon();
    }
}

int ClosedFiles::countIn(std::uint64_t group, bool back) const
{
    return static_cast<int>(std::ranges::count_if(edits_->entries(), [&](const ClosedEdits::Entry& one) {
        return group != 0 && one.document && (back ? one.document->history().redoGroup() : one.document->history().undoGroup()) == group;
    }));
}

QStringList ClosedFiles::ofProject() const
{
    QStringList paths = edits_->paths();
    const QString& root = window_.index().root();
    paths.removeIf([this, &root](const QString& path) {
        return root.isEmpty() ? edits_->document(path) == nullptr : !path.startsWith(QString(root + u'/'));
    });
    return paths;
}

bool ClosedFiles::save(const std::function<bool(const QString&)>& mayWrite, const std::function<bool(document::Document&)>& save)
{
    QStringList saved;
    QStringList toLookAt;
    bool all = true;
    for (const QString& path : ofProject()) {
        const auto document = edits_->document(path);
        if (!document || !mayWrite(path) || document->checkDisk() != document::DiskState::Same) {
            toLookAt << path; // its own page says what is in the way
            continue;
        }
        if (!save(*document)) {
            all = false;
            continue;
        }
        saved << QFileInfo(path).fileName();
        giveUp(path);
    }
    if (!saved.isEmpty()) {
        window_.projectCheck().fileChanged();
        window_.toasts().show(Severity::Info, Saving::tr("Saved what was kept of closed files: %1.").arg(saved.join(QStringLiteral(", "))));
    }
    for (const QString& path : std::as_const(toLookAt))
        window_.open(path);
    if (!toLookAt.isEmpty())
        window_.toasts().show(Severity::Info,
                              counted(toLookAt.size(), Saving::tr("The edits kept of a closed file are not saved yet: look at them first."),
                                      Saving::tr("The edits kept of %1 closed files are not saved yet: look at them first.")));
    return all && toLookAt.isEmpty();
}

} // namespace blak::ui::shell
