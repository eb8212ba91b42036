// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/atlas/ui/atlas_canvas.h"

#include "ui/number_text.h"
#include "ui/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QTextLayout>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

namespace blak::ui::atlas {
namespace {

using namespace blak::atlas;

// Of a cell, which is as wide as 1 and this high.
constexpr double cellHeight = 0.42, boxWidth = 0.9, boxHeight = 0.32;
constexpr double margin = 24;                      // px
constexpr double leastZoom = 4, mostZoom = 480, mostFitted = 180; // px for a cell across
constexpr double leastForText = 88, leastForFile = 150; // so that two lines of a name have room, and a third one
constexpr double leastForPlan = 220;               // px for a cell across
constexpr double planShare = 0.5, planMargin = 6;   // of the box across; px
constexpr double gap = 5;                          // px between a line that passes and the box that it passes
constexpr double pale = 0.4;                       // opacity of lines that are not those of the room where one is
constexpr double zoomFactor = 1.25, keyStep = 64;
constexpr int clickReach = 4; // px

QFont smallFont(QFont font)
{
    font.setPixelSize(10);
    return font;
}

QString text(const std::string& words) { return QString::fromUtf8(words.c_str()); }

/// On at most two lines, from the top down or in the middle of `area`; only what two lines do not hold is cut. Returns its height.
double drawName(QPainter& painter, const QRectF& area, const QString& name, bool inMiddle)
{
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    QTextLayout layout(name, painter.font());
    layout.setTextOption(option);
    layout.beginLayout();
    QStringList lines;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(area.width());
        const bool isLast = lines.size() == 1;
        lines << name.mid(line.textStart(), isLast ? -1 : line.textLength()).trimmed();
        if (isLast)
            break;
    }
    layout.endLayout();
    const QFontMetrics metrics = painter.fontMetrics();
    const double height = static_cast<double>(lines.size()) * metrics.height();
    double y = inMiddle ? area.center().y() - height / 2 : area.top();
    for (const QString& line : std::as_const(lines)) {
        painter.drawText(QRectF(area.left(), y, area.width(), metrics.height()), Qt::AlignVCenter | Qt::AlignLeft,
                         metrics.elidedText(line, Qt::ElideRight, static_cast<int>(area.width())));
        y += metrics.height();
    }
    return height;
}

/// The part of a line inside a rectangle, as shares of the line.
std::optional<std::pair<double, double>> partInside(const QLineF& line, const QRectF& box)
{
    double from = 0, to = 1;
    const auto cut = [&](double start, double step, double low, double high) {
        if (std::abs(step) < 1e-12)
            return start > low && start < high;
        const double a = (low - start) / step, b = (high - start) / step;
        from = std::max(from, std::min(a, b));
        to = std::min(to, std::max(a, b));
        return from < to;
    };
    if (!cut(line.x1(), line.dx(), box.left(), box.right()) || !cut(line.y1(), line.dy(), box.top(), box.bottom()))
        return std::nullopt;
    return std::pair(from, to);
}

} // namespace

AtlasCanvas::AtlasCanvas(QWidget* parent) : ZoomCanvas(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Map of all rooms"));
}

void AtlasCanvas::setProject(AtlasGraph graph)
{
    graph_ = std::move(graph);
    cells_ = layOut(graph_);
    found_.clear();
    hovered_ = current_ = lastShown_ = -1;
    ways_.assign(graph_.rooms.size(), 0);
    for (const AtlasExit& exit : graph_.exits)
        if (exit.from != exit.to) {
            ++ways_[exit.from];
            ++ways_[exit.to];
        }
    byWays_.resize(ways_.size());
    std::iota(byWays_.begin(), byWays_.end(), 0);
    std::ranges::stable_sort(byWays_, [this](int a, int b) { return waysOf(a) > waysOf(b); });
    plans_.clear();
    asked_.clear();
    collectWays();
    whole_ = {};
    for (std::size_t i = 0; i < cells_.size(); ++i)
        whole_ = whole_.united(boxOf(i));
    fit();
    update();
}

