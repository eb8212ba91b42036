// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/room_plan.h"

#include "formats/base/file_io.h"
#include "formats/space/units.h"
#include "roomedit/ui/name_places.h"
#include "ui/fonts.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QPageLayout>
#include <QPageSize>
#include <QPainter>
#include <QPainterPath>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSvgGenerator>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace blak::ui::rooms {
namespace {

// Points (1/72 inch).
constexpr double titleHeight = 22, titleText = 13;
constexpr double edge = 16, edgeText = 6.5; ///< where rows and columns stand
constexpr double legendHeight = 22, legendRow = 13, legendText = 8, legendLine = 22;
constexpr double leastLabelGap = 13;
constexpr double pageMargin = 36;
constexpr double shadowOfFill = 0.55; ///< of a fill's colour over white: lines stay readable
constexpr QRgb emptyFloor = 0xFFEDEDED; ///< a floor of which there is no picture
constexpr double factText = 7, factDot = 2.2;
constexpr double nearObjects = 8; ///< squares between objects of a class that share a name
constexpr int mostOfAKind = 6; ///< of more of a class, neighbours share their name: a street of lamps is no list
constexpr double edgeArrow = 0.7; ///< of the arrows on the map, by points
constexpr QSizeF a4Portrait(595, 842);
constexpr int pictureSide = 2400; ///< pixels
constexpr int pdfResolution = 600;

constexpr std::array kinds{LineKind::OneSided, LineKind::Passable, LineKind::Impassable, LineKind::Tagged};

QString say(const char* text) { return QCoreApplication::translate("RoomPlan", text); }

QString kindText(LineKind kind)
{
    switch (kind) {
    case LineKind::OneSided: return say("wall");
    case LineKind::Passable: return say("passable");
    case LineKind::Impassable: return say("impassable");
    case LineKind::Tagged: return say("tagged");
    }
    return {};
}

/// Where everything goes, and the way from editor units to the paper.
class PlanPainter
{
public:
    PlanPainter(QPainter& painter, const MapIndex& index, const QRectF& target, double point, const PlanOptions& options)
        : painter_(painter), index_(index), target_(target), point_(point), options_(options),
          colours_(themeOf(ThemeKind::Light).map)
    {
        const double below = options.legend ? (legendHeight + (hasSecondLegendRow() ? legendRow : 0)) * point : 0;
        const double above = options.title.isEmpty() ? 0 : titleHeight * point;
        const double around = options.grid ? edge * point : 0;
        const QRectF body = target.adjusted(around, above + around, -2 * point, -below - 2 * point);
        QRectF room = index.bounds();
        if (room.width() <= 0 || room.height() <= 0)
            room.adjust(-1, -1, 1, 1); // without lines
        scale_ = std::max(1e-9, std::min(body.width() / room.width(), body.height() / room.height()));
        const QSizeF size(room.width() * scale_, room.height() * scale_);
        drawn_ = QRectF(body.left() + (body.width() - size.width()) / 2, body.top() + (body.height() - size.height()) / 2,
                        size.width(), size.height());
        origin_ = QPointF(drawn_.left() - room.left() * scale_, drawn_.top() + room.bottom() * scale_);
    }

    void paint()
    {
        painter_.save();
        painter_.setRenderHint(QPainter::Antialiasing);
        painter_.fillRect(target_, Qt::white);
        if (options_.fill != MapFill::None && options_.fill != MapFill::Automap)
            paintFloors();
        if (options_.grid)
            paintGrid();
        paintLines();
        if (options_.things)
            paintPlayable();
        if (options_.facts != nullptr)
            paintFacts(*options_.facts);
        if (!options_.title.isEmpty()) {
            setLetters(titleText, true);
            painter_.setPen(Qt::black);
            painter_.drawText(QRectF(target_.left(), target_.top(), target_.width(), titleHeight * point_),
                              Qt::AlignLeft | Qt::AlignTop, options_.title);
        }
        if (options_.legend)
            paintLegend();
        painter_.restore();
    }

private:
    QPointF toPaper(QPointF editor) const { return {origin_.x() + editor.x() * scale_, origin_.y() - editor.y() * scale_}; }

