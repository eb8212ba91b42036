// SPDX-License-Identifier: GPL-3.0-or-later
// The part of WalkOverlay that draws.
#include "roomedit/ui/walk_overlay.h"
#include "ui/theme.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace blak::ui::rooms {
namespace {

using space::Cell;
using space::Direction;

constexpr double leastSquare = 3;      ///< logical pixels: smaller squares are not drawn
constexpr double leastEdgeSquare = 10; ///< from here on edges are drawn
constexpr double leastBox = 220;       ///< logical pixels that the box may take in any case
constexpr double mostOfMap = 0.47;     ///< of the map's width, that it may take
constexpr double mostCovered = 0.2;    ///< of the map, before it is folded by itself
constexpr double lineGap = 3;          ///< logical pixels between its lines

QColor translucent(QColor colour, double opacity)
{
    colour.setAlphaF(static_cast<float>(opacity));
    return colour;
}

/// The ground that most squares belong to, and islands that no way joins with it.
QColor groundColour(int piece) { return piece == 0 ? translucent(theme().map.playable, 0.34) : translucent(theme().map.tagged, 0.44); }

} // namespace

void WalkOverlay::paint(QPainter& painter, const QRect& seen, const std::function<QPointF(QPointF)>& toWidget) const
{
    if (!shown_ || ground_ == nullptr)
        return;
    const roomcore::WalkGrid& grid = ground_->grid;
    const roo::PlayableRectangle playable = roo::playableRectangle(ground_->room.room());
    const QPointF corner = toWidget(QPointF(playable.left, playable.top));
    const double square = toWidget(QPointF(playable.left + space::editorUnitsPerSquare, playable.top)).x() - corner.x();
    if (square < leastSquare)
        return;
    const auto index = [square](double pixels, int most) { return std::clamp(static_cast<int>(std::floor(pixels / square)), 0, most); };
    const int left = index(seen.left() - corner.x(), grid.columns()), right = index(seen.right() - corner.x(), grid.columns() - 1);
    const int top = index(seen.top() - corner.y(), grid.rows()), bottom = index(seen.bottom() - corner.y(), grid.rows() - 1);
    const QRect cells(QPoint(left, top), QPoint(right, bottom));
    const auto ofCell = [&](QPointF cell) { return QPointF(corner.x() + cell.x() * square, corner.y() + cell.y() * square); };
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintSquares(painter, cells, ofCell);
    if (square >= leastEdgeSquare)
        paintEdges(painter, cells, ofCell);
    paintAnswers(painter, toWidget);
    if (asked_) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme().map.selected, 2));
        painter.drawRect(QRectF(ofCell(QPointF(asked_->column, asked_->row)), ofCell(QPointF(asked_->column + 1, asked_->row + 1))));
    }
    painter.restore();
}

void WalkOverlay::paintSquares(QPainter& painter, const QRect& cells, const std::function<QPointF(QPointF)>& ofCell) const
{
    const roomcore::WalkGrid& grid = ground_->grid;
    painter.setPen(Qt::NoPen);
    for (int row = cells.top(); row <= cells.bottom(); ++row)
        for (int column = cells.left(); column <= cells.right(); ++column) {
            const Cell cell{row, column};
            if (!grid.isWalkable(cell))
                continue;
            const QRectF area = QRectF(ofCell(QPointF(column, row)), ofCell(QPointF(column + 1, row + 1)));
            painter.fillRect(area.toAlignedRect().adjusted(0, 0, -1, -1), groundColour(grid.pieceOf(cell)));
            const bool isLocked = hasNoExit(grid.pieceOf(cell));
            if (isLocked || grid.pieceOf(cell) > 0) { // not by colour alone
                painter.setBrush(QBrush(translucent(isLocked ? theme().map.error : theme().map.tagged, 0.7), isLocked ? Qt::DiagCrossPattern : Qt::FDiagPattern));
                painter.drawRect(area);
            }
            if (grid.wayBackOf(cell) == roomcore::WayBack::NoReturn) {
                painter.setBrush(QBrush(translucent(theme().map.error, 0.8), Qt::Dense6Pattern));
                painter.drawRect(area);
            } else if (grid.wayBackOf(cell) != roomcore::WayBack::Both) {
                painter.setBrush(QBrush(translucent(theme().map.tagged, 0.8), Qt::Dense6Pattern));
                painter.drawRect(area);
            }
        }
}

