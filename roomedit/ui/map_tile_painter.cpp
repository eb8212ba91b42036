// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/map_tile_painter.h"

#include <QPainter>

#include <array>
#include <bit>
#include <cmath>

namespace blak::ui::rooms {
namespace {

constexpr double casingWidth = 2.4; ///< logical pixels that the ground of a passable line is wider than the line
constexpr int casingAlpha = 170;
constexpr double darkShare = 0.50, lightShare = 0.62; // of the texture over the canvas
constexpr double smallestSpacing = 6;                 // logical pixels; finer grid levels hide
constexpr double smallestVertexScale = 0.4;           // logical pixels per editor unit
constexpr double normalLength = 6;                    // logical pixels
constexpr double coarseSquares = 16;

class TilePainter
{
public:
    TilePainter(const MapLook& look, QPoint tile)
        : look_(look), index_(*look.index), tile_(tile), image_(mapTileSide, mapTileSide, QImage::Format_RGB32), painter_()
    {
        image_.fill(look.colours.canvas);
        const double margin = 8 * look.pixelRatio / look.scale;
        const double side = mapTileSide / look.scale;
        area_ = QRectF(tile.x() * side - margin, -(tile.y() + 1) * side - margin, side + 2 * margin, side + 2 * margin);
        painter_.begin(&image_);
    }

    QImage paint()
    {
        if (look_.showGrid)
            paintGrid(1.0);
        const bool hasFloors = look_.fill != MapFill::None && look_.fill != MapFill::Automap;
        if (hasFloors)
            paintFills();
        if (look_.showGrid && hasFloors)
            paintGrid(0.35);
        painter_.setRenderHint(QPainter::Antialiasing);
        paintLines();
        painter_.setRenderHint(QPainter::Antialiasing, false);
        if (look_.scale / look_.pixelRatio >= smallestVertexScale)
            paintVertices();
        painter_.end();
        return std::move(image_);
    }

private:
    bool isHidden(std::vector<bool> ItemStates::* kind, int number) const
    {
        return look_.hidden != nullptr && ItemStates::holds((*look_.hidden).*kind, number);
    }

    QPointF toDevice(QPointF editor) const
    {
        return {editor.x() * look_.scale - tile_.x() * mapTileSide, -editor.y() * look_.scale - tile_.y() * mapTileSide};
    }

    void paintGridLevel(double step, QPointF origin, const QColor& colour)
    {
        const double spacing = step * look_.scale;
        if (spacing < smallestSpacing * look_.pixelRatio)
            return;
        painter_.setPen(QPen(colour, 0));
        QVector<QLine> lines;
        for (double i = std::ceil((area_.left() - origin.x()) / step); origin.x() + i * step <= area_.right(); ++i) {
            const int x = static_cast<int>(std::floor(toDevice({origin.x() + i * step, 0}).x()));
            lines.append(QLine(x, 0, x, mapTileSide));
        }
        for (double i = std::ceil((area_.top() - origin.y()) / step); origin.y() + i * step <= area_.bottom(); ++i) {
            const int y = static_cast<int>(std::floor(toDevice({0, origin.y() + i * step}).y()));
            lines.append(QLine(0, y, mapTileSide, y));
        }
        painter_.drawLines(lines);
    }

    void paintGrid(double opacity)
    {
        painter_.setOpacity(opacity);
        const QPointF corner(index_.playable().left, index_.playable().top);
        const double square = space::editorUnitsPerSquare;
        if (look_.grid.isPlain() && look_.grid.step != static_cast<int>(square))
            paintGridLevel(look_.grid.step, {0, 0}, look_.colours.gridMinor);
        paintGridLevel(square, corner, look_.colours.gridMajor);
        paintGridLevel(coarseSquares * square, corner, look_.colours.gridOrigin);
        if (look_.grid.degrees != 0)
            paintTurnedGrid(look_.colours.gridOrigin);
        else if (!look_.grid.isPlain())
            paintGridLevel(look_.grid.step, QPointF(look_.grid.origin.x, look_.grid.origin.y), look_.colours.gridOrigin);
        painter_.setOpacity(1);
    }

