// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/name_places.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace blak::ui::rooms {
namespace {

constexpr int mostRings = 6;       // heights of a name between a place and the name farthest from it
constexpr int directionsOfRing = 16;

bool leadToSameRoom(const RoomFacts::Exit& one, const RoomFacts::Exit& two)
{
    return one.to == two.to || (!one.roomFile.isEmpty() && one.roomFile == two.roomFile); // one room may have several numbers' names
}

bool meets(const QLineF& line, const QRectF& box)
{
    if (box.contains(line.p1()) || box.contains(line.p2()))
        return true;
    const std::array sides{QLineF(box.topLeft(), box.topRight()), QLineF(box.topRight(), box.bottomRight()),
                           QLineF(box.bottomRight(), box.bottomLeft()), QLineF(box.bottomLeft(), box.topLeft())};
    return std::ranges::any_of(sides, [&line](const QLineF& side) { return line.intersects(side) == QLineF::BoundedIntersection; });
}

QPointF nearestIn(const QRectF& box, QPointF to) { return {std::clamp(to.x(), box.left(), box.right()), std::clamp(to.y(), box.top(), box.bottom())}; }

} // namespace

QVector<QVector<qsizetype>> runsOfExits(const QVector<RoomFacts::Exit>& exits)
{
    QVector<QVector<qsizetype>> runs;
    QVector<bool> isDone(exits.size(), false);
    for (qsizetype first = 0; first < exits.size(); ++first) {
        if (isDone[first])
            continue;
        isDone[first] = true;
        QVector<qsizetype> run{first};
        for (qsizetype at = 0; at < run.size(); ++at)
            for (qsizetype other = first + 1; other < exits.size(); ++other) {
                const RoomFacts::Exit &one = exits[run[at]], &two = exits[other];
                if (isDone[other] || !leadToSameRoom(one, two) || std::abs(one.row - two.row) > 1 || std::abs(one.column - two.column) > 1)
                    continue;
                isDone[other] = true;
                run.append(other);
            }
        runs.append(run);
    }
    return runs;
}

QRectF EdgeMark::nameBox(QSizeF size, double gap) const
{
    const QRectF around = arrow.boundingRect();
    QRectF box(QPointF(), size);
    box.moveCenter(around.center());
    if (edge == RoomFacts::Edge::West)
        box.moveRight(around.left() - gap);
    else
        box.moveLeft(around.right() + gap);
    if (edge == RoomFacts::Edge::North)
        box.moveBottom(around.bottom());
    else if (edge == RoomFacts::Edge::South)
        box.moveTop(around.top());
    return box;
}

QVector<EdgeMark> edgeMarks(const QVector<RoomFacts::EdgeExit>& ways, const QRectF& area, const QRectF& seen, double unit)
{
    constexpr double away = 3, length = 9, half = 7, apart = 22; // units
    QVector<EdgeMark> marks;
    for (const auto edge : {RoomFacts::Edge::North, RoomFacts::Edge::East, RoomFacts::Edge::South, RoomFacts::Edge::West}) {
        QVector<qsizetype> here;
        for (qsizetype i = 0; i < ways.size(); ++i)
            if (ways[i].edge == edge && std::ranges::none_of(here, [&](qsizetype known) { return ways[known].to == ways[i].to; }))
                here.append(i);
        const bool isFlat = edge == RoomFacts::Edge::North || edge == RoomFacts::Edge::South;
        const double least = isFlat ? std::max(area.left(), seen.left()) : std::max(area.top(), seen.top());
        const double most = isFlat ? std::min(area.right(), seen.right()) : std::min(area.bottom(), seen.bottom());
        if (most - least < 2 * half * unit)
            continue; // nothing of that edge is seen
        const double middle = std::clamp(isFlat ? area.center().x() : area.center().y(), least + half * unit, most - half * unit);
        for (qsizetype i = 0; i < here.size(); ++i) {
            const double along = middle + (static_cast<double>(i) - static_cast<double>(here.size() - 1) / 2) * apart * unit;
            const double out = edge == RoomFacts::Edge::North || edge == RoomFacts::Edge::West ? -unit : unit;
            const double side = edge == RoomFacts::Edge::North   ? area.top()
                                : edge == RoomFacts::Edge::South ? area.bottom()
                                : edge == RoomFacts::Edge::West  ? area.left()
                                                                 : area.right();
            const auto point = [&](double across, double outwards) {
                return isFlat ? QPointF(along + across * unit, side + outwards * out) : QPointF(side + outwards * out, along + across * unit);
            };
            marks.append({edge, here[i], QPolygonF({point(-half, away), point(half, away), point(0, away + length)})});
        }
    }
    return marks;
}

