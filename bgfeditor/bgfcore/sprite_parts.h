// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/bgfcore/frame_image.h"
#include "formats/document/parts.h"
#include "formats/property/property.h"

#include <array>

namespace blak::bgfcore {

using document::PartId;

constexpr std::size_t mostHotspots = 255;         ///< of a frame: the file counts them in a byte
constexpr std::size_t longestName = 31;           ///< bytes; one more ends it
constexpr std::int32_t largestSide = 32767;       ///< pixels, as the reader takes them
constexpr std::int32_t farthestPoint = 1'000'000; ///< pixels; of hotspots and offsets, either way

/// One bitmap of a sprite with where it stands and what hangs on it.
struct Frame
{
    ImagePointer image; ///< never null
    std::int32_t xOffset = 0, yOffset = 0;
    std::vector<bgf::Hotspot> hotspots; ///< at most mostHotspots

    std::int32_t width() const { return image->width(); }
    std::int32_t height() const { return image->height(); }
};

/// Pixels that only a step of undo still holds count for it; those that the document shows too cost nothing more.
std::size_t extraMemory(const Frame& frame);

/// What a group shows from one side.
struct GroupEntry
{
    PartId frame = 0;         ///< 0: none
    std::int32_t stored = -1; ///< for none: as in the file, which may name a frame that is not there

    friend bool operator==(const GroupEntry&, const GroupEntry&) = default;
};

/// One pose, seen from as many sides as it has entries.
struct FrameGroup
{
    std::vector<GroupEntry> entries;

    friend bool operator==(const FrameGroup&, const FrameGroup&) = default;
};

inline std::size_t extraMemory(const FrameGroup& group) { return group.entries.capacity() * sizeof(GroupEntry); }

/// What a file says of itself.
struct SpriteHeader
{
    std::int32_t version = 10;
    std::array<char, 32> rawName{}; ///< NUL terminated; garbage behind the NUL is kept
    std::int32_t maxIndices = 0;    ///< as stored
    std::size_t largestAtRead = 0;  ///< entries of the largest group then: while that stays, maxIndices does
    std::int32_t shrink = 1;        ///< as stored

    std::string name() const; ///< Windows-1252 bytes up to the NUL
    int effectiveShrink() const { return shrink <= 0 ? 1 : shrink & 0xFF; }
};

/// What can be set about frames, hotspots and the sprite as a whole: fields, lists and files come from these.
const property::Table<Frame>& frameProperties();
const property::Table<bgf::Hotspot>& hotspotProperties();
const property::Table<SpriteHeader>& headerProperties();

} // namespace blak::bgfcore
