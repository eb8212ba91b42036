// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/bgfcore/pixels.h"

#include <optional>
#include <vector>

namespace blak::bgfcore {

/// Pixels of a bitmap that tools are limited to. Belongs to bitmaps of one size.
class Selection
{
public:
    Selection() = default;
    Selection(std::int32_t width, std::int32_t height);

    std::int32_t width() const { return width_; }
    std::int32_t height() const { return height_; }
    bool isEmpty() const { return count_ == 0; }
    std::size_t count() const { return count_; }
    bool contains(PixelPoint at) const
    {
        return at.x >= 0 && at.y >= 0 && at.x < width_ && at.y < height_ && chosen_[offset(at)] != 0;
    }
    void set(PixelPoint at, bool chosen = true); ///< outside: nothing
    std::optional<Box> box() const;              ///< the smallest around it

    friend bool operator==(const Selection&, const Selection&) = default;

private:
    std::size_t offset(PixelPoint at) const
    {
        return static_cast<std::size_t>(at.y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(at.x);
    }

    std::int32_t width_ = 0, height_ = 0;
    std::size_t count_ = 0;
    std::vector<std::uint8_t> chosen_;
};

enum class Combine : std::uint8_t {
    Replace,
    Add,
    Subtract,
    Intersect,
};

// What can be chosen, in a bitmap of that size.

Selection selectRectangle(std::int32_t width, std::int32_t height, PixelPoint corner, PixelPoint opposite);
/// What lies inside of a path, whose ends are joined, by the middle of each pixel; the pixels of the path belong to it.
Selection selectLasso(std::int32_t width, std::int32_t height, const std::vector<PixelPoint>& path);
/// All of the colour at `from`: what hangs together with it over edges, or wherever it is.
Selection selectColour(const Pixels& pixels, PixelPoint from, bool connected);
Selection selectAll(std::int32_t width, std::int32_t height);
Selection inverted(const Selection& selection);
/// Both must be of one size.
Selection combined(const Selection& before, const Selection& now, Combine how);
Selection moved(const Selection& selection, std::int32_t dx, std::int32_t dy);

// What is done with it. An empty selection stands for all.

/// What is chosen leaves its place transparent and covers what is where it comes to; its transparent pixels cover nothing.
Pixels withMoved(const Pixels& pixels, const Selection& selection, std::int32_t dx, std::int32_t dy);
/// Only what is chosen, in the smallest box around it; transparent else.
Pixels copied(const Pixels& pixels, const Selection& selection);
/// What is chosen becomes one colour.
Pixels filled(const Pixels& pixels, const Selection& selection, std::uint8_t index);
/// What is chosen of `now`, the rest of `before`; both of one size.
Pixels masked(const Pixels& before, const Pixels& now, const Selection& selection);
/// `part` put over a bitmap with its corner at a place; transparent pixels cover nothing.
Pixels withPasted(const Pixels& pixels, const Pixels& part, PixelPoint corner);

} // namespace blak::bgfcore