/// Each edge between two squares once: a line where neither way is free, an arrow where one is.
void WalkOverlay::paintEdges(QPainter& painter, const QRect& cells, const std::function<QPointF(QPointF)>& ofCell) const
{
    const roomcore::WalkGrid& grid = ground_->grid;
    const auto edge = [&](Cell here, Cell there, Direction way, Direction back, QPointF from, QPointF to) {
        const bool stands = grid.isWalkable(here), standsThere = grid.isWalkable(there);
        if (!stands && !standsThere)
            return;
        const bool goes = grid.canLeave(here, way), comes = grid.canLeave(there, back);
        if (goes && comes)
            return;
        painter.setPen(QPen(theme().map.error, 2));
        painter.drawLine(from, to);
        if (goes == comes)
            return;
        const QPointF middle = (from + to) / 2;
        const QPointF along = (to - from) / 6;
        const QPointF across = QPointF(along.y(), -along.x()) * (goes ? 1 : -1); // ahead of `way`: see the callers
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme().map.tagged);
        painter.drawPolygon(QPolygonF({middle - along - across, middle + along - across, middle + across}));
        painter.setRenderHint(QPainter::Antialiasing, false);
    };
    for (int row = cells.top(); row <= cells.bottom(); ++row)
        for (int column = cells.left(); column <= cells.right(); ++column) {
            const Cell here{row, column};
            edge(here, {row, column + 1}, Direction::East, Direction::West, ofCell(QPointF(column + 1, row)),
                 ofCell(QPointF(column + 1, row + 1)));
            edge(here, {row + 1, column}, Direction::South, Direction::North, ofCell(QPointF(column + 1, row + 1)),
                 ofCell(QPointF(column, row + 1)));
            if (column == 0)
                edge(here, {row, -1}, Direction::West, Direction::East, ofCell(QPointF(0, row + 1)), ofCell(QPointF(0, row)));
            if (row == 0)
                edge(here, {-1, column}, Direction::North, Direction::South, ofCell(QPointF(column, 0)), ofCell(QPointF(column + 1, 0)));
        }
}

/// The walls that are in the way.
void WalkOverlay::paintAnswers(QPainter& painter, const std::function<QPointF(QPointF)>& toWidget) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme().map.error, 4, Qt::SolidLine, Qt::RoundCap));
    const auto& linedefs = model_->room().linedefs;
    for (const Answer& each : answers_)
        if (each.verdict.linedef >= 0 && static_cast<std::size_t>(each.verdict.linedef) < linedefs.size())
            painter.drawLine(toWidget(model_->index().start(each.verdict.linedef)), toWidget(model_->index().end(each.verdict.linedef)));
}

void WalkOverlay::paintBox(QPainter& painter, const QRect& seen) const
{
    box_ = {};
    const QStringList lines = shown_ ? sentences() : QStringList();
    if (lines.isEmpty())
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    QFont font = painter.font();
    font.setPixelSize(12);
    QFont strong = font;
    strong.setWeight(QFont::DemiBold);
    constexpr double margin = 8, arrow = 20; // logical pixels; the arrow that folds stands right of the first line
    const double mostWidth = std::min(std::max(leastBox, seen.width() * mostOfMap), seen.width() - 2 * margin) - 2 * margin;
    const auto sizeOf = [&](int line, double width) {
        return QFontMetricsF(line == 0 ? strong : font).boundingRect({0, 0, width - (line == 0 ? arrow : 0), 1e6}, Qt::TextWordWrap, lines[line]).size();
    };
    const auto boxOf = [&](int count) {
        double width = 0, height = margin;
        for (int i = 0; i < count; ++i) {
            const QSizeF size = sizeOf(i, mostWidth);
            width = std::max(width, std::ceil(size.width()) + (i == 0 ? arrow : 0));
            height += std::ceil(size.height()) + lineGap;
        }
        return QRectF(seen.left() + margin, seen.top() + margin, width + 2 * margin, height);
    };
    const QRectF whole = boxOf(static_cast<int>(lines.size()));
    isFolded_ = folded_.value_or(!asked_ && whole.width() * whole.height() > mostCovered * seen.width() * seen.height());
    const int shown = isFolded_ ? 1 : static_cast<int>(lines.size());
    box_ = isFolded_ ? boxOf(1) : whole;
    const double width = box_.width() - 2 * margin;
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme().isDark() ? theme().window : theme().tooltip); // nothing shines through that many words
    painter.drawRoundedRect(box_, 3, 3);
    const QPointF middle(box_.right() - margin - 5, box_.top() + margin / 2 + lineGap / 2 + QFontMetricsF(strong).height() / 2);
    painter.setBrush(theme().text2);
    painter.drawPolygon(isFolded_ ? QPolygonF({middle + QPointF(-2.5, -4.5), middle + QPointF(2.5, 0), middle + QPointF(-2.5, 4.5)})
                                : QPolygonF({middle + QPointF(-4.5, -2.5), middle + QPointF(4.5, -2.5), middle + QPointF(0, 2.5)}));
    painter.setPen(theme().text);
    double top = box_.top() + margin / 2;
    for (int i = 0; i < shown; ++i) {
        const double tall = std::ceil(sizeOf(i, mostWidth).height()) + lineGap;
        painter.setFont(i == 0 ? strong : font);
        painter.drawText(QRectF(box_.left() + margin, top, width - (i == 0 ? arrow : 0) + 1, tall), Qt::AlignVCenter | Qt::TextWordWrap, lines[i]);
        top += tall;
    }
    painter.restore();
}

} // namespace blak::ui::rooms
