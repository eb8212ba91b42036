// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/ui/map_tile_painter.h"

#include <QHash>
#include <QObject>
#include <QSet>
#include <QThreadPool>

#include <atomic>

class QPainter;

namespace blak::ui::rooms {

/// The still part of the map as tiles, painted in worker threads and kept, so that panning is copying. While tiles of a new zoom
/// or look are on their way, the old ones are shown stretched.
class MapTiles : public QObject
{
    Q_OBJECT

public:
    explicit MapTiles(QObject* parent = nullptr);
    ~MapTiles() override;

    void setLook(MapLook look);
    /// A look that differs only in the room, and there only within an area (editor units): tiles beside it stay, those within are
    /// shown until their successors are painted.
    void setRoom(std::shared_ptr<const MapIndex> index, const QRectF& area);
    const MapLook& look() const { return look_; }

    /// Paints the device pixels `area` (origin: the editor origin) to the top left of `painter`, which counts in device pixels.
    /// `complete`: paints missing tiles at once instead of asking for them.
    void paint(QPainter& painter, const QRect& area, bool complete);

    /// Nobody looks: keeps small copies of the tiles, to be shown until they are painted again.
    void sleep();

    int tilesPainted() const { return tilesPainted_; }

signals:
    void tileReady();

private:
    void request(QPoint tile);
    void takeTile(QPoint tile, quint64 generation, quint64 edition, const QImage& image);
    void dropFarTiles(const QRect& tiles);

    MapLook look_;
    std::shared_ptr<const MapLook> shared_; ///< the copy that workers read
    QHash<QPoint, QImage> tiles_;
    QHash<QPoint, QImage> oldTiles_;
    double oldScale_ = 1;
    QSet<QPoint> pending_;
    QSet<QPoint> stale_;   ///< shown, but of an earlier room
    quint64 edition_ = 0; ///< counts the rooms of a look
    std::atomic<quint64> generation_ = 0;
    QThreadPool pool_;
    int tilesPainted_ = 0;
};

} // namespace blak::ui::rooms
