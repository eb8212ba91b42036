// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/render/scene_state.h"

#include <cstdint>
#include <vector>

namespace blak::render {

/// The seven passes in which a sprite is put together (protocol.md section 4.7). "Over-under" hangs under something that hangs
/// over the base.
#define BLAK_SPRITE_LAYERS(X)                                                                                                    \
    X(UnderUnder, "under, under")                                                                                                \
    X(Under, "under")                                                                                                            \
    X(UnderOver, "over what is under")                                                                                           \
    X(Base, "base")                                                                                                              \
    X(OverUnder, "under what is over")                                                                                           \
    X(Over, "over")                                                                                                              \
    X(OverOver, "over, over")

enum class SpriteLayer : std::uint8_t {
#define X(name, text) name,
    BLAK_SPRITE_LAYERS(X)
#undef X
};

const char* spriteLayerName(SpriteLayer layer);

/// One image of a sprite and its overlays, placed. Lengths in client units: right of and above the base point of the sprite.
struct PlacedImage
{
    const Image* image = nullptr;
    double left = 0, top = 0;
    double unitsPerPixel = 16;
    SpriteLayer layer = SpriteLayer::Base;
    int overlay = -1; ///< index in SpriteState::overlays, -1 = the base
    std::uint8_t translation = 0;
    std::uint8_t secondTranslation = 0;

    double right() const { return left + unitsPerPixel * image->width; }
    double bottom() const { return top - unitsPerPixel * image->height; }
};

/// Puts base and overlays together for a viewing angle (0 = the sprite faces the viewer), in drawing order. Overlays whose
/// hotspot nothing has are left out; a base without bitmap at this angle gives nothing.
std::vector<PlacedImage> layOutSprite(const SpriteState& sprite, int viewingAngle);

} // namespace blak::render
