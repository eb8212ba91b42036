// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/play_place.h"

#include "client/scene/viewpoint.h"
#include "client/scene/walker.h"
#include "formats/base/file_io.h"
#include "formats/roo/room.h"
#include "formats/space/movement.h"
#include "roomedit/roomcore/rebuild.h"
#include "roomedit/roomcore/room_document.h"
#include "ui/document_view.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <cmath>
#include <numbers>

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

constexpr double nearestWall = 144; ///< client units: servers refuse steps along walls nearer than 120, and places are told in units of 16
constexpr double onTheWall = 24;    ///< client units: rounded, one may stand on its other side
constexpr double farthestAside = 1024, asideStep = 64;
constexpr double farthestFromThings = 4096; ///< client units
constexpr int asideDirections = 16;

double distanceTo(const space::LoadedWall& wall, space::Point at)
{
    const double dx = wall.end.x - wall.start.x, dy = wall.end.y - wall.start.y, length2 = dx * dx + dy * dy;
    const double part = length2 > 0 ? std::clamp(((at.x - wall.start.x) * dx + (at.y - wall.start.y) * dy) / length2, 0.0, 1.0) : 0;
    return std::hypot(wall.start.x + part * dx - at.x, wall.start.y + part * dy - at.y);
}

/// Whether nothing that stops is nearer than `keep`, and one does not stand on an edge that stops from its other side.
bool standsFree(const space::LoadedRoom& room, space::Point at, double keep)
{
    const space::Index sector = room.sectorAt(at);
    if (sector == space::none)
        return false;
    const double floor = room.floorHeight(sector, at);
    return std::ranges::none_of(room.walls(), [&](const space::LoadedWall& wall) {
        const double side = (wall.end.x - wall.start.x) * (at.y - wall.start.y) - (wall.end.y - wall.start.y) * (at.x - wall.start.x);
        const double distance = distanceTo(wall, at);
        const auto stopsFrom = [&](space::WallSide from, double height) { return space::wallStops(room, wall, from, height, space::Mover::player()); };
        if (distance < keep && stopsFrom(side > 0 ? space::WallSide::Plus : space::WallSide::Minus, floor))
            return true;
        const auto floorOn = [&](space::WallSide which) { return wall.sector(which) == space::none ? floor : room.floorHeight(wall.sector(which), at); };
        return distance < onTheWall && (stopsFrom(space::WallSide::Plus, floorOn(space::WallSide::Plus)) ||
                                        stopsFrom(space::WallSide::Minus, floorOn(space::WallSide::Minus)));
    });
}

/// The nearest place that is good and to which one could walk; `from` itself when there is none near by.
template <class Good>
space::Point nearestGood(const space::LoadedRoom& room, space::Point from, double farthest, Good good)
{
    for (double aside = asideStep; aside <= farthest; aside += asideStep)
        for (int i = 0; i < asideDirections; ++i) {
            const double turn = 2 * std::numbers::pi * i / asideDirections;
            const space::Point at{from.x + aside * std::cos(turn), from.y + aside * std::sin(turn)};
            if (good(at) && space::canMove(room, space::Mover::player(), from, at))
                return at;
        }
    return from;
}

/// The nearest place from which one can go in any direction; where one stands when there is none near by.
space::Point awayFromWalls(const space::LoadedRoom& room, space::Point from)
{
    if (standsFree(room, from, nearestWall))
        return from;
    return nearestGood(room, from, farthestAside, [&](space::Point at) { return standsFree(room, at, space::Mover::player().radius); });
}

/// The nearest place that is a square away from everything that stands there; where one stands when there is none near by.
space::Point awayFromThings(const space::LoadedRoom& room, space::Point from, const QVector<QPointF>& things)
{
    const auto isClear = [&things](space::Point at) {
        return std::ranges::none_of(things, [at](QPointF thing) { return std::hypot(thing.x() - at.x, thing.y() - at.y) < square; });
    };
    if (isClear(from))
        return from;
    return nearestGood(room, from, farthestFromThings, [&](space::Point at) { return isClear(at) && standsFree(room, at, nearestWall); });
}

Result<std::vector<std::byte>> bytesOf(const roomcore::RoomDocument& room)
{
    return isSavedAsRoom(room) ? readFile(room.path()) : builtRoom(room);
}

} // namespace

play::PlayPlace standIn(const space::LoadedRoom& room, play::PlayPlace wanted, const QVector<QPointF>& things)
{
    std::optional<space::Point> floor;
    if (wanted.hasPoint && room.sectorAt({wanted.x, wanted.y}) != space::none)
        floor = space::Point{wanted.x, wanted.y};
    else if (wanted.hasPoint)
        floor = nearestFloor(room, {wanted.x, wanted.y});
    if (!floor) {
        scene::Walker walker;
        walker.placeInside(room);
        floor = space::Point{walker.camera().x, walker.camera().y};
        wanted.angle = static_cast<int>(walker.camera().angle) & 4095;
    }
    const space::Point free = awayFromThings(room, awayFromWalls(room, *floor), things);
    wanted.hasPoint = true;
    wanted.x = free.x;
    wanted.y = free.y;
    if (wanted.angle < 0)
        wanted.angle = static_cast<int>(scene::widestAngle(room, free, scene::Walker::eyeHeight)) & 4095;
    return wanted;
}

std::optional<space::LoadedRoom> roomOf(std::span<const std::byte> bytes, const QString& name)
{
    auto read = roo::read(bytes, name.toStdString());
    if (!read)
        return std::nullopt;
    auto room = space::LoadedRoom::load(std::move(read).value(), name.toStdString());
    return room ? std::optional(std::move(room).value()) : std::nullopt;
}

play::PlayPlace standInFile(const std::filesystem::path& file, const play::PlayPlace& wanted, const QVector<QPointF>& things)
{
    const auto bytes = readFile(file);
    const auto room = bytes ? roomOf(bytes.value(), QString::fromStdString(file.filename().string())) : std::nullopt;
    return room ? standIn(*room, wanted, things) : wanted;
}

const project::NamedClass* classOf(const DocumentView& view, const QString& projectRoot, const project::ProjectNames& names)
{
    if (!view.path().endsWith(QLatin1String(".kod"), Qt::CaseInsensitive))
        return nullptr;
    const std::filesystem::path path = QDir(projectRoot).relativeFilePath(view.path()).toStdString();
    const int line = view.saveViewState().value(QStringLiteral("line")).toInt() + 1; // views count from 0
    const project::NamedClass* found = nullptr;
    for (const project::NamedClass& one : names.classes)
        if (one.path == path && (found == nullptr || (one.line <= line ? one.line > found->line || found->line > line : one.line < found->line && found->line > line)))
            found = &one;
    return found;
}

std::optional<play::PlayPlace> placeOfClass(const DocumentView& view, const QString& projectRoot, const project::ProjectNames& names)
{
    const project::NamedClass* type = classOf(view, projectRoot, names);
    const std::string_view file = type == nullptr ? std::string_view() : names.roomOf(*type);
    if (file.empty())
        return std::nullopt;
    play::PlayPlace place;
    place.room = QString::fromUtf8(file.data(), static_cast<qsizetype>(file.size()));
    place.type = QString::fromStdString(type->name);
    place.ofClass = true;
    for (const project::NamedClass& one : names.classes)
        if (names.inherits(one, type->name))
            place.heirs << QString::fromStdString(one.name);
    return place;
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
        if (const auto loaded = roomOf(bytes.value(), place.room))
            return standIn(*loaded, place);
    return place;
}

} // namespace blak::ui::playing
