// SPDX-License-Identifier: GPL-3.0-or-later
// The frame with what hangs on it in the paper doll.
#include "bgfeditor/ui/sprite_canvas.h"
#include "client/render/sprite_layout.h"
#include "ui/project.h"

#include <QPainter>

#include <algorithm>
#include <span>

namespace blak::ui::sprites {
namespace {

QImage imageOf(const render::PlacedImage& placed, const SpriteModel& model)
{
    const auto& tables = model.tables();
    const auto colours = bgfcore::makeColourMap(model.palette(), tables, placed.translation, model.light());
    QImage image(placed.image->width, placed.image->height, QImage::Format_ARGB32);
    const auto width = static_cast<std::size_t>(placed.image->width);
    for (int y = 0; y < placed.image->height; ++y)
        bgfcore::applyColourMap(colours, std::span(placed.image->pixels).subspan(static_cast<std::size_t>(y) * width, width),
                                std::span(reinterpret_cast<std::uint32_t*>(image.scanLine(y)), width));
    return image;
}

} // namespace

/// In the order of the client's layers. The base is the frame as it is edited, not as the rooms know it yet.
void SpriteCanvas::paintDoll(QPainter& painter, const QImage& base) const
{
    const QRectF area = bitmapRect();
    const auto assets = model_->project() == nullptr ? nullptr : model_->project()->assets();
    std::vector<render::PlacedImage> placed;
    render::SpriteState state; // keeps the pictures that `placed` points into
    if (assets != nullptr && !model_->doll().parts.empty() && model_->group() >= 0) {
        state = bgfcore::stateOf(model_->shownDoll(), *assets, model_->dollElapsed());
        placed = render::layOutSprite(state, model_->angle());
    }
    const auto root = std::ranges::find(placed, -1, &render::PlacedImage::overlay);
    if (root == placed.end()) {
        painter.drawImage(area, base);
        return;
    }
    const double unit = root->unitsPerPixel;
    for (const render::PlacedImage& one : placed) {
        if (one.overlay < 0) {
            painter.drawImage(area, base);
            continue;
        }
        const QPointF corner((one.left - root->left) / unit, (root->top - one.top) / unit);
        const double scale = one.unitsPerPixel / unit * zoom_;
        painter.drawImage(QRectF(toWidget(corner), QSizeF(one.image->width, one.image->height) * scale), imageOf(one, *model_));
    }
}

} // namespace blak::ui::sprites