QRectF AtlasCanvas::boxOf(std::size_t room) const
{
    return {static_cast<double>(cells_[room].x), cells_[room].y * cellHeight, boxWidth, boxHeight};
}

QRectF AtlasCanvas::onScreen(const QRectF& box) const { return {pointOf(box.topLeft()), pointOf(box.bottomRight())}; }

QPointF AtlasCanvas::pointOfRoom(int room) const { return pointOf(boxOf(static_cast<std::size_t>(room)).center()); }

int AtlasCanvas::roomAt(QPointF point) const
{
    const QPointF place = placeAt(point);
    for (std::size_t i = 0; i < cells_.size(); ++i)
        if (boxOf(i).contains(place))
            return static_cast<int>(i);
    return -1;
}

namespace {

QString tagText(const AtlasRoom& room)
{
    std::set<int> tags;
    for (const TagUse& use : room.tags)
        tags.insert(use.tag);
    return tags.size() == 1 ? AtlasCanvas::tr("tag %1").arg(*tags.begin()) : AtlasCanvas::tr("%1 tags").arg(tags.size());
}

/// What a search for "tag 4" finds.
QString tagWords(const AtlasRoom& room)
{
    QString words;
    for (const TagUse& use : room.tags)
        words += AtlasCanvas::tr("tag %1").arg(use.tag) + u'\n';
    return words;
}

} // namespace

QRectF AtlasCanvas::tagBoxOf(int room) const
{
    if (zoom_ < leastForFile || room < 0 || static_cast<std::size_t>(room) >= graph_.rooms.size())
        return {};
    const AtlasRoom& one = graph_.rooms[static_cast<std::size_t>(room)];
    if (one.tags.empty())
        return {};
    QFont small = font();
    small.setPixelSize(10);
    const QRectF box = onScreen(boxOf(static_cast<std::size_t>(room)));
    const double wide = QFontMetricsF(small).horizontalAdvance(tagText(one)) + 8;
    return {box.right() - wide - 4, box.bottom() - 14.5, wide, 13}; // below a name of two lines in the smallest box that has it
}

int AtlasCanvas::find(const QString& sought)
{
    found_.clear();
    lastShown_ = -1;
    update();
    const QString words = sought.simplified();
    if (words.isEmpty())
        return static_cast<int>(graph_.rooms.size());
    int count = 0;
    for (const AtlasRoom& room : graph_.rooms) {
        const QString all = text(room.name) + u'\n' + text(room.title) + u'\n' + text(room.constant) + u'\n' +
                            text(room.file.filename().string()) + u'\n' + tagWords(room);
        found_.append(all.contains(words, Qt::CaseInsensitive));
        count += found_.last() ? 1 : 0;
    }
    return count;
}

int AtlasCanvas::showNextFound()
{
    const auto next = found_.indexOf(true, lastShown_ + 1);
    lastShown_ = static_cast<int>(next >= 0 ? next : found_.indexOf(true));
    if (lastShown_ >= 0) {
        setView(boxOf(static_cast<std::size_t>(lastShown_)).center(), std::max(zoom_, leastForFile));
        setCurrent(lastShown_);
    }
    return lastShown_;
}

void AtlasCanvas::setCurrent(int room)
{
    current_ = room;
    update();
}

double AtlasCanvas::fittingZoom(const QRectF& area) const
{
    return allowedZoom(std::min({mostFitted, (width() - 2 * margin) / std::max(1.0, area.width()), (height() - 2 * margin) / std::max(1.0, area.height())}));
}

double AtlasCanvas::allowedZoom(double wanted) const { return std::clamp(wanted, leastZoom, mostZoom); }

double AtlasCanvas::steppedZoom(double zoom, int steps) const { return zoom * std::pow(zoomFactor, steps); }

void AtlasCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), theme().map.canvas);
    painter.setRenderHint(QPainter::Antialiasing);
    paintExits(painter);
    for (std::size_t i = 0; i < cells_.size(); ++i)
        paintRoomBox(painter, i);
    paintPassing(painter);
    for (std::size_t i = 0; i < cells_.size(); ++i)
        paintRoom(painter, i);
    if (showsPlans())
        askForPlans();
    painter.setFont(smallFont(font()));
    for (const auto& [room, place] : farNames()) {
        QColor behind = theme().map.canvas;
        behind.setAlphaF(0.8F);
        painter.setPen(Qt::NoPen);
        painter.setBrush(behind);
        painter.drawRoundedRect(place, 3, 3);
        painter.setPen(room == current_ ? theme().map.selected : theme().text2);
        painter.drawText(place, Qt::AlignCenter, titleOf(room));
    }
}

QString AtlasCanvas::titleOf(int room) const
{
    const AtlasRoom& one = graph_.rooms[static_cast<std::size_t>(room)];
    return text(one.title.empty() ? one.name : one.title);
}

std::vector<std::pair<int, QRectF>> AtlasCanvas::farNames() const
{
    std::vector<std::pair<int, QRectF>> names;
    if (zoom_ >= leastForText)
        return names;
    const QFontMetricsF metrics(smallFont(font()));
    std::vector<QRectF> boxes;
    for (std::size_t i = 0; i < cells_.size(); ++i)
        boxes.push_back(onScreen(boxOf(i)));
    const auto add = [&](int room, bool always) {
        const QRectF box = boxes[static_cast<std::size_t>(room)];
        if (!box.intersects(rect()) || (!found_.isEmpty() && !found_[room]))
            return;
        const QSizeF size(metrics.horizontalAdvance(titleOf(room)) + 6, metrics.height());
        for (const double y : {box.top() - size.height() - 1, box.bottom() + 1}) {
            const double leftmost = box.center().x() - size.width() / 2;
            const QRectF place(QPointF(std::max(2.0, std::min(leftmost, width() - size.width() - 2)), y), size); // not cut at the edge
            const auto meets = [&place](const QRectF& other) { return other.intersects(place); };
            const bool isFree = std::ranges::none_of(boxes, meets) && std::ranges::none_of(names, [&](const auto& one) { return meets(one.second); });
            if (isFree || (always && y > box.top()))
                return names.emplace_back(room, place), void();
        }
    };
    if (current_ >= 0)
        add(current_, true);
    for (const int room : byWays_)
        if (room != current_)
            add(room, false);
    return names;
}

/// What each line passes does not change with the view.
void AtlasCanvas::collectWays()
{
    lines_.clear();
    std::set<std::pair<std::size_t, std::size_t>> drawn;
    for (const bool overEdges : {true, false})
        for (std::size_t i = 0; i < graph_.exits.size(); ++i) {
            const AtlasExit& exit = graph_.exits[i];
            if (exit.edge.has_value() != overEdges || exit.from == exit.to || !drawn.insert(std::minmax(exit.from, exit.to)).second)
                continue;
            Way way{i, overEdges};
            const QLineF line(boxOf(exit.from).center(), boxOf(exit.to).center());
            for (std::size_t room = 0; room < cells_.size(); ++room)
                if (room != exit.from && room != exit.to && partInside(line, boxOf(room)))
                    way.behind.push_back(room);
            lines_.push_back(std::move(way));
        }
}

QLineF AtlasCanvas::lineOf(const Way& way) const
{
    const AtlasExit& exit = graph_.exits[way.exit];
    return {pointOf(boxOf(exit.from).center()), pointOf(boxOf(exit.to).center())};
}

