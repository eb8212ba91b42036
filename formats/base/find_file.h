// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

/// Names in old files come from a system that ignores case and separates folders by backslashes.
namespace blak {

/// "resource\\grd.bgf" with slashes.
std::string withSlashes(std::string_view path);

/// The entry of `folder` with that name: the exact one if it exists, else the first in byte order that differs in case only.
/// Nothing when there is none. An empty folder means the current one.
std::optional<std::filesystem::path> findInFolder(const std::filesystem::path& folder, std::string_view name);

/// What a path of an old file means, seen from `base`: every part is looked up as by findInFolder(). Nothing when a part does not
/// exist or the path names a drive ("C:\\kod"). Symbolic links are followed and ".." is allowed: this finds, it does not confine.
std::optional<std::filesystem::path> findFile(const std::filesystem::path& base, std::string_view path);

/// The same for something that may be missing or still has to be made: parts from the first missing one on stay as written. One
/// look at the disk when all parts exist as written.
std::filesystem::path findOrName(const std::filesystem::path& base, std::string_view path);

} // namespace blak
