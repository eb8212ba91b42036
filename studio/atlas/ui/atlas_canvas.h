// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/atlas/atlas_layout.h"
#include "ui/zoom_canvas.h"

#include <QHash>
#include <QLineF>
#include <QSet>
#include <QString>
#include <QVector>

#include <utility>
#include <vector>

namespace blak::ui::atlas {

/// The rooms of a project as boxes, exits as lines: thick over an edge, thin through doors. A line that passes the box of another room
/// ends before it and goes on through it thin and dotted: only a line that touches a box leads there. Those of the room where one is
/// stand out, the others pale. From near, a box has the plan of its room. The wheel zooms at the cursor, a drag moves, a click opens. Rooms whose Blakod moves something by tags have their number in the corner. Unit: one cell of the layout across.
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

    /// Pieces of the line of an exit that are drawn as such, widget coordinates: not those behind boxes of other rooms. Empty where
    /// another exit between the same rooms has the line.
    QVector<QLineF> openPiecesOf(std::size_t exit) const;
    /// Whether boxes are large enough for the plans of their rooms.
    bool showsPlans() const;
    /// Lines of a room's plan, y down, any unit: fitted into its box. Empty: it has none that can be read.
    void setPlan(int room, const QVector<QLineF>& lines);
    bool hasPlan(int room) const;
    QRectF planBoxOf(int room) const; ///< widget coordinates; empty where none is drawn

    QSize sizeHint() const override { return {960, 640}; }

signals:
    void roomClicked(int room);
    /// Its number of tags was clicked.
    void tagsClicked(int room, QPoint globalPoint);
    /// The right button.
    void menuRequested(int room, QPoint globalPoint);
    /// The plan of a room that is seen is not here yet; asked once for each room. setPlan() answers.
    void planWanted(int room);
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
    struct Way
    {
        std::size_t exit = 0;
        bool overEdge = false;
        std::vector<std::size_t> behind = {}; ///< rooms whose boxes the line passes
    };
    struct Plan
    {
        QVector<QLineF> lines;
        QRectF bounds;
    };
    QLineF lineOf(const Way& way) const; ///< widget coordinates
    QVector<QLineF> openPieces(const Way& way) const;
    bool isHere(const Way& way) const;
    void collectWays();
    void paintExits(QPainter& painter) const;
    void paintPassing(QPainter& painter) const;
    void paintPlan(QPainter& painter, int room) const;
    void askForPlans();
    void paintRoomBox(QPainter& painter, std::size_t room) const;
    void paintRoom(QPainter& painter, std::size_t room) const;
    QString describe(int room) const;
    QString titleOf(int room) const;

    blak::atlas::AtlasGraph graph_;
    std::vector<blak::atlas::MapCell> cells_;
    QVector<bool> found_; ///< empty: nothing is sought
    std::vector<int> ways_, byWays_; ///< of each room; rooms with the most first
    std::vector<Way> lines_; ///< one for each two rooms; edges first
    QHash<int, Plan> plans_;
    QSet<int> asked_;
    QRectF whole_;
    int hovered_ = -1, current_ = -1, lastShown_ = -1;
    QPointF pressed_;
    bool isClick_ = false;
};

} // namespace blak::ui::atlas
