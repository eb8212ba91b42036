// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/quantiser.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <unordered_map>
#include <unordered_set>

namespace blak::bgfcore {
namespace {

constexpr float largest = 255;
constexpr double lightPower = 0.5499 / 0.45455; ///< libimagequant 2.17: its own gamma over that of pictures without one
constexpr std::uint32_t colourMask = 0x00FFFFFF;

float channel(std::uint32_t pixel, int shift) { return static_cast<float>(pixel >> shift & 0xFF); }

/// Of a byte of sRGB (IEC 61966-2-1); in between as between its neighbours.
float linear(float value)
{
    static const std::array<float, 257> table = [] {
        std::array<float, 257> values{};
        for (std::size_t i = 0; i < values.size(); ++i) {
            const double part = std::min<double>(static_cast<double>(i), 255) / 255;
            values[i] = static_cast<float>(part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4));
        }
        return values;
    }();
    const float clamped = std::clamp(value, 0.0f, largest);
    const auto below = static_cast<std::size_t>(clamped);
    const float share = clamped - static_cast<float>(below);
    return table[below] * (1 - share) + table[below + 1] * share;
}

/// Of a byte, for Metric::Light; in between as between its neighbours.
float powered(float value)
{
    static const std::array<float, 257> table = [] {
        std::array<float, 257> values{};
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<float>(std::pow(std::min<double>(static_cast<double>(i), 255) / 255, lightPower));
        return values;
    }();
    const float clamped = std::clamp(value, 0.0f, largest);
    const auto below = static_cast<std::size_t>(clamped);
    const float share = clamped - static_cast<float>(below);
    return table[below] * (1 - share) + table[below + 1] * share;
}

/// Thresholds of 4 x 4 pixels, -0.5 to 0.5 (B. Bayer, 1973).
float threshold(std::int32_t x, std::int32_t y)
{
    static constexpr std::array<std::array<int, 4>, 4> order{{{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}}};
    return (static_cast<float>(order[static_cast<std::size_t>(y & 3)][static_cast<std::size_t>(x & 3)]) + 0.5f) / 16 - 0.5f;
}

constexpr float orderedSpread = 24; ///< steps of 255 between the darkest and the lightest threshold: about a step of a ramp

double changeBetween(std::uint32_t pixel, const palette::Colour& colour)
{
    const double red = channel(pixel, 16) - colour.r, green = channel(pixel, 8) - colour.g, blue = channel(pixel, 0) - colour.b;
    return std::sqrt((red * red + green * green + blue * blue) / 3) / 255;
}

bool isSeen(std::uint32_t pixel, const QuantiserOptions& options) { return static_cast<int>(pixel >> 24) >= options.opaqueFrom; }

} // namespace

std::bitset<256> usualColours()
{
    std::bitset<256> allowed;
    allowed.set();
    allowed.reset(bgf::transparentIndex);
    for (std::size_t index = 8; index <= 15; ++index)
        allowed.reset(index);
    for (std::size_t index = 244; index <= 247; ++index)
        allowed.reset(index);
    return allowed;
}

Result<std::bitset<256>> parseIndices(std::string_view text)
{
    std::bitset<256> indices;
    const auto skip = [&text](std::string_view what) {
        text.remove_prefix(std::min(text.find_first_not_of(what), text.size()));
    };
    const auto number = [&text]() -> Result<std::size_t> {
        std::size_t value = 0;
        const auto [stop, code] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (code != std::errc{} || value > 255)
            return Error{"expected a number from 0 to 255, found \"" + std::string(text.substr(0, 20)) + "\"", {}};
        text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
        return value;
    };
    for (skip(" ,"); !text.empty(); skip(" ,")) {
        const auto first = number();
        if (!first)
            return first.error();
        std::size_t last = first.value();
        skip(" ");
        if (text.starts_with('-')) {
            text.remove_prefix(1);
            skip(" ");
            const auto end = number();
            if (!end)
                return end.error();
            last = end.value();
            if (last < first.value())
                return Error{"expected a range that grows, found " + std::to_string(first.value()) + "-" + std::to_string(last), {}};
        }
        for (std::size_t i = first.value(); i <= last; ++i)
            indices.set(i);
    }
    return indices;
}

Quantiser::Quantiser(const palette::Palette& palette, const QuantiserOptions& options) : palette_(palette), options_(options)
{
    for (std::size_t i = 0; i < palette.size(); ++i) {
        if (!options.allowed.test(i) || i == bgf::transparentIndex)
            continue;
        numbers_.push_back(static_cast<std::uint8_t>(i));
    }
    const auto pointOfIndex = [&](std::uint8_t index) { return pointOf(palette[index].r, palette[index].g, palette[index].b); };
    std::ranges::stable_sort(numbers_, {}, [&](std::uint8_t index) { return pointOfIndex(index).x; });
    std::ranges::transform(numbers_, std::back_inserter(points_), pointOfIndex);
}

Quantiser::Point Quantiser::pointOf(float red, float green, float blue) const
{
    if (options_.metric == Metric::Rgb)
        return {red, green, blue};
    if (options_.metric == Metric::Light)
        return {powered(red), powered(green), powered(blue)};
    const float r = linear(red), g = linear(green), b = linear(blue);
    const float l = std::cbrt(0.4122214708f * r + 0.5363325363f * g + 0.0514459929f * b);
    const float m = std::cbrt(0.2119034982f * r + 0.6806995451f * g + 0.1073969566f * b);
    const float s = std::cbrt(0.0883024619f * r + 0.2817188376f * g + 0.6299787005f * b);
    return {0.2104542553f * l + 0.7936177850f * m - 0.0040720468f * s, 1.9779984951f * l - 2.4285922050f * m + 0.4505937099f * s,
            0.0259040371f * l + 0.7827717662f * m - 0.8086757660f * s};
}

