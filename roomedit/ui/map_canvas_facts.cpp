// SPDX-License-Identifier: GPL-3.0-or-later
// The part of MapCanvas that shows what the world's Blakod places in the room: objects and exits.
#include "roomedit/ui/map_canvas.h"

#include <QFileInfo>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace blak::ui::rooms {
namespace {

constexpr double smallestZoom = 0.12;     // logical pixels per editor unit
constexpr double smallestNamedZoom = 0.6; // from here on names stand beside
constexpr double reach = 9;               // logical pixels
constexpr double widestName = 170;        // logical pixels

QColor translucent(QColor colour, double opacity)
{
    colour.setAlphaF(static_cast<float>(opacity));
    return colour;
}

/// Squares beside each other that lead to the same room: a gate is several squares wide and has one name. By their numbers.
QVector<QVector<qsizetype>> runsOf(const QVector<RoomFacts::Exit>& exits)
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
                if (isDone[other] || one.to != two.to || std::abs(one.row - two.row) > 1 || std::abs(one.column - two.column) > 1)
                    continue;
                isDone[other] = true;
                run.append(other);
            }
        runs.append(run);
    }
    return runs;
}

} // namespace

QRectF MapCanvas::squareOf(const RoomFacts::Exit& exit) const
{
    return {toWidget(model_->placeOfFact(exit.row - 1, exit.column - 1)), toWidget(model_->placeOfFact(exit.row, exit.column))};
}

QVector<RoomFacts::Exit> MapCanvas::roomsBehind(QPointF widgetPoint) const
{
    QVector<RoomFacts::Exit> rooms;
    if (const auto& facts = model_->facts(); facts != nullptr && model_->showsFacts())
        for (const RoomFacts::Exit& exit : facts->exits)
            if (!exit.roomFile.isEmpty() && squareOf(exit).contains(widgetPoint) &&
                std::ranges::none_of(rooms, [&exit](const auto& known) { return known.roomFile == exit.roomFile; }))
                rooms.append(exit);
    return rooms;
}

void MapCanvas::paintFacts(QPainter& painter) const
{
    factBoxes_.clear();
    const auto& facts = model_->facts();
    if (facts == nullptr || !model_->showsFacts() || zoom_ < smallestZoom)
        return;
    QFont small = font();
    small.setPixelSize(11);
    painter.setFont(small);
    const QFontMetricsF metrics(small);
    const bool isNamed = zoom_ >= smallestNamedZoom;
    const auto isTaken = [this](const QRectF& box) {
        const auto meets = [&box](const QRectF& other) { return other.intersects(box); };
        return std::ranges::any_of(factBoxes_, meets) || std::ranges::any_of(tagBoxes_, [&](const auto& tag) { return meets(tag.first); });
    };
    /// Beside a place, at the first place that is free; where there is none it is left out: nearer there is one.
    const auto name = [&](const QRectF& whereItIs, const QString& whole, const QColor& colour) {
        const QRectF around = whereItIs.intersected(QRectF(mapRect())); // from near, beside it may be out of sight
        const QString text = metrics.elidedText(whole, Qt::ElideRight, widestName);
        const double width = std::ceil(metrics.horizontalAdvance(text)) + 10, height = 16;
        const QPointF middle = around.center();
        for (const QPointF& corner : {QPointF(around.right() + 3, middle.y() - height / 2), QPointF(around.left() - 3 - width, middle.y() - height / 2),
                                      QPointF(middle.x() - width / 2, around.bottom() + 3), QPointF(middle.x() - width / 2, around.top() - 3 - height),
                                      QPointF(around.right() + 3, around.bottom()), QPointF(around.right() + 3, around.top() - height),
                                      middle - QPointF(width / 2, height / 2)}) {
            const QRectF box(QPointF(std::round(corner.x()), std::round(corner.y())), QSizeF(width, height));
            if (isTaken(box) || !QRectF(mapRect()).contains(box))
                continue;
            factBoxes_.append(box);
            painter.setPen(Qt::NoPen);
            painter.setBrush(translucent(theme().isDark() ? theme().window : theme().tooltip, 0.92)); // as below tags
            painter.drawRoundedRect(box, 3, 3);
            painter.setPen(colour);
            painter.drawText(box, Qt::AlignCenter, text);
            return;
        }
    };
    for (const QVector<qsizetype>& run : runsOf(facts->exits)) {
        QRectF all;
        for (const qsizetype number : run) {
            const QRectF square = squareOf(facts->exits[number]);
            if (!square.intersects(QRectF(mapRect())))
                continue;
            painter.setPen(QPen(theme().map.playable, 2));
            painter.setBrush(translucent(theme().map.playable, 0.2));
            painter.drawRect(square);
            all |= square;
        }
        if (!all.isNull())
            name(all, QChar(0x2192) + QStringLiteral(" ") + facts->exits[run.first()].room, theme().text);
    }
    for (const RoomFacts::Object& object : facts->objects) {
        const QPointF at = toWidget(model_->placeOfFact(object.row, object.column));
        if (!mapRect().contains(at.toPoint()))
            continue;
        painter.setPen(QPen(theme().map.canvas, 1));
        painter.setBrush(translucent(theme().map.camera, 0.75));
        painter.drawEllipse(at, 4, 4);
        if (object.angle) {
            const double turn = *object.angle / 4096.0 * 2 * M_PI;
            painter.setPen(QPen(theme().map.camera, 1.5));
            painter.drawLine(at, at + QPointF(std::cos(turn), std::sin(turn)) * 9);
        }
        if (isNamed)
            name(QRectF(at - QPointF(5, 5), QSizeF(10, 10)), object.className, theme().text2);
    }
}

