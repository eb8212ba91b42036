// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"
#include "formats/base/names.h"
#include "formats/kodbase/kodbase.h"
#include "kodide/compiler/bc_driver.h"
#include "kodide/compiler/tree_order.h"
#include "studio/play/prepare/prepare.h"

#include <algorithm>
#include <sstream>

namespace blak::play {

namespace fs = std::filesystem;

namespace {

constexpr std::int32_t roomForTree = 10'000; ///< numbers that the tree's own classes may take while one plays
constexpr int firstThrowAway = 268'435;      ///< number of a room that no tree has

/// Into the scratch world, of which nothing must outlive a failure of power.
Result<void> putHere(const fs::path& file, std::span<const std::byte> bytes) { return kod::writeFileQuickly(file, bytes); }
Result<void> putHere(const fs::path& file, std::string_view text) { return putHere(file, std::as_bytes(std::span(text))); }

Result<kodbase::Kodbase> readNames(const fs::path& file)
{
    const auto text = readFile(file);
    if (!text)
        return text.error();
    return kodbase::read({reinterpret_cast<const char*>(text.value().data()), text.value().size()}, file.string());
}

/// In the folder, where numbers go on that the tree's knowledge base never hears of; `ahead` of its last ones, so that what is
/// compiled of the tree later gets others.
Result<fs::path> copyOfNames(const fs::path& kodbase, const fs::path& folder, std::int32_t ahead)
{
    auto names = readNames(kodbase);
    if (!names)
        return names.error();
    names.value().maxId += ahead;
    names.value().maxResource += ahead;
    fs::path copy = folder / "kodbase.txt";
    if (auto written = putHere(copy, kodbase::write(names.value())); !written)
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
    return putHere(server() / "kodbase.txt", fresh.value());
}

Result<kod::TreeResult> PreparedWorld::addClasses(const std::map<fs::path, std::string>& sources)
{
    const fs::path folder = addedFolder();
    std::error_code code;
    for (const auto& [name, text] : sources) {
        const fs::path object = fs::path(lowerCase(name.stem().string())).replace_extension(".bof");
        for (const fs::directory_entry& there : fs::directory_iterator(server() / "memmap", code))
            if (equalIgnoringCase(there.path().filename().string(), object.string()))
                return Error{"a file of the project has that name already", name.string()};
        fs::create_directories((folder / name).parent_path(), code);
        if (auto written = putHere(folder / name, text); !written)
            return written.error();
    }
    auto kodbase = copyOfNames(tree_.kodbase, folder, 0);
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
            if (auto put = putHere(server() / to / made.path().filename(), bytes.value()); !put)
                return put.error();
        }
    if (auto put = replaceNames(tree.kodbase); !put)
        return put.error();
    return compiled;
}

/// Those of the tree, and of the rooms that were made for this play.
Result<void> PreparedWorld::renewNames()
{
    std::error_code code;
    if (madeRooms_.empty()) {
        fs::remove(server() / "kodbase.txt", code);
        fs::create_symlink(tree_.kodbase, server() / "kodbase.txt", code);
        return {};
    }
    auto names = readNames(tree_.kodbase);
    const auto made = readNames(madeFolder() / "kodbase.txt");
    if (!names || !made)
        return names ? made.error() : names.error();
    for (const kodbase::Class& type : made.value().classes)
        if (std::ranges::find(madeRooms_, type.name) != madeRooms_.end())
            names.value().classes.push_back(type);
    fs::remove(server() / "kodbase.txt", code);
    return putHere(server() / "kodbase.txt", kodbase::write(names.value()));
}

Result<ThrowAwayRoom> PreparedWorld::makeThrowAwayRoom(const Recipe& recipe, const std::string& roomFile)
{
    if (recipe.throwAwayClass.empty())
        return Error{"the recipe has no class for rooms that none uses", recipe.name};
    const fs::path folder = madeFolder();
    std::error_code code;
    fs::create_directories(folder, code);
    const std::size_t before = madeRooms_.size();
    ThrowAwayRoom room{recipe.throwAwayClass + (before == 0 ? "" : std::to_string(before + 1)), firstThrowAway + static_cast<int>(before)};
    const std::string stem = lowerCase(room.className);
    const std::string source = filledText(recipe.throwAwaySource,
                                          {{"class", room.className}, {"file", roomFile}, {"number", std::to_string(room.number)}});
    const fs::path file = folder / (stem + ".kod");
    if (auto written = putHere(file, source); !written)
        return written.error();
    // Later ones go on after those that were made before.
    auto names = before == 0 ? copyOfNames(tree_.kodbase, folder, roomForTree) : Result<fs::path>(folder / "kodbase.txt");
    if (!names)
        return names.error();

    std::vector<std::string> arguments{"--dialect=" + dialect(), "-d", "-K", names.value().string()};
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
        if (auto put = putHere(server() / to / (stem + ending), bytes.value()); !put)
            return put.error();
    }
    madeRooms_.push_back(room.className);
    if (auto put = renewNames(); !put)
        return put.error();
    return room;
}

} // namespace blak::play
