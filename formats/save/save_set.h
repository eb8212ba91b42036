// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/account/accounts.h"
#include "formats/save/game.h"

#include <filesystem>

/// The files of one save together.
namespace blak::save {

struct SaveSet
{
    std::filesystem::path file; ///< gameuser.N
    std::int64_t number = 0;    ///< N, the Unix time of the save
    Game game;
    // Nothing where the file is missing.
    std::optional<Strings> strings;
    std::optional<DynamicResources> dynamicResources;
    std::optional<account::File> accounts;
};

/// The gameuser file that a path means: the file itself, or for a folder (or its lastsave.txt) the one that lastsave.txt names;
/// without lastsave.txt the newest.
Result<std::filesystem::path> locateSave(const std::filesystem::path& path);

/// Reads gameuser and whatever lies beside it with the same number. A part that is there has to be readable.
Result<SaveSet> readSaveSet(const std::filesystem::path& path);

} // namespace blak::save
