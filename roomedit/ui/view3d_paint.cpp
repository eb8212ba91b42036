// SPDX-License-Identifier: GPL-3.0-or-later
// The part of View3dCanvas that draws the frame and tells what it shows.
#include "client/render/asset_store.h"
#include "roomedit/ui/texture_images.h"
#include "roomedit/ui/texture_label.h"
#include "roomedit/ui/view3d_canvas.h"

#include <QPaintEvent>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace blak::ui::rooms {
namespace {

constexpr qsizetype mostOutlines = 8; ///< a frame shows few anyway
constexpr double restSmoothing = 8;   ///< pictures

QFont smallFont(const QWidget& widget, bool strong)
{
    QFont font = widget.font();
    font.setPixelSize(12);
    if (strong)
        font.setWeight(QFont::DemiBold);
    return font;
}

} // namespace

MapItem View3dCanvas::itemOf(const render::Pick& pick) const
{
    MapItem item;
    if (pick.isWall() && pick.linedef != render::Pick::none) {
        item.kind = MapItem::Kind::Line;
        item.index = static_cast<int>(pick.linedef);
        item.minusSide = !pick.plusSide;
        item.part = pick.kind == render::SurfaceKind::WallAbove    ? MapItem::Part::Above
                    : pick.kind == render::SurfaceKind::WallNormal ? MapItem::Part::Normal
                                                                   : MapItem::Part::Below;
    } else if ((pick.kind == render::SurfaceKind::Floor || pick.kind == render::SurfaceKind::Ceiling) &&
               pick.sector != render::Pick::none) {
        item.kind = MapItem::Kind::Sector;
        item.index = static_cast<int>(pick.sector);
        item.part = pick.kind == render::SurfaceKind::Floor ? MapItem::Part::Floor : MapItem::Part::Ceiling;
    }
    return item;
}

MapItem View3dCanvas::itemAt(QPointF widgetPoint) const
{
    const QPointF device = widgetPoint * devicePixelRatioF();
    return itemOf(painter_.frame().pick(static_cast<int>(device.x()), static_cast<int>(device.y())));
}

/// A selection made in the top view has no part: then both planes of a sector and all of a line are meant.
bool View3dCanvas::shows(const render::Pick& pick, const MapItem& item) const
{
    const MapItem shown = itemOf(pick);
    if (!shown || !shown.isSameThing(item))
        return false;
    return item.part == MapItem::Part::Whole || (shown.part == item.part && shown.minusSide == item.minusSide);
}

/// Draws the border of what the item covers in the frame.
void View3dCanvas::outlineItem(const render::Frame& frame, const render::Rgb32Rows& rows, const MapItem& item, QRgb colour)
{
    const int width = frame.width();
    const int height = frame.height();
    const int thick = std::max(1, static_cast<int>(std::lround(1.5 * devicePixelRatioF())));
    std::vector<std::uint8_t> before(static_cast<std::size_t>(height), 0);
    std::vector<std::uint8_t> here(static_cast<std::size_t>(height), 0);
    const auto mark = [&](int x, int y) {
        for (int dy = 0; dy < thick && y + dy < height; ++dy)
            for (int dx = 0; dx < thick && x + dx < width; ++dx)
                rows.pixels[(y + dy) * rows.stride + x + dx] = colour;
    };
    int strip = -1;
    bool any = false;
    for (int x = 0; x < width; ++x) {
        if (const int wanted = std::min(x / frame.stripWidth(), frame.stripCount() - 1); wanted != strip) {
            strip = wanted;
            const auto& surfaces = frame.strip(strip).surfaces;
            outline_.assign(surfaces.size(), 0);
            any = false;
            for (std::size_t id = 0; id < surfaces.size(); ++id)
                if (shows(surfaces[id].pick, item))
                    outline_[id] = 1, any = true;
        }
        const std::uint16_t* ids = frame.idColumn(x);
        if (any)
            for (int y = 0; y < height; ++y)
                here[static_cast<std::size_t>(y)] = ids[y] < outline_.size() ? outline_[ids[y]] : 0;
        else
            std::fill(here.begin(), here.end(), std::uint8_t{0});
        for (int y = 0; y < height; ++y) {
            const auto row = static_cast<std::size_t>(y);
            const bool edge = (x > 0 && here[row] != before[row]) || (y > 0 && here[row] != here[row - 1]);
            if (edge)
                mark(std::max(0, x - thick / 2), std::max(0, y - thick / 2));
        }
        std::swap(before, here);
    }
}

