// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/bgfcore/frame_edits.h"

/// Changes of hotspots, each one step of undo. Hotspots are known by their frame and their number, which stands for what hangs
/// there; the number's sign says whether over or under, and counts.
namespace blak::bgfcore {

/// Place in the frame's list of the first hotspot with this number; nothing when there is none.
std::optional<std::size_t> findHotspot(const Frame& frame, int number);

/// At the end of the frame's list. Fails for number 0, a number that the frame has already and when the list is full.
Result<void> addHotspot(SpriteDocument& document, PartId frame, bgf::Hotspot hotspot);
/// Where the frames have it.
Result<void> removeHotspot(SpriteDocument& document, FrameIds frames, int number);
/// In all of the frames that have it.
Result<void> moveHotspot(SpriteDocument& document, FrameIds frames, int number, int dx, int dy, std::uint64_t mergeKey = 0);
/// The property of hotspotProperties() of this name, in all of the frames that have the hotspot.
Result<void> setHotspotProperty(SpriteDocument& document, FrameIds frames, int number, std::string_view name,
                                const property::Value& value, std::uint64_t mergeKey = 0);
/// To the same place in the bitmaps of the others; those that have it, by either sign, get it moved.
Result<void> copyHotspot(SpriteDocument& document, PartId from, int number, FrameIds to);
/// In the frames between two that have it, in the order given: on the straight way from one to the other. Frames before the first
/// and behind the last that has it get the place of that. Only frames that lack it are changed, or with `all` those between too. Who has it by
/// the other sign lacks nothing, and is no neighbour.
Result<void> interpolateHotspot(SpriteDocument& document, FrameIds frames, int number, bool all = false);
/// All hotspots of a frame as seen in a mirror, for the angle opposite: left becomes right, also where numbers say so.
Result<void> mirrorHotspots(SpriteDocument& document, PartId from, PartId to);

/// The number of the same thing at the other side of a body: right hand for left hand. The number itself where there is none.
int mirroredNumber(int number);

} // namespace blak::bgfcore