QVector<QLineF> AtlasCanvas::openPieces(const Way& way) const
{
    const QLineF line = lineOf(way);
    std::vector<std::pair<double, double>> hidden;
    const double free = std::min(gap, zoom_ * (1 - boxWidth) / 3); // from far off boxes are nearer to each other
    for (const std::size_t room : way.behind)
        if (const auto part = partInside(line, onScreen(boxOf(room)).adjusted(-free, -free, free, free)))
            hidden.push_back(*part);
    std::ranges::sort(hidden);
    QVector<QLineF> pieces;
    double at = 0;
    for (const auto& [from, to] : hidden) {
        if (from > at)
            pieces.append(QLineF(line.pointAt(at), line.pointAt(from)));
        at = std::max(at, to);
    }
    if (at < 1)
        pieces.append(QLineF(line.pointAt(at), line.p2()));
    return pieces;
}

QVector<QLineF> AtlasCanvas::openPiecesOf(std::size_t exit) const
{
    const auto found = std::ranges::find(lines_, exit, &Way::exit);
    return found == lines_.end() ? QVector<QLineF>() : openPieces(*found);
}

bool AtlasCanvas::isHere(const Way& way) const
{
    const AtlasExit& exit = graph_.exits[way.exit];
    const auto leads = [&exit](int room) { return room >= 0 && (exit.from == static_cast<std::size_t>(room) || exit.to == static_cast<std::size_t>(room)); };
    return leads(hovered_) || leads(current_);
}

void AtlasCanvas::paintExits(QPainter& painter) const
{
    QVector<QLineF> edges, doors, edgesHere, doorsHere;
    for (const Way& way : lines_)
        (isHere(way) ? way.overEdge ? edgesHere : doorsHere : way.overEdge ? edges : doors) += openPieces(way);
    const bool standOut = !edgesHere.isEmpty() || !doorsHere.isEmpty();
    painter.setOpacity(standOut ? pale : 1);
    painter.setPen(QPen(theme().map.passable, 1));
    painter.drawLines(doors);
    painter.setPen(QPen(theme().map.playable, 2.4));
    painter.drawLines(edges);
    painter.setOpacity(1);
    painter.setPen(QPen(theme().map.hovered, 2));
    painter.drawLines(doorsHere);
    painter.setPen(QPen(theme().map.hovered, 3.6));
    painter.drawLines(edgesHere);
}

/// Lines over the boxes that they only pass.
void AtlasCanvas::paintPassing(QPainter& painter) const
{
    QVector<QLineF> others, here;
    for (const Way& way : lines_) {
        const QLineF line = lineOf(way);
        for (const std::size_t room : way.behind) {
            const QRectF box = onScreen(boxOf(room));
            if (!box.intersects(rect()))
                continue;
            if (const auto part = partInside(line, box))
                (isHere(way) ? here : others).append(QLineF(line.pointAt(part->first), line.pointAt(part->second)));
        }
    }
    const auto draw = [&painter](const QVector<QLineF>& lines, const QColor& colour, double opacity) {
        QPen pen(colour, 1);
        pen.setDashPattern({1, 4});
        painter.setPen(pen);
        painter.setOpacity(opacity);
        painter.drawLines(lines);
    };
    draw(others, theme().map.passable, 0.6);
    draw(here, theme().map.hovered, 0.9);
    painter.setOpacity(1);
}

bool AtlasCanvas::showsPlans() const { return zoom_ >= leastForPlan; }

void AtlasCanvas::setPlan(int room, const QVector<QLineF>& lines)
{
    if (room < 0 || static_cast<std::size_t>(room) >= graph_.rooms.size())
        return;
    Plan plan{lines, {}};
    for (const QLineF& line : lines) // a line straight across has an empty rectangle, which united() would drop
        plan.bounds = plan.bounds.united(QRectF(line.p1(), line.p2()).normalized().adjusted(-0.5, -0.5, 0.5, 0.5));
    plans_.insert(room, plan);
    update();
}

bool AtlasCanvas::hasPlan(int room) const { return !plans_.value(room).lines.isEmpty(); }