double View3dCanvas::frameMilliseconds() const
{
    const auto count = static_cast<std::ptrdiff_t>(std::min(framesDrawn_, frameTimes_.size()));
    if (count == 0)
        return 0;
    auto times = frameTimes_;
    std::nth_element(times.begin(), times.begin() + count / 2, times.begin() + count);
    return times[static_cast<std::size_t>(count / 2)];
}

void View3dCanvas::drawFrame(render::Frame& frame, const render::Rgb32Rows& rows)
{
    QElapsedTimer timer;
    timer.start();
    renderer_.render(scene_.room(), scene_.state(), walker_.camera(), frame, rows);
    frameTimes_[framesDrawn_++ % frameTimes_.size()] = static_cast<double>(timer.nsecsElapsed()) / 1e6;
    seen_.forget();
    shownTime_ = tr("%1 ms").arg(frameMilliseconds(), 0, 'f', 1);

    const auto& selection = model_->selection();
    if (model_->hovered() && !model_->isSelected(model_->hovered()))
        outlineItem(frame, rows, model_->hovered(), theme().map.hovered.rgb());
    for (const MapItem& item : selection.mid(std::max<qsizetype>(0, selection.size() - mostOutlines)))
        outlineItem(frame, rows, item, themeOf(ThemeKind::Dark).map.selected.rgb());
}

/// What is hovered or selected has an outline, which is drawn with the whole picture.
bool View3dCanvas::showsItems() const { return model_->hovered() || !model_->selection().isEmpty(); }

/// The last whole picture stays the one that is picked from: what moves by itself moves no edge of it.
void View3dCanvas::drawPart(QPainter& painter, const QRegion& exposed)
{
    ++partsDrawn_;
    painter_.paintPart(painter, size(), exposed.boundingRect(), [this](const render::FramePart& part, const render::Rgb32Rows& rows) {
        partFrame_.resize(painter_.frame().width(), painter_.frame().height());
        renderer_.renderPart(scene_.room(), scene_.state(), walker_.camera(), part, partFrame_, rows);
    });
}

void View3dCanvas::paintEvent(QPaintEvent* event)
{
    const QRect part = std::exchange(part_, {});
    QElapsedTimer timer;
    timer.start();
    QPainter painter(this);
    // A region that is just the part that changed: nobody else asked for anything, so the rest of the window is as it was drawn.
    if (!part.isEmpty() && event->region() == QRegion(part) && seen_.isKnown() && !showsItems())
        drawPart(painter, event->region());
    else
        painter_.paint(painter, size(), event->region(),
                       [this](render::Frame& frame, const render::Rgb32Rows& rows) { drawFrame(frame, rows); });
    paintOverlay(painter);
    const double took = static_cast<double>(timer.nsecsElapsed()) / 1e6;
    // Not the first ones, which read textures; and one that was interrupted says little.
    if (!isAtRest() || framesDrawn() < 3)
        restCost_ = 0;
    else
        restCost_ = restCost_ > 0 ? restCost_ + (std::min(took, 2 * restCost_) - restCost_) / restSmoothing : took;
}

