// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/map_index.h"

#include "formats/space/open_sectors.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace blak::ui::rooms {
namespace {

constexpr int mostCellsPerAxis = 256;
constexpr int mostCellsPerItem = 128; // keeps the grid O(n) for hostile rooms

double distanceToSegment(QPointF p, QPointF a, QPointF b)
{
    const QPointF along = b - a;
    const double squared = QPointF::dotProduct(along, along);
    const double t = squared > 0 ? std::clamp(QPointF::dotProduct(p - a, along) / squared, 0.0, 1.0) : 0.0;
    const QPointF off = p - (a + t * along);
    return std::hypot(off.x(), off.y());
}

double areaOf(const QPolygonF& outline)
{
    double twice = 0;
    for (qsizetype i = 0; i < outline.size(); ++i) {
        const QPointF& a = outline[i];
        const QPointF& b = outline[(i + 1) % outline.size()];
        twice += a.x() * b.y() - b.x() * a.y();
    }
    return std::abs(twice) / 2;
}

QPointF middleOf(const QPolygonF& outline)
{
    QPointF sum;
    for (const QPointF& point : outline)
        sum += point;
    return outline.isEmpty() ? sum : sum / static_cast<double>(outline.size());
}

QRectF around(QPointF point, double reach) { return {point.x() - reach, point.y() - reach, 2 * reach, 2 * reach}; }

template <typename Distance>
std::vector<int> nearestFirst(const std::vector<int>& items, double reach, const Distance& distanceTo)
{
    std::vector<std::pair<double, int>> hits;
    for (const int item : items)
        if (const double distance = distanceTo(item); distance <= reach)
            hits.emplace_back(distance, item);
    std::sort(hits.begin(), hits.end());
    std::vector<int> sorted;
    for (const auto& hit : hits)
        sorted.push_back(hit.second);
    return sorted;
}

void extend(QRectF& bounds, bool& any, QPointF p)
{
    if (!any)
        bounds = QRectF(p, p);
    any = true;
    bounds.setLeft(std::min(bounds.left(), p.x()));
    bounds.setRight(std::max(bounds.right(), p.x()));
    bounds.setTop(std::min(bounds.top(), p.y()));
    bounds.setBottom(std::max(bounds.bottom(), p.y()));
}

} // namespace

MapIndex::MapIndex(std::shared_ptr<const roo::Room> room, std::shared_ptr<const space::LoadedRoom> loaded)
    : room_(std::move(room)), loaded_(std::move(loaded)), playable_(roo::playableRectangle(*room_))
{
    bool any = false;
    for (std::size_t i = 0; i < room_->linedefs.size(); ++i) {
        extend(bounds_, any, start(static_cast<int>(i)));
        extend(bounds_, any, end(static_cast<int>(i)));
    }
    extend(bounds_, any, QPointF(playable_.left, playable_.bottom));
    extend(bounds_, any, QPointF(playable_.right, playable_.top));

    const double largest = std::max({bounds_.width(), bounds_.height(), 1.0});
    cell_ = std::max(128.0, largest / mostCellsPerAxis);
    columns_ = 1 + static_cast<int>(bounds_.width() / cell_);
    rows_ = 1 + static_cast<int>(bounds_.height() / cell_);

    classifyLines();
    lineBuckets_ = fill(room_->linedefs.size(), [this](std::size_t i) { return lineBounds(i); });
    findOpenSectors();
    collectLeaves();
    leafBuckets_ = fill(leaves_.size(), [this](std::size_t i) { return leaves_[i].bounds; });
    collectVertices();
    vertexBuckets_ = fill(vertices_.size(), [this](std::size_t i) { return QRectF(vertices_[i].point, vertices_[i].point); });
    collectSectors();
}

QPointF MapIndex::start(int line) const
{
    const roo::Linedef& def = room_->linedefs[static_cast<std::size_t>(line)];
    return {static_cast<double>(def.x0), static_cast<double>(def.y0)};
}

