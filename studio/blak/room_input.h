// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "formats/roo/room.h"

#include <filesystem>
#include <memory>
#include <string>

namespace blak::render {
class AssetStore;
}

namespace blak::cli {

class Arguments;

/// A room file of any version or its text form (UDMF), recognised by content.
Result<roo::Room> readRoom(const std::filesystem::path& file);

/// What a world gives to the picture of one of its rooms.
struct ProjectAssets
{
    std::shared_ptr<render::AssetStore> store; ///< never null
    std::string sky;                           ///< sprite behind everything, empty = none
};

/// Textures, palette and sky of the world around a file, see project::guessRoot(). `--textures FOLDER` stands before all its
/// folders,
/// `--palette FILE` wins over its palette.
Result<ProjectAssets> assetsFor(const Arguments& arguments, const std::filesystem::path& file);

} // namespace blak::cli
