// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/file_desk.h"

#include "formats/base/file_io.h"
#include "kodide/ui/text_bytes.h"
#include "roomedit/roomcore/room_sidecar.h"
#include "studio/shell/document_area.h"
#include "studio/shell/file_index.h"
#include "studio/shell/opening.h"
#include "studio/shell/project_browser.h"
#include "studio/shell/saving.h"
#include "studio/shell/studio_window.h"
#include "studio/treeplan/makefile_list.h"
#include "studio/views/compare/compare_paths.h"
#include "studio/views/compare/compare_view.h"
#include "ui/document_view.h"
#include "ui/number_text.h"
#include "ui/toast.h"

#include <QApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace blak::ui::shell {
namespace {

constexpr qsizetype mostLetters = 200; // of a file's name
constexpr int dialogWidth = 420;       // px
constexpr std::uint64_t mostMakefile = 1u << 20; // bytes
const QString listedTopic = QStringLiteral("listed"), makefileTopic = QStringLiteral("makefile"); // of toasts that offer to change one, and to take that back

QString nameOf(const QString& path) { return QFileInfo(path).fileName(); }

/// Of the toast with the way back from this name.
QString renamedTopic(const QString& path) { return QStringLiteral("renamed:") + path; }

/// As it is, or with the ending of the file where it has none.
QString withEnding(const QString& name, const QString& path)
{
    const QString ending = QFileInfo(path).suffix();
    return name.isEmpty() || name.contains(u'.') || ending.isEmpty() ? name : QString(name + u'.' + ending);
}

/// Of a source: what makefiles list of it.
QString objectFileOf(const QString& path) { return QFileInfo(path).completeBaseName() + QStringLiteral(".bof"); }

QString makefileBeside(const QString& path) { return QFileInfo(path).path() + QStringLiteral("/makefile"); }

bool isListed(const QString& path)
{
    if (!path.endsWith(QLatin1String(".kod"), Qt::CaseInsensitive))
        return false;
    const auto makefile = readTextFile(makefileBeside(path).toStdString(), mostMakefile);
    return makefile && !treeplan::placesInMakefile(makefile.value(), objectFileOf(path).toStdString()).empty();
}

bool isRoom(const QString& path) { return path.endsWith(QLatin1String(".roo"), Qt::CaseInsensitive); }

/// The trash remembers where a file came from; who takes it back himself takes that along.
void forgetInTrash(const QString& inTrash)
{
    const QFileInfo file(inTrash);
    QFile::remove(QFileInfo(file.path()).path() + QStringLiteral("/info/") + file.fileName() + QStringLiteral(".trashinfo"));
}

} // namespace

FileDesk::FileDesk(StudioWindow& window) : QObject(&window), window_(window)
{
    makefiles_.setWorkspace(
        window_.sharedWorkspace(), [this](const QString& sentence) { window_.toasts().show(Severity::Warning, sentence); },
        [this](bool) {
            if (!makefiles_.canUndo())
                window_.toasts().withdraw(makefileTopic);
        });
    makefiles_.setAside([this](const QString& path) { return window_.saving().keeps(path); });
}

bool FileDesk::hasEdits(const QString& path) const
{
    const DocumentView* view = window_.documents().find(path);
    return view != nullptr ? view->isModified() : window_.saving().keeps(path);
}

/// "the class Keeper names it", "the makefile beside it lists it", or nothing.
QString FileDesk::usersOf(const QString& path) const
{
    const auto& classes = window_.index().names().classOf;
    const auto found = classes.find(nameOf(path).toLower().toStdString());
    if (found != classes.end())
        return tr("the class %1 names it").arg(QString::fromStdString(found->second));
    if (isListed(path))
        return tr("the makefile beside it lists it");
    return {};
}

/// Why the file cannot have another name now, whatever name; empty: it can.
QString FileDesk::whyStays(const QString& path) const
{
    const auto isCompared = [&path](const DocumentView* one) {
        const auto both = views::comparedFiles(one->path());
        return one->path() == views::CompareView::editsPath(path) || (both && (both->first == path || both->second == path));
    };
    if (std::ranges::any_of(window_.documents().documents(), isCompared))
        return tr("Not renamed: %1 is open in a comparison. Close that first.").arg(nameOf(path));
    if (window_.documents().find(path) == nullptr && window_.saving().keeps(path))
        return tr("Not renamed: %1 was closed with edits that are not saved. Open it first.").arg(nameOf(path));
    return {};
}

