// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/bgfcore/content_box.h"
#include "bgfeditor/bgfcore/frame_edits.h"

namespace blak::bgfcore {

/// A sheet cut into equal cells, row by row. Fails where the sheet's sides are no multiples.
Result<std::vector<ImagePointer>> cutGrid(const FrameImage& sheet, int columns, int rows);

/// The separate things on a sheet, each in the smallest box around it, by rows from the top, in a row from the left: what hangs
/// together, also over corners, and what is nearer than `gap` pixels to it.
std::vector<ImagePointer> cutByTransparency(const FrameImage& sheet, int gap = 1);

/// What offsets mean, which no file says.
enum class OffsetUse : std::uint8_t {
    Stands, ///< from the base point of an object, in client units
    Hangs,  ///< of an overlay, from the hotspot to its top left corner, in pixels
};

/// Takes transparent edges off frames, as one step of undo. Hotspots stay where they were on the picture, and so does the picture
/// in the world (offsets). A frame without anything to see becomes one pixel.
Result<void> cropFrames(SpriteDocument& document, FrameIds frames, OffsetUse use = OffsetUse::Stands);

/// The frame with other room around its picture, hotspots, offsets and layers as with cropFrames().
Result<Frame> withBox(const Frame& frame, const Box& box, int shrink, OffsetUse use);

/// Other room around a frame's picture: `box` in its pixels, possibly beyond its edges; hotspots and offsets as with
/// cropFrames().
Result<void> resizeFrame(SpriteDocument& document, PartId frame, const Box& box, OffsetUse use = OffsetUse::Stands);

} // namespace blak::bgfcore
