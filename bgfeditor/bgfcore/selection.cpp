// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/selection.h"

#include <algorithm>
#include <cassert>

namespace blak::bgfcore {
namespace {

template <typename Visit>
void forEach(std::int32_t width, std::int32_t height, const Visit& visit)
{
    for (std::int32_t y = 0; y < height; ++y)
        for (std::int32_t x = 0; x < width; ++x)
            visit(PixelPoint{x, y});
}

bool isChosen(const Selection& selection, PixelPoint at) { return selection.isEmpty() || selection.contains(at); }

} // namespace

Selection::Selection(std::int32_t width, std::int32_t height)
    : width_(std::max(0, width)), height_(std::max(0, height)),
      chosen_(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_))
{
}

void Selection::set(PixelPoint at, bool chosen)
{
    if (at.x < 0 || at.y < 0 || at.x >= width_ || at.y >= height_)
        return;
    std::uint8_t& entry = chosen_[offset(at)];
    if ((entry != 0) == chosen)
        return;
    entry = chosen ? 1 : 0;
    count_ += chosen ? 1 : static_cast<std::size_t>(-1);
}

std::optional<Box> Selection::box() const
{
    if (isEmpty())
        return std::nullopt;
    Box box{width_, height_, 0, 0};
    forEach(width_, height_, [&](PixelPoint at) {
        if (contains(at))
            box = {std::min(box.left, at.x), std::min(box.top, at.y), std::max(box.right, at.x + 1), std::max(box.bottom, at.y + 1)};
    });
    return box;
}

Selection selectRectangle(std::int32_t width, std::int32_t height, PixelPoint corner, PixelPoint opposite)
{
    Selection result(width, height);
    const auto [left, right] = std::minmax(corner.x, opposite.x);
    const auto [top, bottom] = std::minmax(corner.y, opposite.y);
    for (std::int32_t y = std::max(0, top); y <= std::min(bottom, height - 1); ++y)
        for (std::int32_t x = std::max(0, left); x <= std::min(right, width - 1); ++x)
            result.set({x, y});
    return result;
}

Selection selectLasso(std::int32_t width, std::int32_t height, const std::vector<PixelPoint>& path)
{
    Selection result(width, height);
    if (path.empty())
        return result;
    for (std::size_t i = 0; i < path.size(); ++i)
        for (const PixelPoint& at : linePoints(path[i], path[(i + 1) % path.size()]))
            result.set(at);
    std::vector<double> crossings;
    for (std::int32_t y = 0; y < height; ++y) {
        crossings.clear();
        const double middle = y + 0.25; // between the middles of rows, so that no corner is met
        for (std::size_t i = 0; i < path.size(); ++i) {
            const PixelPoint a = path[i], b = path[(i + 1) % path.size()];
            if ((a.y < middle) != (b.y < middle))
                crossings.push_back(a.x + (middle - a.y) * (b.x - a.x) / (b.y - a.y));
        }
        std::ranges::sort(crossings);
        for (std::size_t i = 0; i + 1 < crossings.size(); i += 2)
            for (auto x = std::max(0, static_cast<std::int32_t>(crossings[i]) + 1); x < width && x <= crossings[i + 1]; ++x)
                result.set({x, y});
    }
    return result;
}

Selection selectColour(const Pixels& pixels, PixelPoint from, bool connected)
{
    Selection result(pixels.width(), pixels.height());
    if (!pixels.contains(from))
        return result;
    const std::uint8_t colour = pixels.at(from);
    if (!connected) {
        forEach(pixels.width(), pixels.height(), [&](PixelPoint at) {
            if (pixels.at(at) == colour)
                result.set(at);
        });
        return result;
    }
    std::vector<PixelPoint> open{from};
    result.set(from);
    while (!open.empty()) {
        const PixelPoint at = open.back();
        open.pop_back();
        for (const PixelPoint next : {PixelPoint{at.x + 1, at.y}, {at.x - 1, at.y}, {at.x, at.y + 1}, {at.x, at.y - 1}})
            if (pixels.contains(next) && pixels.at(next) == colour && !result.contains(next)) {
                result.set(next);
                open.push_back(next);
            }
    }
    return result;
}

Selection selectAll(std::int32_t width, std::int32_t height) { return inverted(Selection(width, height)); }

Selection inverted(const Selection& selection)
{
    Selection result(selection.width(), selection.height());
    forEach(selection.width(), selection.height(), [&](PixelPoint at) { result.set(at, !selection.contains(at)); });
    return result;
}

Selection combined(const Selection& before, const Selection& now, Combine how)
{
    if (how == Combine::Replace || before.width() != now.width() || before.height() != now.height())
        return now;
    Selection result(now.width(), now.height());
    forEach(now.width(), now.height(), [&](PixelPoint at) {
        const bool was = before.contains(at), is = now.contains(at);
        result.set(at, how == Combine::Add ? was || is : how == Combine::Subtract ? was && !is : was && is);
    });
    return result;
}

Selection moved(const Selection& selection, std::int32_t dx, std::int32_t dy)
{
    Selection result(selection.width(), selection.height());
    forEach(selection.width(), selection.height(), [&](PixelPoint at) {
        if (selection.contains(at))
            result.set({at.x + dx, at.y + dy});
    });
    return result;
}

Pixels withMoved(const Pixels& pixels, const Selection& selection, std::int32_t dx, std::int32_t dy)
{
    Pixels result = filled(pixels, selection, bgf::transparentIndex);
    forEach(pixels.width(), pixels.height(), [&](PixelPoint at) {
        if (isChosen(selection, at) && pixels.at(at) != bgf::transparentIndex)
            result.set({at.x + dx, at.y + dy}, pixels.at(at));
    });
    return result;
}

Pixels copied(const Pixels& pixels, const Selection& selection)
{
    const Box box = selection.box().value_or(Box{0, 0, pixels.width(), pixels.height()});
    Pixels result(box.width(), box.height());
    forEach(box.width(), box.height(), [&](PixelPoint at) {
        const PixelPoint from{at.x + box.left, at.y + box.top};
        if (isChosen(selection, from) && pixels.contains(from))
            result.set(at, pixels.at(from));
    });
    return result;
}

Pixels filled(const Pixels& pixels, const Selection& selection, std::uint8_t index)
{
    Pixels result = pixels;
    forEach(pixels.width(), pixels.height(), [&](PixelPoint at) {
        if (isChosen(selection, at))
            result.set(at, index);
    });
    return result;
}

Pixels masked(const Pixels& before, const Pixels& now, const Selection& selection)
{
    assert(before.width() == now.width() && before.height() == now.height());
    if (selection.isEmpty())
        return now;
    Pixels result = before;
    forEach(before.width(), before.height(), [&](PixelPoint at) {
        if (selection.contains(at))
            result.set(at, now.at(at));
    });
    return result;
}

Pixels withPasted(const Pixels& pixels, const Pixels& part, PixelPoint corner)
{
    Pixels result = pixels;
    forEach(part.width(), part.height(), [&](PixelPoint at) {
        if (part.at(at) != bgf::transparentIndex)
            result.set({corner.x + at.x, corner.y + at.y}, part.at(at));
    });
    return result;
}

} // namespace blak::bgfcore