    void setLetters(double points, bool strong = false)
    {
        QFont font = uiFont(12);
        font.setPixelSize(std::max(1, static_cast<int>(std::lround(points * point_))));
        font.setWeight(strong ? QFont::DemiBold : QFont::Normal);
        painter_.setFont(font);
    }

    QPen penOf(LineKind kind) const
    {
        QPen pen(lineColour(kind, colours_), 0.6 * lineWidth(kind) * point_);
        pen.setCapStyle(Qt::FlatCap);
        if (kind == LineKind::Tagged)
            pen.setDashPattern({5 / lineWidth(kind), 3 / lineWidth(kind)});
        return pen;
    }

    QColor colourOf(const roo::Sector& sector) const
    {
        switch (options_.fill) {
        case MapFill::Light: return lightColour(sector.light, colours_);
        case MapFill::Height: {
            const double span = std::max(1, index_.highestFloor() - index_.lowestFloor());
            return heightColour((sector.floorHeight - index_.lowestFloor()) / span);
        }
        case MapFill::FloorTexture:
        case MapFill::CeilingTexture: {
            const int number = options_.fill == MapFill::FloorTexture ? sector.floorTexture : sector.ceilingTexture;
            return number != 0 && options_.textureColour ? options_.textureColour(number) : QColor();
        }
        case MapFill::None:
        case MapFill::Automap: break;
        }
        return {};
    }

    void paintFloors()
    {
        const auto& leaves = index_.leaves();
        std::vector<QPainterPath> floors(index_.room().sectors.size()); // one of each: between pieces that are painted one by one, hairs stay white
        for (const MapIndex::Leaf& leaf : leaves) {
            QPolygonF outline;
            outline.reserve(leaf.outline.size() + 1);
            double turn = 0;
            for (qsizetype i = 0; i < leaf.outline.size(); ++i) {
                const QPointF &one = leaf.outline[i], &next = leaf.outline[(i + 1) % leaf.outline.size()];
                turn += one.x() * next.y() - next.x() * one.y();
                outline.append(toPaper(one));
            }
            if (turn < 0) // all the same way round, so that what they share is within
                std::reverse(outline.begin(), outline.end());
            QPainterPath& floor = floors[static_cast<std::size_t>(leaf.sector)];
            floor.setFillRule(Qt::WindingFill);
            floor.addPolygon(outline);
            floor.closeSubpath();
        }
        for (std::size_t sector = 0; sector < floors.size(); ++sector) {
            if (floors[sector].isEmpty())
                continue;
            const QColor filled = colourOf(index_.room().sectors[sector]);
            painter_.fillPath(floors[sector], filled.isValid() ? mixColours(Qt::white, filled, shadowOfFill) : QColor(emptyFloor));
        }
    }

    /// Server squares as hairlines; every so many with its number at the edge, rows down, columns to the right.
    void paintGrid()
    {
        const roo::PlayableRectangle& playable = index_.playable();
        const double square = space::editorUnitsPerSquare * scale_;
        int every = 1;
        for (const int step : {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000})
            if (every = step; step * square >= leastLabelGap * point_)
                break;
        setLetters(edgeText);
        const QPointF corner = toPaper(QPointF(playable.left, playable.top));
        const auto lines = [&](double from, double to, double origin, bool across) {
            constexpr double hair = 1e-6; // squares: a room that begins at its first square has it
            const auto first = static_cast<int>(std::ceil((from - origin) / square - hair));
            for (int number = first; origin + number * square <= to + 0.5 * point_; ++number) {
                const double at = origin + number * square;
                const bool marked = number % every == 0;
                if (!marked && square < 4 * point_)
                    continue;
                painter_.setPen(QPen(colours_.gridOrigin, (marked ? 0.4 : 0.2) * point_));
                painter_.drawLine(across ? QLineF(at, drawn_.top(), at, drawn_.bottom())
                                         : QLineF(drawn_.left(), at, drawn_.right(), at));
                if (!marked || at + square > to + 0.5 * point_)
                    continue;
                painter_.setPen(Qt::darkGray);
                const QString text = QString::number(number + 1);
                if (across)
                    painter_.drawText(
                        QRectF(at - 20 * point_ + square / 2, drawn_.top() - edge * point_, 40 * point_, edge * point_),
                        Qt::AlignCenter, text);
                else
                    painter_.drawText(QRectF(drawn_.left() - 3 * edge * point_, at + square / 2 - edge * point_,
                                             3 * edge * point_ - 3 * point_, 2 * edge * point_),
                                      Qt::AlignRight | Qt::AlignVCenter, text);
            }
        };
        lines(drawn_.left(), drawn_.right(), corner.x(), true);
        lines(drawn_.top(), drawn_.bottom(), corner.y(), false);
    }

