// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/ui/sprite_canvas.h"

#include "bgfeditor/bgfcore/angles.h"
#include "bgfeditor/bgfcore/hotspots.h"
#include "ui/number_text.h"
#include "ui/theme.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace blak::ui::sprites {
namespace {

constexpr double smallestZoom = 0.5, largestZoom = 16;
constexpr double gridFromZoom = 8; // finer grids would cover the picture
constexpr int checkerSide = 12;    // logical pixels
constexpr double labelGap = 44;    // between bitmap and labels
constexpr double margin = 40;

QFont fontOf(const QWidget& widget, int pixels, bool strong)
{
    QFont font = widget.font();
    font.setPixelSize(pixels);
    if (strong)
        font.setWeight(QFont::DemiBold);
    return font;
}

QString signedNumber(int number) { return QString::number(number).replace(QLatin1Char('-'), QChar(0x2212)); }

} // namespace

SpriteCanvas::SpriteCanvas(SpriteModel* model, QWidget* parent) : ZoomCanvas(parent), model_(model)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Frame"));
    setMinimumSize(160, 120);
    connect(model, &SpriteModel::frameChanged, this, &SpriteCanvas::updateImage);
    connect(model, &SpriteModel::coloursChanged, this, &SpriteCanvas::updateImage);
    connect(model, &SpriteModel::animationChanged, this, &SpriteCanvas::updateImage);
    connect(model, &SpriteModel::hotspotChanged, this, qOverload<>(&QWidget::update));
    connect(model, &SpriteModel::dollChanged, this, qOverload<>(&QWidget::update));
    connect(model, &SpriteModel::dollMoved, this, qOverload<>(&QWidget::update));
    connect(model, &SpriteModel::namesChanged, this, qOverload<>(&QWidget::update));
    connect(model, &SpriteModel::scopeChanged, this, qOverload<>(&QWidget::update));
    connect(model, &SpriteModel::drawingChanged, this, qOverload<>(&QWidget::update));
    connect(model, &SpriteModel::selectionChanged, this, &SpriteCanvas::outlineSelection);
    updateImage();
}

QSize SpriteCanvas::bitmapSize() const
{
    const bgf::Bitmap* bitmap = model_->current();
    return bitmap == nullptr ? QSize(64, 64) : QSize(std::max(1, bitmap->width), std::max(1, bitmap->height));
}

/// The base point of the object in the bitmap; frames of an animation are laid over each other by it.
QPointF SpriteCanvas::feet() const
{
    const bgf::Bitmap* bitmap = model_->current();
    if (bitmap == nullptr)
        return {32, 64};
    const auto at =
        bgfcore::feetOf(bitmap->width, bitmap->height, bitmap->xOffset, bitmap->yOffset, model_->sprite().effectiveShrink());
    return {at.x, at.y};
}

namespace {

// Of onion skins, as in Aseprite; seen on light checker and on dark.
constexpr QRgb beforeTint = 0xFFEB3C3C, afterTint = 0xFF3C78FF;

/// A picture that keeps its shape and shades and has another colour: black becomes the tint, white half of it.
QImage tinted(const QImage& picture, QRgb tint)
{
    QImage out = picture.convertToFormat(QImage::Format_ARGB32);
    for (int y = 0; y < out.height(); ++y) {
        auto* row = reinterpret_cast<QRgb*>(out.scanLine(y));
        for (int x = 0; x < out.width(); ++x) {
            const int white = qGray(row[x]), share = 510 - white; // together 510
            row[x] = qRgba((qRed(tint) * share + 255 * white) / 510, (qGreen(tint) * share + 255 * white) / 510,
                           (qBlue(tint) * share + 255 * white) / 510, qAlpha(row[x]));
        }
    }
    return out;
}

} // namespace

void SpriteCanvas::updateImage()
{
    image_ = model_->image(model_->frame());
    onionImages_.clear();
    if (onion_)
        for (const int step : {-1, 1}) {
            const int frame = neighbour(step);
            if (frame >= 0 && frame != model_->frame())
                onionImages_.append({frame, tinted(model_->image(frame), step < 0 ? beforeTint : afterTint)});
        }
    update();
}