void FileDesk::remove(const QStringList& paths)
{
    QVector<Removed> gone;
    QStringList edited;
    QString users;
    for (const QString& path : paths) {
        if (hasEdits(path)) {
            edited << nameOf(path);
            continue;
        }
        DocumentView* view = window_.documents().find(path);
        Removed one{path, {}, view != nullptr};
        if (view != nullptr)
            window_.closeDocument(view);
        QFile file(path);
        if (!file.moveToTrash()) {
            window_.report(Severity::Error, tr("%1 cannot be put into the trash: %2.").arg(nameOf(path), file.errorString()), path);
            if (one.wasOpen)
                window_.open(path);
            continue;
        }
        one.inTrash = file.fileName();
        if (users.isEmpty())
            users = usersOf(path);
        gone.push_back(one);
    }
    if (!edited.isEmpty())
        window_.toasts().show(Severity::Warning,
                              tr("Not deleted: %1 has edits that are not saved. Save or discard them first.").arg(edited.join(QStringLiteral(", "))));
    if (gone.isEmpty())
        return;
    window_.index().refresh();
    QString sentence = gone.size() == 1 ? tr("%1 is in the trash").arg(nameOf(gone.first().path))
                                        : counted(gone.size(), QString(), tr("%1 files are in the trash"));
    sentence += gone.size() == 1 && !users.isEmpty() ? QStringLiteral("; ") + users + u'.' : QStringLiteral(".");
    window_.toasts().show(users.isEmpty() ? Severity::Info : Severity::Warning, sentence, tr("Undo"), [this, gone] { putBack(gone); });
}

/// Not over what came meanwhile.
void FileDesk::putBack(const QVector<Removed>& all)
{
    QStringList left;
    for (const Removed& one : all) {
        if (QFileInfo::exists(one.path) || !QFile::rename(one.inTrash, one.path)) {
            left << nameOf(one.path);
            continue;
        }
        forgetInTrash(one.inTrash);
        if (one.wasOpen)
            window_.open(one.path);
    }
    window_.index().refresh();
    if (!left.isEmpty())
        window_.toasts().show(Severity::Warning, tr("Cannot be put back: %1. Another file has its name, or it is no longer in the trash.").arg(left.join(QStringLiteral(", "))));
}

QString FileDesk::whyNot(const QString& path, const QString& name) const
{
    const QFileInfo now(path);
    if (name.isEmpty() || name == now.fileName())
        return tr("Type another name.");
    if (name.size() > mostLetters || name.contains(u'/') || name.contains(u'\\') || name.contains(QChar(0)) || name.startsWith(u'.'))
        return tr("This is no name for a file.");
    if (QFileInfo(name).suffix().compare(now.suffix(), Qt::CaseInsensitive) != 0)
        return tr("It keeps its ending, .%1: that says what it is.").arg(now.suffix());
    const QFileInfo there(now.path() + u'/' + name);
    if (there.exists() && name.compare(now.fileName(), Qt::CaseInsensitive) != 0)
        return tr("%1 is there already.").arg(name);
    const auto own = window_.workspace().find(path.toStdString()), other = window_.workspace().find(there.filePath().toStdString());
    if (other && other != own && (other->views() > 0 || other->hasEdits()))
        return tr("%1 is gone, but still open. Close it first.").arg(name);
    if (other == nullptr && window_.saving().keeps(there.filePath()))
        return tr("%1 is gone, but edits of it are kept.").arg(name);
    return {};
}

void FileDesk::askForName(const QString& path)
{
    if (const QString why = whyStays(path); !why.isEmpty()) {
        window_.toasts().show(Severity::Warning, why);
        return;
    }
    keys_ = QApplication::focusWidget();
    auto* dialog = new QDialog(&window_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Rename %1").arg(nameOf(path)));
    auto* column = new QVBoxLayout(dialog);
    auto* field = new QLineEdit(nameOf(path));
    field->setAccessibleName(tr("New name"));
    auto* why = new QLabel;
    why->setObjectName(QStringLiteral("secondary"));
    why->setTextFormat(Qt::PlainText);
    why->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    QPushButton* good = buttons->addButton(tr("Rename"), QDialogButtonBox::AcceptRole);
    good->setDefault(true);
    for (QWidget* widget : {static_cast<QWidget*>(field), static_cast<QWidget*>(why), static_cast<QWidget*>(buttons)})
        column->addWidget(widget);
    const auto check = [this, path, why, good](const QString& name) {
        const QString reason = whyNot(path, withEnding(name.trimmed(), path));
        why->setText(reason);
        good->setEnabled(reason.isEmpty());
    };
    connect(field, &QLineEdit::textChanged, dialog, check);
    check(field->text());
    connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, dialog, [this, dialog, path, field] {
        dialog->accept();
        rename(path, withEnding(field->text().trimmed(), path));
    });
    dialog->resize(dialogWidth, dialog->sizeHint().height());
    dialog->open();
    field->setFocus();
    field->setSelection(0, static_cast<int>(QFileInfo(path).completeBaseName().size()));
}