    void paintLines()
    {
        std::array<QVector<QLineF>, kinds.size()> lines;
        for (int i = 0; i < static_cast<int>(index_.room().linedefs.size()); ++i)
            lines[static_cast<std::size_t>(index_.line(i).kind)].append(QLineF(toPaper(index_.start(i)), toPaper(index_.end(i))));
        for (const LineKind kind : {LineKind::Passable, LineKind::Impassable, LineKind::OneSided, LineKind::Tagged}) {
            painter_.setPen(penOf(kind));
            painter_.drawLines(lines[static_cast<std::size_t>(kind)]);
        }
    }

    QPen playablePen() const
    {
        QPen pen(colours_.playable, 0.6 * point_);
        pen.setDashPattern({6, 4});
        return pen;
    }

    void paintPlayable()
    {
        painter_.setPen(playablePen());
        painter_.drawRect(playableOnPaper());
    }

    /// A place as Blakod counts: squares from the corner of the playable rectangle.
    QPointF squareOnPaper(double row, double column) const
    {
        const roo::PlayableRectangle& playable = index_.playable();
        return toPaper(QPointF(playable.left, playable.top)) + QPointF(column, row) * (space::editorUnitsPerSquare * scale_);
    }

    QRectF playableOnPaper() const
    {
        const roo::PlayableRectangle& playable = index_.playable();
        return QRectF(toPaper(QPointF(playable.left, playable.top)), toPaper(QPointF(playable.right, playable.bottom))).normalized();
    }

    void paintExitSquare(const QRectF& square)
    {
        QColor inside = colours_.playable;
        inside.setAlphaF(0.25F);
        painter_.setPen(QPen(colours_.playable, 1.2 * point_));
        painter_.setBrush(inside);
        painter_.drawRect(square);
        painter_.setBrush(Qt::NoBrush);
    }

    void paintObjectDot(QPointF at)
    {
        painter_.setPen(QPen(Qt::white, 0.5 * point_));
        painter_.setBrush(colours_.camera);
        painter_.drawEllipse(at, factDot * point_, factDot * point_);
        painter_.setBrush(Qt::NoBrush);
    }

