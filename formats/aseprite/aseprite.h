// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Pictures of Aseprite (.aseprite, .ase), read only: layers as they are and flattened, tags and slices. After the program's public file
/// specification (docs/ase-file-specs.md of its repository).
///
///     header   u32 size, u16 A5E0, u16 frames, u16 width, u16 height, u16 bits a pixel (8, 16, 32), ... 128 bytes
///     frame    u32 size, u16 F1FA, u16 chunks, u16 duration, 2 bytes, u32 chunks (0: the u16 counts)
///     chunk    u32 size with these six bytes, u16 kind, data
namespace blak::aseprite {

constexpr std::uint64_t mostPixels = 16u << 20; ///< of all frames together
constexpr std::size_t mostLayers = 1024;

using Colours = std::vector<std::uint32_t>; ///< 0xAARRGGBB, rows from the top

/// A sheet of all frames. Groups of layers are none: what stands in a hidden one is hidden.
struct Layer
{
    std::string name; ///< UTF-8
    bool visible = true;
    bool locked = false;
    bool isReference = false; ///< drawn from, never seen in what is made of the picture
};

/// What a layer has in a frame.
struct Cel
{
    std::size_t layer = 0; ///< of Picture::layers
    int x = 0, y = 0, width = 0, height = 0;
    std::uint8_t opacity = 255; ///< its own and its layer's
    std::shared_ptr<const Colours> pixels; ///< never null; linked cels share it
};

struct Frame
{
    int duration = 0;      ///< ms
    Colours pixels;        ///< the visible layers one over the other
    std::vector<Cel> cels; ///< in the order in which they are drawn, hidden ones too; at most one of each layer
};

/// Frames that belong together: an animation, a pose from several sides.
struct Tag
{
    std::string name;        ///< UTF-8
    int first = 0, last = 0; ///< frames, from 0
};

/// A slice from a frame on, until the next key.
struct SliceKey
{
    int frame = 0;
    std::int32_t x = 0, y = 0;
    std::uint32_t width = 0, height = 0;
    std::optional<std::pair<std::int32_t, std::int32_t>> pivot; ///< from the corner of the slice
};

struct Slice
{
    std::string name;           ///< UTF-8
    std::vector<SliceKey> keys; ///< in the order of the file
};

struct Picture
{
    int width = 0, height = 0;
    std::vector<Layer> layers; ///< from the lowest
    std::vector<Frame> frames;
    std::vector<Tag> tags;
    std::vector<Slice> slices;
};

bool isAseprite(std::span<const std::byte> bytes);

/// Blend modes other than the normal one are drawn as the normal one; tile maps are refused.
Result<Picture> read(std::span<const std::byte> bytes, std::string_view file);

/// Draws a cel over what is there, `width` x `height` pixels.
void draw(const Cel& cel, int width, int height, Colours& onto);

/// Where a slice is in a frame; null before its first key.
const SliceKey* keyAt(const Slice& slice, int frame);

} // namespace blak::aseprite
