// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/atlas/atlas_layout.h"
#include "ui/zoom_canvas.h"

#include <QString>
#include <QVector>

#include <utility>
#include <vector>

namespace blak::ui::atlas {

/// The rooms of a project as boxes, exits as lines: green and thick over an edge, thin through doors. The wheel zooms at the cursor, a
/// drag moves, a click opens. Rooms whose Blakod moves something by tags have their number in the corner. Unit: one cell of the layout across.
class AtlasCanvas : public ZoomCanvas
{
    Q_OBJECT

public:
    explicit AtlasCanvas(QWidget* parent = nullptr);

    void setProject(blak::atlas::AtlasGraph graph);
    const blak::atlas::AtlasGraph& graph() const { return graph_; }
    /// Rooms whose class, title, number or file have the text; the others pale. Empty: all. How many.
    int find(const QString& text);
    /// Brings the next one that was found into the middle; -1: none.
    int showNextFound();
    /// Marked as where one is; -1: none.
    void setCurrent(int room);
    QPointF pointOfRoom(int room) const; ///< its middle, widget coordinates
    int roomAt(QPointF point) const;     ///< -1: none
    /// How many exits lead to a room and away from it.
    int waysOf(int room) const { return ways_[static_cast<std::size_t>(room)]; }
    /// Rooms whose names stand beside their boxes, since these are too small: where one is, then those with the most ways, as far as
    /// there is room. With the place of each name, widget coordinates.
    std::vector<std::pair<int, QRectF>> farNames() const;
    /// Where the number of a room's tags stands, widget coordinates; empty where it is not drawn.
    QRectF tagBoxOf(int room) const;

    QSize sizeHint() const override { return {960, 640}; }

signals:
    void roomClicked(int room);
    /// Its number of tags was clicked.
    void tagsClicked(int room, QPoint globalPoint);
    /// The right button.
    void menuRequested(int room, QPoint globalPoint);
    /// In words; empty where the mouse is over none.
    void hovered(const QString& sentence);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QRectF wholeArea() const override { return whole_; }
    double fittingZoom(const QRectF& area) const override;
    double allowedZoom(double wanted) const override;
    double steppedZoom(double zoom, int steps) const override;
    QRectF boxOf(std::size_t room) const; ///< cells
    QRectF onScreen(const QRectF& box) const;
    void paintExits(QPainter& painter) const;
    void paintRoom(QPainter& painter, std::size_t room) const;
    QString describe(int room) const;
    QString titleOf(int room) const;

    blak::atlas::AtlasGraph graph_;
    std::vector<blak::atlas::MapCell> cells_;
    QVector<bool> found_; ///< empty: nothing is sought
    std::vector<int> ways_, byWays_; ///< of each room; rooms with the most first
    QRectF whole_;
    int hovered_ = -1, current_ = -1, lastShown_ = -1;
    QPointF pressed_;
    bool isClick_ = false;
};

} // namespace blak::ui::atlas
