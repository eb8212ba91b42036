// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/open_atlas.h"

#include "studio/atlas/ui/atlas_window.h"
#include "studio/shell/document_area.h"
#include "studio/shell/studio_window.h"

#include <QFileInfo>
#include <QWindow>

namespace blak::ui::shell {

void showAtlas(StudioWindow& window)
{
    const auto project = window.index().project();
    if (project == nullptr)
        return;
    auto* map = new atlas::AtlasWindow(project, window.workspace().files(), &window);
    map->setAttribute(Qt::WA_DeleteOnClose);
    if (const DocumentView* current = window.documents().current())
        map->setCurrentFile(QFileInfo(current->path()).fileName());
    QObject::connect(map, &atlas::AtlasWindow::openRequested, &window, [&window](const QString& room) {
        window.open(room);
        window.raise(); // or the map lies over what was opened
        window.activateWindow();
    });
    map->setAttribute(Qt::WA_QuitOnClose, false);
    map->winId(); // the window is there from now on
    map->windowHandle()->setTransientParent(nullptr); // which would keep it above the studio
    map->show();
}

} // namespace blak::ui::shell
