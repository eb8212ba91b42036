// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"
#include "formats/base/names.h"
#include "kodide/compiler/bc_driver.h"
#include "studio/play/prepare/prepare.h"

#include <sstream>

namespace blak::play {

namespace fs = std::filesystem;

/// Numbers go on where the tree's knowledge base ends, in a copy of it: that of the cache never hears of the class.
Result<std::string> PreparedWorld::makeThrowAwayRoom(const Recipe& recipe, const std::string& roomFile)
{
    if (recipe.throwAwayClass.empty())
        return Error{"the recipe has no class for rooms that none uses", recipe.name};
    const fs::path folder = scratch_->path() / "room";
    std::error_code code;
    fs::create_directories(folder, code);
    const std::string stem = lowerCase(recipe.throwAwayClass);
    const std::string source = filledText(recipe.throwAwaySource, {{"class", recipe.throwAwayClass}, {"file", roomFile}});
    const fs::path file = folder / (stem + ".kod");
    if (auto written = writeFileAtomically(file, source, Backup::None); !written)
        return written.error();
    const auto names = readFile(tree_.kodbase);
    if (!names)
        return names.error();
    const fs::path kodbase = folder / "kodbase.txt";
    if (auto written = writeFileAtomically(kodbase, names.value(), Backup::None); !written)
        return written.error();

    std::vector<std::string> arguments{"--dialect=" + dialect(), "-d", "-K", kodbase.string()};
    for (const fs::path& include : tree_.includes) {
        arguments.emplace_back("-I");
        arguments.push_back(include.string());
    }
    arguments.push_back(file.string());
    std::ostringstream said;
    if (kod::runBc(arguments, said) != 0)
        return Error{"the class for a room that none uses does not compile: " + said.str(), recipe.name};
    for (const auto& [ending, to] : {std::pair{".bof", "loadkod"}, {".rsc", "rsc"}}) {
        const auto bytes = readFile(folder / (stem + ending));
        if (!bytes)
            return bytes.error();
        if (auto put = writeFileAtomically(server() / to / (stem + ending), bytes.value(), Backup::None); !put)
            return put.error();
    }
    const auto fresh = readFile(kodbase);
    if (!fresh)
        return fresh.error();
    fs::remove(server() / "kodbase.txt", code); // a link to the one of the cache
    if (auto put = writeFileAtomically(server() / "kodbase.txt", fresh.value(), Backup::None); !put)
        return put.error();
    return stem + ".bof";
}

} // namespace blak::play
