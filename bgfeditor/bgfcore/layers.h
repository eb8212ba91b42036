// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/bgfcore/frame_image.h"
#include "bgfeditor/bgfcore/quantiser.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// The sheets that a frame is drawn on, one over the other. A sprite has none: it keeps what is seen through all of them, and the
/// layers stand in a file beside it (layer_file.h).
namespace blak::bgfcore {

class Pixels;

constexpr std::size_t mostLayers = 64;       ///< of a frame
constexpr std::size_t longestLayerName = 64; ///< bytes, UTF-8
constexpr std::uint64_t mostLayerPixels = 64u << 20; ///< of all layers of a sprite

struct Layer
{
    std::string name;  ///< UTF-8; no other of the frame has it
    ImagePointer image; ///< of the frame's size, with pixels; transparent where the layers below are seen
    bool visible = true;
    bool locked = false; ///< nothing is drawn on it
};

using LayerStack = std::vector<Layer>; ///< from the lowest
using LayersPointer = std::shared_ptr<const LayerStack>;

/// What is seen through all of them; they are of one size and at least one.
Pixels flattened(const LayerStack& layers);
/// Where the layer of a name is; one that is not there is the topmost.
std::size_t layerOf(const LayerStack& layers, std::string_view name);
/// The layers so changed that `flat`, of their size, is what is seen: what differs goes to the highest that is seen and not locked.
/// Null where none can take it.
LayersPointer withFlat(const LayerStack& layers, const Pixels& flat);

std::size_t extraMemory(const Layer& layer);

/// A picture of any colours that is drawn from, not of the sprite. Places are pixels of bitmaps from the base point of the object.
struct ReferencePicture
{
    std::string png; ///< the file's bytes
    std::int32_t x = 0, y = 0; ///< of its top left corner
    std::int32_t scale = 100;  ///< percent: pixels of the bitmap for each of its own
    std::int32_t opacity = 50; ///< percent
    bool visible = true;
    bool over = false; ///< drawn over the frame, not under it

    friend bool operator==(const ReferencePicture&, const ReferencePicture&) = default;
};

constexpr std::size_t largestReference = 32u << 20; ///< bytes of its file
constexpr std::int32_t farthestReference = 32767, smallestScale = 1, largestScale = 3200;

using ReferencePointer = std::shared_ptr<const ReferencePicture>; ///< null: none
std::size_t extraMemory(const ReferencePointer& reference);

/// A picture of Aseprite that frames came from: it is read again when its program saves it.
template <typename FrameName>
struct AsepriteSourceOf
{
    std::string file;                ///< generic path, UTF-8; from the sprite's folder, or whole where it is elsewhere
    std::string fingerprint;         ///< document::contentFingerprint() of its bytes when they were read
    std::vector<FrameName> frames;   ///< by the frames of the picture
    std::vector<std::string> layers; ///< what its layers are called in them
    QuantiserOptions colours = {};   ///< how it was read, and is read again

    friend bool operator==(const AsepriteSourceOf&, const AsepriteSourceOf&) = default;
};

constexpr std::size_t mostAsepriteSources = 1000, longestSourcePath = 4096;

} // namespace blak::bgfcore
