// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/map_canvas.h"

#include <QPainter>
#include <QPainterPath>
#include <QSet>

#include <algorithm>
#include <array>
#include <cmath>

/// What MapCanvas draws over the tiles.
namespace blak::ui::rooms {
namespace {

constexpr double badgeRadius = 7; ///< logical pixels
constexpr int rulerTextPixels = 10;
constexpr int leastRulerTextPixels = 7;
constexpr double leastLabelExtent = 28; ///< logical pixels from number to number
constexpr int boxTextPixels = 11;

QFont fontOf(const QWidget& widget, int pixels, bool strong = false)
{
    QFont font = widget.font();
    font.setPixelSize(pixels);
    if (strong)
        font.setWeight(QFont::DemiBold);
    return font;
}

QColor translucent(QColor colour, double opacity)
{
    colour.setAlphaF(static_cast<float>(opacity));
    return colour;
}

QColor boxColour() { return translucent(theme().isDark() ? theme().window : theme().tooltip, 0.92); }

/// A rounded box with text; `anchor` is its centre.
QRectF paintBox(QPainter& painter, QPointF anchor, const QString& text, const QColor& colour)
{
    const QFontMetricsF metrics(painter.font());
    QRectF box(0, 0, metrics.horizontalAdvance(text) + 12, 18);
    box.moveCenter(anchor);
    box.moveTopLeft(QPointF(std::round(box.left()), std::round(box.top())));
    painter.setPen(Qt::NoPen);
    painter.setBrush(boxColour());
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(colour);
    painter.drawText(box, Qt::AlignCenter, text);
    return box;
}

} // namespace

void MapCanvas::paintRulers(QPainter& painter) const
{
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(0, 0, width(), rulerSize, theme().dock);
    painter.fillRect(0, 0, rulerSize, height(), theme().dock);
    painter.setFont(fontOf(*this, rulerTextPixels));
    paintRuler(painter, Qt::Horizontal);
    paintRuler(painter, Qt::Vertical);
    painter.setClipping(false);
    painter.fillRect(0, 0, rulerSize, rulerSize, theme().dock);
    if (active_ && isOneOfSeveral_) // the one that commands are about
        painter.fillRect(0, 0, width(), 2, theme().accent);
    painter.setPen(theme().separator);
    painter.drawLine(rulerSize - 1, rulerSize - 1, width(), rulerSize - 1);
    painter.drawLine(rulerSize - 1, rulerSize - 1, rulerSize - 1, height());
}

/// Numbers of columns (horizontal) or rows, each in the middle of its squares; ticks between squares.
void MapCanvas::paintRuler(QPainter& painter, Qt::Orientation orientation) const
{
    const bool across = orientation == Qt::Horizontal;
    const roo::PlayableRectangle& playable = model_->index().playable();
    const double square = space::editorUnitsPerSquare * zoom_;
    const double origin = across ? toWidget(QPointF(playable.left, 0)).x() : toWidget(QPointF(0, playable.top)).y();
    const int length = across ? width() : height();
    int every = 1;
    for (const int step : {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000})
        if (every = step; step * square >= leastLabelExtent)
            break;
    painter.setClipRect(across ? QRect(rulerSize, 0, width(), rulerSize) : QRect(0, rulerSize, rulerSize, height()));
    const auto first = static_cast<int>(std::floor((rulerSize - origin) / square / every)) * every;
    for (int number = first; origin + number * square < length; number += every) {
        const int at = static_cast<int>(std::round(origin + number * square));
        painter.setPen(theme().borderStrong);
        if (across)
            painter.drawLine(at, rulerSize - 6, at, rulerSize - 2);
        else
            painter.drawLine(rulerSize - 6, at, rulerSize - 2, at);
        painter.setPen(theme().text2);
        const double extent = every == 1 ? square : std::max(square, leastLabelExtent);
        const double start = every == 1 ? at : at + square / 2 - extent / 2;
        const QString text = QString::number(number + 1);
        const int room = across ? static_cast<int>(extent) : rulerSize - 6;
        int pixels = rulerTextPixels; // smaller for the longest numbers: half a number says something else
        while (pixels > leastRulerTextPixels && QFontMetrics(fontOf(*this, pixels)).horizontalAdvance(text) > room)
            --pixels;
        painter.setFont(fontOf(*this, pixels));
        // Nor is half a number drawn where the rulers meet and at their ends.
        const QFontMetrics metrics(painter.font());
        const double taken = across ? metrics.horizontalAdvance(text) : metrics.capHeight();
        const double middle = start + extent / 2;
        if (middle - taken / 2 < rulerSize + 1 || middle + taken / 2 > length)
            continue;
        if (across)
            painter.drawText(QRectF(start, 0, extent, rulerSize - 3), Qt::AlignCenter, text);
        else
            painter.drawText(QRectF(0, start, rulerSize - 5, extent), Qt::AlignVCenter | Qt::AlignRight, text);
    }
    if (cursor()) {
        painter.setPen(theme().accent);
        const auto at = static_cast<int>(across ? cursor()->x() : cursor()->y());
        across ? painter.drawLine(at, 0, at, rulerSize) : painter.drawLine(0, at, rulerSize, at);
    }
}

void MapCanvas::paintBackdrop(QPainter& painter) const
{
    if (backdrop_.image.isNull())
        return;
    const QSizeF size = QSizeF(backdrop_.image.size()) * (backdrop_.unitsPerPixel * zoom_);
    painter.save();
    painter.setOpacity(backdrop_.opacity / 100.0);
    painter.setRenderHint(QPainter::SmoothPixmapTransform, size.width() < backdrop_.image.width());
    painter.drawImage(QRectF(toWidget(backdrop_.corner), size), backdrop_.image);
    painter.restore();
}

void MapCanvas::paintPlayable(QPainter& painter) const
{
    const roo::PlayableRectangle& playable = model_->index().playable();
    const QRectF area =
        QRectF(toWidget(QPointF(playable.left, playable.top)), toWidget(QPointF(playable.right, playable.bottom)));
    QPen pen(theme().map.playable, 1);
    pen.setDashPattern({6, 4});
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.setRenderHint(QPainter::Antialiasing, false);
    const auto onPixel = [](QPointF p) { return QPointF(std::floor(p.x()), std::floor(p.y())); };
    const auto near = [this](QPointF p) { // dashes of a line far outside would take long
        return QPointF(std::clamp(p.x(), -100.0, width() + 100.0), std::clamp(p.y(), -100.0, height() + 100.0));
    };
    painter.drawRect(QRectF(onPixel(near(area.topLeft())), onPixel(near(area.bottomRight()))));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme().map.canvas, 1));
    for (std::size_t i = 0; i < model_->room().things.size(); ++i) {
        if (model_->isHidden({MapItem::Kind::Thing, static_cast<int>(i)}))
            continue;
        const roo::Thing& thing = model_->room().things[i];
        const QPointF at = toWidget(QPointF(thing.x, thing.y));
        painter.setBrush(theme().map.playable);
        painter.drawRect(QRectF(at.x() - 4, at.y() - 4, 8, 8));
    }
}