QRectF AtlasCanvas::planBoxOf(int room) const
{
    if (!showsPlans() || !hasPlan(room))
        return {};
    const QRectF box = onScreen(boxOf(static_cast<std::size_t>(room)));
    const double below = tagBoxOf(room).isEmpty() ? planMargin : box.bottom() - tagBoxOf(room).top() + 2;
    return box.adjusted(box.width() * (1 - planShare), planMargin, -planMargin, -below);
}

/// Of rooms that are seen, once each.
void AtlasCanvas::askForPlans()
{
    for (std::size_t i = 0; i < cells_.size(); ++i) {
        const auto room = static_cast<int>(i);
        if (graph_.rooms[i].file.empty() || asked_.contains(room) || !onScreen(boxOf(i)).intersects(rect()))
            continue;
        asked_.insert(room);
        emit planWanted(room);
    }
}

void AtlasCanvas::paintPlan(QPainter& painter, int room) const
{
    const QRectF area = planBoxOf(room);
    if (area.isEmpty())
        return;
    const Plan plan = plans_.value(room);
    const double scale = std::min(area.width() / plan.bounds.width(), area.height() / plan.bounds.height());
    const QPointF middle = plan.bounds.center();
    QVector<QLineF> lines;
    lines.reserve(plan.lines.size());
    const auto place = [&](QPointF point) { return area.center() + (point - middle) * scale; };
    for (const QLineF& line : plan.lines)
        lines.append(QLineF(place(line.p1()), place(line.p2())));
    painter.setPen(QPen(theme().text2, 1));
    painter.drawLines(lines);
}

/// What lines that pass are drawn on.
void AtlasCanvas::paintRoomBox(QPainter& painter, std::size_t room) const
{
    const QRectF box = onScreen(boxOf(room));
    if (!box.intersects(rect()))
        return;
    const auto number = static_cast<int>(room);
    const double round = std::min(4.0, box.height() / 4);
    painter.setPen(Qt::NoPen);
    painter.setBrush(!found_.isEmpty() && found_[number] ? theme().selected : theme().dock); // seen from far, too; also of a pale one
    painter.drawRoundedRect(box, round, round);
}

void AtlasCanvas::paintRoom(QPainter& painter, std::size_t room) const
{
    const QRectF box = onScreen(boxOf(room));
    if (!box.intersects(rect()))
        return;
    const AtlasRoom& one = graph_.rooms[room];
    const auto number = static_cast<int>(room);
    const bool isPale = !found_.isEmpty() && !found_[number];
    const double round = std::min(4.0, box.height() / 4);
    painter.setOpacity(isPale ? 0.3 : 1);
    QPen pen(one.isIsland() ? theme().map.error : theme().borderStrong, 1);
    if (one.isIsland())
        pen.setStyle(Qt::DashLine);
    if (number == hovered_)
        pen = QPen(theme().map.hovered, 2);
    if (number == current_)
        pen = QPen(theme().map.selected, 2.4);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(box, round, round);
    paintPlan(painter, number);
    if (zoom_ >= leastForText) {
        QFont strong = font();
        strong.setPixelSize(zoom_ >= leastForFile ? 12 : 9);
        painter.setFont(strong);
        painter.setPen(theme().text);
        const bool hasFile = zoom_ >= leastForFile;
        const QRectF plan = planBoxOf(number);
        const double right = plan.isEmpty() ? (hasFile ? 6 : 4) : box.right() - plan.left() + planMargin; // beside the plan
        const QRectF inside = hasFile ? box.adjusted(6, 3, -right, -3) : box.adjusted(4, 1, -right, -1);
        const double height = drawName(painter, inside, titleOf(number), !hasFile);
        if (hasFile) {
            QFont small = font();
            small.setPixelSize(10);
            painter.setFont(small);
            painter.setPen(theme().text2);
            const QString file = one.file.empty() ? tr("no room file") : text(one.file.filename().string());
            const QRectF tags = tagBoxOf(number);
            const QRectF line = inside.adjusted(0, height, -(tags.isEmpty() || !plan.isEmpty() ? 0 : tags.width() + 4), 0);
            painter.drawText(line, Qt::AlignVCenter | Qt::AlignLeft, painter.fontMetrics().elidedText(file, Qt::ElideRight, static_cast<int>(line.width())));
            if (!tags.isEmpty()) {
                painter.setPen(QPen(theme().map.tagged, 1));
                painter.setBrush(Qt::NoBrush);
                painter.drawRoundedRect(tags, 3, 3);
                painter.setPen(theme().text);
                painter.drawText(tags, Qt::AlignCenter, tagText(one));
            }
        }
    }
    painter.setOpacity(1);
}