QPointF MapIndex::end(int line) const
{
    const roo::Linedef& def = room_->linedefs[static_cast<std::size_t>(line)];
    return {static_cast<double>(def.x1), static_cast<double>(def.y1)};
}

Place MapIndex::place(QPointF editor) const
{
    constexpr double farthest = 1 << 30; // where toGrid ends
    Place place;
    place.editor = editor;
    place.client = space::toClient(editor.x(), editor.y(), playable_);
    place.server =
        space::toGrid({std::clamp(place.client.x, -farthest, farthest), std::clamp(place.client.y, -farthest, farthest)});
    return place;
}

QPointF MapIndex::editorFromClient(space::Point client) const
{
    const space::Point editor = space::toEditor(client, playable_);
    return {editor.x, editor.y};
}

QPointF MapIndex::centreOfSquare(int row, int column) const
{
    return {playable_.left + (column - 0.5) * space::editorUnitsPerSquare,
            playable_.top - (row - 0.5) * space::editorUnitsPerSquare};
}

int MapIndex::sectorBeside(int line, bool plus) const
{
    const roo::Linedef& def = room_->linedefs[static_cast<std::size_t>(line)];
    const int sector = plus ? (def.plusSide != 0 ? def.plusSector : -1) : (def.minusSide != 0 ? def.minusSector : -1);
    return sector < static_cast<int>(room_->sectors.size()) ? sector : -1;
}

void MapIndex::classifyLines()
{
    const auto side = [this](int number) -> const roo::Sidedef* {
        return number >= 1 && number <= static_cast<int>(room_->sidedefs.size())
                   ? &room_->sidedefs[static_cast<std::size_t>(number - 1)]
                   : nullptr;
    };
    const auto sectorTag = [this](int sector) {
        return sector < 0 ? 0 : room_->sectors[static_cast<std::size_t>(sector)].userId;
    };

    lines_.resize(room_->linedefs.size());
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        const roo::Linedef& def = room_->linedefs[i];
        const int line = static_cast<int>(i);
        const roo::Sidedef* plus = side(def.plusSide);
        const roo::Sidedef* minus = side(def.minusSide);
        const bool twoSided = plus != nullptr && minus != nullptr;
        LineInfo& info = lines_[i];
        info.tag = plus != nullptr && plus->userId != 0 ? plus->userId : minus != nullptr ? minus->userId : 0;
        if (info.tag == 0 && twoSided) // the outline of a tagged sector: where it moves against its neighbour
            info.tag = std::max(sectorTag(sectorBeside(line, true)), sectorTag(sectorBeside(line, false)));
        if (info.tag != 0)
            info.kind = LineKind::Tagged;
        else if (!twoSided)
            info.kind = LineKind::OneSided;
        else
            info.kind = (plus->flags & minus->flags & roo::side_flag::passable) != 0 ? LineKind::Passable : LineKind::Impassable;
    }
}

QRectF MapIndex::lineBounds(std::size_t line) const
{
    return QRectF(start(static_cast<int>(line)), end(static_cast<int>(line))).normalized();
}

/// Around all lines of a sector, editor units.
QPolygonF MapIndex::hullOf(int sector) const
{
    std::vector<QPointF> points;
    for (int line = 0; line < static_cast<int>(room_->linedefs.size()); ++line)
        if (sectorBeside(line, true) == sector || sectorBeside(line, false) == sector)
            points.insert(points.end(), {start(line), end(line)});
    std::ranges::sort(points, {}, [](QPointF point) { return std::pair(point.x(), point.y()); });
    std::vector<QPointF> hull; // by monotone chains: the lower one, then the upper one back
    for (int pass = 0; pass < 2; ++pass) {
        const std::size_t from = hull.size();
        for (const QPointF point : points) {
            while (hull.size() >= from + 2) {
                const QPointF along = hull.back() - hull[hull.size() - 2], next = point - hull.back();
                if (along.x() * next.y() - along.y() * next.x() > 0)
                    break;
                hull.pop_back();
            }
            hull.push_back(point);
        }
        if (!hull.empty())
            hull.pop_back(); // the first of the other chain
        std::ranges::reverse(points);
    }
    return QPolygonF(QList<QPointF>(hull.begin(), hull.end()));
}

