// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/render/strip.h"

#include <algorithm>
#include <cmath>

// Sprites and see-through walls come last, far before near. What hides them is known from the surfaces that the pixels show: one
// over their depth is linear on the screen, so a run of rows with the same id is compared in one step.
namespace blak::render {
namespace {

/// How far an invisible thing bends what is behind it, rows.
int waveAt(double time, int x, int y, int frameHeight)
{
    const double strength = std::max(2.0, frameHeight / 100.0);
    return static_cast<int>(std::lround(std::sin(time / 150 + x * 0.11 + y * 0.23) * strength));
}

palette::IndexMap chain(const palette::IndexMap& first, const palette::IndexMap& second)
{
    palette::IndexMap both;
    for (std::size_t i = 0; i < both.size(); ++i)
        both[i] = second[first[i]];
    return both;
}

} // namespace

void Strip::deferSpritesOf(space::Index leaf)
{
    const auto& sprites = context_->sprites;
    auto at = std::lower_bound(sprites.begin(), sprites.end(), leaf,
                               [](const VisibleSprite& sprite, space::Index wanted) { return sprite.leaf < wanted; });
    // Near before far here: the list of what is deferred is drawn from its end.
    const auto from = at;
    while (at != sprites.end() && at->leaf == leaf)
        ++at;
    while (at != from) {
        --at;
        const auto index = static_cast<std::size_t>(at - sprites.begin());
        spriteReached_[index] = 1;
        deferred_.push_back({.wall = {}, .part = {}, .sprite = index, .isSprite = true});
    }
}

void Strip::deferSpritesNotReached()
{
    // Their leaf is hidden or outside of the room, but a part of them may stick out of it.
    for (std::size_t i = context_->sprites.size(); i-- > 0;)
        if (!spriteReached_[i])
            deferred_.push_back({.wall = {}, .part = {}, .sprite = i, .isSprite = true});
}

void Strip::drawDeferred()
{
    for (auto item = deferred_.rbegin(); item != deferred_.rend(); ++item) {
        if (item->isSprite)
            drawSprite(context_->sprites[item->sprite]);
        else if (context_->options.maskedWalls)
            drawMaskedPart(item->wall, item->part);
    }
}

void Strip::drawSprite(const VisibleSprite& sprite)
{
    const double w = 1 / sprite.place.depth;
    SurfaceRecord record;
    record.pick.kind = SurfaceKind::Object;
    record.pick.object = sprite.state->id;
    record.w0 = static_cast<float>(w);
    const std::uint16_t id = newSurface(record);
    for (const PlacedImage& placed : sprite.images)
        drawSpriteImage(sprite, placed, w, id);
}

void Strip::drawSpriteImage(const VisibleSprite& sprite, const PlacedImage& placed, double w, std::uint16_t id)
{
    const View& view = context_->view;
    const Image& image = *placed.image;
    const double left = view.centre + view.focal * (sprite.place.right + placed.left) * w;
    const double right = view.centre + view.focal * (sprite.place.right + placed.right()) * w;
    const int firstColumn = std::clamp(firstPixel(left, view.width), first_, end_);
    const int endColumn = std::clamp(firstPixel(right, view.width), first_, end_);
    const double top = view.horizon - view.focal * (sprite.baseZ + placed.top - view.eyeZ) * w;
    const double bottom = view.horizon - view.focal * (sprite.baseZ + placed.bottom() - view.eyeZ) * w;
    const int firstRow = std::clamp(firstPixel(top, view.height), 0, view.height);
    const int endRow = std::clamp(firstPixel(bottom, view.height), 0, view.height);
    if (firstColumn >= endColumn || firstRow >= endRow)
        return;

    const SurfaceLight surfaceLight = SurfaceLight::of(context_->state.lighting, sprite.light, 0, context_->fixedLevel);
    const DrawingEffect effect = sprite.state->drawing;
    const palette::IndexMap& light =
        effect == DrawingEffect::Black ? context_->tables.light[0] : context_->lightMap(surfaceLight.levelAt(w));
    const auto& translations = context_->tables.translation;
    // A second translation comes instead of the first one, but for the effect that wants both.
    const std::uint8_t first =
        placed.translation != 0 && effect != DrawingEffect::SecondTranslate ? placed.translation : placed.secondTranslation;
    palette::IndexMap own = chain(translations[first], light);
    if (effect == DrawingEffect::DoubleTranslate)
        own = chain(translations[placed.translation], chain(translations[placed.secondTranslation], light));
    const palette::IndexMap& over = translations[placed.translation];

    const double step = image.height / (bottom - top);
    const double columnStep = image.width / (right - left);
    for (int x = firstColumn; x < endColumn; ++x) {
        const int texelColumn = std::clamp(static_cast<int>((x + 0.5 - left) * columnStep), 0, image.width - 1);
        const std::uint8_t* line = image.columns.data() + static_cast<std::ptrdiff_t>(texelColumn) * image.height;
        std::uint8_t* out = frame_->column(x);
        std::uint16_t* ids = frame_->idColumn(x);
        forEachVisibleRun(x, firstRow, endRow, w, [&](int from, int to) {
            const double v = (from + 0.5 - top) * step;
            // One texel more than a pixel at the edge would wrap around to the other end of the line.
            const double lastV = v + (to - 1 - from) * step;
            if (lastV >= image.height && to - from > 1)
                --to;
            paintSpriteRun(effect, own, over, line, image.height, v, step, x, from, to, out, ids, id);
        });
    }
}

void Strip::paintSpriteRun(DrawingEffect effect, const palette::IndexMap& own, const palette::IndexMap& over,
                           const std::uint8_t* line, int size, double v, double step, int x, int from, int to, std::uint8_t* out,
                           std::uint16_t* ids, std::uint16_t id)
{
    const auto forEachTexel = [&](auto&& paint) {
        for (int y = from; y < to; ++y, v += step) {
            const std::uint8_t texel = line[std::clamp(static_cast<int>(v), 0, size - 1)];
            if (texel == bgf::transparentIndex)
                continue;
            paint(y, texel);
            ids[y] = id;
        }
    };
    const auto bend = [&](int y) {
        const int source = y + waveAt(context_->state.time, x, y, frame_->height());
        return behind_[static_cast<std::size_t>(std::clamp(source, 0, frame_->height() - 1))];
    };
    switch (effect) {
    case DrawingEffect::Translucent25:
    case DrawingEffect::Translucent50:
    case DrawingEffect::Translucent75: {
        const auto& blend =
            context_->tables.blend[static_cast<std::size_t>(effect) - static_cast<std::size_t>(DrawingEffect::Translucent25)];
        forEachTexel([&](int y, std::uint8_t texel) { out[y] = blend[own[texel]][out[y]]; });
        return;
    }
    case DrawingEffect::Invisible:
        behind_.assign(out, out + frame_->height());
        forEachTexel([&](int y, std::uint8_t) { out[y] = bend(y); });
        return;
    case DrawingEffect::DitherInvisible:
        behind_.assign(out, out + frame_->height());
        forEachTexel([&](int y, std::uint8_t texel) { out[y] = (x + y) & 1 ? own[texel] : bend(y); });
        return;
    case DrawingEffect::Translate: forEachTexel([&](int y, std::uint8_t) { out[y] = over[out[y]]; }); return;
    case DrawingEffect::DitherTranslate:
        forEachTexel([&](int y, std::uint8_t texel) { out[y] = (x + y) & 1 ? own[texel] : over[out[y]]; });
        return;
    case DrawingEffect::DitherGrey:
        forEachTexel([&](int y, std::uint8_t texel) { out[y] = (x + y) & 1 ? own[texel] : context_->grey[own[texel]]; });
        return;
    case DrawingEffect::Plain:
    case DrawingEffect::Black:
    case DrawingEffect::DoubleTranslate:
    case DrawingEffect::SecondTranslate:
        kernel::drawMaskedLine(out + from, ids + from, to - from, line, size, v, step, own, id);
        return;
    }
}

} // namespace blak::render
