// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "formats/roo/room.h"

#include <filesystem>
#include <memory>

namespace blak::render {
class AssetStore;
}

namespace blak::cli {

class Arguments;

/// A room file of any version or its text form (UDMF), recognised by content.
Result<roo::Room> readRoom(const std::filesystem::path& file);

/// Textures and palette of the world around a file, see project::guessRoot(). `--textures FOLDER` stands before all its folders,
/// `--palette FILE` wins over its palette.
Result<std::shared_ptr<render::AssetStore>> assetsFor(const Arguments& arguments, const std::filesystem::path& file);

} // namespace blak::cli
