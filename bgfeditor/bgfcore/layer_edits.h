// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/bgfcore/frame_edits.h"

/// Changes of the layers of frames, each one step of undo. Layers go by their names, so that one edit changes the same layer of all
/// frames that have it; where none has, an error says so.
namespace blak::bgfcore {

constexpr std::string_view firstLayerName = "Background"; ///< of a frame that had none

/// An empty one over the layer that is drawn on. A frame without layers gets its picture as the first. `name` gets a number where a
/// frame has it already; what it became.
Result<std::string> addLayer(SpriteDocument& document, FrameIds frames, std::string name);
Result<void> removeLayer(SpriteDocument& document, FrameIds frames, const std::string& name); ///< not the last
Result<void> moveLayer(SpriteDocument& document, FrameIds frames, const std::string& name, int up); ///< steps
Result<void> renameLayer(SpriteDocument& document, FrameIds frames, const std::string& name, const std::string& to);
Result<void> showLayer(SpriteDocument& document, FrameIds frames, const std::string& name, bool visible);
Result<void> lockLayer(SpriteDocument& document, FrameIds frames, const std::string& name, bool locked);
Result<void> mergeLayerDown(SpriteDocument& document, FrameIds frames, const std::string& name);
/// What is seen is all there is, and layers are forgotten.
Result<void> flattenLayers(SpriteDocument& document, FrameIds frames);

/// A picture to draw from; null takes it away. `mergeKey`: see History::commit().
Result<void> setReference(SpriteDocument& document, ReferencePointer reference, std::uint64_t mergeKey = 0);

/// Fails where the layers of all frames have more pixels than their file may hold.
Result<void> checkLayerPixels(const SpriteDocument& document);

// What tools draw on: the layer of SpriteDocument::drawnLayer(), or the frame where it has none.

const ImagePointer& drawnImage(const SpriteDocument& document, const Frame& frame);
/// Why nothing can be drawn on a frame: its layer is hidden or locked.
Result<void> canDraw(const SpriteDocument& document, const Frame& frame);
Result<void> setDrawnImage(SpriteDocument& document, PartId frame, ImagePointer image, const std::string& name);
/// As the frame would look with this, of its size, in the place of what is drawn on.
Pixels flatWith(const SpriteDocument& document, const Frame& frame, const Pixels& drawn);

/// Other pixels for a frame as a whole; its layers follow, or are forgotten where they cannot.
void takeImage(Frame& frame, ImagePointer image);

} // namespace blak::bgfcore
