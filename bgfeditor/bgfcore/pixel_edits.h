// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/bgfcore/frame_edits.h"
#include "bgfeditor/bgfcore/selection.h"
#include "bgfeditor/bgfcore/stroke.h"

#include <functional>

/// Changes of the pixels of whole bitmaps, in one frame or many, each one step of undo. A selection limits them in the frames of its
/// size, unless it is empty. Frames whose pixels are unknown are left out; where all are, nothing is done and an error says so.
namespace blak::bgfcore {

using PixelChange = std::function<Pixels(const Pixels&)>;

/// Of colours: each pixel stays where it is. On the layer that is drawn on, which must be seen and not locked.
Result<void> changeColours(SpriteDocument& document, FrameIds frames, const Selection& selection, const std::string& name,
                           const PixelChange& change);
/// Of places (flip, turn): what is chosen is cut out, changed and put back at the corner of the box around it. Without a selection
/// the bitmap may get another size, and all of its layers follow.
Result<void> changeShapes(SpriteDocument& document, FrameIds frames, const Selection& selection, const std::string& name,
                          const PixelChange& change);

/// What a tool did to the frame that is shown, on all of these, laid over each other by the base point of the object; one step of
/// undo.
Result<void> drawStroke(SpriteDocument& document, FrameIds frames, PartId shown, const Stroke& stroke);

/// Room added around bitmaps (negative: taken away), pixels; the picture stays where it is in the world, hotspots on it.
struct Margins
{
    std::int32_t left = 0, top = 0, right = 0, bottom = 0;
};
Result<void> resizeFrames(SpriteDocument& document, FrameIds frames, const Margins& margins);

/// Whole frames mirrored with their hotspots and offsets: across, or down, where what stood on its feet stands on its head.
Result<void> flipFrames(SpriteDocument& document, FrameIds frames, bool across);
/// Whole frames in another size, pixels taken as they are, with hotspots and offsets.
Result<void> scaleFrames(SpriteDocument& document, FrameIds frames, int percent);
constexpr int smallestScaling = 5, largestScaling = 1600; ///< percent

} // namespace blak::bgfcore
