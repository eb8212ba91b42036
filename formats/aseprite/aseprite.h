// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Pictures of Aseprite (.aseprite, .ase), read only: layers flattened, tags and slices kept. After the program's public file
/// specification (docs/ase-file-specs.md of its repository).
///
///     header   u32 size, u16 A5E0, u16 frames, u16 width, u16 height, u16 bits a pixel (8, 16, 32), ... 128 bytes
///     frame    u32 size, u16 F1FA, u16 chunks, u16 duration, 2 bytes, u32 chunks (0: the u16 counts)
///     chunk    u32 size with these six bytes, u16 kind, data
namespace blak::aseprite {

constexpr std::uint64_t mostPixels = 16u << 20; ///< of all frames together

struct Frame
{
    int duration = 0;                  ///< ms
    std::vector<std::uint32_t> pixels; ///< 0xAARRGGBB, rows from the top: the visible layers one over the other
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
    std::vector<Frame> frames;
    std::vector<Tag> tags;
    std::vector<Slice> slices;
};

bool isAseprite(std::span<const std::byte> bytes);

/// Blend modes other than the normal one are drawn as the normal one; tile maps are refused.
Result<Picture> read(std::span<const std::byte> bytes, std::string_view file);

/// Where a slice is in a frame; null before its first key.
const SliceKey* keyAt(const Slice& slice, int frame);

} // namespace blak::aseprite
