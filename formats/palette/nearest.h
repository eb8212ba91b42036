// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/palette/palette.h"

namespace blak::palette {

enum class Reserved : std::uint8_t { Use, Avoid };

/// Answers many nearest-colour questions about one palette, exactly as a search of all entries would (squared RGB distance,
/// lowest index wins). The colour cube is cut into 16 x 16 x 16 cells; each keeps the few entries that can be nearest to any
/// colour inside it.
class NearestColour
{
public:
    explicit NearestColour(const Palette& palette, Reserved reserved = Reserved::Use);

    std::uint8_t operator()(int r, int g, int b) const; ///< 0 to 255 each

private:
    static constexpr int cellSide = 16;
    static constexpr int cellsPerAxis = 256 / cellSide;

    const Palette palette_;
    std::array<std::uint32_t, cellsPerAxis * cellsPerAxis * cellsPerAxis + 1> begin_{}; ///< into candidates_, per cell
    std::vector<std::uint8_t> candidates_;                                              ///< ascending within a cell
};

} // namespace blak::palette