void MapIndex::findOpenSectors()
{
    for (const auto& [sector, outlines] : space::openSectors(*room_)) {
        QPainterPath area;
        area.setFillRule(Qt::OddEvenFill);
        for (const space::Outline& outline : outlines) {
            QPolygonF loop;
            for (const auto& [x, y] : outline)
                loop.append(QPointF(x, y));
            area.addPolygon(loop);
            area.closeSubpath();
        }
        if (outlines.empty()) {
            area.addPolygon(hullOf(sector));
            area.closeSubpath();
            guessed_.insert(sector);
        }
        openAreas_.emplace(sector, std::move(area));
    }
}

void MapIndex::collectLeaves()
{
    if (loaded_ == nullptr)
        return;
    leaves_.reserve(loaded_->nodes().size() / 2 + 1);
    for (const space::LoadedNode& node : loaded_->nodes()) {
        const auto polygon = loaded_->polygonOf(node);
        if (!node.isLeaf || node.sector == space::none || polygon.size() < 3)
            continue;
        Leaf leaf;
        leaf.sector = static_cast<int>(node.sector);
        leaf.outline.reserve(static_cast<qsizetype>(polygon.size()));
        for (const space::Point& point : polygon)
            leaf.outline.append(editorFromClient(point));
        leaf.bounds = leaf.outline.boundingRect();
        const auto open = openAreas_.find(leaf.sector);
        if (open == openAreas_.end()) {
            leaves_.push_back(std::move(leaf));
            continue;
        }
        QPainterPath whole;
        whole.addPolygon(leaf.outline);
        whole.closeSubpath();
        for (const QPolygonF& part : whole.intersected(open->second).toFillPolygons())
            leaves_.push_back({leaf.sector, part, part.boundingRect()});
    }
}

/// In the order of x, then y. A drag makes an index for every step, so there is one allocation for all of the lists.
void MapIndex::collectVertices()
{
    const auto half = [](std::int16_t coordinate) { return static_cast<std::uint64_t>(coordinate + 32768); };
    std::vector<std::uint64_t> ends; // x, y, line: 16, 16 and 32 bits
    ends.reserve(2 * room_->linedefs.size());
    for (std::size_t i = 0; i < room_->linedefs.size(); ++i) {
        const roo::Linedef& def = room_->linedefs[i];
        ends.push_back(half(def.x0) << 48 | half(def.y0) << 32 | i);
        ends.push_back(half(def.x1) << 48 | half(def.y1) << 32 | i);
    }
    std::sort(ends.begin(), ends.end());
    vertexLines_.resize(ends.size());
    vertices_.reserve(ends.size() / 2);
    std::size_t begin = 0;
    for (std::size_t i = 0; i < ends.size(); ++i) {
        vertexLines_[i] = static_cast<int>(ends[i] & 0xFFFFFFFF);
        if (i + 1 < ends.size() && ends[i + 1] >> 32 == ends[i] >> 32)
            continue;
        const QPoint point(static_cast<int>(ends[i] >> 48) - 32768, static_cast<int>(ends[i] >> 32 & 0xFFFF) - 32768);
        vertices_.push_back({point, std::span(vertexLines_).subspan(begin, i + 1 - begin)});
        begin = i + 1;
    }
}

namespace {

/// Lists of numbers by owner, in one array: the owners of each item come from `visit(item, give)`, which calls give(owner).
template <typename Visit>
std::vector<std::size_t> share(std::size_t owners, std::size_t items, std::vector<int>& all, const Visit& visit)
{
    std::vector<std::size_t> first(owners + 1, 0);
    for (std::size_t i = 0; i < items; ++i)
        visit(i, [&](int owner) { ++first[static_cast<std::size_t>(owner) + 1]; });
    for (std::size_t i = 1; i < first.size(); ++i)
        first[i] += first[i - 1];
    all.resize(first.back());
    std::vector<std::size_t> next(first.begin(), first.end() - 1);
    for (std::size_t i = 0; i < items; ++i)
        visit(i, [&](int owner) { all[next[static_cast<std::size_t>(owner)]++] = static_cast<int>(i); });
    return first;
}

} // namespace