void View3dCanvas::paintOverlay(QPainter& painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont normal = smallFont(*this, false);
    const QFont strong = smallFont(*this, true);
    QColor box = theme().isDark() ? theme().window : theme().tooltip;
    box.setAlpha(232);
    paintHandles(painter); // words lie over them
    const auto paintBox = [&](const QRectF& at) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(box);
        painter.drawRoundedRect(at, 3, 3);
    };

    painter.setFont(normal);
    QRectF timeBox(0, 0, QFontMetricsF(normal).horizontalAdvance(shownTime_) + 14, 20);
    timeBox.moveTopRight(QPointF(width() - 8, 8));
    paintBox(timeBox);
    painter.setPen(theme().text2);
    painter.drawText(timeBox, Qt::AlignCenter, shownTime_);

    const MapItem item = model_->hovered() ? model_->hovered() : ghost_ >= 0 ? MapItem() : model_->current();
    if (const QString ghost = ghostText(); !ghost.isEmpty()) {
        const QRectF at(8, height() - 30, std::min<double>(std::max(60, width() - 16), 16 + QFontMetricsF(normal).horizontalAdvance(ghost)), 22);
        paintBox(at);
        painter.setFont(normal);
        painter.setPen(theme().text);
        painter.drawText(at.adjusted(8, 0, -8, 0), Qt::AlignVCenter,
                         QFontMetricsF(normal).elidedText(ghost, Qt::ElideRight, std::max(0.0, at.width() - 16)));
    } else if (item) {
        static const std::array<QString, 6> parts{QString(), tr("above"), tr("normal"), tr("below"), tr("floor"), tr("ceiling")};
        const QString& part = parts[static_cast<std::size_t>(item.part)];
        const QString name = part.isEmpty() ? model_->nameOf(item) : tr("%1, %2").arg(model_->nameOf(item), part);
        const QString text = model_->describe(item);
        const double nameWidth = QFontMetricsF(strong).horizontalAdvance(name);
        const double most = std::max(60, width() - 16);
        const QRectF at(8, height() - 30, std::min(most, nameWidth + 24 + QFontMetricsF(normal).horizontalAdvance(text)), 22);
        paintBox(at);
        painter.setFont(strong);
        painter.setPen(model_->isSelected(item) ? theme().map.selected : theme().map.hovered);
        painter.drawText(at.adjusted(8, 0, -8, 0), Qt::AlignVCenter, name);
        painter.setFont(normal);
        painter.setPen(theme().text);
        const QRectF rest = at.adjusted(16 + nameWidth, 0, -8, 0);
        painter.drawText(rest, Qt::AlignVCenter,
                         QFontMetricsF(normal).elidedText(text, Qt::ElideRight, std::max(0.0, rest.width())));
    }
    paintBrush(painter);
    if (hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(theme().accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
    if (isLooking()) {
        painter.setPen(QPen(Qt::white, 1));
        const QPointF middle = QRectF(rect()).center();
        painter.drawLine(middle - QPointF(6, 0), middle + QPointF(6, 0));
        painter.drawLine(middle - QPointF(0, 6), middle + QPointF(0, 6));
    }
}

/// Which texture the brush has, and what the buttons do with it.
void View3dCanvas::paintBrush(QPainter& painter) const
{
    if (!brush_)
        return;
    constexpr double side = 40;
    const QString text = copiedTexture_ == 0 ? tr("Brush: click on a picture here or in Textures to take it")
                                             : tr("%1 \u00b7 click paints \u00b7 Shift fills \u00b7 Ctrl takes \u00b7 Esc ends").arg(textureWords(copiedTexture_, model_->textures()->name(copiedTexture_)));
    const QFont normal = smallFont(*this, false);
    const double wide = std::min<double>(width() - 16, (copiedTexture_ == 0 ? 0 : side + 8) + QFontMetricsF(normal).horizontalAdvance(text) + 16);
    const QRectF box(8, 8, wide, side + 8);
    QColor ground = theme().isDark() ? theme().window : theme().tooltip;
    ground.setAlpha(232);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ground);
    painter.drawRoundedRect(box, 3, 3);
    QRectF rest = box.adjusted(8, 0, -8, 0);
    if (copiedTexture_ != 0 && model_->textures() != nullptr) {
        const QImage picture = model_->textures()->tile(copiedTexture_, 64, ground, 1);
        const QRectF at(box.left() + 4, box.top() + 4, side, side);
        painter.setRenderHint(QPainter::SmoothPixmapTransform);
        painter.drawImage(at, picture);
        rest.setLeft(at.right() + 8);
    }
    painter.setFont(normal);
    painter.setPen(theme().text);
    painter.drawText(rest, Qt::AlignVCenter, QFontMetricsF(normal).elidedText(text, Qt::ElideRight, rest.width()));
}

} // namespace blak::ui::rooms
