// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace blak::project {

/// What a project says of itself in `world.json` at the top of its folder. The trees of old projects have none.
///
///     { "name": "Hollowmere", "sky": "sky.bgf", "textures": ["resource/own", "resource/bitmaps"] }
///
/// Keys that are not known here are left alone.
struct ProjectFile
{
    static constexpr std::string_view fileName = "world.json";

    std::string name; ///< as people call it, UTF-8; empty = as its folder is called
    /// Folders below the world's own (or whole paths) that come first where textures and sprites are sought, in this order.
    std::vector<std::string> textures;
    std::string sky;  ///< file name of the picture behind everything, among the sprites; empty = plain
};

/// Error: which key holds what instead of what. `what` may be empty.
Result<ProjectFile> parseProjectFile(std::string_view text, std::string_view where);

} // namespace blak::project
