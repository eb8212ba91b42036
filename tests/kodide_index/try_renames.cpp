// SPDX-License-Identifier: GPL-3.0-or-later
// try_renames FOLDER COUNT [SEED [taken]]: renames COUNT names of each kind in a tree, one after the other, each time compiling all of it,
// and compares the object files with those of the tree as it was. With "taken" the new names are those of other things of the tree: what
// is not refused must give the same objects, too. Works on the folder itself: give it a copy.
#include "renaming.h"

#include "kodide/compiler/characters.h"

#include <chrono>
#include <cstdio>
#include <random>
#include <set>

using namespace blak;
using namespace blak::kod;

int main(int argc, char** argv)
{
    if (argc < 3)
        return 2;
    const std::filesystem::path folder = argv[1];
    const KodTree tree = kodTreeAt(folder);
    std::string problem;
    const auto before = test::compiled(tree.root, problem);
    if (before.empty()) {
        std::printf("does not compile: %s\n", problem.c_str());
        return 2;
    }
    const IndexedTree both = IndexedTree::read(tree);
    std::map<NameKind, std::set<SymbolKey>> keys;
    FolderScan scan;
    for (const TreeFile& file : tree.order(scan).files)
        if (auto text = diskFiles().readText(file.source)) {
            const CheckedText checked = both.symbols.check(file.source, text.value());
            for (const NameMeaning& meaning : checked.bound.meanings)
                if (const auto key = both.index.symbolAt(file.source, checked.unit->tokens[meaning.use].begin))
                    keys[key->kind].insert(*key);
        }
    const bool taken = argc > 4;
    std::vector<std::string> names; // of everything, as often as there are things
    for (const auto& [kind, all] : keys)
        for (const SymbolKey& key : all)
            names.push_back(key.name);
    std::mt19937 random(argc > 3 ? static_cast<unsigned>(std::atoi(argv[3])) : 1);
    int wrong = 0;
    for (auto& [kind, all] : keys) {
        std::vector<SymbolKey> list(all.begin(), all.end());
        std::ranges::shuffle(list, random);
        int tried = 0;
        int refused = 0;
        std::size_t places = 0;
        std::size_t files = 0;
        double longest = 0;
        for (const SymbolKey& key : list) {
            if (tried >= std::atoi(argv[2]) || refused >= (taken ? 5000 : 200))
                break;
            const std::string fresh = taken ? names[random() % names.size()] : "zz_" + key.name + "_renamed";
            if (fresh == key.name)
                continue;
            const auto start = std::chrono::steady_clock::now();
            const auto plan = both.index.rename(key, fresh);
            longest = std::max(longest, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
            if (!plan) {
                ++refused;
                continue;
            }
            ++tried;
            places += plan.value().edits.size();
            const auto texts = test::apply(plan.value().edits);
            files += texts.size();
            problem.clear();
            const auto after = test::compiled(tree.root, problem);
            std::size_t different = 0;
            for (const auto& [file, bytes] : before) {
                const auto other = after.find(file);
                different += other == after.end() || other->second != bytes;
            }
            if (different > 0 || after.size() != before.size()) {
                ++wrong;
                std::printf("%s %s %s to %s: %zu object files differ %s\n", std::string(nameKindText(kind)).c_str(), key.owner.c_str(),
                            key.name.c_str(), fresh.c_str(), different, problem.c_str());
            }
            for (const auto& [file, text] : texts)
                if (!writeFileAtomically(file, text, Backup::None))
                    return 2;
        }
        std::fflush(stdout);
        std::printf("%s: %d renamed, %zu places in %zu files, %d refused; a plan took %.1f ms at most\n", std::string(nameKindText(kind)).c_str(),
                    tried, places, files, refused, longest);
    }
    std::printf("%d wrong\n", wrong);
    return wrong == 0 ? 0 : 1;
}
