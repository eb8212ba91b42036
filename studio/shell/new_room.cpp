// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/new_room.h"

#include "studio/newroom/ui/new_room_dialog.h"
#include "studio/shell/document_area.h"
#include "studio/shell/made_files.h"
#include "studio/shell/studio_window.h"

#include <QFileInfo>

namespace blak::ui::shell {

void askForNewRoom(StudioWindow& window)
{
    const auto project = window.index().project();
    if (project == nullptr)
        return;
    auto tree = blak::newroom::readRoomTree(*project, *window.workspace().files());
    if (!tree)
        return window.report(Severity::Warning,
                             StudioWindow::tr("No room can be made here: %1.").arg(QString::fromStdString(tree.error().text())));
    QString neighbour;
    if (const DocumentView* current = window.documents().current())
        for (const blak::newroom::RoomClass& room : tree.value().rooms)
            if (QFileInfo(current->path()).fileName().compare(QString::fromStdString(room.file), Qt::CaseInsensitive) == 0 ||
                QFileInfo(current->path()) == QFileInfo(QString::fromStdString(room.source.string()))) // its plan, or its class
                neighbour = QString::fromStdString(room.name);
    auto* dialog = new newroom::NewRoomDialog(std::move(tree).value(), window.workspace(), &window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setNeighbour(neighbour);
    QObject::connect(dialog, &newroom::NewRoomDialog::created, &window, [&window, dialog](const QString& room, quint64 group) {
        window.made().show(room, group, dialog->plan(), StudioWindow::tr("%1 was created, with its class, number and entries.").arg(QFileInfo(room).fileName()));
    });
    dialog->open();
}

} // namespace blak::ui::shell
