// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/palette/swatch_grid.h"

#include "formats/bgf/sprite.h"
#include "ui/fonts.h"
#include "ui/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace blak::ui::views {
namespace {

constexpr int labelHeight = 18;
constexpr int narrowForText = 21; ///< px; narrower cells show no index

bool isDarkColour(QRgb colour) { return qGray(colour) < 128; }

} // namespace

SwatchGrid::SwatchGrid(int columns, int rows, const palette::Palette& colours, IndexAt indexAt, QWidget* parent)
    : QWidget(parent), columns_(columns), rows_(rows), colours_(colours), indexAt_(std::move(indexAt))
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    refresh();
}

void SwatchGrid::refresh()
{
    cells_ = QImage(columns_, rows_, QImage::Format_RGB32);
    for (int row = 0; row < rows_; ++row) {
        auto* line = reinterpret_cast<QRgb*>(cells_.scanLine(row));
        for (int column = 0; column < columns_; ++column) {
            const palette::Colour& colour = colours_[indexAt_(column, row)];
            line[column] = qRgb(colour.r, colour.g, colour.b);
        }
    }
    update();
}

void SwatchGrid::setCell(QSize least, bool square)
{
    least_ = least;
    square_ = square;
    updateGeometry();
}

void SwatchGrid::setRowLabels(QStringList labels, int width)
{
    rowLabels_ = std::move(labels);
    rowLabelWidth_ = width;
    updateGeometry();
}

void SwatchGrid::setColumnLabels(QStringList labels)
{
    columnLabels_ = std::move(labels);
    updateGeometry();
}

QRect SwatchGrid::area() const
{
    const int top = columnLabels_.isEmpty() ? 0 : labelHeight;
    const int room = std::max(width() - rowLabelWidth_, columns_ * least_.width());
    int cellWidth = std::max(least_.width(), room / columns_);
    int cellHeight = least_.height();
    if (square_) {
        cellWidth = std::max(least_.width(), std::min(cellWidth, (height() - top) / rows_));
        cellHeight = cellWidth;
    }
    return {rowLabelWidth_, top, cellWidth * columns_, cellHeight * rows_};
}

QRect SwatchGrid::cellRect(int column, int row) const
{
    const QRect all = area();
    const int cellWidth = all.width() / columns_;
    const int cellHeight = all.height() / rows_;
    return {all.left() + column * cellWidth, all.top() + row * cellHeight, cellWidth, cellHeight};
}

QPoint SwatchGrid::cellAt(QPoint point) const
{
    const QRect all = area();
    if (!all.contains(point))
        return {-1, -1};
    return {(point.x() - all.left()) * columns_ / all.width(), (point.y() - all.top()) * rows_ / all.height()};
}

QSize SwatchGrid::minimumSizeHint() const
{
    return {rowLabelWidth_ + columns_ * least_.width(), (columnLabels_.isEmpty() ? 0 : labelHeight) + rows_ * least_.height()};
}

QSize SwatchGrid::sizeHint() const { return minimumSizeHint(); }

void SwatchGrid::setCurrent(QPoint cell)
{
    cell = {std::clamp(cell.x(), 0, columns_ - 1), std::clamp(cell.y(), 0, rows_ - 1)};
    if (cell == current_)
        return;
    current_ = cell;
    update();
    emit currentChanged(cell.x(), cell.y());
}

void SwatchGrid::paintMarks(QPainter& painter) const
{
    painter.setFont(uiFont(10.5));
    for (int row = 0; row < rows_; ++row) {
        for (int column = 0; column < columns_; ++column) {
            const QRect cell = cellRect(column, row);
            const std::uint8_t index = indexAt_(column, row);
            painter.setPen(isDarkColour(cells_.pixel(column, row)) ? QColor(255, 255, 255, 200) : QColor(0, 0, 0, 190));
            if (cell.width() >= narrowForText)
                painter.drawText(cell, Qt::AlignCenter, QString::number(index));
            if (palette::isReserved(index)) // kept free for the system: a corner
                for (int i = 0; i < 6; ++i)
                    painter.drawLine(cell.left() + 1, cell.top() + 6 - i, cell.left() + 7 - i, cell.top() + 6 - i);
            if (index == bgf::transparentIndex) {
                painter.drawLine(cell.topLeft() + QPoint(2, 2), cell.bottomRight() - QPoint(2, 2));
                painter.drawLine(cell.topRight() + QPoint(-2, 2), cell.bottomLeft() + QPoint(2, -2));
            }
        }
    }
}

void SwatchGrid::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    const QRect all = area();
    painter.drawImage(all, cells_);
    painter.setFont(uiFont(11));
    painter.setPen(theme().text2);
    for (int row = 0; row < rowLabels_.size(); ++row) {
        const QRect cell = cellRect(0, row);
        const QRect place(0, cell.center().y() - 8, rowLabelWidth_ - 8, 17);
        if (place.intersects(event->rect()) && !rowLabels_[row].isEmpty()) {
            painter.setPen(row == current_.y() ? theme().text : theme().text2);
            painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter,
                             painter.fontMetrics().elidedText(rowLabels_[row], Qt::ElideRight, place.width()));
        }
    }
    painter.setPen(theme().text2);
    for (int column = 0; column < columnLabels_.size(); ++column) {
        const QRect cell = cellRect(column, 0);
        painter.drawText(QRect(cell.left(), 0, cell.width(), labelHeight), Qt::AlignCenter, columnLabels_[column]);
    }
    if (indicesShown_)
        paintMarks(painter);
    const auto frame = [&](QPoint at, const QColor& colour) {
        if (at.x() < 0)
            return;
        const QRect cell = cellRect(at.x(), at.y());
        painter.setPen(QPen(Qt::black, 1));
        painter.drawRect(cell.adjusted(-2, -2, 1, 1));
        painter.setPen(QPen(colour, 1));
        painter.drawRect(cell.adjusted(-1, -1, 0, 0));
    };
    frame(hovered_, theme().map.hovered);
    frame(current_, theme().map.selected);
}

void SwatchGrid::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint cell = cellAt(event->pos());
    if (event->buttons() & Qt::LeftButton && cell.x() >= 0)
        setCurrent(cell);
    if (cell == hovered_)
        return;
    hovered_ = cell;
    update();
    emit hovered(cell.x(), cell.y());
}

void SwatchGrid::mousePressEvent(QMouseEvent* event)
{
    const QPoint cell = cellAt(event->pos());
    if (event->button() == Qt::LeftButton && cell.x() >= 0)
        setCurrent(cell);
}

void SwatchGrid::leaveEvent(QEvent*)
{
    hovered_ = {-1, -1};
    update();
    emit hovered(-1, -1);
}

bool SwatchGrid::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key >= Qt::Key_Left && key <= Qt::Key_Down) {
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

void SwatchGrid::keyPressEvent(QKeyEvent* event)
{
    const QPoint from = current_.x() < 0 ? QPoint(0, 0) : current_;
    switch (event->key()) {
    case Qt::Key_Left: setCurrent(from - QPoint(1, 0)); break;
    case Qt::Key_Right: setCurrent(from + QPoint(1, 0)); break;
    case Qt::Key_Up: setCurrent(from - QPoint(0, 1)); break;
    case Qt::Key_Down: setCurrent(from + QPoint(0, 1)); break;
    case Qt::Key_Home: setCurrent({0, from.y()}); break;
    case Qt::Key_End: setCurrent({columns_ - 1, from.y()}); break;
    default: QWidget::keyPressEvent(event);
    }
}

} // namespace blak::ui::views