void FileDesk::rename(const QString& path, const QString& name)
{
    QString why = whyNot(path, name); // it may be there by now
    if (why.isEmpty())
        why = whyStays(path);
    if (!why.isEmpty()) {
        window_.toasts().show(Severity::Warning, why);
        return;
    }
    const QString to = QFileInfo(path).path() + u'/' + name;
    const bool isInMakefile = isListed(path);
    const QString users = isInMakefile ? QString() : usersOf(path); // before the names are read anew
    DocumentView* view = window_.documents().find(path);
    const bool isEdited = view != nullptr && view->document() && view->document()->canEdit();
    const QVariantMap state = view == nullptr ? QVariantMap() : view->saveViewState();
    const qsizetype tab = isEdited ? -1 : window_.documents().documents().indexOf(view);
    const QPointer<DocumentView> front = window_.documents().current();
    const QPointer<QWidget> asked = std::exchange(keys_, nullptr);
    const QPointer<QWidget> keys = asked ? asked.data() : QApplication::focusWidget();
    if (tab >= 0) { // what is only shown is read anew
        window_.closeDocument(view);
        const auto& closed = window_.workspace().closed();
        if (!closed.empty() && closed.back().path == std::filesystem::path(path.toStdString()))
            window_.workspace().takeClosed(); // it is not closed: it is called otherwise
    }
    const bool isRenamed = moveFile(path, to);
    if (tab >= 0)
        openAgain(isRenamed ? to : path, state, tab, front);
    if (keys)
        keys->setFocus(Qt::OtherFocusReason);
    if (!isRenamed)
        return;
    window_.browser().choose(to);
    window_.index().refresh();
    window_.toasts().withdraw(renamedTopic(path)); // it leads from a name that is gone
    window_.toasts().withdraw(listedTopic);
    if (!users.isEmpty())
        window_.toasts().show(Severity::Warning, tr("By its old name, %1: %2.").arg(nameOf(path), users), tr("Find where"),
                              [this, old = nameOf(path)] { window_.findInFiles(old); });
    if (isInMakefile)
        offerMakefile(path, to);
    window_.toasts().show(Severity::Info, tr("%1 is called %2 now.").arg(nameOf(path), name), tr("Undo"), [this, to, old = nameOf(path)] { rename(to, old); }, renamedTopic(to));
}

void FileDesk::offerMakefile(const QString& path, const QString& renamedTo)
{
    const QString from = objectFileOf(path), to = objectFileOf(renamedTo);
    window_.toasts().show(Severity::Warning, tr("The makefile still lists %1.").arg(from), tr("Change it"),
                          [this, makefile = makefileBeside(path), from, to] { changeMakefile(makefile, from, to); }, listedTopic);
}

/// One step of undo; an open makefile waits for a save, another one is written at once.
void FileDesk::changeMakefile(const QString& makefile, const QString& from, const QString& to)
{
    code::FileEdits edits{makefile, {}, {}};
    if (const auto text = window_.workspace().openText(makefile.toStdString(), code::encodingRuleOf(makefile))) {
        const std::string& now = text.value()->text();
        edits.fingerprint = code::textFingerprint(QByteArray::fromStdString(now));
        for (const std::size_t place : treeplan::placesInMakefile(now, from.toStdString()))
            edits.pieces.push_back({static_cast<qsizetype>(place), static_cast<qsizetype>(place) + from.toUtf8().size(), to.toUtf8()});
    }
    const auto outcome = makefiles_.apply({edits}, tr("%1 instead of %2").arg(to, from));
    for (const QString& fault : outcome.faults)
        window_.toasts().show(Severity::Warning, fault);
    if (outcome.files > 0)
        window_.toasts().show(Severity::Info, tr("The makefile lists %1 now.").arg(to) + u' ' + outcome.savedSentence(), tr("Undo"),
                              [this] { makefiles_.undo(); }, makefileTopic);
}

/// With what is kept beside it, and its documents: in a tab, and those that none shows. False: it stays, and it was said why.
bool FileDesk::moveFile(const QString& from, const QString& to)
{
    document::Workspace& workspace = window_.workspace();
    const DocumentView* view = window_.documents().find(from);
    const auto shown = view == nullptr ? nullptr : view->document();
    const auto shared = workspace.find(from.toStdString());
    const auto fails = [this, &from](const QFile& file) {
        window_.report(Severity::Error, tr("%1 cannot be renamed: %2.").arg(nameOf(file.fileName()), file.errorString()), from);
    };
    if (QFile file(from); !file.rename(to)) {
        fails(file);
        return false;
    }
    if (QFile beside(QString::fromStdString(roomcore::sidecarOf(from.toStdString()).string()));
        isRoom(from) && beside.exists() && !beside.rename(QString::fromStdString(roomcore::sidecarOf(to.toStdString()).string())))
        fails(beside);
    if (const auto other = workspace.find(to.toStdString()); other && other != shared)
        workspace.close(to.toStdString()); // of a file that was there before: nobody looks at it
    if (shared)
        shared->setPath(to.toStdString());
    if (shown && shown != shared)
        shown->setPath(to.toStdString());
    emit renamed(from, to);
    return true;
}

/// Where its tab was, and behind what was in front: who renames in the tree goes on there.
void FileDesk::openAgain(const QString& path, const QVariantMap& state, qsizetype tab, DocumentView* front)
{
    window_.opening().openAgain({path, state});
    if (DocumentView* there = window_.documents().find(path))
        window_.documents().move(there, tab);
    if (front != nullptr)
        window_.documents().setCurrent(front);
}

} // namespace blak::ui::shell
