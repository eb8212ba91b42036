// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The 256-colour palette of a world and the tables derived from it (formats.md section 2.3).
namespace blak::palette {

struct Colour
{
    std::uint8_t r = 0, g = 0, b = 0;
    friend bool operator==(const Colour&, const Colour&) = default;
};

using Palette = std::array<Colour, 256>;
using IndexMap = std::array<std::uint8_t, 256>;

enum class FileKind : std::uint8_t { Text, Riff, Chart };

struct PaletteFile
{
    FileKind kind = FileKind::Text;
    Palette colours{};
};

/// Whether this looks like one of the three kinds (the content may still be damaged). A bitmap counts when it is 256 x 256 with
/// 24 bits, a text when its first 16 lines are three numbers each.
bool isPalette(std::span<const std::byte> bytes);

/// Text (256 lines "R G B"), RIFF "PAL " or the 256 x 256 chart bitmap, recognised by content.
Result<PaletteFile> read(std::span<const std::byte> bytes, std::string_view file);
std::vector<std::byte> write(const Palette& palette, FileKind kind);

/// Ours, for projects without one: 16-entry ramps, reserved indices and 254 transparent as the engine expects them.
const Palette& builtIn();

constexpr int lightLevels = 64; ///< levels 0 (dark) .. 63 (full), level 64 = inverse

/// Everything that is computed once per palette.
struct Tables
{
    std::array<IndexMap, lightLevels + 1> light;
    std::array<std::array<IndexMap, 256>, 3> blend; ///< blend[k][p1][p2]: 25, 50, 75 % of p1, the rest of p2
    std::array<IndexMap, 256> translation;          ///< xlat tables; unlisted ids are the identity
};

/// Some milliseconds (benchmark: tests/bench/formats/bench_palette.cpp).
void buildTables(const Palette& palette, Tables& tables);

/// What a translation does, for lists and tool tips: "gray to orange". "none" for ids that map every index to itself.
std::string translationName(std::uint8_t id);

/// Indices 8-15 and 244-247: kept free for the system. No drawing uses them, no light or blend table leads to them.
constexpr bool isReserved(std::uint8_t index) { return (index >= 8 && index <= 15) || (index >= 244 && index <= 247); }

/// Nearest of all 256 colours by squared RGB distance, lowest index wins.
std::uint8_t nearest(const Palette& palette, Colour colour);

} // namespace blak::palette