    /// Exits as squares, objects as dots, each with its name where there is place for it; ways over an edge are arrows outside of that edge.
    void paintFacts(const RoomFacts& facts)
    {
        setLetters(factText);
        const QFontMetricsF metrics(painter_.font(), painter_.device());
        const double high = metrics.height();
        NamePlaces places(target_, 2 * point_);
        const auto put = [&](const QRectF& box, const QString& text) {
            QColor behind(Qt::white);
            behind.setAlphaF(0.8F);
            painter_.setPen(Qt::NoPen);
            painter_.setBrush(behind);
            painter_.drawRect(box);
            painter_.setBrush(Qt::NoBrush);
            painter_.setPen(Qt::black);
            painter_.drawText(box, Qt::AlignCenter, text);
        };
        const auto wayText = [](const QString& room, const QString& to) -> QString { return QChar(0x2192) + QStringLiteral(" ") + (room.isEmpty() ? to : room); };
        const auto sizeOf = [&](const QString& text) { return QSizeF(metrics.horizontalAdvance(text) + 4 * point_, high); };
        const auto name = [&](const QRectF& around, const QString& text, qsizetype owner, qsizetype standsOn, NamePlaces::Far far = NamePlaces::Far::Yes) {
            const auto place = places.find(around, sizeOf(text), owner, far, standsOn);
            if (!place)
                return false;
            if (place->lead) {
                painter_.setPen(QPen(Qt::black, 0.5 * point_));
                painter_.drawLine(*place->lead);
            }
            put(place->box, text);
            return true;
        };
        const QVector<QVector<qsizetype>> runs = runsOfExits(facts.exits);
        QVector<QRectF> doors; // of each run
        for (qsizetype run = 0; run < runs.size(); ++run) {
            QRectF all;
            for (const qsizetype number : runs[run]) {
                const RoomFacts::Exit& exit = facts.exits[number];
                const QRectF square = QRectF(squareOnPaper(exit.row - 1, exit.column - 1), squareOnPaper(exit.row, exit.column)).normalized();
                paintExitSquare(square);
                places.keepFree(square, run);
                all |= square;
            }
            doors.append(all);
        }
        for (const RoomFacts::Object& object : facts.objects) {
            const QPointF at = squareOnPaper(object.row, object.column);
            paintObjectDot(at);
            places.spare(QRectF(at - QPointF(factDot, factDot) * point_, QSizeF(2 * factDot, 2 * factDot) * point_));
        }
        for (const EdgeMark& mark : edgeMarks(facts.edges, playableOnPaper(), target_, edgeArrow * point_)) { // these first: they have one place only
            painter_.setPen(Qt::NoPen);
            painter_.setBrush(colours_.playable);
            painter_.drawPolygon(mark.arrow);
            painter_.setBrush(Qt::NoBrush);
            const QRectF around = mark.arrow.boundingRect();
            const qsizetype owner = runs.size() + mark.way; // after those of the squares
            places.keepFree(around, owner);
            const RoomFacts::EdgeExit& way = facts.edges[mark.way];
            const QString text = wayText(way.room, way.to);
            if (const QRectF best = mark.nameBox(sizeOf(text), 2 * point_); places.take(best, owner))
                put(best, text);
            else
                name(around, text, owner, NamePlaces::nobody);
        }
        for (qsizetype run = 0; run < runs.size(); ++run) {
            const RoomFacts::Exit& exit = facts.exits[runs[run].first()];
            name(doors[run], wayText(exit.room, exit.to), run, NamePlaces::nobody);
        }
        QVector<std::pair<QString, QPointF>> named;
        QVector<const RoomFacts::Object*> shared; // of which another one close by has the name
        const QPointF half = QPointF(factDot, factDot) * point_;
        for (const RoomFacts::Object& object : facts.objects) {
            const QPointF at = squareOnPaper(object.row, object.column);
            const double near = nearObjects * space::editorUnitsPerSquare * scale_;
            const bool hasNearName = std::ranges::any_of(named, [&](const auto& one) { return one.first == object.className && QLineF(one.second, at).length() < near; });
            if (hasNearName)
                shared.append(&object);
            else if (name(QRectF(at - half, at + half), object.className, NamePlaces::nobody, places.ownerAt(at)))
                named.append({object.className, at});
        }
        for (const RoomFacts::Object* object : std::as_const(shared)) { // once all others have theirs, where there is room
            const auto isOne = [object](const RoomFacts::Object& other) { return other.className == object->className; };
            if (std::ranges::count_if(facts.objects, isOne) > mostOfAKind)
                continue;
            const QPointF at = squareOnPaper(object->row, object->column);
            name(QRectF(at - half, at + half), object->className, NamePlaces::nobody, places.ownerAt(at), NamePlaces::Far::Sparing);
        }
    }

    bool hasSecondLegendRow() const { return options_.things || (options_.facts != nullptr && !(options_.facts->exits.isEmpty() && options_.facts->objects.isEmpty())); }

