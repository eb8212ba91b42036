// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/bgfcore/layers.h"
#include "formats/document/parts.h"
#include "formats/property/property.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace blak::bgfcore {

using document::PartId;

constexpr std::size_t mostHotspots = 255;         ///< of a frame: the file counts them in a byte
constexpr std::size_t longestName = 31;           ///< bytes; one more ends it
constexpr std::size_t longestLabel = 400;         ///< bytes of a group's; a line of a command file has up to 499
constexpr std::int32_t largestSide = 32767;       ///< pixels, as the reader takes them
constexpr std::int32_t farthestPoint = 1'000'000; ///< pixels; of hotspots and offsets, either way

/// One bitmap of a sprite with where it stands and what hangs on it.
struct Frame
{
    ImagePointer image; ///< never null
    std::int32_t xOffset = 0, yOffset = 0;
    std::vector<bgf::Hotspot> hotspots; ///< at most mostHotspots

    // Of a command file:
    std::string file = {};                  ///< the bitmap's, as the command file names it
    std::vector<std::string> comments = {}; ///< lines before it
    bool writesOffset = false;              ///< also where it is 0, 0

    LayersPointer layers = {}; ///< that the image is what is seen of; null: it is all there is

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

    // Of a command file:
    std::string label = {}; ///< Windows-1252 bytes, one line; empty: none
    std::vector<std::string> comments = {};

    friend bool operator==(const FrameGroup&, const FrameGroup&) = default;
};

std::size_t extraMemory(const FrameGroup& group);

/// What a command file says beyond the sprite itself, as written.
struct CommandOptions
{
    std::vector<std::string> comments, groupComments, trailer;
    std::vector<std::string> labels;    ///< of groups, as read: may be fewer or more than there are groups
    std::size_t groupsAtRead = 0;       ///< labels from here on belong to no group
    std::optional<std::string> output;  ///< file of the sprite
    std::optional<std::string> name;    ///< may be longer than what the sprite keeps of it
    std::optional<std::int32_t> shrink; ///< as written, which may mean 1
    bool transposed = false;            ///< bitmaps lie on their side in the sprite, as walls are stored
    bool raw = false;                   ///< bitmaps are not compressed in the sprite
};

/// What a file says of itself.
struct SpriteHeader
{
    std::int32_t version = 10;
    std::array<char, 32> rawName{}; ///< NUL terminated; garbage behind the NUL is kept
    std::int32_t maxIndices = 0;    ///< as stored
    std::size_t largestAtRead = 0;  ///< entries of the largest group then: while that stays, maxIndices does
    std::int32_t shrink = 1;        ///< as stored
    CommandOptions commands = {};   ///< of a command file

    std::string name() const; ///< Windows-1252 bytes up to the NUL
    int effectiveShrink() const { return shrink <= 0 ? 1 : shrink & 0xFF; }
};

std::size_t extraMemory(const SpriteHeader& header);

/// What can be set about frames, hotspots, groups and the sprite as a whole: fields, lists and files come from these.
const property::Table<Frame>& frameProperties();
const property::Table<bgf::Hotspot>& hotspotProperties();
const property::Table<FrameGroup>& groupProperties(); ///< all of them only of a command file
/// "transposed" and "raw" only of a command file.
const property::Table<SpriteHeader>& headerProperties();

} // namespace blak::bgfcore