int SpriteCanvas::neighbour(int step) const
{
    if (onionSkin_ == OnionSkin::Frames)
        return model_->bitmap(model_->frame() + step) == nullptr ? -1 : model_->frame() + step;
    if (model_->group() < 0)
        return -1;
    if (onionSkin_ == OnionSkin::Groups)
        return model_->frameAt(model_->group() + step, model_->angle());
    const std::size_t sides = model_->sprite().groups[static_cast<std::size_t>(model_->group())].size();
    if (sides < 2)
        return -1;
    const int count = static_cast<int>(sides);
    const int side = (bgfcore::entryForAngle(sides, model_->angle()) + step + count) % count;
    return model_->frameAt(model_->group(), bgfcore::angleOfEntry(sides, side));
}

QRectF SpriteCanvas::wholeArea() const
{
    const QSizeF size = bitmapSize();
    return {-size.width() / 2, -size.height() / 2, size.width(), size.height()};
}

double SpriteCanvas::fittingZoom(const QRectF& area) const
{
    constexpr double labelRoom = 160, edge = 24; // the feet's line and its word stand there; labels may reach over the edge
    const bgf::Bitmap* bitmap = model_->current();
    const double labels = bitmap != nullptr && hotspots_ && !bitmap->hotspots.empty() ? labelRoom : 0;
    return allowedZoom(std::floor(std::min((width() - 2 * edge - labels) / area.width(), (height() - 2 * edge) / area.height())));
}

/// Every pixel of the bitmap is a whole number of pixels; half size below that.
double SpriteCanvas::allowedZoom(double wanted) const
{
    if (wanted < (smallestZoom + 1) / 2)
        return smallestZoom;
    return std::clamp(std::round(wanted), 1.0, largestZoom);
}

/// Single steps while they are easily told apart, then wider ones.
double SpriteCanvas::steppedZoom(double zoom, int steps) const
{
    static constexpr std::array stops{smallestZoom, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 12.0, 14.0, largestZoom};
    for (; steps > 0; --steps) {
        const auto next = std::upper_bound(stops.begin(), stops.end(), zoom);
        zoom = next == stops.end() ? stops.back() : *next;
    }
    for (; steps < 0; ++steps) {
        const auto next = std::lower_bound(stops.begin(), stops.end(), zoom);
        zoom = next == stops.begin() ? stops.front() : *std::prev(next);
    }
    return zoom;
}

void SpriteCanvas::setGridShown(bool shown)
{
    grid_ = shown;
    update();
}

void SpriteCanvas::setHotspotsShown(bool shown)
{
    hotspots_ = shown;
    update();
}

void SpriteCanvas::setOffsetsShown(bool shown)
{
    offsets_ = shown;
    update();
}

void SpriteCanvas::setOnionShown(bool shown)
{
    onion_ = shown;
    updateImage();
    emit toolChanged(); // several buttons show it
}

void SpriteCanvas::setOnionSkin(OnionSkin skin)
{
    onionSkin_ = skin;
    setOnionShown(true);
}

QRectF SpriteCanvas::bitmapRect() const
{
    QRectF area(QPointF(), QSizeF(bitmapSize()) * zoom_);
    area.moveCenter(pointOf({}));
    area.moveTopLeft(QPointF(std::round(area.left()), std::round(area.top())));
    return area;
}

QPointF SpriteCanvas::toWidget(QPointF pixel) const { return bitmapRect().topLeft() + pixel * zoom_; }
QPointF SpriteCanvas::toPixel(QPointF widgetPoint) const { return (widgetPoint - bitmapRect().topLeft()) / zoom_; }

void SpriteCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), theme().dock);
    const QRectF area = bitmapRect();
    paintChecker(painter, area);
    const bool isMissing = model_->current() != nullptr && model_->current()->width <= 0; // then what belongs to a picture would cross the words
    const auto paintFrame = [&] {
        painter.setPen(theme().borderStrong);
        if (!isMissing)
            painter.drawRect(area.adjusted(-0.5, -0.5, 0.5, 0.5));
    };
    if (model_->current() == nullptr || !model_->problem(model_->frame()).isEmpty()) {
        paintFrame();
        showOpaque(painter);
    } else {
        paintOnion(painter);
        painter.setRenderHint(QPainter::SmoothPixmapTransform, zoom_ < 1);
        const bool drawing = stroke_ != nullptr && strokeFrame_ == model_->currentId();
        paintReference(painter, false);
        paintDoll(painter, drawing ? model_->imageWith(strokeFrame_, stroke_->pixels())
                           : drag_ == Drag::MovePixels && !movePreview_.isNull() ? movePreview_
                                                                                 : image_);
        paintReference(painter, true);
        if (grid_ && zoom_ >= gridFromZoom)
            paintPixelGrid(painter);
        paintFrame();
    }
    paintSelection(painter);
    paintBrush(painter);
    paintAxes(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    if (model_->current() != nullptr && offsets_ && !isMissing)
        paintOffsets(painter);
    if (model_->current() != nullptr && hotspots_ && !isMissing)
        paintHotspots(painter);
    paintFacts(painter);
}

void SpriteCanvas::showOpaque(QPainter& painter) const
{
    const QString text = model_->current() == nullptr ? tr("The group has no bitmap at this angle, so nothing is drawn.")
                                                      : model_->problem(model_->frame());
    painter.setFont(fontOf(*this, 12, false));
    const QRectF place = QRectF(rect()).adjusted(margin, margin, -margin, -margin);
    QRectF box = painter.boundingRect(QRectF(place.center().x() - 190, place.top(), 380, place.height()),
                                      Qt::AlignCenter | Qt::TextWordWrap, text);
    box.adjust(-14, -10, 14, 10);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme().border);
    painter.setBrush(theme().raised);
    painter.drawRoundedRect(box, 4, 4);
    painter.setPen(model_->current() == nullptr ? theme().text2 : theme().warning);
    painter.drawText(box.adjusted(14, 10, -14, -10), Qt::AlignCenter | Qt::TextWordWrap, text);
    painter.setBrush(Qt::NoBrush); // what is drawn next must not cover it
}

void SpriteCanvas::paintChecker(QPainter& painter, const QRectF& area) const
{
    const QRectF seen = area.intersected(QRectF(rect()));
    painter.fillRect(seen, theme().isDark() ? QColor(0x3a4047) : QColor(0xd5d9de));
    const QColor other = theme().isDark() ? QColor(0x434a52) : QColor(0xe6e9ec);
    const int firstX = static_cast<int>((seen.left() - area.left()) / checkerSide);
    const int firstY = static_cast<int>((seen.top() - area.top()) / checkerSide);
    for (int y = firstY; area.top() + y * checkerSide < seen.bottom(); ++y)
        for (int x = firstX + ((firstX + y) & 1); area.left() + x * checkerSide < seen.right(); x += 2)
            painter.fillRect(
                QRectF(area.left() + x * checkerSide, area.top() + y * checkerSide, checkerSide, checkerSide).intersected(seen),
                other);
}

void SpriteCanvas::paintOnion(QPainter& painter) const
{
    painter.setOpacity(0.45);
    for (const auto& [frame, image] : onionImages_) {
        const bgf::Bitmap& other = *model_->bitmap(frame);
        const auto at =
            bgfcore::feetOf(other.width, other.height, other.xOffset, other.yOffset, model_->sprite().effectiveShrink());
        painter.drawImage(QRectF(toWidget(feet() - QPointF(at.x, at.y)), QSizeF(other.width, other.height) * zoom_), image);
    }
    painter.setOpacity(1);
}

/// The picture that is drawn from, at its place from the base point.
void SpriteCanvas::paintReference(QPainter& painter, bool over) const
{
    const bgfcore::ReferencePointer& reference = model_->document().reference();
    if (reference == nullptr || !reference->visible || reference->over != over || model_->referenceImage().isNull())
        return;
    const QImage& image = model_->referenceImage();
    const QSizeF size = QSizeF(image.size()) * (reference->scale / 100.0);
    const bool smooth = painter.testRenderHint(QPainter::SmoothPixmapTransform);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.setOpacity(reference->opacity / 100.0);
    painter.drawImage(QRectF(toWidget(feet() + QPointF(reference->x, reference->y)), size * zoom_), image);
    painter.setOpacity(1);
    painter.setRenderHint(QPainter::SmoothPixmapTransform, smooth);
}