    void paintTurnedGrid(const QColor& colour)
    {
        const double step = look_.grid.step;
        if (step * look_.scale < smallestSpacing * look_.pixelRatio)
            return;
        const double angle = look_.grid.degrees * M_PI / 180;
        const QPointF across(std::cos(angle), std::sin(angle)), up(-std::sin(angle), std::cos(angle));
        const QPointF origin(look_.grid.origin.x, look_.grid.origin.y), middle = area_.center() - origin;
        const double reach = std::hypot(area_.width(), area_.height()) / 2;
        QVector<QLineF> lines;
        for (const auto& [along, other] : {std::pair(across, up), std::pair(up, across)}) {
            const double u = QPointF::dotProduct(middle, along), v = QPointF::dotProduct(middle, other);
            for (double i = std::ceil((u - reach) / step); i * step <= u + reach; ++i)
                lines.append({toDevice(origin + along * (i * step) + other * (v - reach)),
                              toDevice(origin + along * (i * step) + other * (v + reach))});
        }
        painter_.setPen(QPen(colour, 0));
        painter_.drawLines(lines);
    }

    /// How the texture lies on the leaf (formats.md section 1.6): from the corner of the grid, or from the slope's own origin.
    QTransform textureTransform(const MapIndex::Leaf& leaf, const roo::Sector& sector, bool floor, int side) const
    {
        const roo::PlayableRectangle& playable = index_.playable();
        const auto& slope = floor ? sector.floorSlope : sector.ceilingSlope;
        space::Point origin{16.0 * sector.xOffset + std::min(0.0, 16 * (leaf.bounds.left() - playable.left)),
                            16.0 * sector.yOffset + std::min(0.0, 16 * (playable.top - leaf.bounds.bottom()))};
        if (slope)
            origin = {slope->originX, slope->originY};
        const QPointF at = toDevice(index_.editorFromClient(origin));
        const double scale = space::editorUnitsPerSquare * look_.scale / side;
        QTransform transform = QTransform::fromTranslate(at.x(), at.y());
        if (slope)
            transform.rotate(slope->angle * 360.0 / space::anglesPerTurn);
        return transform.scale(scale, scale);
    }

    QBrush brushFor(const MapIndex::Leaf& leaf, int textureSide) const
    {
        const roo::Sector& sector = index_.room().sectors[static_cast<std::size_t>(leaf.sector)];
        const double share = look_.dark ? darkShare : lightShare;
        if (look_.fill == MapFill::Light)
            return mixColours(look_.colours.canvas, lightColour(sector.light, look_.colours), 0.8);
        if (look_.fill == MapFill::Height) {
            const double span = std::max(1, index_.highestFloor() - index_.lowestFloor());
            return mixColours(look_.colours.canvas, heightColour((sector.floorHeight - index_.lowestFloor()) / span), 0.7);
        }
        const bool floor = look_.fill == MapFill::FloorTexture;
        const int number = floor ? sector.floorTexture : sector.ceilingTexture;
        if (number == 0 || look_.textures == nullptr)
            return mixColours(look_.colours.canvas, look_.colours.passable, number == 0 ? 0.06 : 0.16);
        const QImage image = look_.textures->tile(number, textureSide, look_.colours.canvas, share);
        QBrush brush(!image.isNull() ? image : look_.textures->standIn(number, 2 * textureSide, look_.colours.canvas, look_.colours.passable));
        brush.setTransform(textureTransform(leaf, sector, floor, textureSide));
        return brush;
    }

    void paintFills()
    {
        const double squarePixels = space::editorUnitsPerSquare * look_.scale;
        const int side = static_cast<int>(std::bit_ceil(static_cast<unsigned>(std::clamp(squarePixels, 4.0, 128.0))));
        painter_.setPen(Qt::NoPen);
        for (const int number : index_.leavesIn(area_)) {
            const MapIndex::Leaf& leaf = index_.leaves()[static_cast<std::size_t>(number)];
            if (isHidden(&ItemStates::sectors, leaf.sector))
                continue;
            QPolygonF outline;
            outline.reserve(leaf.outline.size());
            for (const QPointF& point : leaf.outline)
                outline.append(toDevice(point));
            painter_.setBrush(brushFor(leaf, side));
            painter_.drawPolygon(outline);
            if (index_.sector(leaf.sector).isGuessed) { // hatched: there is no telling where it ends
                painter_.setBrush(QBrush(look_.colours.error, Qt::BDiagPattern));
                painter_.drawPolygon(outline);
            }
        }
    }

