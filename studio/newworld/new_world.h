// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace blak::newworld {

struct NewWorldRequest
{
    std::filesystem::path from;   ///< the world that it begins as
    std::filesystem::path folder; ///< of the new one, which is not there yet, or empty
    std::string name;             ///< as people call it, UTF-8, at most mostName bytes
};

constexpr std::size_t mostName = 100;

/// What is copied: sources, rooms, pictures, sounds, palette and tests; nothing that is made out of these, no saved game.
struct NewWorldPlan
{
    NewWorldRequest request;
    std::vector<std::filesystem::path> files; ///< below `from`, sorted
    std::uint64_t bytes = 0;
};

/// Looks only. Fails with a sentence where the name is empty, the folder is taken or within the other world, or that one holds nothing or
/// cannot be read.
Result<NewWorldPlan> planNewWorld(const NewWorldRequest& request);

/// Makes the folder, with those above it, and everything in it: whole or not at all. `world.json` says its name.
Result<void> makeNewWorld(const NewWorldPlan& plan);

} // namespace blak::newworld
