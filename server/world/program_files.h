// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/vm/loader.h"
#include "server/world/world_texts.h"

#include <vector>

namespace blak::world {

/// All files of a program, read before any of it counts.
struct ProgramFiles
{
    std::vector<vm::LoadedFile> classes;
    std::vector<Error> problems; ///< of files that were left out
    WorldTexts texts;
    Result<kodbase::Kodbase> names = kodbase::Kodbase{};
};

} // namespace blak::world