void MapCanvas::paintFaults(QPainter& painter) const
{
    QPen pen(theme().map.error, 2);
    pen.setDashPattern({1, 1});
    QVector<QPointF> badges;
    for (const Fault& fault : faulty_) {
        const auto badge = badgeOf(fault);
        if (!badge)
            continue;
        if (fault.item.kind == MapItem::Kind::Line) {
            painter.setPen(pen);
            painter.drawLine(toWidget(model_->index().start(fault.item.index)), toWidget(model_->index().end(fault.item.index)));
        }
        badges.append(*badge);
    }
    QVector<QPointF> shown;
    for (const QPointF& at : std::as_const(badges)) {
        if (!rect().contains(at.toPoint()) ||
            std::any_of(shown.begin(), shown.end(), [at](QPointF other) { return (other - at).manhattanLength() < 16; }))
            continue;
        shown.append(at);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme().map.error);
        painter.drawEllipse(at, badgeRadius, badgeRadius);
        painter.setPen(QPen(Qt::white, 1.5));
        painter.drawLine(at + QPointF(-2.5, -2.5), at + QPointF(2.5, 2.5));
        painter.drawLine(at + QPointF(-2.5, 2.5), at + QPointF(2.5, -2.5));
    }
}

/// Where the words say; else in the middle of a line, at the label of a sector. Hidden parts have none.
std::optional<QPointF> MapCanvas::badgeOf(const Fault& fault) const
{
    const MapItem& item = fault.item;
    if (model_->isHidden(item))
        return std::nullopt;
    if (fault.at)
        return toWidget(*fault.at);
    if (item.kind == MapItem::Kind::Line)
        return QLineF(toWidget(model_->index().start(item.index)), toWidget(model_->index().end(item.index))).center();
    if (item.kind == MapItem::Kind::Sector)
        return toWidget(model_->index().sector(item.index).labelPoint);
    return std::nullopt;
}