void SpriteCanvas::paintPixelGrid(QPainter& painter) const
{
    const QRectF area = bitmapRect();
    const QRectF seen = area.intersected(QRectF(rect()));
    painter.setPen(QColor(0, 0, 0, theme().isDark() ? 90 : 60));
    QVector<QLineF> lines;
    for (int x = std::max(1, static_cast<int>((seen.left() - area.left()) / zoom_)); area.left() + x * zoom_ < seen.right(); ++x)
        lines.append(QLineF(area.left() + x * zoom_, seen.top(), area.left() + x * zoom_, seen.bottom()));
    for (int y = std::max(1, static_cast<int>((seen.top() - area.top()) / zoom_)); area.top() + y * zoom_ < seen.bottom(); ++y)
        lines.append(QLineF(seen.left(), area.top() + y * zoom_, seen.right(), area.top() + y * zoom_));
    painter.drawLines(lines);
}

/// The vertical through the base point and the line on which the feet stand.
void SpriteCanvas::paintOffsets(QPainter& painter) const
{
    const QRectF area = bitmapRect();
    const QPointF at = toWidget(feet());
    QPen pen(theme().map.camera, 1);
    pen.setDashPattern({5, 3});
    painter.setPen(pen);
    painter.drawLine(QPointF(area.left() - 12, at.y()), QPointF(area.right() + 12, at.y()));
    painter.drawLine(QPointF(at.x(), area.top() - 12), QPointF(at.x(), std::max(at.y(), area.bottom()) + 12));
    painter.setFont(fontOf(*this, 11, false));
    painter.drawText(QPointF(area.left() - 8 - QFontMetricsF(painter.font()).horizontalAdvance(tr("feet")), at.y() - 4),
                     tr("feet"));
}

/// Labels stand left or right of the bitmap, in the order of their points, so that the leaders do not cross.
QVector<SpriteCanvas::Label> SpriteCanvas::labels() const
{
    const bgf::Bitmap* bitmap = model_->current();
    if (bitmap == nullptr)
        return {};
    const QFontMetricsF metrics(fontOf(*this, 12, true));
    const QRectF area = bitmapRect();
    QVector<Label> all;
    for (std::size_t i = 0; i < bitmap->hotspots.size(); ++i) {
        const bgf::Hotspot& hotspot = bitmap->hotspots[i];
        const QString name = model_->hotspotName(hotspot.number);
        Label label;
        label.hotspot = static_cast<int>(i);
        label.point = toWidget(QPointF(hotspot.x + 0.5, hotspot.y + 0.5));
        label.text = signedNumber(hotspot.number);
        if (!name.isEmpty())
            label.text += QLatin1Char(' ') + name;
        if (!rect().contains(label.point.toPoint()))
            label.text += tr(" · at %1, %2").arg(hotspot.x).arg(hotspot.y); // far outside: no leader would lead there
        const double width = metrics.horizontalAdvance(label.text) + 16;
        const bool right = label.point.x() >= area.center().x();
        const double x = right ? std::min(area.right() + labelGap, this->width() - width - 8.0)
                               : std::max(8.0, area.left() - labelGap - width);
        label.box = QRectF(x, std::clamp(label.point.y() - 30, 34.0, std::max(34.0, height() - 60.0)), width, 20);
        all.append(label);
    }
    std::sort(all.begin(), all.end(), [](const Label& a, const Label& b) { return a.point.y() < b.point.y(); });
    for (qsizetype i = 0; i < all.size(); ++i)
        for (qsizetype j = 0; j < i; ++j)
            if (all[i].box.adjusted(0, -2, 0, 2).intersects(all[j].box))
                all[i].box.moveTop(all[j].box.bottom() + 4);
    return all;
}

