// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/bgfcore/layers.h"
#include "formats/base/result.h"

#include <filesystem>
#include <span>

/// What an artist keeps of a sprite that the sprite itself cannot hold: layers of its frames, the picture that is drawn from, and the
/// pictures of Aseprite that frames came from. It stands beside the sprite as NAME.bgf.layers. Little-endian:
///
///     "BLAKLAY1"
///     u8   whether there is a reference picture; then u32 size, its PNG, i32 x, y, scale, opacity, u8 visible, u8 over
///     u32  frames; of each u16 layers (0: none), then, where there are any, i32 width, height and of each from the lowest
///          u8 length and name, u8 flags (1 visible, 2 locked), u8 storage, u32 size, pixels as in a sprite of version 10
///     then, where there are any, u16 pictures of Aseprite; of each u16 length and path, u8 length and fingerprint, u32 frames, i32 of
///          each (from 0, -1 gone), u16 layers, u8 length and name of each
namespace blak::bgfcore {

struct LayerFile
{
    std::vector<LayersPointer> frames; ///< in the order of the sprite
    ReferencePointer reference;
    std::vector<AsepriteSourceOf<std::int32_t>> sources; ///< frames by their places, -1: gone

    bool isEmpty() const; ///< nothing that the sprite does not hold
};

std::filesystem::path layerFileOf(const std::filesystem::path& sprite);
/// What a picture of Aseprite is called in the file beside a sprite: from its folder where it is near, else whole. UTF-8.
std::string sourceName(const std::filesystem::path& sprite, const std::filesystem::path& picture);
std::vector<std::byte> writeLayers(const LayerFile& file);
/// Every layer can be decoded; all of a frame are of one size.
Result<LayerFile> readLayers(std::span<const std::byte> bytes, const std::string& name);

} // namespace blak::bgfcore
