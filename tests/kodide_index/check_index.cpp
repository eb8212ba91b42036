// SPDX-License-Identifier: GPL-3.0-or-later
// check_index FOLDER: every name that the binder knows in a tree is one use of the index, of the same kind and at the same place;
// what the index calls a definition is one, and all uses of a key lead back to that key. Says how long it took and what it holds.
#include "formats/base/file_source.h"
#include "kodide/compiler/characters.h"
#include "kodide/index/tree_index.h"

#include <chrono>
#include <cstdio>
#include <map>
#include <set>

using namespace blak;
using namespace blak::kod;

namespace {

int faults = 0;

void fault(const std::filesystem::path& file, std::uint32_t offset, const std::string& text)
{
    if (++faults <= 20)
        std::printf("%s, byte %u: %s\n", file.c_str(), offset, text.c_str());
}

double milliseconds(std::chrono::steady_clock::time_point from)
{
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - from).count();
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 2)
        return 2;
    const KodTree tree = kodTreeAt(argv[1]);
    auto start = std::chrono::steady_clock::now();
    const IndexedTree both = IndexedTree::read(tree);
    std::printf("read in %.0f ms: %zu files, %zu uses, %.1f MB\n", milliseconds(start), both.index.fileCount(),
                both.index.useCount(), static_cast<double>(both.index.memoryBytes()) / 1e6);

    FolderScan scan;
    std::size_t names = 0;
    std::size_t checkedFiles = 0;
    std::set<SymbolKey> keys;
    std::map<std::filesystem::path, std::string> texts;
    const auto textOf = [&](const std::filesystem::path& file) -> const std::string& {
        const auto [place, fresh] = texts.try_emplace(file);
        if (fresh)
            if (auto text = diskFiles().readText(file))
                place->second = std::move(text).value();
        return place->second;
    };
    double withLongest = 0;
    for (const TreeFile& file : tree.order(scan).files) {
        auto text = diskFiles().readText(file.source);
        if (!text)
            continue;
        ++checkedFiles;
        const CheckedText checked = both.symbols.check(file.source, text.value());
        std::set<NameUse> places;
        for (const NameMeaning& meaning : checked.bound.meanings) {
            places.insert(meaning.use);
            const Token& token = checked.unit->tokens[meaning.use];
            const auto key = both.index.symbolAt(file.source, token.begin);
            if (!key)
                fault(file.source, token.begin, std::string(checked.unit->text(meaning.use)) + " is not in the index");
            else if (key->kind != meaning.kind || key->name != lowerText(checked.unit->text(meaning.use)))
                fault(file.source, token.begin,
                      std::string(checked.unit->text(meaning.use)) + " is a " + std::string(nameKindText(meaning.kind)) +
                          ", the index says " + std::string(nameKindText(key->kind)) + " " + key->name);
            else
                keys.insert(*key);
        }
        names += places.size();
        start = std::chrono::steady_clock::now();
        const TreeIndex after = both.index.with(file.source, checked);
        withLongest = std::max(withLongest, milliseconds(start));
        if (after.useCount() != both.index.useCount())
            fault(file.source, 0, "its own text again gives another index: " + std::to_string(after.useCount()) + " uses");
    }
    std::printf("%zu names of %zu files, %zu keys; with() %.2f ms at most\n", names, checkedFiles, keys.size(), withLongest);

    std::size_t uses = 0;
    std::size_t definitions = 0;
    std::size_t every = 0;
    double longest = 0;
    for (const SymbolKey& key : keys) {
        if (every++ % static_cast<std::size_t>(argc > 2 ? std::atoi(argv[2]) : 1) != 0)
            continue;
        start = std::chrono::steady_clock::now();
        const std::vector<SymbolUse> all = both.index.uses(key);
        longest = std::max(longest, milliseconds(start));
        uses += all.size();
        for (const SymbolUse& use : all) {
            const std::string& text = textOf(use.file);
            if (use.end > text.size() || lowerText(std::string_view(text).substr(use.begin, use.end - use.begin)) != key.name)
                fault(use.file, use.begin, "is no use of " + key.name);
            else if (key.kind != NameKind::MessageParameter && both.index.symbolAt(use.file, use.begin) != key)
                fault(use.file, use.begin, "a use of " + key.owner + " " + key.name + " stands for something else");
        }
        for (const SymbolUse& definition : both.index.definitions(key)) {
            ++definitions;
            const std::string& text = textOf(definition.file);
            if (definition.end > text.size() ||
                lowerText(std::string_view(text).substr(definition.begin, definition.end - definition.begin)) != key.name)
                fault(definition.file, definition.begin, "is no definition of " + key.name);
        }
    }
    std::printf("%zu uses looked at, %zu definitions; uses() %.2f ms at most\n%d faults\n", uses, definitions, longest, faults);
    return faults == 0 ? 0 : 1;
}
