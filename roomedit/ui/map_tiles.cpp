// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/map_tiles.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace blak::ui::rooms {
namespace {

constexpr qsizetype mostTiles = 96; // some 96 MB
constexpr int preloadTiles = 1;     // around what is visible

int floorDivide(int value, int by) { return static_cast<int>(std::floor(static_cast<double>(value) / by)); }

QRect tilesOf(const QRect& area)
{
    return {QPoint(floorDivide(area.left(), mapTileSide), floorDivide(area.top(), mapTileSide)),
            QPoint(floorDivide(area.right(), mapTileSide), floorDivide(area.bottom(), mapTileSide))};
}

} // namespace

MapTiles::MapTiles(QObject* parent) : QObject(parent) { pool_.setMaxThreadCount(std::clamp(QThread::idealThreadCount(), 1, 4)); }

MapTiles::~MapTiles()
{
    ++generation_;
    pool_.clear();
    pool_.waitForDone();
}

void MapTiles::setLook(MapLook look)
{
    ++generation_;
    pool_.clear();
    pending_.clear();
    stale_.clear();
    if (!tiles_.isEmpty()) {
        oldTiles_ = std::exchange(tiles_, {});
        oldScale_ = look_.scale;
    }
    if (look.index != look_.index)
        oldTiles_.clear();
    look_ = std::move(look);
    shared_ = std::make_shared<const MapLook>(look_);
}

void MapTiles::setRoom(std::shared_ptr<const MapIndex> index, const QRectF& area)
{
    look_.index = std::move(index);
    shared_ = std::make_shared<const MapLook>(look_);
    ++edition_;
    constexpr double margin = 12; // pixels: lines and vertices are wider than their places
    const QRectF pixels = QRectF(QPointF(area.left() * look_.scale, -area.bottom() * look_.scale),
                                 QPointF(area.right() * look_.scale, -area.top() * look_.scale))
                              .adjusted(-margin, -margin, margin, margin);
    const auto isTouched = [&](QPoint tile) {
        return !area.isNull() && pixels.intersects(QRectF(tile.x() * mapTileSide, tile.y() * mapTileSide, mapTileSide, mapTileSide));
    };
    for (auto tile = tiles_.cbegin(); tile != tiles_.cend(); ++tile)
        if (isTouched(tile.key()))
            stale_.insert(tile.key());
    for (const QPoint tile : std::as_const(pending_))
        if (isTouched(tile))
            stale_.insert(tile); // what comes is of the room before
}

void MapTiles::sleep()
{
    constexpr int smaller = 4; // a sixteenth of the memory; a window full of tiles is 17 MB
    ++generation_;
    pool_.clear();
    pending_.clear();
    if (tiles_.isEmpty())
        return;
    oldTiles_ = std::exchange(tiles_, {});
    oldScale_ = look_.scale;
    for (QImage& tile : oldTiles_)
        tile = tile.scaled(tile.size() / smaller, Qt::IgnoreAspectRatio, Qt::FastTransformation);
}

void MapTiles::paint(QPainter& painter, const QRect& area, bool complete)
{
    if (look_.index == nullptr)
        return;
    const QRect visible = tilesOf(area);
    const QRect wanted = visible.adjusted(-preloadTiles, -preloadTiles, preloadTiles, preloadTiles);

    bool missing = false;
    for (int y = visible.top(); y <= visible.bottom(); ++y)
        for (int x = visible.left(); x <= visible.right(); ++x) {
            const QPoint tile(x, y);
            if (tiles_.contains(tile) && !(complete && stale_.contains(tile)))
                continue;
            if (complete) {
                tiles_.insert(tile, paintMapTile(look_, tile));
                stale_.remove(tile);
            } else {
                missing = true;
            }
        }
    if (missing) {
        const double stretch = look_.scale / oldScale_;
        for (auto old = oldTiles_.cbegin(); old != oldTiles_.cend(); ++old) {
            const QRectF place(old.key().x() * mapTileSide * stretch - area.left(),
                               old.key().y() * mapTileSide * stretch - area.top(), mapTileSide * stretch, mapTileSide * stretch);
            if (place.intersects(QRectF(0, 0, area.width(), area.height())))
                painter.drawImage(place, old.value());
        }
    } else {
        oldTiles_.clear();
    }

    for (int y = visible.top(); y <= visible.bottom(); ++y)
        for (int x = visible.left(); x <= visible.right(); ++x) {
            const auto found = tiles_.constFind(QPoint(x, y));
            if (found != tiles_.constEnd())
                painter.drawImage(QPoint(x * mapTileSide - area.left(), y * mapTileSide - area.top()), *found);
        }
    if (complete)
        return;

    if (pending_.size() > 2 * wanted.width() * wanted.height()) { // of places that were scrolled away
        pool_.clear();
        pending_.clear();
    }
    const QPoint centre = visible.center();
    QVector<QPoint> order;
    for (int y = wanted.top(); y <= wanted.bottom(); ++y)
        for (int x = wanted.left(); x <= wanted.right(); ++x)
            order.append(QPoint(x, y));
    std::sort(order.begin(), order.end(), [centre](QPoint a, QPoint b) {
        return QPoint::dotProduct(a - centre, a - centre) < QPoint::dotProduct(b - centre, b - centre);
    });
    for (const QPoint tile : order)
        if (visible.contains(tile) || !missing)
            request(tile);
    dropFarTiles(wanted);
}

void MapTiles::request(QPoint tile)
{
    if ((tiles_.contains(tile) && !stale_.contains(tile)) || pending_.contains(tile))
        return;
    pending_.insert(tile);
    const quint64 generation = generation_;
    pool_.start([this, tile, generation, edition = edition_, look = shared_] {
        if (generation != generation_)
            return;
        const QImage image = paintMapTile(*look, tile);
        QMetaObject::invokeMethod(
            this, [this, tile, generation, edition, image] { takeTile(tile, generation, edition, image); },
            Qt::QueuedConnection);
    });
}

void MapTiles::takeTile(QPoint tile, quint64 generation, quint64 edition, const QImage& image)
{
    if (generation != generation_)
        return;
    pending_.remove(tile);
    if (edition == edition_)
        stale_.remove(tile); // else it is nearer to the truth than what was there, and asked for again
    tiles_.insert(tile, image);
    ++tilesPainted_;
    emit tileReady();
}

void MapTiles::dropFarTiles(const QRect& tiles)
{
    if (tiles_.size() <= std::max<qsizetype>(mostTiles, 2ll * tiles.width() * tiles.height()))
        return;
    tiles_.removeIf([&tiles](const auto& entry) { return !tiles.contains(entry.key()); });
}

} // namespace blak::ui::rooms