QString MapCanvas::faultsAt(QPointF widgetPoint) const
{
    QStringList lines;
    for (const Fault& fault : faulty_)
        if (const auto badge = badgeOf(fault);
            badge && QLineF(*badge, widgetPoint).length() <= badgeRadius + 2 && !lines.contains(fault.text))
            lines.append(fault.text);
    return lines.join(QLatin1Char('\n'));
}

void MapCanvas::paintItem(QPainter& painter, const MapItem& item, bool selected) const
{
    const QColor& colour = selected ? theme().map.selected : theme().map.hovered;
    switch (item.kind) {
    case MapItem::Kind::Nothing: return;
    case MapItem::Kind::Line: return paintLine(painter, item.index, selected, selected && model_->showsHandles(item));
    case MapItem::Kind::Sector: return paintSector(painter, item.index, selected);
    case MapItem::Kind::Vertex: {
        const QPointF at = toWidget(model_->index().vertices()[static_cast<std::size_t>(item.index)].point);
        painter.setPen(QPen(theme().map.canvas, 1));
        painter.setBrush(colour);
        painter.drawRect(QRectF(at.x() - 4, at.y() - 4, 8, 8));
        return;
    }
    case MapItem::Kind::Thing: {
        const roo::Thing& thing = model_->room().things[static_cast<std::size_t>(item.index)];
        painter.setPen(QPen(colour, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(toWidget(QPointF(thing.x, thing.y)) - QPointF(6, 6), QSizeF(12, 12)));
        return;
    }
    }
}

void MapCanvas::paintSector(QPainter& painter, int sector, bool selected) const
{
    const MapIndex::SectorInfo& info = model_->index().sector(sector);
    if (!QRectF(toWidget(info.bounds.topLeft()), toWidget(info.bounds.bottomRight()))
             .normalized()
             .adjusted(-4, -4, 4, 4)
             .intersects(rect()))
        return;
    const QColor& colour = selected ? theme().map.selected : theme().map.hovered;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(Qt::NoPen);
    for (const int number : info.leaves) {
        const MapIndex::Leaf& leaf = model_->index().leaves()[static_cast<std::size_t>(number)];
        QPolygonF outline;
        for (const QPointF& point : leaf.outline)
            outline.append(toWidget(point));
        if (!outline.boundingRect().intersects(rect()))
            continue;
        painter.setBrush(translucent(colour, selected ? 0.16 : 0.14));
        painter.drawPolygon(outline);
        if (selected) {
            painter.setBrush(QBrush(translucent(colour, 0.55), Qt::BDiagPattern));
            painter.drawPolygon(outline);
        }
    }
    painter.setRenderHint(QPainter::Antialiasing);
    const bool handles = selected && model_->showsHandles({MapItem::Kind::Sector, sector});
    for (const int line : info.lines)
        paintLine(painter, line, selected, handles);
}

void MapCanvas::paintLine(QPainter& painter, int line, bool selected, bool handles) const
{
    const QLineF at(toWidget(model_->index().start(line)), toWidget(model_->index().end(line)));
    if (!QRectF(at.p1(), at.p2()).normalized().adjusted(-8, -8, 8, 8).intersects(rect()))
        return;
    const QColor& colour = selected ? theme().map.selected : theme().map.hovered;
    if (selected && !theme().isDark()) {
        painter.setPen(QPen(theme().map.oneSided, 4.6));
        painter.drawLine(at);
    }
    painter.setPen(QPen(colour, selected ? 2.6 : 2.0));
    painter.drawLine(at);
    if (!handles)
        return;
    painter.setPen(QPen(theme().map.canvas, 1));
    painter.setBrush(colour);
    for (const QPointF& end : {at.p1(), at.p2()})
        painter.drawRect(QRectF(end.x() - 3, end.y() - 3, 6, 6));
}

/// One label for each tag in each neighbourhood; hidden where they would cover the map.
void MapCanvas::placeNames() const
{
    names_.place(*model_, zoom_, fontOf(*this, boxTextPixels));
    names_.showIn(QRectF(mapRect()).translated(-toWidget({})));
}

/// A selected line, which may be no longer than a label, is to be seen.
bool MapCanvas::coversSelectedLine(const QRectF& box) const
{
    return std::ranges::any_of(model_->selection(), [&](const MapItem& item) {
        if (item.kind != MapItem::Kind::Line)
            return false;
        const QLineF line(toWidget(model_->index().start(item.index)), toWidget(model_->index().end(item.index)));
        const auto crosses = [&line](QPointF from, QPointF to) { return line.intersects(QLineF(from, to), nullptr) == QLineF::BoundedIntersection; };
        return box.contains(line.p1()) || crosses(box.topLeft(), box.bottomRight()) || crosses(box.topRight(), box.bottomLeft());
    });
}

void MapCanvas::paintTags(QPainter& painter) const
{
    tagBoxes_.clear();
    painter.setFont(fontOf(*this, boxTextPixels));
    const QPointF origin = toWidget({});
    for (const MapNames::Tag& tag : names_.tags())
        if (const QRectF box = tag.box.translated(origin); mapRect().contains(box.center().toPoint()) && !coversSelectedLine(box))
            tagBoxes_.append({paintBox(painter, box.center(), tag.text, theme().map.tagged), tag.tag});
}

void MapCanvas::paintCamera(QPainter& painter) const
{
    const CameraPose& camera = model_->camera();
    if (!camera.valid)
        return;
    constexpr double reach = 72;
    const QPointF at = toWidget(camera.editor);
    const double degrees = -camera.angle * 180 / M_PI; // QPainterPath counts counter-clockwise
    const double spread = camera.fieldOfView * 180 / M_PI;
    QPainterPath cone(at);
    cone.arcTo(QRectF(at.x() - reach, at.y() - reach, 2 * reach, 2 * reach), degrees - spread / 2, spread);
    cone.closeSubpath();
    painter.setPen(QPen(translucent(theme().map.camera, 0.8), 1));
    painter.setBrush(translucent(theme().map.camera, 0.16));
    painter.drawPath(cone);

    painter.save();
    painter.translate(at);
    painter.rotate(-degrees);
    painter.setPen(QPen(theme().map.canvas, 1));
    painter.setBrush(theme().map.camera);
    painter.drawPolygon(QPolygonF({QPointF(8, 0), QPointF(-6, 5.5), QPointF(-3, 0), QPointF(-6, -5.5)}));
    painter.restore();
}

/// Beside the scale.
void MapCanvas::paintHoverBox(QPainter& painter, double right) const
{
    const MapItem item = model_->hovered() ? model_->hovered() : model_->current();
    if (!item)
        return;
    const QString name = model_->nameOf(item);
    const QString text = model_->describe(item);
    const QFont strong = fontOf(*this, 12, true);
    const QFont normal = fontOf(*this, 12);
    const double nameWidth = QFontMetricsF(strong).horizontalAdvance(name);
    const QRect map = mapRect();
    const double width = std::min<double>(nameWidth + 8 + QFontMetricsF(normal).horizontalAdvance(text) + 16, right - map.left() - 16);
    const QRectF box(map.left() + 8, map.bottom() - 8 - 22, width, 22);
    painter.setPen(Qt::NoPen);
    painter.setBrush(boxColour());
    painter.drawRoundedRect(box, 3, 3);
    painter.setFont(strong);
    painter.setPen(model_->hovered() && !model_->isSelected(item) ? theme().map.hovered : theme().map.selected);
    painter.drawText(box.adjusted(8, 0, 0, 0), Qt::AlignVCenter, name);
    painter.setFont(normal);
    painter.setPen(theme().text);
    const QRectF rest = box.adjusted(8 + nameWidth + 8, 0, -8, 0);
    painter.drawText(rest, Qt::AlignVCenter, QFontMetricsF(normal).elidedText(text, Qt::ElideRight, rest.width()));
}

/// Where it begins; the right edge where there is no place for it.
double MapCanvas::paintScale(QPainter& painter) const
{
    int squares = 1;
    for (const int count : {1, 2, 5, 10, 20, 50, 100, 200})
        if (squares = count; count * space::editorUnitsPerSquare * zoom_ >= 40)
            break;
    const double length = squares * space::editorUnitsPerSquare * zoom_;
    const QString text = squares == 1 ? tr("1 square") : tr("%1 squares").arg(squares);
    painter.setFont(fontOf(*this, boxTextPixels));
    const double textWidth = QFontMetricsF(painter.font()).horizontalAdvance(text);
    const QRect map = mapRect();
    if (length + textWidth > 0.6 * map.width())
        return map.right();
    QRectF box(0, 0, length + textWidth + 24, 22);
    box.moveBottomRight(QPointF(map.right() - 7, map.bottom() - 7));
    painter.setPen(Qt::NoPen);
    painter.setBrush(boxColour());
    painter.drawRoundedRect(box, 3, 3);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(theme().text2);
    const QPointF left(std::round(box.left() + 8), std::round(box.center().y()));
    const QPointF right(std::round(left.x() + length), left.y());
    painter.drawLine(left, right);
    painter.drawLine(left + QPointF(0, -3), left + QPointF(0, 3));
    painter.drawLine(right + QPointF(0, -3), right + QPointF(0, 3));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.drawText(box.adjusted(0, 0, -8, 0), Qt::AlignVCenter | Qt::AlignRight, text);
    return box.left();
}

/// What the colours of the height and light fills mean; over the scale in the corner.
void MapCanvas::paintLegend(QPainter& painter) const
{
    if (fill_ != MapFill::Height && fill_ != MapFill::Light)
        return;
    const bool height = fill_ == MapFill::Height;
    const QString low = height ? QString::number(model_->index().lowestFloor()) : tr("dark");
    const QString high = height ? QString::number(model_->index().highestFloor()) : tr("bright");
    painter.setFont(fontOf(*this, boxTextPixels));
    const QFontMetricsF metrics(painter.font());
    constexpr double barWidth = 96;
    QRectF box(0, 0, barWidth + metrics.horizontalAdvance(low) + metrics.horizontalAdvance(high) + 28, 22);
    box.moveBottomRight(QPointF(mapRect().right() - 7, mapRect().bottom() - 34));
    painter.setPen(Qt::NoPen);
    painter.setBrush(boxColour());
    painter.drawRoundedRect(box, 3, 3);
    const QRectF bar(std::round(box.left() + 14 + metrics.horizontalAdvance(low)), box.top() + 7, barWidth, 8);
    for (int x = 0; x < static_cast<int>(barWidth); ++x) {
        const double at = x / (barWidth - 1);
        painter.fillRect(QRectF(bar.left() + x, bar.top(), 1, bar.height()),
                         height ? heightColour(at) : lightColour(static_cast<int>(at * 127), theme().map));
    }
    painter.setPen(theme().text2);
    painter.drawText(box.adjusted(8, 0, 0, 0), Qt::AlignVCenter, low);
    painter.drawText(box.adjusted(0, 0, -8, 0), Qt::AlignVCenter | Qt::AlignRight, high);
}

} // namespace blak::ui::rooms
