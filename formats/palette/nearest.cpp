// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/palette/nearest.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace blak::palette {
namespace {

constexpr int squared(int value) { return value * value; }

int distance(Colour colour, int r, int g, int b) { return squared(colour.r - r) + squared(colour.g - g) + squared(colour.b - b); }

} // namespace

NearestColour::NearestColour(const Palette& palette, Reserved reserved) : palette_(palette)
{
    std::vector<std::uint8_t> allowed;
    for (int index = 0; index < 256; ++index) {
        if (reserved == Reserved::Use || !isReserved(static_cast<std::uint8_t>(index)))
            allowed.push_back(static_cast<std::uint8_t>(index));
    }
    // An entry can be nearest somewhere in the cell only if its distance from the middle is at most that of the entry nearest
    // to the middle plus twice the way to the farthest corner (triangle inequality); 1 more for rounding.
    const double reach = 2 * std::sqrt(3.0) * (cellSide / 2.0) + 1;
    candidates_.reserve(64 * 1024);
    std::array<int, 256> distances{};
    std::size_t cell = 0;
    for (int r = cellSide / 2; r < 256; r += cellSide)
        for (int g = cellSide / 2; g < 256; g += cellSide)
            for (int b = cellSide / 2; b < 256; b += cellSide) {
                int least = std::numeric_limits<int>::max();
                for (const std::uint8_t index : allowed) {
                    distances[index] = distance(palette_[index], r, g, b);
                    least = std::min(least, distances[index]);
                }
                const double limit = std::sqrt(static_cast<double>(least)) + reach;
                const int most = static_cast<int>(limit * limit) + 1;
                for (const std::uint8_t index : allowed) {
                    if (distances[index] <= most)
                        candidates_.push_back(index);
                }
                begin_[++cell] = static_cast<std::uint32_t>(candidates_.size());
            }
}

std::uint8_t NearestColour::operator()(int r, int g, int b) const
{
    const auto cell = static_cast<std::size_t>((r / cellSide * cellsPerAxis + g / cellSide) * cellsPerAxis + b / cellSide);
    int least = std::numeric_limits<int>::max();
    std::uint8_t best = 0;
    for (std::uint32_t i = begin_[cell]; i < begin_[cell + 1]; ++i) {
        const int here = distance(palette_[candidates_[i]], r, g, b);
        if (here < least) {
            least = here;
            best = candidates_[i];
        }
    }
    return best;
}

std::uint8_t nearest(const Palette& palette, Colour colour)
{
    const auto closer = [colour](Colour a, Colour b) {
        return distance(a, colour.r, colour.g, colour.b) < distance(b, colour.r, colour.g, colour.b);
    };
    return static_cast<std::uint8_t>(std::min_element(palette.begin(), palette.end(), closer) - palette.begin());
}

} // namespace blak::palette
