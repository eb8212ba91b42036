// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/render/sprite_layout.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace blak::render {
namespace {

const bgf::Hotspot* findHotspot(const Image& image, int number)
{
    const auto found = std::find_if(image.hotspots.begin(), image.hotspots.end(), [&](const bgf::Hotspot& hotspot) {
        return std::abs(int{hotspot.number}) == std::abs(number);
    });
    return found == image.hotspots.end() ? nullptr : &*found;
}

SpriteLayer layerOn(SpriteLayer carrier, bool over)
{
    if (carrier == SpriteLayer::Base)
        return over ? SpriteLayer::Over : SpriteLayer::Under;
    if (carrier == SpriteLayer::Over)
        return over ? SpriteLayer::OverOver : SpriteLayer::OverUnder;
    return over ? SpriteLayer::UnderOver : SpriteLayer::UnderUnder;
}

/// `carrierOffset`: the offset of an overlay counts in pixels of the base on the base, in its own on another overlay
/// (formats.md section 2.1).
PlacedImage hang(const SpriteOverlay& overlay, int index, const Image& image, const PlacedImage& carrier,
                 const bgf::Hotspot& hotspot)
{
    PlacedImage placed;
    placed.image = &image;
    placed.overlay = index;
    placed.translation = overlay.translation;
    placed.secondTranslation = overlay.effect;
    placed.unitsPerPixel = 16.0 / overlay.picture->shrink;
    placed.layer = layerOn(carrier.layer, hotspot.number > 0);
    const double offsetUnits = carrier.layer == SpriteLayer::Base ? carrier.unitsPerPixel : placed.unitsPerPixel;
    placed.left = carrier.left + hotspot.x * carrier.unitsPerPixel + image.xOffset * offsetUnits;
    placed.top = carrier.top - hotspot.y * carrier.unitsPerPixel - image.yOffset * offsetUnits;
    return placed;
}

} // namespace

const char* spriteLayerName(SpriteLayer layer)
{
    static constexpr std::array names{
#define X(name, text) text,
        BLAK_SPRITE_LAYERS(X)
#undef X
    };
    return names[static_cast<std::size_t>(layer)];
}

const char* drawingEffectName(DrawingEffect effect)
{
    static constexpr std::array names{
#define X(name, text) text,
        BLAK_DRAWING_EFFECTS(X)
#undef X
    };
    return names[static_cast<std::size_t>(effect)];
}

std::vector<PlacedImage> layOutSprite(const SpriteState& sprite, int viewingAngle)
{
    std::vector<PlacedImage> placed;
    const Image* base = sprite.picture ? sprite.picture->angleImage(sprite.group, viewingAngle) : nullptr;
    if (base == nullptr)
        return placed;
    PlacedImage root;
    root.image = base;
    root.unitsPerPixel = 16.0 / sprite.picture->shrink;
    // The picture stands centred on its place; offsets move it by whole and by four units (formats.md section 2.1).
    root.left = -0.5 * root.unitsPerPixel * base->width + base->xOffset;
    root.top = root.unitsPerPixel * base->height - 4.0 * base->yOffset;
    root.translation = sprite.translation;
    root.secondTranslation = sprite.secondTranslation;
    placed.push_back(root);

    std::vector<const Image*> images(sprite.overlays.size());
    for (std::size_t i = 0; i < images.size(); ++i)
        if (sprite.overlays[i].picture)
            images[i] = sprite.overlays[i].picture->angleImage(sprite.overlays[i].group, viewingAngle);

    // First what hangs on the base, then what hangs on that.
    constexpr bgf::Hotspot origin{1, 0, 0};
    std::vector<bool> done(images.size());
    for (std::size_t i = 0; i < images.size(); ++i) {
        const SpriteOverlay& overlay = sprite.overlays[i];
        const bgf::Hotspot* hotspot = overlay.hotspot == 0 ? &origin : findHotspot(*base, overlay.hotspot);
        if (images[i] == nullptr || hotspot == nullptr)
            continue;
        placed.push_back(hang(overlay, static_cast<int>(i), *images[i], root, *hotspot));
        done[i] = true;
    }
    const std::size_t carriers = placed.size();
    for (std::size_t i = 0; i < images.size(); ++i) {
        if (images[i] == nullptr || done[i])
            continue;
        for (std::size_t c = 1; c < carriers; ++c) {
            const PlacedImage carrier = placed[c];
            if (const bgf::Hotspot* hotspot = findHotspot(*carrier.image, sprite.overlays[i].hotspot)) {
                placed.push_back(hang(sprite.overlays[i], static_cast<int>(i), *images[i], carrier, *hotspot));
                break;
            }
        }
    }
    std::stable_sort(placed.begin(), placed.end(), [](const PlacedImage& a, const PlacedImage& b) { return a.layer < b.layer; });
    return placed;
}

} // namespace blak::render
