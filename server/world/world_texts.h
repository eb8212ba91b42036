// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "formats/kodbase/kodbase.h"
#include "formats/rsc/rsc.h"

#include <filesystem>
#include <optional>
#include <vector>

namespace blak::world {

/// Names and resources of a world as its files have them, and what is wrong with them; nothing is reported yet.
struct WorldTexts
{
    std::optional<Error> noNames; ///< the kodbase cannot be opened; `names` are empty then
    kodbase::Partial names;
    std::vector<Result<rsc::File>> resources; ///< in the order in which later ones replace earlier ones
    std::optional<Error> unreadable;          ///< of the file after these
};

/// The files of `folder` with that ending (lower case), in alphabetical order.
std::vector<std::filesystem::path> filesWithEnding(const std::filesystem::path& folder, std::string_view ending);

void readNames(const std::filesystem::path& kodbase, WorldTexts& texts);
void readResources(const std::filesystem::path& folder, WorldTexts& texts);

} // namespace blak::world
