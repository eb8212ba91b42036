// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/obj_export.h"

#include "client/render/asset_store.h"
#include "roomedit/objexport/room_obj.h"
#include "roomedit/ui/room_builder.h"
#include "roomedit/ui/room_view.h"
#include "ui/export_folder.h"
#include "ui/number_text.h"
#include "ui/project.h"

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>

namespace blak::ui::rooms {

void exportModelTo(RoomView& room, const QString& file)
{
    const QString name = QFileInfo(file).fileName();
    const auto fail = [&](const QString& why) {
        emit room.reported(Severity::Error, RoomView::tr("Cannot write %1: %2.").arg(name, why));
    };
    room.model()->finishBuilding();
    const auto& loaded = room.model()->index().loaded();
    const auto assets = room.model()->project() != nullptr ? room.model()->project()->assets() : nullptr;
    if (loaded == nullptr || assets == nullptr)
        return fail(RoomView::tr("the room has no tree"));
    const auto model = objexport::writeObj(QFile::encodeName(file).toStdString(), *loaded, *assets, 1);
    if (!model)
        return fail(QString::fromStdString(model.error().what));
    emit room.wroteFiles(RoomView::tr("Wrote %1 with %2 and %3.")
                             .arg(name, counted(static_cast<qlonglong>(model.value().faces), RoomView::tr("1 face"), RoomView::tr("%1 faces")),
                                  counted(static_cast<qlonglong>(model.value().textures), RoomView::tr("1 texture"), RoomView::tr("%1 textures"))),
                         QFileInfo(file).absolutePath());
}

void exportModel(RoomView& room)
{
    const QFileInfo info(room.path());
    auto* chooser = new QFileDialog(&room, RoomView::tr("%1 as a model").arg(room.title()), info.absolutePath());
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setAcceptMode(QFileDialog::AcceptSave);
    followExportFolder(*chooser, QStringLiteral("model"));
    chooser->setNameFilter(RoomView::tr("Wavefront models (*.obj)"));
    chooser->setDefaultSuffix(QStringLiteral("obj"));
    chooser->selectFile(info.completeBaseName() + QStringLiteral(".obj"));
    QObject::connect(chooser, &QFileDialog::fileSelected, &room, [&room](const QString& file) { exportModelTo(room, file); });
    chooser->open();
}

} // namespace blak::ui::rooms
