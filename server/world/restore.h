// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/world/save_set.h"

namespace blak::world {

/// Where the saves of a world lie. `folder` is a run folder (then its configuration says where) or the folder of the saves
/// itself.
struct SavePlace
{
    std::filesystem::path run;   ///< where control.json would be
    std::filesystem::path saves; ///< where lastsave.txt is
    std::string shown;           ///< as lastsave.txt names the folder
};

Result<SavePlace> locateSaves(const std::filesystem::path& folder);

/// The process of a server that runs in the folder: control.json names one, it is alive and its control channel answers.
std::optional<std::int64_t> runningServer(const std::filesystem::path& run);

struct Restored
{
    std::int64_t time = 0;
    std::optional<std::int64_t> before; ///< what lastsave.txt named
    std::size_t objects = 0;
    std::size_t accounts = 0;
    std::vector<Error> problems; ///< accounts that make no sense; unreadable saves that `newest` passed over
};

/// Makes a save the one that a server loads next, after reading all of it; without `time` the newest one that can be read.
/// lastsave.txt is replaced by one rename and stays as lastsave.txt~.
Result<Restored> restoreSave(const SavePlace& place, std::optional<std::int64_t> time);

} // namespace blak::world