    /// Whether the map of players ever shows a line: at once, or once it was seen.
    bool isOnMap(int number) const
    {
        const roo::Linedef& line = index_.room().linedefs[static_cast<std::size_t>(number)];
        std::uint32_t flags = 0;
        for (const std::size_t side : {std::size_t{line.plusSide}, std::size_t{line.minusSide}})
            if (side > 0 && side <= index_.room().sidedefs.size())
                flags |= index_.room().sidedefs[side - 1].flags;
        return (flags & roo::side_flag::mapNever) == 0;
    }

    void paintLines()
    {
        std::array<QVector<QLineF>, 4> lines;
        QVector<QLineF> normals;
        for (const int number : index_.linesIn(area_)) {
            if (isHidden(&ItemStates::lines, number))
                continue;
            const QLineF line(toDevice(index_.start(number)), toDevice(index_.end(number)));
            LineKind kind = index_.line(number).kind;
            if (look_.fill == MapFill::Automap) {
                if (!isOnMap(number))
                    continue;
                kind = index_.sectorBeside(number, true) < 0 || index_.sectorBeside(number, false) < 0 ? LineKind::OneSided : LineKind::Passable;
            }
            lines[static_cast<std::size_t>(kind)].append(line);
            if (look_.mode == MapMode::Line && (kind == LineKind::OneSided || kind == LineKind::Impassable) &&
                line.length() > 2 * normalLength) {
                const QPointF unit =
                    (line.p2() - line.p1()) / line.length(); // right-hand side on the screen: (-y, x) with y down
                normals.append(
                    QLineF(line.center(), line.center() + normalLength * look_.pixelRatio * QPointF(-unit.y(), unit.x())));
            }
        }
        const double thin = std::clamp(look_.scale / look_.pixelRatio * 4, 0.5, 1.0); // far out, lines would hide the floors
        if (look_.fill == MapFill::FloorTexture || look_.fill == MapFill::CeilingTexture) { // thin and grey, on wood they vanish
            QColor ground = look_.colours.canvas;
            ground.setAlpha(casingAlpha);
            QPen casing(ground, (lineWidth(LineKind::Passable) + casingWidth) * look_.pixelRatio * thin);
            casing.setCapStyle(Qt::FlatCap);
            painter_.setPen(casing);
            painter_.drawLines(lines[static_cast<std::size_t>(LineKind::Passable)]);
        }
        for (const LineKind kind : {LineKind::Passable, LineKind::Impassable, LineKind::OneSided, LineKind::Tagged}) {
            QPen pen(lineColour(kind, look_.colours), lineWidth(kind) * look_.pixelRatio * thin);
            pen.setCapStyle(Qt::FlatCap);
            if (kind == LineKind::Tagged)
                pen.setDashPattern({5 / lineWidth(kind), 3 / lineWidth(kind)});
            painter_.setPen(pen);
            painter_.drawLines(lines[static_cast<std::size_t>(kind)]);
        }
        painter_.setPen(QPen(look_.colours.oneSided, look_.pixelRatio));
        painter_.drawLines(normals);
    }

    void paintVertices()
    {
        const bool big = look_.mode == MapMode::Vertex;
        const double side = (big ? 5 : 3) * look_.pixelRatio;
        for (const int number : index_.verticesIn(area_)) {
            if (isHidden(&ItemStates::vertices, number))
                continue;
            const QPointF at = toDevice(index_.vertices()[static_cast<std::size_t>(number)].point);
            painter_.fillRect(
                QRectF(std::round(at.x() - side / 2), std::round(at.y() - side / 2), std::round(side), std::round(side)),
                look_.colours.oneSided);
        }
    }

    const MapLook& look_;
    const MapIndex& index_;
    QPoint tile_;
    QImage image_;
    QPainter painter_;
    QRectF area_; ///< editor units, with a margin for what is wider than a point
};

} // namespace

QImage paintMapTile(const MapLook& look, QPoint tile) { return TilePainter(look, tile).paint(); }

} // namespace blak::ui::rooms
