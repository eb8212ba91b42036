// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/new_world.h"

#include "studio/newworld/ui/new_world_dialog.h"
#include "studio/shell/recent_projects.h"
#include "studio/shell/studio_window.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

namespace blak::ui::shell {

/// Proposed beside the open project, unless that is the sample itself.
void askForNewWorld(StudioWindow& window)
{
    const QString sample = sampleProject(), root = window.index().root();
    const bool isOwn = !root.isEmpty() && QFileInfo(root) != QFileInfo(sample);
    const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    auto* dialog = new newworld::NewWorldDialog(sample, isOwn ? QFileInfo(root).path() : documents.isEmpty() ? QDir::homePath() : documents, &window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &newworld::NewWorldDialog::created, &window, [&window](const QString& folder) { window.open(folder); });
    dialog->open();
}

} // namespace blak::ui::shell
