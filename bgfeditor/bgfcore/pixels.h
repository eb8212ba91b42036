// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/bgfcore/content_box.h"
#include "bgfeditor/bgfcore/frame_image.h"

#include <array>

/// A bitmap being drawn on. Tools draw on a copy, which becomes the frame's image when the stroke ends; what lies outside of the
/// bitmap is left out.
namespace blak::bgfcore {

struct PixelPoint
{
    std::int32_t x = 0, y = 0;
    friend bool operator==(const PixelPoint&, const PixelPoint&) = default;
};

class Pixels
{
public:
    Pixels(std::int32_t width, std::int32_t height, std::uint8_t fill = bgf::transparentIndex);
    /// Of an image that can be decoded.
    explicit Pixels(const FrameImage& image);

    std::int32_t width() const { return width_; }
    std::int32_t height() const { return height_; }
    bool contains(PixelPoint at) const { return at.x >= 0 && at.y >= 0 && at.x < width_ && at.y < height_; }
    std::uint8_t at(PixelPoint at) const { return indices_[offset(at)]; }
    void set(PixelPoint at, std::uint8_t index)
    {
        if (contains(at))
            indices_[offset(at)] = index;
    }
    const FrameImage::Indices& indices() const { return indices_; }

    ImagePointer image(bool compress = true) const { return FrameImage::ofIndices(width_, height_, indices_, compress); }

    friend bool operator==(const Pixels&, const Pixels&) = default;

private:
    std::size_t offset(PixelPoint at) const
    {
        return static_cast<std::size_t>(at.y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(at.x);
    }

    std::int32_t width_, height_;
    FrameImage::Indices indices_;
};

// Strokes. A brush of side n covers n x n pixels around the point.

/// All pixels of a straight line, ends included.
std::vector<PixelPoint> linePoints(PixelPoint from, PixelPoint to);
/// Without the corners of a hand-drawn stroke: a pixel that only joins two others at right angles goes.
std::vector<PixelPoint> withoutCorners(const std::vector<PixelPoint>& stroke);
/// The outline of the ellipse that fills the box between two corners.
std::vector<PixelPoint> ellipsePoints(PixelPoint corner, PixelPoint opposite);
std::vector<PixelPoint> rectanglePoints(PixelPoint corner, PixelPoint opposite);
void paint(Pixels& pixels, const std::vector<PixelPoint>& points, std::uint8_t index, int brush = 1);
void fillRectangle(Pixels& pixels, PixelPoint corner, PixelPoint opposite, std::uint8_t index);
void fillEllipse(Pixels& pixels, PixelPoint corner, PixelPoint opposite, std::uint8_t index);
/// Everything of one colour that hangs together with the point, over edges; how many pixels.
std::size_t fillArea(Pixels& pixels, PixelPoint from, std::uint8_t index);
/// Everything of one colour, wherever it is.
std::size_t replaceColour(Pixels& pixels, std::uint8_t from, std::uint8_t to);
/// Every index as the table says; the transparent one stays.
void mapColours(Pixels& pixels, const std::array<std::uint8_t, 256>& table);

// Whole bitmaps.

Pixels flippedAcross(const Pixels& pixels); ///< left becomes right
Pixels flippedDown(const Pixels& pixels);   ///< top becomes bottom
Pixels turnedRight(const Pixels& pixels);   ///< by 90 degrees, clockwise
/// About its middle, clockwise, in a bitmap of the same size: of each pixel the one that its middle comes from.
Pixels turned(const Pixels& pixels, double degrees);
/// Of another size: each pixel is the one that its middle comes from.
Pixels scaled(const Pixels& pixels, std::int32_t width, std::int32_t height);
/// Of the size of the box, which may reach beyond the bitmap: transparent there.
Pixels cut(const Pixels& pixels, const Box& box);
/// What leaves at one side comes in at the other: seams of a texture come into the middle.
Pixels shifted(const Pixels& pixels, std::int32_t dx, std::int32_t dy);

} // namespace blak::bgfcore
