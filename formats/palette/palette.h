// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
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
    std::array<std::array<IndexMap, 256>, 3> blend; ///< 25, 50, 75 %: blend[k][p1][p2]
    std::array<IndexMap, 256> translation;          ///< xlat tables; unlisted ids are the identity
};

/// Shared and immutable; computed in parallel, some 10 ms.
void buildTables(const Palette& palette, Tables& tables);

/// Nearest of all 256 colours by squared RGB distance, lowest index wins.
std::uint8_t nearest(const Palette& palette, Colour colour);

} // namespace blak::palette
