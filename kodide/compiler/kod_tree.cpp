// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/kod_tree.h"

#include "formats/base/find_file.h"
#include "kodide/compiler/characters.h"
#include "kodide/compiler/tree_compile.h"

#include <optional>

namespace blak::kod {
namespace {

namespace fs = std::filesystem;

constexpr int mostLevels = 32;
constexpr std::size_t mostEntries = 200'000; ///< looked at below a folder that is no tree itself
constexpr std::string_view includeName = "include";
constexpr std::string_view kodbaseName = "kodbase.txt";

bool hasExtension(const fs::path& file, std::string_view extension)
{
    return equalIgnoringCase(file.extension().native(), extension);
}

bool holds(const fs::path& folder, std::string_view extension)
{
    std::error_code code;
    for (fs::directory_iterator it(folder, code), end; !code && it != end; it.increment(code))
        if (hasExtension(it->path(), extension))
            return true;
    return false;
}

/// Includes alone are enough: the sources may all stand in folders below.
bool isTree(const fs::path& folder)
{
    if (holds(folder, ".kod"))
        return true;
    const auto include = findInFolder(folder, includeName);
    return include && holds(*include, ".khd");
}

/// The deepest folder with all sources below, or nothing when there are none.
std::optional<fs::path> commonFolder(const fs::path& folder)
{
    std::optional<fs::path> common;
    std::error_code code;
    std::size_t seen = 0;
    for (auto it = fs::recursive_directory_iterator(folder, fs::directory_options::skip_permission_denied, code);
         !code && it != fs::recursive_directory_iterator() && ++seen < mostEntries; it.increment(code)) {
        if (!hasExtension(it->path(), ".kod"))
            continue;
        const fs::path own = it->path().parent_path();
        if (!common) {
            common = own;
            continue;
        }
        const auto [there, here] = std::mismatch(common->begin(), common->end(), own.begin(), own.end());
        fs::path shared;
        for (auto part = common->begin(); part != there; ++part)
            shared /= *part;
        common = shared;
    }
    return common;
}

fs::path rootAt(const fs::path& folder)
{
    if (isTree(folder))
        return folder;
    std::error_code code;
    if (const auto kod = findInFolder(folder, "kod"); kod && fs::is_directory(*kod, code) && isTree(*kod))
        return *kod;
    return commonFolder(folder).value_or(folder);
}

/// Without a slash at the end, which would be a name of its own.
fs::path trimmed(const fs::path& folder)
{
    const fs::path normal = folder.lexically_normal();
    return normal.has_filename() || !normal.has_relative_path() ? normal : normal.parent_path();
}

KodTree treeWithRoot(fs::path root, const KodTreeWishes& wishes)
{
    KodTree tree;
    tree.root = std::move(root);
    tree.includes = wishes.includes;
    tree.includes.push_back(findInFolder(tree.root, includeName).value_or(tree.root / includeName));
    tree.kodbase = !wishes.kodbase.empty() ? wishes.kodbase
                                           : findInFolder(tree.root, kodbaseName).value_or(tree.root / kodbaseName);
    tree.dialect = wishes.dialect ? wishes.dialect : &detectDialect(tree.root);
    return tree;
}

} // namespace

KodTree kodTreeAt(const fs::path& folder, const KodTreeWishes& wishes)
{
    return treeWithRoot(rootAt(trimmed(folder)), wishes);
}

KodTree kodTreeOf(const fs::path& source, const fs::path& world, const KodTreeWishes& wishes)
{
    std::optional<fs::path> root;
    const fs::path top = trimmed(world);
    fs::path folder = trimmed(source.parent_path());
    for (int level = 0; level < mostLevels; ++level) {
        if (isTree(folder))
            root = folder;
        if (folder == top || folder == folder.parent_path())
            break;
        folder = folder.parent_path();
    }
    return root ? treeWithRoot(*root, wishes) : kodTreeAt(world, wishes);
}

} // namespace blak::kod
