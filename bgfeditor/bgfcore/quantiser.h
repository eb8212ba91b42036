// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/bgfcore/frame_image.h"
#include "formats/palette/palette.h"

#include <bitset>

namespace blak::bgfcore {

/// A picture of any depth.
struct ColourPicture
{
    std::int32_t width = 0, height = 0;
    std::vector<std::uint32_t> pixels; ///< 0xAARRGGBB, width * height of them, rows from the top
};

enum class Metric : std::uint8_t {
    Rgb,       ///< plain distance of red, green and blue
    Perceived, ///< distance in Oklab (B. Ottosson, 2020), which is nearer to what is seen
    Light,     ///< distance of red, green and blue to the power 1.21, in which pngquant 2.17 measures: dark shades count less
};

enum class Dither : std::uint8_t {
    None,
    Ordered,  ///< a pattern of 4 x 4 that stays where it is from frame to frame
    Diffused, ///< the error goes to the neighbours (Floyd and Steinberg, 1976)
};

/// Indices that pictures may use: all but the transparent one and those of the system (8 to 15, 244 to 247), which no bitmap of
/// the old worlds has.
std::bitset<256> usualColours();

/// Of a list of numbers and ranges, 0 to 255: "8-15, 244". Empty: none.
Result<std::bitset<256>> parseIndices(std::string_view text);

struct QuantiserOptions
{
    Metric metric = Metric::Light;
    Dither dither = Dither::None;
    std::bitset<256> allowed = usualColours(); ///< none: nothing can be drawn, all becomes transparent
    int opaqueFrom = 128;                      ///< least alpha, 0..255, that is seen; below it a pixel becomes transparent

    friend bool operator==(const QuantiserOptions&, const QuantiserOptions&) = default;
};

struct Quantised
{
    FrameImage::Indices indices;
    std::size_t colours = 0;        ///< different ones among the visible pixels
    std::size_t foreignColours = 0; ///< of these, not in the palette
    double meanChange = 0;          ///< of a visible pixel, 0..1 of the way from black to white
    double largestChange = 0;
};

/// Finds the nearest allowed colours of a palette. Colours that the palette has stay exactly what they are, unless dithered over.
/// May be used from several threads.
class Quantiser
{
public:
    explicit Quantiser(const palette::Palette& palette, const QuantiserOptions& options = {});

    Quantised run(const ColourPicture& picture) const;

private:
    /// In the space of the metric.
    struct Point
    {
        float x = 0, y = 0, z = 0;
    };
    Point pointOf(float red, float green, float blue) const; ///< 0..255
    std::uint8_t nearest(const Point& point) const;
    void diffuse(const ColourPicture& picture, FrameImage::Indices& indices) const;
    void place(const ColourPicture& picture, FrameImage::Indices& indices) const;

    palette::Palette palette_;
    QuantiserOptions options_;
    std::vector<Point> points_; ///< of the allowed indices, by x, so that the search may end early
    std::vector<std::uint8_t> numbers_;
};

} // namespace blak::bgfcore