std::uint8_t Quantiser::nearest(const Point& point) const
{
    float least = std::numeric_limits<float>::max();
    std::size_t found = 0;
    /// False where neither this one nor one farther along x can be nearer; of equally near ones the lowest index.
    const auto look = [&](std::size_t i) {
        const float x = points_[i].x - point.x;
        if (x * x > least)
            return false;
        const float y = points_[i].y - point.y, z = points_[i].z - point.z;
        const float distance = x * x + y * y + z * z;
        if (distance < least || (distance == least && numbers_[i] < numbers_[found])) {
            least = distance;
            found = i;
        }
        return true;
    };
    const auto middle = static_cast<std::size_t>(std::ranges::lower_bound(points_, point.x, {}, &Point::x) - points_.begin());
    std::size_t above = middle, below = middle;
    for (bool up = true, down = true; up || down;) { // in turns, so that a near one is found soon
        up = up && above < points_.size() && look(above++);
        down = down && below > 0 && look(--below);
    }
    return numbers_[found];
}

/// Without dithering and with the pattern: each pixel for itself, so equal colours are looked up once.
void Quantiser::place(const ColourPicture& picture, FrameImage::Indices& indices) const
{
    std::unordered_map<std::uint64_t, std::uint8_t> known;
    for (std::int32_t y = 0; y < picture.height; ++y)
        for (std::int32_t x = 0; x < picture.width; ++x) {
            const std::size_t at =
                static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) + static_cast<std::size_t>(x);
            const std::uint32_t pixel = picture.pixels[at];
            if (!isSeen(pixel, options_))
                continue;
            const bool ordered = options_.dither == Dither::Ordered;
            const std::uint64_t key =
                (ordered ? static_cast<std::uint64_t>((y & 3) * 4 + (x & 3)) << 32 : 0) | (pixel & colourMask);
            const auto [entry, isNew] = known.try_emplace(key);
            if (isNew) {
                const float shift = ordered ? threshold(x, y) * orderedSpread : 0;
                entry->second =
                    nearest(pointOf(channel(pixel, 16) + shift, channel(pixel, 8) + shift, channel(pixel, 0) + shift));
            }
            indices[at] = entry->second;
        }
}

/// Rows to and fro, so that no direction shows. Transparent pixels take and give no error.
void Quantiser::diffuse(const ColourPicture& picture, FrameImage::Indices& indices) const
{
    struct Rest
    {
        float red = 0, green = 0, blue = 0;
    };
    const std::size_t width = static_cast<std::size_t>(picture.width);
    std::vector<Rest> here(width + 2), below(width + 2); // one more at either side
    for (std::int32_t y = 0; y < picture.height; ++y) {
        const bool forth = (y & 1) == 0;
        for (std::size_t step = 0; step < width; ++step) {
            const std::size_t x = forth ? step : width - 1 - step;
            const std::size_t at = static_cast<std::size_t>(y) * width + x;
            const std::uint32_t pixel = picture.pixels[at];
            if (!isSeen(pixel, options_))
                continue;
            const Rest& rest = here[x + 1];
            const float red = std::clamp(channel(pixel, 16) + rest.red, 0.0f, largest);
            const float green = std::clamp(channel(pixel, 8) + rest.green, 0.0f, largest);
            const float blue = std::clamp(channel(pixel, 0) + rest.blue, 0.0f, largest);
            indices[at] = nearest(pointOf(red, green, blue));
            const palette::Colour& colour = palette_[indices[at]];
            const auto give = [&](Rest& to, float share) {
                to.red += (red - colour.r) * share;
                to.green += (green - colour.g) * share;
                to.blue += (blue - colour.b) * share;
            };
            const std::size_t ahead = forth ? x + 2 : x, behind = forth ? x : x + 2;
            give(here[ahead], 7.0f / 16);
            give(below[behind], 3.0f / 16);
            give(below[x + 1], 5.0f / 16);
            give(below[ahead], 1.0f / 16);
        }
        here.swap(below);
        std::ranges::fill(below, Rest{});
    }
}

Quantised Quantiser::run(const ColourPicture& picture) const
{
    assert(picture.pixels.size() == static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height));
    Quantised result;
    result.indices.assign(picture.pixels.size(), bgf::transparentIndex);
    if (points_.empty())
        return result;
    if (options_.dither == Dither::Diffused)
        diffuse(picture, result.indices);
    else
        place(picture, result.indices);

    std::unordered_set<std::uint32_t> own; ///< of the palette
    for (const std::uint8_t number : numbers_)
        own.insert(static_cast<std::uint32_t>(palette_[number].r << 16 | palette_[number].g << 8 | palette_[number].b));
    std::unordered_map<std::uint32_t, bool> colours; ///< whether the palette has it
    std::size_t seen = 0;
    for (std::size_t i = 0; i < picture.pixels.size(); ++i) {
        const std::uint32_t pixel = picture.pixels[i];
        if (!isSeen(pixel, options_))
            continue;
        ++seen;
        const auto [entry, isNew] = colours.try_emplace(pixel & colourMask);
        if (isNew)
            entry->second = own.contains(pixel & colourMask);
        const double change = changeBetween(pixel, palette_[result.indices[i]]);
        result.meanChange += change;
        result.largestChange = std::max(result.largestChange, change);
    }
    result.meanChange = seen == 0 ? 0 : result.meanChange / static_cast<double>(seen);
    result.colours = colours.size();
    result.foreignColours =
        static_cast<std::size_t>(std::ranges::count_if(colours, [](const auto& entry) { return !entry.second; }));
    return result;
}

} // namespace blak::bgfcore
