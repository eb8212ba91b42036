// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/bgfcore/sprite_document.h"

/// Changes of frames as wholes, of their offsets, and of groups. Each is one step of undo; nothing is changed where it fails.
namespace blak::bgfcore {

using FrameIds = std::span<const PartId>;

// Frames.

/// Puts images in as frames, before the frame at `place`; what they are called by when that is past the end: last. Ids in order.
Result<std::vector<PartId>> addFrames(SpriteDocument& document, const std::vector<ImagePointer>& images,
                                      std::size_t place = static_cast<std::size_t>(-1));
/// Copies with offsets and hotspots, each behind its original.
Result<std::vector<PartId>> duplicateFrames(SpriteDocument& document, FrameIds frames);
/// Where groups showed them, nothing is shown.
Result<void> removeFrames(SpriteDocument& document, FrameIds frames);
/// The frame stands at `place` afterwards; groups show what they showed.
Result<void> moveFrame(SpriteDocument& document, PartId frame, std::size_t place);
/// Other pixels, of any size; offsets and hotspots stay, layers follow (layer_edits.h).
Result<void> setImage(SpriteDocument& document, PartId frame, ImagePointer image, const std::string& name,
                      std::uint64_t mergeKey = 0);
/// The property of frameProperties() of this name.
Result<void> setFrameProperty(SpriteDocument& document, FrameIds frames, std::string_view name, const property::Value& value,
                              std::uint64_t mergeKey = 0);

// Offsets, in the units of the file: x in client units, y in steps of four, for a sprite that stands; pixels for an overlay.

Result<void> moveOffsets(SpriteDocument& document, FrameIds frames, int dx, int dy, std::uint64_t mergeKey = 0);

enum class Alignment : std::uint8_t {
    Feet,    ///< the lowest row that is not transparent stands on the ground, its middle on the base point
    Centre,  ///< the middle of the bitmap on the base point, sideways
    Content, ///< the middle of what is not transparent on the base point, sideways
};
Result<void> alignOffsets(SpriteDocument& document, FrameIds frames, Alignment alignment);

// Groups.

/// A group with so many entries, all without a bitmap, at the end.
Result<PartId> addGroup(SpriteDocument& document, std::size_t entries);
Result<void> removeGroup(SpriteDocument& document, PartId group);
Result<void> moveGroup(SpriteDocument& document, PartId group, std::size_t place);
/// Entries that come show nothing.
Result<void> resizeGroup(SpriteDocument& document, PartId group, std::size_t entries);
/// Frame 0: none.
Result<void> setGroupEntry(SpriteDocument& document, PartId group, std::size_t entry, PartId frame);

/// The property of groupProperties() of this name. Fails where the document is no command file.
Result<void> setGroupProperty(SpriteDocument& document, PartId group, std::string_view name, const property::Value& value);

constexpr std::size_t mostEntries = 4096; ///< of a group: there are no more angles

// The sprite.

/// The property of headerProperties() of this name. A command file takes names of one word; only there "transposed" and "raw" are.
Result<void> setHeaderProperty(SpriteDocument& document, std::string_view name, const property::Value& value);

} // namespace blak::bgfcore
