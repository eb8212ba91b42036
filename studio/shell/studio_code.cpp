// SPDX-License-Identifier: GPL-3.0-or-later
// The part of StudioWindow that texts need: find in files, places in texts, comparing with the disk.
#include "kodide/ui/find_panel.h"
#include "studio/shell/dock.h"
#include "studio/shell/document_area.h"
#include "studio/shell/number_text.h"
#include "studio/shell/perspective_docks.h"
#include "studio/shell/studio_window.h"
#include "ui/place_path.h"
#include "ui/toast.h"

#include <QDateTime>
#include <QFileInfo>

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

} // namespace

void StudioWindow::buildFindDock()
{
    findPanel_ = new code::FindPanel;
    docks_->addShared(QStringLiteral("find"), tr("Find"), findPanel_, Qt::LeftDockWidgetArea, {Perspective::Code},
                      QStringLiteral("project"));
    findPanel_->setFiles(
        [this] {
            QStringList paths;
            if (const auto world = index_.world())
                for (const project::FoundFile& file : world->files())
                    if (isSearched(file.kind))
                        paths << QString::fromStdString(world->absolute(file).string());
            return paths;
        },
        [this] { return index_.root(); });
    findPanel_->setWorkspace(workspace_);
    connect(findPanel_, &code::FindPanel::openRequested, this, &StudioWindow::openAt);
    connect(findPanel_, &code::FindPanel::failed, this, [this](const QString& sentence) { report(Severity::Warning, sentence); });
    connect(findPanel_, &code::FindPanel::replaced, this, [this](const QString& sentence, bool canUndo) {
        if (canUndo)
            toasts_->show(Severity::Info, sentence, tr("Undo"), [this] { findPanel_->undoReplace(); });
        else
            toasts_->show(Severity::Info, sentence);
    });
}

void StudioWindow::findInFiles()
{
    const QString selected = area_->current() == nullptr ? QString() : area_->current()->selectedText();
    if (perspective() == Perspective::Welcome)
        setPerspective(Perspective::Code);
    Dock* dock = docks_->dock(QStringLiteral("find"));
    dock->show();
    dock->raise();
    findPanel_->begin(selected);
}

void StudioWindow::openAt(const QString& path, const QVariantMap& place)
{
    if (DocumentView* document = area_->find(path)) {
        area_->setCurrent(document);
        showPlace(*document, place);
        document->setFocus(Qt::OtherFocusReason);
        return;
    }
    open(path, place);
}

void StudioWindow::compareWithDisk(DocumentView* document)
{
    DocumentView* compare = document->compareWithDisk(area_);
    if (compare == nullptr) {
        const QFileInfo info(document->path());
        toasts_->show(Severity::Info, tr("%1 on disk has %2 bytes and was changed at %3.")
                                          .arg(document->title(), groupedNumber(info.size()),
                                               info.lastModified().toString(QStringLiteral("hh:mm:ss"))));
        return;
    }
    if (DocumentView* old = area_->find(compare->path()))
        closeDocument(old);
    area_->add(compare);
    docks_->addDocument(compare);
    area_->setCurrent(compare);
}

} // namespace blak::ui::shell
