// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/room_export.h"

#include "roomedit/ui/map_canvas.h"
#include "roomedit/ui/room_plan.h"
#include "roomedit/ui/room_view.h"
#include "roomedit/ui/texture_images.h"
#include "ui/export_folder.h"

#include <QFileDialog>
#include <QFileInfo>

namespace blak::ui::rooms {
namespace {

/// The mean of a texture's opaque texels; not valid where the project has no picture of it.
QColor meanColour(const TextureImages& textures, int number)
{
    constexpr int side = 4; // pixels; averaged down from the whole texture
    const QImage tile = textures.tile(number, side, Qt::white, 1);
    if (tile.isNull())
        return {};
    int red = 0, green = 0, blue = 0;
    for (int y = 0; y < tile.height(); ++y)
        for (int x = 0; x < tile.width(); ++x) {
            const QRgb pixel = tile.pixel(x, y);
            red += qRed(pixel), green += qGreen(pixel), blue += qBlue(pixel);
        }
    const int count = tile.width() * tile.height();
    return {red / count, green / count, blue / count};
}

} // namespace

void exportPlanTo(RoomView& room, const QString& file)
{
    PlanOptions options;
    options.title = room.windowTitle().isEmpty() ? room.title() : room.windowTitle(); // with the name that people know
    options.fill = room.map()->fill();
    if (const auto& textures = room.model()->textures(); textures != nullptr)
        options.textureColour = [&textures](int number) { return meanColour(*textures, number); };
    if (room.model()->showsFacts()) // as the map does
        options.facts = room.model()->facts();
    const auto written = writePlan(file, room.model()->index(), options);
    const QString name = QFileInfo(file).fileName();
    if (written)
        emit room.wroteFiles(RoomView::tr("Wrote the plan %1.").arg(name), QFileInfo(file).absolutePath());
    else
        emit room.reported(Severity::Error,
                           RoomView::tr("Cannot write %1: %2.").arg(name, QString::fromStdString(written.error().what)));
}

void exportPlan(RoomView& room)
{
    const QFileInfo info(room.path());
    auto* chooser = new QFileDialog(&room, RoomView::tr("Plan of %1").arg(room.title()), info.absolutePath());
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setAcceptMode(QFileDialog::AcceptSave);
    followExportFolder(*chooser, QStringLiteral("plan"));
    const QStringList filters{RoomView::tr("Page to print (*.pdf)"), RoomView::tr("Drawing (*.svg)"),
                              RoomView::tr("Picture (*.png)")};
    chooser->setNameFilters(filters);
    static const QStringList endings{QStringLiteral("pdf"), QStringLiteral("svg"), QStringLiteral("png")};
    static QString last = endings.first(); // kind of the plan before; several rooms are often drawn in a row
    chooser->selectNameFilter(filters.value(static_cast<int>(endings.indexOf(last))));
    chooser->selectFile(info.completeBaseName() + QLatin1Char('.') + last);
    chooser->setDefaultSuffix(last);
    QObject::connect(chooser, &QFileDialog::filterSelected, chooser, [chooser, filters](const QString& filter) {
        chooser->setDefaultSuffix(endings.value(static_cast<int>(filters.indexOf(filter))));
        const QFileInfo chosen(chooser->selectedFiles().value(0));
        if (!chosen.completeBaseName().isEmpty() && !chosen.isDir())
            chooser->selectFile(chosen.completeBaseName() + QLatin1Char('.') + chooser->defaultSuffix());
    });
    QObject::connect(chooser, &QFileDialog::fileSelected, &room, [&room](const QString& file) {
        if (const QString ending = QFileInfo(file).suffix().toLower(); endings.contains(ending))
            last = ending;
        exportPlanTo(room, file);
    });
    chooser->open();
}

} // namespace blak::ui::rooms
