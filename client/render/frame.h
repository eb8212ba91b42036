// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace blak::render {

enum class SurfaceKind : std::uint8_t { None, Background, Floor, Ceiling, WallAbove, WallNormal, WallBelow, Object };

/// What a pixel shows.
struct Pick
{
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    SurfaceKind kind = SurfaceKind::None;
    std::uint32_t sector = none;  ///< floor, ceiling; wall: the sector the viewer stands on
    std::uint32_t wall = none;    ///< client wall, from 0
    std::uint32_t linedef = none; ///< of the wall, from 0
    std::uint32_t side = none;    ///< sidedef, from 0
    bool plusSide = false;        ///< which side of the wall is seen
    std::uint32_t object = 0;     ///< SpriteState::id
    double depth = 0;             ///< client units along the view direction; 0 = infinitely far

    bool isWall() const { return kind >= SurfaceKind::WallAbove && kind <= SurfaceKind::WallBelow; }
    bool sameAs(const Pick& other) const
    {
        return kind == other.kind && sector == other.sector && linedef == other.linedef && side == other.side &&
               plusSide == other.plusSide && object == other.object;
    }
};

/// A piece of plane that is seen. One over depth is linear on the screen: w = w0 + wx x + wy y at pixel centres.
struct SurfaceRecord
{
    Pick pick;
    float w0 = 0, wx = 0, wy = 0;
    bool isSeeThrough = false; ///< its texture has holes: what its pixels show is not all that it covers
};

/// Pixels of a picture: columns left..right-1, rows top..bottom-1.
struct FramePart
{
    int left = 0, top = 0, right = 0, bottom = 0;

    bool isEmpty() const { return left >= right || top >= bottom; }
    bool operator==(const FramePart&) const = default;
};

/// 8-bit picture, column by column, and beside it for each pixel the number of the surface it shows.
///
/// Columns are drawn in strips by different threads; each strip numbers its surfaces by itself.
class Frame
{
public:
    static constexpr int maxSize = 8192;

    Frame() = default;
    Frame(int width, int height) { resize(width, height); }
    /// Both clamped to 1..maxSize. A frame that has this size already keeps what it shows.
    void resize(int width, int height);

    int width() const { return width_; }
    int height() const { return height_; }
    int stride() const { return stride_; } ///< from one column to the next

    std::uint8_t* column(int x) { return pixels_.data() + offset(x); }
    const std::uint8_t* column(int x) const { return pixels_.data() + offset(x); }
    std::uint16_t* idColumn(int x) { return ids_.data() + offset(x); }
    const std::uint16_t* idColumn(int x) const { return ids_.data() + offset(x); }
    std::uint8_t pixel(int x, int y) const { return column(x)[y]; }

    /// What is seen at a pixel; kind None outside of the frame or where nothing was ever drawn.
    Pick pick(int x, int y) const;

    /// One table of surfaces for each strip; the strip of column x is x / stripWidth.
    struct Strip
    {
        std::vector<SurfaceRecord> surfaces; ///< by id; entry 0 = none, 1 = background
    };
    void setStrips(int count);
    int stripCount() const { return static_cast<int>(strips_.size()); }
    int stripWidth() const { return stripWidth_; }
    Strip& strip(int index) { return strips_[static_cast<std::size_t>(index)]; }
    const Strip& strip(int index) const { return strips_[static_cast<std::size_t>(index)]; }

private:
    std::size_t offset(int x) const { return static_cast<std::size_t>(x) * static_cast<std::size_t>(stride_); }

    int width_ = 0, height_ = 0, stride_ = 0, stripWidth_ = 1;
    std::vector<std::uint8_t> pixels_;
    std::vector<std::uint16_t> ids_;
    std::vector<Strip> strips_;
};

} // namespace blak::render