void MapIndex::collectSectors()
{
    sectors_.resize(room_->sectors.size());
    const auto firstLines = share(sectors_.size(), lines_.size(), sectorLines_, [this](std::size_t i, const auto& give) {
        const int plus = sectorBeside(static_cast<int>(i), true), minus = sectorBeside(static_cast<int>(i), false);
        if (plus >= 0)
            give(plus);
        if (minus >= 0 && minus != plus)
            give(minus);
    });
    const auto firstLeaves = share(sectors_.size(), leaves_.size(), sectorLeaves_,
                                   [this](std::size_t i, const auto& give) { give(leaves_[i].sector); });
    const auto grow = [](SectorInfo& info, const QRectF& area, bool first) {
        info.bounds = first ? area : info.bounds.united(area);
    };
    for (std::size_t i = 0; i < sectors_.size(); ++i) {
        SectorInfo& info = sectors_[i];
        info.lines = std::span(sectorLines_).subspan(firstLines[i], firstLines[i + 1] - firstLines[i]);
        info.isGuessed = guessed_.contains(static_cast<int>(i));
        info.leaves = std::span(sectorLeaves_).subspan(firstLeaves[i], firstLeaves[i + 1] - firstLeaves[i]);
        bool isFirst = true;
        for (const int line : info.lines)
            grow(info, lineBounds(static_cast<std::size_t>(line)), std::exchange(isFirst, false));
        for (const int leaf : info.leaves)
            grow(info, leaves_[static_cast<std::size_t>(leaf)].bounds, std::exchange(isFirst, false));
    }
    std::vector<double> largest(sectors_.size(), -1);
    for (std::size_t i = 0; i < leaves_.size(); ++i) {
        const Leaf& leaf = leaves_[i];
        SectorInfo& info = sectors_[static_cast<std::size_t>(leaf.sector)];
        const double area = areaOf(leaf.outline);
        info.area += area;
        if (area > largest[static_cast<std::size_t>(leaf.sector)]) {
            largest[static_cast<std::size_t>(leaf.sector)] = area;
            info.labelPoint = middleOf(leaf.outline);
        }
    }
    lowestFloor_ = std::numeric_limits<int>::max();
    highestFloor_ = 0;
    for (const roo::Sector& sector : room_->sectors) {
        lowestFloor_ = std::min<int>(lowestFloor_, sector.floorHeight);
        highestFloor_ = std::max<int>(highestFloor_, sector.floorHeight);
    }
    lowestFloor_ = std::min(lowestFloor_, highestFloor_);
}

template <typename RectOf>
MapIndex::Buckets MapIndex::fill(std::size_t count, const RectOf& rectOf) const
{
    Buckets buckets;
    const auto cellOf = [this](double value, double origin, int limit) {
        return std::clamp(static_cast<int>(std::clamp((value - origin) / cell_, 0.0, 1e6)), 0, limit - 1);
    };
    const auto eachCell = [&](std::size_t item, const auto& visit, const auto& visitWide) {
        const QRectF area = rectOf(item);
        const int x0 = cellOf(area.left(), bounds_.left(), columns_), x1 = cellOf(area.right(), bounds_.left(), columns_);
        const int y0 = cellOf(area.top(), bounds_.top(), rows_), y1 = cellOf(area.bottom(), bounds_.top(), rows_);
        if ((x1 - x0 + 1) * (y1 - y0 + 1) > mostCellsPerItem)
            return visitWide();
        for (int y = y0; y <= y1; ++y)
            for (int x = x0; x <= x1; ++x)
                visit(static_cast<std::size_t>(y) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(x));
    };
    buckets.first.assign(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_) + 1, 0);
    for (std::size_t i = 0; i < count; ++i)
        eachCell(
            i, [&](std::size_t cell) { ++buckets.first[cell + 1]; },
            [&] { buckets.wide.push_back(static_cast<std::int32_t>(i)); });
    for (std::size_t cell = 1; cell < buckets.first.size(); ++cell)
        buckets.first[cell] += buckets.first[cell - 1];
    buckets.items.resize(buckets.first.back());
    std::vector<std::uint32_t> next(buckets.first.begin(), buckets.first.end() - 1);
    for (std::size_t i = 0; i < count; ++i)
        eachCell(
            i, [&](std::size_t cell) { buckets.items[next[cell]++] = static_cast<std::int32_t>(i); }, [] {});
    return buckets;
}