void SpriteCanvas::paintHotspots(QPainter& painter) const
{
    const bgf::Bitmap& bitmap = *model_->current();
    painter.setFont(fontOf(*this, 12, true));
    for (const Label& label : labels()) {
        const bool selected = label.hotspot == model_->hotspot();
        const bool under = bitmap.hotspots[static_cast<std::size_t>(label.hotspot)].number < 0;
        const QColor colour = selected ? theme().map.selected : under ? theme().map.tagged : theme().map.hovered;
        const bool inSight = rect().contains(label.point.toPoint());
        const QPointF join(label.box.center().x() > label.point.x() ? label.box.left() : label.box.right(),
                           label.box.center().y());
        painter.setPen(QPen(colour, 1));
        if (inSight)
            painter.drawLine(label.point, join);
        for (const auto& [pen, reach] : {std::pair{QPen(theme().window, 3.5), 11.0}, std::pair{QPen(colour, 1.6), 11.0}}) {
            painter.setPen(pen);
            painter.setBrush(Qt::NoBrush);
            painter.drawEllipse(label.point, 6, 6);
            for (const QPointF& way : {QPointF(1, 0), QPointF(-1, 0), QPointF(0, 1), QPointF(0, -1)})
                painter.drawLine(label.point + 3 * way, label.point + reach * way);
        }
        painter.setPen(QPen(colour, 1));
        painter.setBrush(theme().window);
        painter.drawRoundedRect(label.box, 3, 3);
        painter.drawText(label.box, Qt::AlignCenter, label.text);
    }
}

void SpriteCanvas::paintFacts(QPainter& painter) const
{
    const bgf::Bitmap* bitmap = model_->current();
    if (bitmap == nullptr)
        return;
    const auto paintBox = [&](const QString& strong, const QString& text, bool top, bool left = false) {
        const QFont bold = fontOf(*this, 12, true);
        const QFont normal = fontOf(*this, 12, false);
        const double lead = strong.isEmpty() ? 0 : QFontMetricsF(bold).horizontalAdvance(strong) + 8;
        QRectF box(0, 0, lead + QFontMetricsF(normal).horizontalAdvance(text) + 16, 22);
        if (top && !left)
            box.moveTopRight(QPointF(width() - 8, 8));
        else
            top ? box.moveTopLeft(QPointF(8, 8)) : box.moveBottomLeft(QPointF(8, height() - 8));
        QColor fill = theme().window;
        fill.setAlpha(232);
        painter.setPen(Qt::NoPen);
        painter.setBrush(fill);
        painter.drawRoundedRect(box, 3, 3);
        painter.setFont(bold);
        painter.setPen(theme().isDark() ? theme().map.selected : theme().text);
        painter.drawText(box.adjusted(8, 0, 0, 0), Qt::AlignVCenter, strong);
        painter.setFont(normal);
        painter.setPen(theme().text);
        painter.drawText(box.adjusted(8 + lead, 0, 0, 0), Qt::AlignVCenter, text);
    };
    paintBox({},
             tr("%1 × %2  offset %3, %4  shrink %5")
                 .arg(bitmap->width)
                 .arg(bitmap->height)
                 .arg(signedNumber(bitmap->xOffset), signedNumber(bitmap->yOffset))
                 .arg(model_->sprite().effectiveShrink()),
             true);
    if (model_->scope() != bgfcore::EditScope::Frame) { // else a stroke would surprise in frames that are not seen
        const auto frames = model_->scopeFrames().size();
        const std::string_view label = bgfcore::editScopes()[static_cast<std::size_t>(model_->scope())].label;
        paintBox(tr(label.data()),
                 counted(static_cast<qlonglong>(frames), tr("edits change 1 frame"), tr("edits change %1 frames")), true, true);
    }
    if (model_->hotspot() < 0)
        return;
    const bgf::Hotspot& hotspot = bitmap->hotspots[static_cast<std::size_t>(model_->hotspot())];
    const QString name = model_->hotspotName(hotspot.number);
    const QString title = tr("Hotspot %1").arg(signedNumber(hotspot.number));
    paintBox(name.isEmpty() ? title : tr("%1 · %2").arg(title, name),
             tr("x %1, y %2 · %3").arg(hotspot.x).arg(hotspot.y).arg(hotspot.number < 0 ? tr("under") : tr("over")), false);
}

void SpriteCanvas::leaveEvent(QEvent*)
{
    cursor_.reset();
    emit cursorMoved();
}

} // namespace blak::ui::sprites
