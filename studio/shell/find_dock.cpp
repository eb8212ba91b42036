// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/find_dock.h"

#include "kodide/ui/find_panel.h"
#include "studio/shell/code_desk.h"
#include "studio/shell/dock.h"
#include "studio/shell/document_area.h"
#include "studio/shell/opening.h"
#include "studio/shell/perspective_docks.h"
#include "studio/shell/saving.h"
#include "studio/shell/studio_window.h"
#include "ui/toast.h"

namespace blak::ui::shell {
namespace {

bool isSearched(project::FileKind kind)
{
    switch (kind) {
    case project::FileKind::RoomText:
    case project::FileKind::SpriteCommands:
    case project::FileKind::Kod:
    case project::FileKind::KodHeader:
    case project::FileKind::KodTranslation:
    case project::FileKind::SymbolBase:
    case project::FileKind::EditorSettings:
    case project::FileKind::Makefile:
    case project::FileKind::Text: return true;
    default: return false;
    }
}

const QString replacement = QStringLiteral("replacement"); ///< topic of the toast that offers to take one back

} // namespace

FindDock::FindDock(StudioWindow& window) : window_(window), panel_(new code::FindPanel)
{
    window_.docks().addShared(QStringLiteral("find"), StudioWindow::tr("Find"), panel_, Qt::LeftDockWidgetArea,
                              {Perspective::Code}, QStringLiteral("project"))
        ->setIconName(QStringLiteral("search"));
    panel_->setFiles(
        [&window] {
            QStringList paths;
            if (const auto project = window.index().project())
                for (const project::FoundFile& file : project->files())
                    if (isSearched(file.kind))
                        paths << QString::fromStdString(project->absolute(file).string());
            return paths;
        },
        [&window] { return window.index().root(); });
    panel_->setWorkspace(window.sharedWorkspace());
    panel_->setAside([&window](const QString& path) { return window.saving().keeps(path); });
    QObject::connect(panel_, &code::FindPanel::openRequested, &window, [this](const QString& path, const QVariantMap& place) { openHit(path, place); });
    QObject::connect(&window_.docks(), &PerspectiveDocks::docksChanged, panel_, [this] {
        if (leaves_ && window_.docks().current() != *leaves_) {
            leaves_.reset();
            show();
        }
    });
    QObject::connect(&window_.documents(), &DocumentArea::currentChanged, panel_, [this] { stopFollowing(); }, Qt::QueuedConnection);
    QObject::connect(&window_.opening(), &Opening::replaced, panel_, [this] { stopFollowing(); }, Qt::QueuedConnection);
    QObject::connect(&window_.opening(), &Opening::filesChanged, panel_, &code::FindPanel::filesChanged);
    QObject::connect(panel_, &code::FindPanel::failed, &window,
                     [&window](const QString& sentence) { window.toasts().show(Severity::Warning, sentence); }); // of this moment
    QObject::connect(panel_, &code::FindPanel::replaced, &window, [this](const QString& sentence, bool canUndo) {
        if (canUndo)
            window_.toasts().show(Severity::Info, sentence, StudioWindow::tr("Undo"), [this] { panel_->undoReplace(); }, replacement);
        else
            window_.toasts().show(Severity::Info, sentence);
    });
    QObject::connect(panel_, &code::FindPanel::undoGone, &window, [this] { window_.toasts().withdraw(replacement); });
}

/// The next click is at the next hit, wherever this one is shown.
void FindDock::openHit(const QString& path, const QVariantMap& place)
{
    leaves_ = window_.docks().current();
    window_.code().leaveHere();
    window_.openAt(path, place);
    QMetaObject::invokeMethod(panel_, [this] { stopFollowing(); }, Qt::QueuedConnection);
}

void FindDock::stopFollowing()
{
    if (const DocumentView* current = window_.documents().current(); current != nullptr && !window_.opening().isWaiting(current))
        leaves_.reset();
}

/// As wide as its place is: rows show what was found, however narrow they are.
void FindDock::show()
{
    window_.docks().bring(window_.docks().dock(QStringLiteral("find")));
}

void FindDock::beginIn(const QString& folder)
{
    QString pattern = folder.isEmpty() ? QString() : folder + u'/';
    pattern.replace(u' ', u'?').replace(u',', u'?').replace(u';', u'?'); // these part patterns
    panel_->filterField()->setText(pattern);
    begin();
}

void FindDock::begin(const QString& words)
{
    const DocumentView* current = window_.documents().current();
    const QString selected = !words.isEmpty() || current == nullptr ? words : current->selectedText();
    if (window_.perspective() == Perspective::Welcome)
        window_.setPerspective(Perspective::Code);
    show();
    panel_->begin(selected);
}

} // namespace blak::ui::shell
