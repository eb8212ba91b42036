// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/palette/palette.h"

namespace blak::palette {
namespace {

/// Sixteen entries, darkening with the index, that begin at this multiple of 16.
struct Ramp
{
    std::uint8_t begin;
    Colour light, middle, dark;
};

// The place of each ramp is what translations (gray to red, blue to skin, ...) and old art rely on; the colours are ours:
// highlights lean to the warm side, shadows to the cool one.
constexpr std::array ramps{
    Ramp{0x10, {236, 92, 72}, {158, 34, 32}, {26, 5, 10}},      // red
    Ramp{0x20, {255, 220, 186}, {188, 134, 102}, {54, 36, 32}}, // fair skin
    Ramp{0x30, {250, 190, 138}, {164, 104, 64}, {38, 22, 16}},  // tanned skin, light wood
    Ramp{0x40, {188, 128, 82}, {108, 66, 38}, {24, 14, 10}},    // dark skin, wood
    Ramp{0x50, {255, 198, 96}, {206, 120, 28}, {48, 22, 8}},    // orange, fire
    Ramp{0x60, {164, 186, 130}, {88, 110, 68}, {10, 18, 12}},   // dark green, moss
    Ramp{0x70, {156, 212, 92}, {66, 130, 44}, {6, 26, 14}},     // bright green, grass
    Ramp{0x80, {198, 228, 230}, {88, 134, 148}, {6, 18, 28}},   // sky, water
    Ramp{0x90, {104, 124, 226}, {42, 54, 148}, {5, 5, 30}},     // dark blue
    Ramp{0xA0, {200, 124, 212}, {110, 54, 136}, {20, 6, 32}},   // purple
    Ramp{0xB0, {250, 242, 216}, {184, 162, 120}, {46, 38, 30}}, // yellow-brown: parchment, plaster, sand
    Ramp{0xC0, {255, 238, 136}, {202, 158, 44}, {58, 38, 10}},  // gold
    Ramp{0xD0, {238, 238, 236}, {134, 134, 140}, {22, 22, 28}}, // gray, stone
    Ramp{0xE0, {162, 212, 255}, {70, 122, 184}, {6, 16, 36}},   // bright blue
};

// Windows' sixteen colours stand at both ends, as in every palette of that time; 254 is the transparent one. The four money,
// sky, cream and gray colours and the unused entries fill the reserved indices.
constexpr std::array<Colour, 16> firstColours{{{0, 0, 0},
                                               {128, 0, 0},
                                               {0, 128, 0},
                                               {128, 128, 0},
                                               {0, 0, 128},
                                               {128, 0, 128},
                                               {0, 128, 128},
                                               {192, 192, 192},
                                               {192, 220, 192},
                                               {166, 202, 240},
                                               {0, 0, 0},
                                               {0, 0, 0},
                                               {0, 0, 0},
                                               {0, 0, 0},
                                               {0, 0, 0},
                                               {0, 0, 0}}};
constexpr std::array<Colour, 16> lastColours{{{242, 204, 168},
                                              {224, 182, 142},
                                              {208, 164, 122},
                                              {192, 148, 108}, // skin lights
                                              {0, 0, 0},
                                              {0, 0, 0},
                                              {255, 251, 240},
                                              {160, 160, 164},
                                              {128, 128, 128},
                                              {255, 0, 0},
                                              {0, 255, 0},
                                              {255, 255, 0},
                                              {0, 0, 255},
                                              {255, 0, 255},
                                              {0, 255, 255},
                                              {255, 255, 255}}};

constexpr std::uint8_t between(int from, int to, int step, int steps)
{
    return static_cast<std::uint8_t>((from * (steps - step) * 2 + to * step * 2 + steps) / (steps * 2));
}

constexpr Colour between(Colour from, Colour to, int step, int steps)
{
    return {between(from.r, to.r, step, steps), between(from.g, to.g, step, steps), between(from.b, to.b, step, steps)};
}

constexpr Palette makePalette()
{
    Palette palette{};
    for (std::size_t i = 0; i < 16; ++i) {
        palette[i] = firstColours[i];
        palette[240 + i] = lastColours[i];
    }
    constexpr int middle = 7; // light to middle in 7 steps, middle to dark in 8
    for (const Ramp& ramp : ramps)
        for (int i = 0; i < 16; ++i)
            palette[static_cast<std::size_t>(ramp.begin + i)] = i <= middle
                                                                    ? between(ramp.light, ramp.middle, i, middle)
                                                                    : between(ramp.middle, ramp.dark, i - middle, 15 - middle);
    return palette;
}

constexpr Palette palette = makePalette();

} // namespace

const Palette& builtIn() { return palette; }

} // namespace blak::palette
