// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/hotspots.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

namespace blak::bgfcore {
namespace {

constexpr std::array<std::pair<int, std::string_view>, 14> names{{
    {1, "head"},
    {2, "helmet"},
    {11, "eyes"},
    {12, "mouth"},
    {13, "hair"},
    {14, "nose"},
    {21, "right hand"},
    {22, "right weapon"},
    {29, "token"},
    {31, "left hand"},
    {32, "left weapon"},
    {41, "legs"},
    {51, "emblem"},
    {61, "shield on the back"},
}};

} // namespace

std::string_view hotspotName(int number)
{
    const auto found =
        std::find_if(names.begin(), names.end(), [number](const auto& entry) { return entry.first == std::abs(number); });
    return found == names.end() ? std::string_view() : found->second;
}

Feet feetOf(int width, int height, int xOffset, int yOffset, int shrink)
{
    constexpr double unitsPerPixel = 16;  // client units, at shrink 1
    constexpr double unitsPerYOffset = 4; // the bottom of the bitmap is at -4 yOffset
    const double perPixel = unitsPerPixel / std::max(1, shrink);
    return {width / 2.0 - xOffset / perPixel, height - unitsPerYOffset * yOffset / perPixel};
}

} // namespace blak::bgfcore
