// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/bgfcore/quantiser.h"
#include "bgfeditor/bgfcore/sprite_document.h"
#include "formats/aseprite/aseprite.h"

namespace blak::bgfcore {

struct AsepriteReport
{
    std::vector<PartId> frames;
    std::size_t foreignColours = 0;
    double largestChange = 0;
    std::vector<std::string> unusedSlices; ///< whose names say no hotspot
    std::size_t changedFrames = 0, changedPixels = 0; ///< of a picture that was read again
    std::vector<std::string> layers; ///< what its layers are called now
    bool tooManyLayers = false;      ///< they were more than a sprite keeps, and the frames have none
};

/// Adds the frames of a picture as one step of undo, with its layers where it has more than one. Each tag becomes a group that shows its frames as the sides of one pose;
/// without tags every frame gets a group. A slice whose name begins with a number ("21 right hand", "-41") or is a usual name
/// ("head") is that hotspot, at its pivot or else its middle; "feet", "pivot" and "origin" say where the base point is (offsets).
Result<AsepriteReport> addAseprite(SpriteDocument& document, const aseprite::Picture& picture, const Quantiser& quantiser);

/// The picture was saved again: `frames` that came from it before get its pixels, hotspots and, where a slice says so, offsets;
/// frames it has more come behind them. Groups stay, and so do frames it has no more. Its layers, called `layers` before, are
/// replaced; those that were added to the frames since stay where they were. One step of undo.
Result<AsepriteReport> updateAseprite(SpriteDocument& document, const aseprite::Picture& picture, const Quantiser& quantiser,
                                      const std::vector<PartId>& frames, const std::vector<std::string>& layers);

/// The document remembers where the frames of a picture came from, as one step of undo. `fingerprint`: of the file's bytes; `colours`:
/// how it was read.
Result<void> keepAsepriteSource(SpriteDocument& document, const std::filesystem::path& file, std::string fingerprint,
                                const AsepriteReport& report, const QuantiserOptions& colours = {});
/// What the document remembers of a file; null: nothing.
const SpriteDocument::AsepriteSource* findAsepriteSource(const SpriteDocument& document, const std::filesystem::path& file);

/// The hotspot that a slice's name means; 0 = none.
int hotspotOfName(std::string_view name);

} // namespace blak::bgfcore
