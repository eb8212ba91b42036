// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/world_map.h"

#include "studio/shell/document_area.h"
#include "studio/shell/studio_window.h"
#include "studio/worldmap/ui/world_map_window.h"

#include <QFileInfo>

namespace blak::ui::shell {

void showWorldMap(StudioWindow& window)
{
    const auto world = window.index().world();
    if (world == nullptr)
        return;
    auto* map = new worldmap::WorldMapWindow(world, window.workspace().files(), &window);
    map->setAttribute(Qt::WA_DeleteOnClose);
    if (const DocumentView* current = window.documents().current())
        map->setCurrentFile(QFileInfo(current->path()).fileName());
    QObject::connect(map, &worldmap::WorldMapWindow::openRequested, &window, [&window](const QString& room) { window.open(room); });
    map->show();
}

} // namespace blak::ui::shell
