// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/pixels.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <numbers>

namespace blak::bgfcore {
namespace {

template <typename From>
Pixels made(std::int32_t width, std::int32_t height, const From& from)
{
    Pixels result(width, height);
    for (std::int32_t y = 0; y < height; ++y)
        for (std::int32_t x = 0; x < width; ++x)
            result.set({x, y}, from(x, y));
    return result;
}

/// Half the width of an ellipse at a row, in pixels from its middle; negative where the row misses it.
double reachAt(double row, double middle, double down, double across)
{
    const double part = (row - middle) / down;
    return part * part > 1 ? -1 : across * std::sqrt(1 - part * part);
}

struct Ellipse
{
    std::int32_t left, top, right, bottom; ///< the last ones included

    Ellipse(PixelPoint a, PixelPoint b)
        : left(std::min(a.x, b.x)), top(std::min(a.y, b.y)), right(std::max(a.x, b.x)), bottom(std::max(a.y, b.y))
    {
    }

    /// First and last pixel of a row inside of it; none where first > last.
    std::pair<std::int32_t, std::int32_t> span(std::int32_t y) const
    {
        const double across = (right - left + 1) / 2.0, down = (bottom - top + 1) / 2.0;
        const double middle = (left + right) / 2.0, reach = reachAt(y, (top + bottom) / 2.0, down, across);
        if (reach < 0)
            return {1, 0};
        const auto first = static_cast<std::int32_t>(std::ceil(middle - reach)),
                   last = static_cast<std::int32_t>(std::floor(middle + reach));
        return {std::max(first, left), std::min(last, right)};
    }
};

} // namespace

Pixels::Pixels(std::int32_t width, std::int32_t height, std::uint8_t fill)
    : width_(width), height_(height), indices_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), fill)
{
}

Pixels::Pixels(const FrameImage& image) : width_(image.width()), height_(image.height())
{
    const FrameImage::Indices* indices = image.indices();
    assert(indices != nullptr);
    indices_ = *indices;
}

std::vector<PixelPoint> linePoints(PixelPoint from, PixelPoint to)
{
    const std::int32_t across = std::abs(to.x - from.x), down = std::abs(to.y - from.y);
    const std::int32_t stepX = from.x < to.x ? 1 : -1, stepY = from.y < to.y ? 1 : -1;
    std::vector<PixelPoint> points{from};
    std::int32_t error = across - down;
    while (from != to) {
        const std::int32_t twice = 2 * error;
        if (twice > -down) {
            error -= down;
            from.x += stepX;
        }
        if (twice < across) {
            error += across;
            from.y += stepY;
        }
        points.push_back(from);
    }
    return points;
}

std::vector<PixelPoint> withoutCorners(const std::vector<PixelPoint>& stroke)
{
    std::vector<PixelPoint> points;
    for (std::size_t i = 0; i < stroke.size(); ++i) {
        const bool between = !points.empty() && i + 1 < stroke.size();
        if (between) {
            const PixelPoint before = points.back(), here = stroke[i], after = stroke[i + 1];
            const bool isCorner = (before.x == here.x) != (after.x == here.x) && (before.y == here.y) != (after.y == here.y) &&
                                  before.x != after.x && before.y != after.y && std::abs(before.x - after.x) == 1 &&
                                  std::abs(before.y - after.y) == 1;
            if (isCorner)
                continue;
        }
        points.push_back(stroke[i]);
    }
    return points;
}

std::vector<PixelPoint> rectanglePoints(PixelPoint corner, PixelPoint opposite)
{
    const Ellipse box(corner, opposite);
    std::vector<PixelPoint> points;
    for (std::int32_t x = box.left; x <= box.right; ++x)
        points.insert(points.end(), {{x, box.top}, {x, box.bottom}});
    for (std::int32_t y = box.top + 1; y < box.bottom; ++y)
        points.insert(points.end(), {{box.left, y}, {box.right, y}});
    return points;
}

std::vector<PixelPoint> ellipsePoints(PixelPoint corner, PixelPoint opposite)
{
    const Ellipse ellipse(corner, opposite);
    std::vector<PixelPoint> points;
    for (std::int32_t y = ellipse.top; y <= ellipse.bottom; ++y) {
        const auto [first, last] = ellipse.span(y);
        // A pixel belongs to the outline when the row above or below does not reach it.
        const auto covered = [&](std::int32_t row, std::int32_t x) {
            if (row < ellipse.top || row > ellipse.bottom)
                return false;
            const auto [begin, end] = ellipse.span(row);
            return x >= begin && x <= end;
        };
        for (std::int32_t x = first; x <= last; ++x)
            if (x == first || x == last || !covered(y - 1, x) || !covered(y + 1, x))
                points.push_back({x, y});
    }
    return points;
}

void paint(Pixels& pixels, const std::vector<PixelPoint>& points, std::uint8_t index, int brush)
{
    const int before = (brush - 1) / 2;
    for (const PixelPoint& point : points)
        for (int dy = -before; dy < brush - before; ++dy)
            for (int dx = -before; dx < brush - before; ++dx)
                pixels.set({point.x + dx, point.y + dy}, index);
}