qsizetype NamePlaces::ownerAt(QPointF point) const
{
    const auto found = std::ranges::find_if(places_, [point](const auto& place) { return place.first.contains(point); });
    return found == places_.end() ? nobody : found->second;
}

bool NamePlaces::isFree(const QRectF& box, qsizetype owner, double apart, qsizetype standsOn) const
{
    const auto isOf = [](const auto& place, qsizetype one) { return one != nobody && place.second == one; };
    const QRectF wide = box.adjusted(-apart, -apart, apart, apart);
    return within_.contains(box) && std::ranges::none_of(names_, [&box](const QRectF& name) { return name.intersects(box); }) &&
           std::ranges::none_of(leads_, [&box](const QLineF& lead) { return meets(lead, box); }) &&
           std::ranges::none_of(places_, [&](const auto& place) {
               return !isOf(place, owner) && !(isOf(place, standsOn) && place.first.contains(box)) && place.first.intersects(wide);
           });
}

bool NamePlaces::isFree(const QLineF& lead, qsizetype owner) const
{
    return std::ranges::none_of(names_, [&lead](const QRectF& name) { return meets(lead, name); }) &&
           std::ranges::none_of(leads_, [&lead](const QLineF& other) { return lead.intersects(other) == QLineF::BoundedIntersection; }) &&
           std::ranges::none_of(places_, [&](const auto& place) { return (place.second != owner || owner == nobody) && meets(lead, place.first); });
}

bool NamePlaces::take(const QRectF& box, qsizetype owner)
{
    if (!isFree(box, owner, 0))
        return false;
    names_.append(box);
    return true;
}

std::optional<NamePlaces::Place> NamePlaces::find(const QRectF& around, QSizeF size, qsizetype owner, Far far, qsizetype standsOn)
{
    const QPointF middle = around.center();
    const double width = size.width(), height = size.height();
    const auto rounded = [&size](QPointF corner) { return QRectF(QPointF(std::round(corner.x()), std::round(corner.y())), size); };
    const std::array beside{QPointF(around.right() + gap_, middle.y() - height / 2), QPointF(around.left() - gap_ - width, middle.y() - height / 2),
                            QPointF(middle.x() - width / 2, around.bottom() + gap_), QPointF(middle.x() - width / 2, around.top() - gap_ - height),
                            QPointF(around.right() + gap_, around.bottom()), QPointF(around.right() + gap_, around.top() - height),
                            QPointF(around.left() - gap_ - width, around.bottom()), QPointF(around.left() - gap_ - width, around.top() - height)};
    for (const bool sparing : {true, false}) {
        if (!sparing && far == Far::Sparing)
            break;
        const auto tryAt = [&](QPointF corner) -> std::optional<Place> {
            const QRectF box = rounded(corner);
            if (!isFree(box, owner, 2 * gap_, standsOn) ||
                (sparing && std::ranges::any_of(spared_, [&box](const QRectF& place) { return place.intersects(box); })))
                return {};
            names_.append(box);
            return Place{box};
        };
        for (const QPointF& corner : beside)
            if (auto found = tryAt(corner))
                return found;
        if (around.width() >= width && around.height() >= height) // within it: from near it is larger than its name
            if (auto found = tryAt(middle - QPointF(width / 2, height / 2)))
                return found;
    }
    if (far != Far::Yes)
        return {};
    for (int ring = 1; ring <= mostRings; ++ring)
        for (int i = 0; i < directionsOfRing; ++i) {
            const double turn = 2 * M_PI * i / directionsOfRing, away = ring * height;
            const QPointF way(std::cos(turn), std::sin(turn));
            const QPointF centre = middle + QPointF(way.x() * (around.width() / 2 + width / 2 + away), way.y() * (around.height() / 2 + height / 2 + away));
            const QRectF box = rounded(centre - QPointF(width / 2, height / 2));
            const QPointF end = nearestIn(around, box.center());
            const QLineF lead(nearestIn(box, end), end);
            if (!isFree(box, owner, 2 * gap_) || !isFree(lead, owner == nobody ? standsOn : owner))
                continue;
            names_.append(box);
            leads_.append(lead);
            return Place{box, lead};
        }
    return {};
}

} // namespace blak::ui::rooms
