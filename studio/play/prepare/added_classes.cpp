// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"
#include "formats/base/names.h"
#include "kodide/compiler/bc_driver.h"
#include "studio/play/prepare/prepare.h"

#include <sstream>

namespace blak::play {

namespace fs = std::filesystem;

namespace {

/// In the folder, where numbers go on that the tree's knowledge base never hears of.
Result<fs::path> copyOfNames(const fs::path& kodbase, const fs::path& folder)
{
    const auto names = readFile(kodbase);
    if (!names)
        return names.error();
    fs::path copy = folder / "kodbase.txt";
    if (auto written = writeFileAtomically(copy, names.value(), Backup::None); !written)
        return written.error();
    return copy;
}

} // namespace

/// The server's knowledge base is a link to the one of the cache, which stays as it is.
Result<void> PreparedWorld::replaceNames(const fs::path& kodbase)
{
    const auto fresh = readFile(kodbase);
    if (!fresh)
        return fresh.error();
    std::error_code code;
    fs::remove(server() / "kodbase.txt", code);
    return writeFileAtomically(server() / "kodbase.txt", fresh.value(), Backup::None);
}

Result<kod::TreeResult> PreparedWorld::addClasses(const std::map<fs::path, std::string>& sources)
{
    const fs::path folder = addedFolder();
    std::error_code code;
    for (const auto& [name, text] : sources) {
        const fs::path object = fs::path(lowerCase(name.stem().string())).replace_extension(".bof");
        for (const fs::directory_entry& there : fs::directory_iterator(server() / "memmap", code))
            if (equalIgnoringCase(there.path().filename().string(), object.string()))
                return Error{"a file of the world has that name already", name.string()};
        fs::create_directories((folder / name).parent_path(), code);
        if (auto written = writeFileAtomically(folder / name, text, Backup::None); !written)
            return written.error();
    }
    auto kodbase = copyOfNames(tree_.kodbase, folder);
    if (!kodbase)
        return kodbase.error();
    kod::KodTree tree = tree_;
    tree.root = folder;
    tree.kodbase = kodbase.value();
    kod::TreeOptions options;
    options.output = folder / "output";
    kod::TreeResult compiled = kod::compileTree(tree, options);
    if (!compiled.good())
        return compiled;
    for (const auto& [from, to] : {std::pair{"loadkod", "memmap"}, {"rsc", "rsc"}})
        for (const fs::directory_entry& made : fs::directory_iterator(options.output / from, code)) {
            const auto bytes = readFile(made.path());
            if (!bytes)
                return bytes.error();
            if (auto put = writeFileAtomically(server() / to / made.path().filename(), bytes.value(), Backup::None); !put)
                return put.error();
        }
    if (auto put = replaceNames(tree.kodbase); !put)
        return put.error();
    return compiled;
}

/// Numbers go on where the tree's knowledge base ends.
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
    auto copied = copyOfNames(tree_.kodbase, folder);
    if (!copied)
        return copied.error();
    const fs::path kodbase = std::move(copied).value();

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
    if (auto put = replaceNames(kodbase); !put)
        return put.error();
    return stem + ".bof";
}

} // namespace blak::play