    /// Kinds of lines from the left, the length of some squares at the right; below, as far as they are in the plan, the outline of
    /// where people may go, exits and objects.
    void paintLegend()
    {
        setLetters(legendText);
        const QFontMetricsF metrics(painter_.font(), painter_.device());
        const double bottom = target_.bottom() - legendHeight * point_ / 2;
        const double y = hasSecondLegendRow() ? bottom - legendRow * point_ : bottom;
        double x = target_.left();
        const auto put = [&](const QString& text, double baseline) {
            painter_.setPen(Qt::black);
            const double width = metrics.horizontalAdvance(text);
            painter_.drawText(QRectF(x, baseline - 10 * point_, width + 2 * point_, 20 * point_), Qt::AlignLeft | Qt::AlignVCenter, text);
            x += width + 14 * point_;
        };
        for (const LineKind kind : kinds) {
            painter_.setPen(penOf(kind));
            painter_.drawLine(QPointF(x, y), QPointF(x + legendLine * point_, y));
            x += (legendLine + 4) * point_;
            put(kindText(kind), y);
        }
        paintScale(y, x);
        x = target_.left();
        const auto mark = [&](auto paint, const QString& text) {
            paint(QPointF(x + legendLine / 2 * point_, bottom));
            x += (legendLine + 4) * point_;
            put(text, bottom);
        };
        if (options_.things)
            mark([&](QPointF at) {
                painter_.setPen(playablePen());
                painter_.drawLine(at - QPointF(legendLine / 2 * point_, 0), at + QPointF(legendLine / 2 * point_, 0));
            }, say("playable area"));
        if (options_.facts != nullptr && !options_.facts->exits.isEmpty())
            mark([&](QPointF at) { paintExitSquare(QRectF(at - QPointF(4, 4) * point_, QSizeF(8, 8) * point_)); }, say("exit"));
        if (options_.facts != nullptr && !options_.facts->objects.isEmpty())
            mark([&](QPointF at) { paintObjectDot(at); }, say("object"));
    }

    /// The length of some squares, where there is place for it beside what ends at `x`.
    void paintScale(double y, double x)
    {
        const double square = space::editorUnitsPerSquare * scale_;
        int squares = 1;
        for (const int step : {1, 2, 5, 10, 20, 50, 100})
            if (squares = step; step * square >= 40 * point_)
                break;
        const double right = target_.right(), left = right - squares * square;
        if (left < x + 70 * point_)
            return;
        painter_.setPen(QPen(Qt::black, 0.8 * point_));
        painter_.drawLine(QPointF(left, y), QPointF(right, y));
        for (const double at : {left, right})
            painter_.drawLine(QPointF(at, y - 3 * point_), QPointF(at, y + 3 * point_));
        const QString text = say("%1 squares").arg(squares);
        // Far enough from its bar: who shows a drawing without our letters takes wider ones.
        painter_.drawText(QRectF(left - 90 * point_, y - 10 * point_, 76 * point_, 20 * point_),
                          Qt::AlignRight | Qt::AlignVCenter, squares == 1 ? say("1 square") : text);
    }

