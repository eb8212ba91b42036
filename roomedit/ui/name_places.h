// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/room_facts.h"

#include <QLineF>
#include <QPolygonF>
#include <QRectF>
#include <QVector>

#include <optional>

namespace blak::ui::rooms {

/// Squares beside each other that lead to the same room: a gate is several squares wide and has one name. By their numbers.
QVector<QVector<qsizetype>> runsOfExits(const QVector<RoomFacts::Exit>& exits);

/// Where one leaves over an edge: an arrow outside of the room, in the middle of that edge.
struct EdgeMark
{
    RoomFacts::Edge edge = RoomFacts::Edge::North;
    qsizetype way = 0; ///< its number
    QPolygonF arrow;
    /// Where its name stands best: outside of the room, too.
    QRectF nameBox(QSizeF size, double gap) const;
};
/// For each edge and room one, those of one edge beside each other. `area` is where people may walk, y down; an arrow stays in what
/// is `seen` of its edge; `unit` is a pixel or a point.
QVector<EdgeMark> edgeMarks(const QVector<RoomFacts::EdgeExit>& ways, const QRectF& area, const QRectF& seen, double unit);

/// Finds places for names beside what they name, on the map and on paper: no name lies on another, nor on what another names. All
/// lengths are in the units of whoever paints.
class NamePlaces
{
public:
    /// `gap` is between a name and its place; names keep twice that from the places of others.
    NamePlaces(const QRectF& within, double gap) : within_(within), gap_(gap) {}

    /// What a name may not lie on, except the names of its owner; a number of the caller, none for nobody's.
    static constexpr qsizetype nobody = -1;
    void keepFree(const QRectF& place, qsizetype owner = nobody) { places_.append({place, owner}); }
    /// What a name leaves free where there is another place for it.
    void spare(const QRectF& place) { spared_.append(place); }

    struct Place
    {
        QRectF box;
        std::optional<QLineF> lead = {}; ///< from the name to its place, where it could not stand beside it
    };
    enum class Far : char { No, Yes, Sparing }; ///< Sparing: not far, and only where nothing lies that is spared
    /// Beside a place, else farther off with a line to it; nothing: there is no place. What was found is taken. What stands on the place
    /// of another (`standsOn` is its owner) may have its name all within that, or a line out of it.
    std::optional<Place> find(const QRectF& around, QSizeF size, qsizetype owner, Far far, qsizetype standsOn = nobody);
    /// Whose place a point is on.
    qsizetype ownerAt(QPointF point) const;
    /// Takes a place; false: it is taken, or lies on what another names.
    bool take(const QRectF& box, qsizetype owner = nobody);

private:
    bool isFree(const QRectF& box, qsizetype owner, double apart, qsizetype standsOn = nobody) const;
    bool isFree(const QLineF& lead, qsizetype owner) const;

    QRectF within_;
    double gap_;
    QVector<std::pair<QRectF, qsizetype>> places_;
    QVector<QRectF> spared_, names_;
    QVector<QLineF> leads_;
};

} // namespace blak::ui::rooms
