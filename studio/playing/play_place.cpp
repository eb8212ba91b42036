// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/play_place.h"

#include "client/scene/walker.h"
#include "formats/base/file_io.h"
#include "formats/roo/room.h"
#include "roomedit/roomcore/rebuild.h"
#include "roomedit/roomcore/room_document.h"
#include "ui/document_view.h"

#include <QFileInfo>

#include <algorithm>
#include <cmath>

namespace blak::ui::playing {
namespace {

constexpr double square = 1024;   ///< client units
constexpr int farthestStand = 64; ///< squares that are searched for a floor

/// The middle of the nearest square that has a floor; nothing when the room has none near by.
std::optional<space::Point> nearestFloor(const space::LoadedRoom& room, space::Point from)
{
    const double row = std::floor(from.y / square), column = std::floor(from.x / square);
    for (int ring = 0; ring <= farthestStand; ++ring)
        for (int down = -ring; down <= ring; ++down)
            for (int right = -ring; right <= ring; ++right) {
                if (std::max(std::abs(down), std::abs(right)) != ring)
                    continue;
                const space::Point at{(column + right + 0.5) * square, (row + down + 0.5) * square};
                if (room.sectorAt(at) != space::none)
                    return at;
            }
    return std::nullopt;
}

Result<std::vector<std::byte>> bytesOf(const roomcore::RoomDocument& room)
{
    return isSavedAsRoom(room) ? readFile(room.path()) : builtRoom(room);
}

} // namespace

play::PlayPlace standIn(const space::LoadedRoom& room, play::PlayPlace wanted)
{
    if (wanted.hasPoint && room.sectorAt({wanted.x, wanted.y}) != space::none)
        return wanted;
    if (const auto floor = wanted.hasPoint ? nearestFloor(room, {wanted.x, wanted.y}) : std::nullopt) {
        wanted.x = floor->x;
        wanted.y = floor->y;
        return wanted;
    }
    scene::Walker walker;
    walker.placeInside(room);
    wanted.hasPoint = true;
    wanted.x = walker.camera().x;
    wanted.y = walker.camera().y;
    wanted.angle = static_cast<int>(walker.camera().angle) & 4095;
    return wanted;
}

bool isSavedAsRoom(const roomcore::RoomDocument& room)
{
    return !room.isModified() && QString::fromStdString(room.path().string()).endsWith(QLatin1String(".roo"), Qt::CaseInsensitive);
}

Result<std::vector<std::byte>> builtRoom(const roomcore::RoomDocument& room)
{
    const auto copy = room.copy();
    if (!copy)
        return copy.error();
    auto rebuilt = roomcore::rebuild(copy.value()->room, *copy.value()->file);
    if (!rebuilt)
        return rebuilt.error();
    return roo::write(rebuilt.value().room);
}

std::optional<play::PlayPlace> placeOfCamera(const DocumentView& view)
{
    const auto room = std::dynamic_pointer_cast<roomcore::RoomDocument>(view.document());
    if (room == nullptr)
        return std::nullopt;
    play::PlayPlace place;
    place.room = QFileInfo(view.path()).completeBaseName() + QStringLiteral(".roo");
    const QVariantList camera = view.saveViewState().value(QStringLiteral("camera")).toList();
    if (camera.size() >= 4) {
        place.hasPoint = true;
        place.x = camera[0].toDouble();
        place.y = camera[1].toDouble();
        place.angle = static_cast<int>(camera[3].toDouble()) & 4095;
    }
    // The camera may look from outside.
    if (const auto bytes = bytesOf(*room))
        if (auto read = roo::read(bytes.value(), place.room.toStdString()))
            if (const auto loaded = space::LoadedRoom::load(std::move(read).value(), place.room.toStdString()))
                return standIn(loaded.value(), place);
    return place;
}

} // namespace blak::ui::playing