    QPainter& painter_;
    const MapIndex& index_;
    const QRectF target_;
    const double point_;
    const PlanOptions& options_;
    const Theme::Map& colours_;
    double scale_ = 1; ///< painter units per editor unit
    QRectF drawn_;     ///< of the room on the paper
    QPointF origin_;   ///< of the editor units on the paper
};

bool liesAcross(const MapIndex& index) { return index.bounds().width() > index.bounds().height(); }

QSizeF pageOf(const MapIndex& index) { return liesAcross(index) ? a4Portrait.transposed() : a4Portrait; }

/// Who has no Inter shows letters of the same kind, and as wide: they stay on what is drawn below them.
QByteArray withFallbackLetters(const QByteArray& svg)
{
    static const QRegularExpression texts(QStringLiteral("(<text [^>]*font-family=\")([^\"]*)(\" font-size=\"([0-9.]+)\" font-weight=\"([0-9]+)\"[^>]*)>([^<]*)</text>"));
    const QString whole = QString::fromUtf8(svg);
    QString out;
    qsizetype done = 0;
    for (auto each = texts.globalMatch(whole); each.hasNext();) {
        const QRegularExpressionMatch match = each.next();
        QFont font(match.captured(2));
        font.setPixelSize(std::max(1, static_cast<int>(std::lround(match.captured(4).toDouble()))));
        font.setWeight(static_cast<QFont::Weight>(std::clamp(match.captured(5).toInt(), 1, 1000)));
        QString plain = match.captured(6);
        for (const auto& [name, letter] : {std::pair("&lt;", '<'), std::pair("&gt;", '>'), std::pair("&quot;", '"'), std::pair("&amp;", '&')})
            plain.replace(QLatin1String(name), QString(QLatin1Char(letter)));
        const double width = QFontMetricsF(font).horizontalAdvance(plain);
        out += QStringView(whole).mid(done, match.capturedStart() - done);
        out += match.captured(1) + match.captured(2) + QStringLiteral(", 'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', sans-serif") + match.captured(3);
        if (width > 0)
            out += QStringLiteral(" textLength=\"%1\" lengthAdjust=\"spacingAndGlyphs\"").arg(width, 0, 'f', 2);
        out += u'>' + match.captured(6) + QStringLiteral("</text>");
        done = match.capturedEnd();
    }
    out += QStringView(whole).mid(done);
    return out.toUtf8();
}

QByteArray svgOf(const MapIndex& index, const PlanOptions& options)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    const QSizeF page = pageOf(index);
    generator.setOutputDevice(&buffer);
    generator.setTitle(options.title);
    generator.setResolution(72); // painter units are points
    generator.setSize(page.toSize());
    generator.setViewBox(QRectF(QPointF(), page));
    QPainter painter(&generator);
    paintPlan(painter, index, QRectF(QPointF(), page).adjusted(pageMargin, pageMargin, -pageMargin, -pageMargin), 1, options);
    painter.end();
    return withFallbackLetters(bytes);
}

QByteArray pdfOf(const MapIndex& index, const PlanOptions& options)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(options.title);
    writer.setCreator(QStringLiteral("Blakston Studio"));
    writer.setResolution(pdfResolution);
    writer.setPageLayout(QPageLayout(QPageSize(QPageSize::A4), liesAcross(index) ? QPageLayout::Landscape : QPageLayout::Portrait,
                                     QMarginsF(pageMargin, pageMargin, pageMargin, pageMargin), QPageLayout::Point));
    QPainter painter(&writer);
    paintPlan(painter, index, QRectF(0, 0, writer.width(), writer.height()), pdfResolution / 72.0, options);
    painter.end();
    return bytes;
}

QByteArray pngOf(const MapIndex& index, const PlanOptions& options)
{
    const QSizeF page = pageOf(index);
    const double point = pictureSide / std::max(page.width(), page.height());
    QImage image((page * point).toSize(), QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    const double margin = pageMargin * point;
    paintPlan(painter, index, QRectF(image.rect()).adjusted(margin, margin, -margin, -margin), point, options);
    painter.end();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

} // namespace

void paintPlan(QPainter& painter, const MapIndex& index, const QRectF& target, double point, const PlanOptions& options)
{
    PlanPainter(painter, index, target, point, options).paint();
}

Result<void> writePlan(const QString& file, const MapIndex& index, const PlanOptions& options)
{
    const QString ending = QFileInfo(file).suffix().toLower();
    QByteArray bytes;
    if (ending == QLatin1String("svg"))
        bytes = svgOf(index, options);
    else if (ending == QLatin1String("pdf"))
        bytes = pdfOf(index, options);
    else if (ending == QLatin1String("png"))
        bytes = pngOf(index, options);
    else
        return Error{"expected a name that ends in .svg, .pdf or .png", file.toStdString()};
    return writeFileAtomically(std::filesystem::path(QFile::encodeName(file).toStdString()),
                               std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size()))));
}

} // namespace blak::ui::rooms
