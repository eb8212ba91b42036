// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/render/image.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

/// What a room shows at one moment beyond what LoadedRoom says: plain values, made by client/scene or by hand.
namespace blak::render {

/// How a sprite is put on what is behind it (protocol.md section 1B.2, "drawing effects"; the numbers go over the wire).
#define BLAK_DRAWING_EFFECTS(X)                                                                                                  \
    X(Plain, "plain")                                                                                                            \
    X(Translucent25, "translucent 25 %") /* 25 % see-through */                                                                  \
    X(Translucent50, "translucent 50 %")                                                                                         \
    X(Translucent75, "translucent 75 %")                                                                                         \
    X(Black, "black")                                                                                                            \
    X(Invisible, "invisible")              /* bends what is behind */                                                            \
    X(Translate, "translate")              /* recolours what is behind */                                                        \
    X(DitherInvisible, "dither invisible") /* every second pixel is bent */                                                      \
    X(DitherTranslate, "dither translate") /* every second pixel */                                                              \
    X(DoubleTranslate, "double translate") /* own, then second translation */                                                    \
    X(SecondTranslate, "second translate") /* only the second translation */                                                     \
    X(DitherGrey, "dither grey")           /* OpenMeridian: every second grey */

enum class DrawingEffect : std::uint8_t {
#define X(name, text) name,
    BLAK_DRAWING_EFFECTS(X)
#undef X
};

const char* drawingEffectName(DrawingEffect effect);

struct SectorState
{
    int light = 192;                           ///< 0..127 fixed, 128..255 follows ambient; flicker included
    int animationStep = 0;                     ///< group of floor and ceiling texture, taken modulo their number of groups
    double floorScrollX = 0, floorScrollY = 0; ///< client units the texture has moved east, south
    double ceilingScrollX = 0, ceilingScrollY = 0;
};

struct SideState
{
    int animationStep = 0;           ///< group of the three textures, modulo their number of groups
    double scrollX = 0, scrollY = 0; ///< client units the textures have moved along the wall, down
    bool invisible = false;          ///< not drawn, see-through
};

struct SpriteOverlay
{
    std::shared_ptr<const Picture> picture;
    int group = 0;
    int hotspot = 0; ///< as in the message: > 0 over, < 0 under what it hangs on, 0 = at the origin of the base
    std::uint8_t translation = 0;
    std::uint8_t effect = 0; ///< second translation (animation prefix EFFECT)
};

struct SpriteState
{
    std::uint32_t id = 0;       ///< given back by picking
    double x = 0, y = 0, z = 0; ///< base point; wading depth and bounce already taken off
    int angle = 0;              ///< where it faces
    std::shared_ptr<const Picture> picture;
    int group = 0;
    std::uint8_t translation = 0;
    std::uint8_t secondTranslation = 0;
    DrawingEffect drawing = DrawingEffect::Plain;
    int lightShift = 0;   ///< added to the light of its sector (flicker, flash), 0..255 scale
    bool hanging = false; ///< z is where its top hangs
    std::vector<SpriteOverlay> overlays;
};

struct Lighting
{
    int ambient = 192;    ///< 0..255
    int viewer = 0;       ///< 0..255, light the viewer carries
    int sunIntensity = 0; ///< 0..255, light on what faces the sun, shadow on what turns away
    int sunAngle = 0;     ///< 4096 per turn, where the sun stands
    int sunHeight = 0;    ///< 4096 per turn above the horizon
};

/// Picture far away (sun, moon) that stands before the background at an angle.
struct BackgroundOverlay
{
    std::uint32_t id = 0;
    std::shared_ptr<const Picture> picture;
    int group = 0;
    std::uint8_t translation = 0;
    int angle = 0;  ///< of its centre
    int height = 0; ///< pixels of the classic view below the horizon: negative = above
};

/// Effects on the whole picture (protocol.md, EFFECT).
struct ScreenEffects
{
    bool invert = false;
    bool blind = false;
    std::uint8_t translation = 0; ///< 0 = none (flash, pain, override)
    int whiteout = 0;             ///< 0..100 % white
    int waver = 0;                ///< strength of the waves, pixels; phase below
    double waverPhase = 0;        ///< radians
};

struct SceneState
{
    std::vector<SectorState> sectors; ///< by sector, or empty: everything as LoadedRoom says, at rest
    std::vector<SideState> sides;     ///< by sidedef, or empty
    std::vector<bool> hiddenWalls;    ///< by wall, or empty: not drawn, see-through
    std::vector<SpriteState> sprites;
    Lighting lighting;
    std::shared_ptr<const Picture> background; ///< null: backgroundColour
    std::uint8_t backgroundColour = 0;         ///< palette index
    std::vector<BackgroundOverlay> backgroundOverlays;
    ScreenEffects effects;
    double time = 0; ///< ms, moves the waves of invisible things
};

} // namespace blak::render
