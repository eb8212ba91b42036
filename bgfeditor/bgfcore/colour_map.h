// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/bgf/sprite.h"
#include "formats/palette/palette.h"

#include <array>
#include <cstdint>
#include <span>

namespace blak::bgfcore {

/// What each palette index of a bitmap looks like: 0xAARRGGBB, transparent for index 254.
using ColourMap = std::array<std::uint32_t, 256>;

/// Index after translation, then light; the order of the clients. `light` 0 (dark) .. 63 (full).
std::uint8_t shownIndex(const palette::Tables& tables, std::uint8_t translation, int light, std::uint8_t index);

/// `light` is clamped. At 63 the light tables are left out, so that every index has its exact colour.
ColourMap makeColourMap(const palette::Palette& palette, const palette::Tables& tables, std::uint8_t translation, int light);

/// `out` has as many entries as `indices`.
void applyColourMap(const ColourMap& colours, std::span<const std::uint8_t> indices, std::span<std::uint32_t> out);

} // namespace blak::bgfcore