void fillRectangle(Pixels& pixels, PixelPoint corner, PixelPoint opposite, std::uint8_t index)
{
    const Ellipse box(corner, opposite);
    for (std::int32_t y = std::max(0, box.top); y <= std::min(box.bottom, pixels.height() - 1); ++y)
        for (std::int32_t x = std::max(0, box.left); x <= std::min(box.right, pixels.width() - 1); ++x)
            pixels.set({x, y}, index);
}

void fillEllipse(Pixels& pixels, PixelPoint corner, PixelPoint opposite, std::uint8_t index)
{
    const Ellipse ellipse(corner, opposite);
    for (std::int32_t y = std::max(0, ellipse.top); y <= std::min(ellipse.bottom, pixels.height() - 1); ++y) {
        const auto [first, last] = ellipse.span(y);
        for (std::int32_t x = std::max(0, first); x <= std::min(last, pixels.width() - 1); ++x)
            pixels.set({x, y}, index);
    }
}

std::size_t fillArea(Pixels& pixels, PixelPoint from, std::uint8_t index)
{
    if (!pixels.contains(from) || pixels.at(from) == index)
        return 0;
    const std::uint8_t old = pixels.at(from);
    std::vector<PixelPoint> open{from};
    pixels.set(from, index);
    std::size_t count = 0;
    while (!open.empty()) {
        const PixelPoint at = open.back();
        open.pop_back();
        ++count;
        for (const PixelPoint next : {PixelPoint{at.x + 1, at.y}, {at.x - 1, at.y}, {at.x, at.y + 1}, {at.x, at.y - 1}}) {
            if (pixels.contains(next) && pixels.at(next) == old) {
                pixels.set(next, index);
                open.push_back(next);
            }
        }
    }
    return count;
}

std::size_t replaceColour(Pixels& pixels, std::uint8_t from, std::uint8_t to)
{
    std::size_t count = 0;
    for (std::int32_t y = 0; y < pixels.height(); ++y)
        for (std::int32_t x = 0; x < pixels.width(); ++x)
            if (pixels.at({x, y}) == from) {
                pixels.set({x, y}, to);
                ++count;
            }
    return count;
}

void mapColours(Pixels& pixels, const std::array<std::uint8_t, 256>& table)
{
    pixels = made(pixels.width(), pixels.height(), [&](std::int32_t x, std::int32_t y) {
        const std::uint8_t index = pixels.at({x, y});
        return index == bgf::transparentIndex ? index : table[index];
    });
}

Pixels flippedAcross(const Pixels& pixels)
{
    return made(pixels.width(), pixels.height(), [&](std::int32_t x, std::int32_t y) {
        return pixels.at({pixels.width() - 1 - x, y});
    });
}

Pixels flippedDown(const Pixels& pixels)
{
    return made(pixels.width(), pixels.height(), [&](std::int32_t x, std::int32_t y) {
        return pixels.at({x, pixels.height() - 1 - y});
    });
}

Pixels scaled(const Pixels& pixels, std::int32_t width, std::int32_t height)
{
    Pixels result(width, height);
    const auto source = [](std::int32_t place, std::int32_t from, std::int32_t to) {
        return static_cast<std::int32_t>((2 * std::int64_t{place} + 1) * from / (2 * std::int64_t{to}));
    };
    for (std::int32_t y = 0; y < height; ++y)
        for (std::int32_t x = 0; x < width; ++x)
            result.set({x, y}, pixels.at({source(x, pixels.width(), width), source(y, pixels.height(), height)}));
    return result;
}

Pixels turnedRight(const Pixels& pixels)
{
    return made(pixels.height(), pixels.width(), [&](std::int32_t x, std::int32_t y) {
        return pixels.at({y, pixels.height() - 1 - x});
    });
}

Pixels turned(const Pixels& pixels, double degrees)
{
    const double angle = degrees * std::numbers::pi / 180, cosine = std::cos(angle), sine = std::sin(angle);
    const double middleX = pixels.width() / 2.0, middleY = pixels.height() / 2.0;
    return made(pixels.width(), pixels.height(), [&](std::int32_t x, std::int32_t y) {
        const double across = x + 0.5 - middleX, down = y + 0.5 - middleY;
        const PixelPoint from{static_cast<std::int32_t>(std::floor(middleX + across * cosine + down * sine + 1e-9)),
                              static_cast<std::int32_t>(std::floor(middleY - across * sine + down * cosine + 1e-9))};
        return pixels.contains(from) ? pixels.at(from) : bgf::transparentIndex;
    });
}

Pixels cut(const Pixels& pixels, const Box& box)
{
    return made(std::max(0, box.width()), std::max(0, box.height()), [&](std::int32_t x, std::int32_t y) {
        const PixelPoint from{box.left + x, box.top + y};
        return pixels.contains(from) ? pixels.at(from) : bgf::transparentIndex;
    });
}

Pixels shifted(const Pixels& pixels, std::int32_t dx, std::int32_t dy)
{
    const auto wrapped = [](std::int32_t value, std::int32_t size) { return ((value % size) + size) % size; };
    return made(pixels.width(), pixels.height(), [&](std::int32_t x, std::int32_t y) {
        return pixels.at({wrapped(x - dx, pixels.width()), wrapped(y - dy, pixels.height())});
    });
}

} // namespace blak::bgfcore
