// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/bgfcore/layers.h"
#include "bgfeditor/bgfcore/quantiser.h"
#include "formats/aseprite/aseprite.h"

namespace blak::bgfcore {

/// What the layers of a picture of Aseprite become: sheets of the same names, in the colours of a palette. A palette has no half
/// transparent colours, so a pixel that lets the layers below shine through gets what is seen there, and what is seen through all
/// sheets is what the picture shows. Reference layers are left out. The only layer of a picture is called firstLayerName, as the
/// sheet of a frame that never had layers.
class AsepriteLayers
{
public:
    AsepriteLayers(const aseprite::Picture& picture, const Quantiser& quantiser, bool compress);

    /// From the lowest, where no frame changes their order; all of a frame differ and can be names of layers.
    const std::vector<std::string>& names() const { return names_; }
    /// Whether the sheets of all frames fit a file of layers.
    bool fit() const;
    /// At least one sheet; all of the picture's size.
    LayerStack of(std::size_t frame) const;

private:
    const aseprite::Picture& picture_;
    const Quantiser& quantiser_;
    const bool compress_;
    ImagePointer empty_;
    std::vector<std::size_t> kept_; ///< layers of the picture
    std::vector<std::string> names_; ///< of those
};

/// The sheets of a picture that was read again, for a frame that had others: those of `before`, which came from it then, go; those
/// that were added since stay over the one they were over, under another name where the picture has theirs now.
LayerStack withOwnLayers(LayerStack fresh, const LayerStack& old, const std::vector<std::string>& before);

} // namespace blak::bgfcore
