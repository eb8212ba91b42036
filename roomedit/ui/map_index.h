// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/space/loaded_room.h"

#include <QPainterPath>
#include <QPointF>
#include <QPolygonF>
#include <QRectF>
#include <QString>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

namespace blak::ui::rooms {

/// How a line is drawn in the top view: colour, width and dash follow from it (design language, "The map").
enum class LineKind : std::uint8_t { OneSided, Passable, Impassable, Tagged };

/// A point in the three coordinate systems of a room (formats.md section 1.4).
struct Place
{
    QPointF editor;          ///< editor units, y up
    space::Point client;     ///< client units, y down, from the north-west corner of the playable rectangle
    space::GridPlace server; ///< may lie outside of the grid
};

/// What a room looks like from above, worked out once when it is opened: kinds of lines, convex pieces of the sectors, and a
/// coarse grid that answers "what is here" without looking at every line. Immutable, so the painters of several threads may share
/// it.
class MapIndex
{
public:
    /// A piece of a sector's floor, from the BSP tree: convex, except where the sector is open and only what lies within is left of it.
    struct Leaf
    {
        int sector = 0;    ///< from 0
        QPolygonF outline; ///< editor units
        QRectF bounds;
    };

    struct Vertex
    {
        QPoint point;               ///< editor units
        std::span<const int> lines; ///< that start or end here
    };

    struct LineInfo
    {
        LineKind kind = LineKind::OneSided;
        int tag = 0; ///< user id of a side, or of a sector beside it; 0 = none
    };

    struct SectorInfo
    {
        std::span<const int> lines, leaves;
        QRectF bounds;
        double area = 0;    ///< square editor units
        QPointF labelPoint; ///< inside the largest leaf
        bool isGuessed = false; ///< its lines close nowhere: its leaves are what the tree gives it within the hull of them
    };

    /// `loaded` is null where the tree cannot be used; then there are lines, but no leaves.
    MapIndex(std::shared_ptr<const roo::Room> room, std::shared_ptr<const space::LoadedRoom> loaded);
    MapIndex(const MapIndex&) = delete; // its spans look into itself
    MapIndex& operator=(const MapIndex&) = delete;

    const roo::Room& room() const { return *room_; }
    const std::shared_ptr<const space::LoadedRoom>& loaded() const { return loaded_; }
    const roo::PlayableRectangle& playable() const { return playable_; }
    const std::vector<Leaf>& leaves() const { return leaves_; }
    const std::vector<Vertex>& vertices() const { return vertices_; }
    const LineInfo& line(int index) const { return lines_[static_cast<std::size_t>(index)]; }
    const SectorInfo& sector(int index) const { return sectors_[static_cast<std::size_t>(index)]; }
    /// Of everything that is drawn, editor units.
    QRectF bounds() const { return bounds_; }
    int lowestFloor() const { return lowestFloor_; }
    int highestFloor() const { return highestFloor_; }

    QPointF start(int line) const;
    QPointF end(int line) const;
    Place place(QPointF editor) const;
    QPointF editorFromClient(space::Point client) const;
    /// The centre of a server square (row and column from 1), editor units.
    QPointF centreOfSquare(int row, int column) const;

    /// Sector under a point, from 0; -1 outside, and where an open sector spills over its lines.
    int sectorAt(QPointF editor) const;
    /// Lines within `reach` editor units, nearest first.
    std::vector<int> linesNear(QPointF editor, double reach) const;
    std::vector<int> verticesNear(QPointF editor, double reach) const;
    /// Things within `reach` editor units, nearest first.
    std::vector<int> thingsNear(QPointF editor, double reach) const;
    /// Lines and leaves that may touch a rectangle (editor units), each once, ascending.
    std::vector<int> linesIn(const QRectF& area) const;
    std::vector<int> leavesIn(const QRectF& area) const;
    std::vector<int> verticesIn(const QRectF& area) const;

    /// Sector beside a line (from 0), -1 where there is none. The plus side is the right-hand side from start to end.
    int sectorBeside(int line, bool plus) const;

private:
    struct Buckets
    {
        std::vector<std::uint32_t> first; ///< columns * rows + 1 entries into `items`
        std::vector<std::int32_t> items;
        std::vector<std::int32_t> wide; ///< items over so many cells that they are looked at every time
    };

    void classifyLines();
    void findOpenSectors();
    QPolygonF hullOf(int sector) const;
    void collectLeaves();
    void collectVertices();
    void collectSectors();
    QRectF lineBounds(std::size_t line) const;
    template <typename RectOf>
    Buckets fill(std::size_t count, const RectOf& rectOf) const;
    template <typename RectOf>
    std::vector<int> itemsIn(const Buckets& buckets, const QRectF& area, const RectOf& rectOf) const;

    std::shared_ptr<const roo::Room> room_;
    std::shared_ptr<const space::LoadedRoom> loaded_;
    roo::PlayableRectangle playable_;
    std::vector<LineInfo> lines_;
    std::map<int, QPainterPath> openAreas_; ///< of sectors that are not closed: what their lines bound all the same
    std::set<int> guessed_;                 ///< of those: where nothing is bounded
    std::vector<Leaf> leaves_;
    std::vector<Vertex> vertices_;
    std::vector<SectorInfo> sectors_;
    std::vector<int> vertexLines_, sectorLines_, sectorLeaves_; ///< one after the other
    QRectF bounds_;
    int lowestFloor_ = 0, highestFloor_ = 0;
    double cell_ = 256;
    int columns_ = 1, rows_ = 1;
    Buckets lineBuckets_, leafBuckets_, vertexBuckets_;
};

} // namespace blak::ui::rooms