template <typename RectOf>
std::vector<int> MapIndex::itemsIn(const Buckets& buckets, const QRectF& area, const RectOf& rectOf) const
{
    const auto cellOf = [this](double value, double origin, int limit) {
        return std::clamp(static_cast<int>(std::clamp((value - origin) / cell_, 0.0, 1e6)), 0, limit - 1);
    };
    const auto touches = [&](std::int32_t item) {
        const QRectF box = rectOf(static_cast<std::size_t>(item)); // QRectF::intersects refuses flat boxes, so by hand
        return box.left() <= area.right() && box.right() >= area.left() && box.top() <= area.bottom() &&
               box.bottom() >= area.top();
    };
    std::vector<int> found;
    std::copy_if(buckets.wide.begin(), buckets.wide.end(), std::back_inserter(found), touches);
    for (int y = cellOf(area.top(), bounds_.top(), rows_); y <= cellOf(area.bottom(), bounds_.top(), rows_); ++y)
        for (int x = cellOf(area.left(), bounds_.left(), columns_); x <= cellOf(area.right(), bounds_.left(), columns_); ++x) {
            const std::size_t cell =
                static_cast<std::size_t>(y) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(x);
            std::copy_if(buckets.items.begin() + buckets.first[cell], buckets.items.begin() + buckets.first[cell + 1],
                         std::back_inserter(found), touches);
        }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

std::vector<int> MapIndex::linesIn(const QRectF& area) const
{
    return itemsIn(lineBuckets_, area, [this](std::size_t i) { return lineBounds(i); });
}

std::vector<int> MapIndex::leavesIn(const QRectF& area) const
{
    return itemsIn(leafBuckets_, area, [this](std::size_t i) { return leaves_[i].bounds; });
}

std::vector<int> MapIndex::verticesIn(const QRectF& area) const
{
    return itemsIn(vertexBuckets_, area, [this](std::size_t i) { return QRectF(vertices_[i].point, vertices_[i].point); });
}

int MapIndex::sectorAt(QPointF editor) const
{
    if (loaded_ == nullptr || !bounds_.contains(editor))
        return -1;
    const space::Index sector = loaded_->sectorAt(place(editor).client);
    const int found = sector == space::none ? -1 : static_cast<int>(sector);
    const auto open = openAreas_.find(found);
    return open == openAreas_.end() || open->second.contains(editor) ? found : -1;
}

std::vector<int> MapIndex::linesNear(QPointF editor, double reach) const
{
    return nearestFirst(linesIn(around(editor, reach)), reach,
                        [&](int line) { return distanceToSegment(editor, start(line), end(line)); });
}

std::vector<int> MapIndex::verticesNear(QPointF editor, double reach) const
{
    return nearestFirst(verticesIn(around(editor, reach)), reach, [&](int vertex) {
        return distanceToSegment(editor, vertices_[static_cast<std::size_t>(vertex)].point,
                                 vertices_[static_cast<std::size_t>(vertex)].point);
    });
}

std::vector<int> MapIndex::thingsNear(QPointF editor, double reach) const
{
    std::vector<int> things(room_->things.size());
    std::iota(things.begin(), things.end(), 0);
    return nearestFirst(things, reach, [&](int thing) {
        const roo::Thing& at = room_->things[static_cast<std::size_t>(thing)];
        return std::hypot(editor.x() - at.x, editor.y() - at.y);
    });
}

} // namespace blak::ui::rooms