QString AtlasCanvas::describe(int room) const
{
    if (room < 0)
        return {};
    const AtlasRoom& one = graph_.rooms[static_cast<std::size_t>(room)];
    int out = 0, in = 0;
    for (const AtlasExit& exit : graph_.exits) {
        out += exit.from == static_cast<std::size_t>(room) && exit.to != exit.from ? 1 : 0;
        in += exit.to == static_cast<std::size_t>(room) && exit.to != exit.from ? 1 : 0;
    }
    const QString name = one.title.empty() ? text(one.name) : tr("%1 (%2)").arg(text(one.title), text(one.name));
    const QString ways = in > 0          ? tr("%1, %2").arg(counted(in, tr("1 exit leads here"), tr("%1 exits lead here")), counted(out, tr("1 leads away"), tr("%1 lead away")))
                         : one.isNamed   ? tr("no exit leads here, but other Blakod does; %1").arg(counted(out, tr("1 leads away"), tr("%1 lead away")))
                                         : tr("nothing leads here; %1").arg(counted(out, tr("1 exit leads away"), tr("%1 exits lead away")));
    const QString tags = one.tags.empty() ? QString() : tr(" \u00b7 %1, %2").arg(tagText(one),
                                                            counted(static_cast<qlonglong>(one.tags.size()), tr("1 line of Blakod"), tr("%1 lines of Blakod")));
    return tr("%1 \u00b7 %2 \u00b7 %3").arg(name, text(one.constant), ways) + tags;
}

void AtlasCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::RightButton) {
        if (const int room = roomAt(event->position()); room >= 0)
            emit menuRequested(room, event->globalPosition().toPoint());
        return;
    }
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)
        return;
    isClick_ = event->button() == Qt::LeftButton;
    pressed_ = event->position();
    beginMove(event->position());
}

void AtlasCanvas::mouseMoveEvent(QMouseEvent* event)
{
    if (isClick_ && (event->position() - pressed_).manhattanLength() < clickReach && event->buttons() != Qt::NoButton)
        return;
    isClick_ = false;
    if (moveTo(event->position()))
        return;
    const int room = roomAt(event->position());
    if (room == hovered_)
        return;
    hovered_ = room;
    setCursor(room >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    setToolTip(room >= 0 ? describe(room) : QString()); // names hide when the boxes are small
    emit hovered(describe(room));
    update();
}

void AtlasCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::RightButton)
        return;
    endMove();
    const int room = roomAt(event->position());
    if (std::exchange(isClick_, false) && room >= 0) {
        setCurrent(room);
        if (tagBoxOf(room).contains(event->position()))
            emit tagsClicked(room, event->globalPosition().toPoint());
        else
            emit roomClicked(room);
    }
}

void AtlasCanvas::keyPressEvent(QKeyEvent* event)
{
    if (!takeKey(*event, keyStep))
        QWidget::keyPressEvent(event);
}

void AtlasCanvas::leaveEvent(QEvent*)
{
    hovered_ = -1;
    emit hovered({});
    update();
}

void AtlasCanvas::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        update();
    QWidget::changeEvent(event);
}

} // namespace blak::ui::atlas
