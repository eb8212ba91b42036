// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "formats/bbg/make.h"
#include "formats/palette/palette.h"

#include <QString>
#include <QStringList>

#include <cstddef>
#include <filesystem>
#include <variant>
#include <vector>

namespace blak::render {
class AssetStore;
}

namespace blak::ui::textures {

struct TextureUse;

/// A picture on its way to become a texture: pixels in the project's palette, or the bytes of a sprite file taken as they are.
struct NewTexture
{
    int number = 0;
    std::filesystem::path target; ///< grdNNNNN.bgf in the folder of the other textures
    QString source;               ///< file name
    std::variant<bbg::IndexedImage, std::vector<std::byte>> content;
};

/// What dropping some files would do. Nothing is written before addTextures.
struct TextureAddition
{
    std::vector<NewTexture> textures;
    bool asksForSurface = false; ///< some picture may become a wall (stored turned) or a floor
};

/// The highest number of the project plus 1, or the lowest free one when there is none above; no number that a room asks for.
/// 0 when all are taken.
int nextFreeTexture(const std::vector<int>& taken, const TextureUse* use, int after = 0);

/// Reads BMP (8 bit: its indices as they are; else by nearest colour), PNG (nearest colour, transparent below half opacity) and
/// BGF files, known by content. Where the project has no texture yet they go to `root`.
Result<TextureAddition> planAddition(const QStringList& files, const render::AssetStore& assets, const TextureUse* use,
                                     const QString& root);

/// Writes the files atomically; never over one that exists.
Result<void> addTextures(const TextureAddition& addition, bool asWalls);

/// "Add brick.png as grd09002 to resource/textures?"
QString questionFor(const TextureAddition& addition, const QString& root);

} // namespace blak::ui::textures