QVector<KodLink> MapCanvas::kodLinksAt(QPointF widgetPoint) const
{
    QVector<KodLink> links;
    const auto where = [](const RoomFacts::KodLine& at) { return tr("%1, line %2").arg(QFileInfo(at.file).fileName()).arg(at.line); };
    const auto& facts = model_->facts();
    if (facts == nullptr)
        return links;
    if (model_->showsFacts()) {
        for (const RoomFacts::Object& object : facts->objects)
            if (QLineF(toWidget(model_->placeOfFact(object.row, object.column)), widgetPoint).length() <= reach)
                links.append({tr("%1: %2").arg(object.className, where(object.at)), object.at});
        for (const RoomFacts::Exit& exit : facts->exits)
            if (squareOf(exit).contains(widgetPoint))
                links.append({exit.room == exit.to ? tr("Exit to %1: %2").arg(exit.to, where(exit.at)) : tr("Exit to %1 (%2): %3").arg(exit.room, exit.to, where(exit.at)), exit.at});
    }
    QVector<int> tags;
    const auto add = [&tags](int tag) {
        if (tag != 0 && !tags.contains(tag))
            tags.append(tag);
    };
    for (const auto& [box, tag] : tagBoxes_)
        if (box.contains(widgetPoint))
            add(tag);
    for (const MapItem& item : itemsBelow(toEditor(widgetPoint))) {
        if (item.kind == MapItem::Kind::Sector)
            add(model_->room().sectors[static_cast<std::size_t>(item.index)].userId);
        if (item.kind == MapItem::Kind::Line)
            add(model_->index().line(item.index).tag);
    }
    for (const int tag : std::as_const(tags))
        for (const RoomFacts::TagUse& use : model_->usesOfTag(tag))
            links.append({tr("Tag %1, %2: %3").arg(tag).arg(use.message, where(use.at)), use.at});
    return links;
}

QString MapCanvas::factsAt(QPointF widgetPoint) const
{
    constexpr qsizetype mostLines = 12;
    QStringList lines;
    for (const KodLink& link : kodLinksAt(widgetPoint))
        if (!lines.contains(link.text))
            lines << link.text;
    if (lines.size() > mostLines)
        lines = lines.first(mostLines) << tr("and %1 more").arg(lines.size() - mostLines);
    return lines.join(u'\n');
}

/// A click on the label of a tag that Blakod uses.
bool MapCanvas::pressTag(QPointF widgetPoint)
{
    for (const auto& [box, tag] : tagBoxes_)
        if (box.contains(widgetPoint) && !model_->usesOfTag(tag).isEmpty()) {
            emit tagPressed(tag, mapToGlobal(widgetPoint.toPoint()));
            return true;
        }
    return false;
}

} // namespace blak::ui::rooms
