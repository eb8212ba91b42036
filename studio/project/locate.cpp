// SPDX-License-Identifier: GPL-3.0-or-later
// The project that a file belongs to.
#include "formats/base/find_file.h"
#include "studio/project/project.h"

#include <array>
#include <cstdlib>

namespace blak::project {
namespace {

namespace fs = std::filesystem;

constexpr int mostLevelsUp = 32;

/// What stands at the top of a project's tree. A sure sign is enough alone, of the hints two are needed.
struct Sign
{
    std::string_view path;
    bool sure;
};

constexpr auto signs = std::to_array<Sign>({
    {"kod/include/blakston.khd", true},
    {"roomedit/windeu.ini", true},
    {"kod/kodbase.txt", true},
    {"blakston.pal", true},
    {"kod", false},
    {"resource", false},
    {"rooms", false},
    {"sprites", false},
    {"textures", false},
    {"sounds", false},
});

enum class Certainty { None, Likely, Sure };

/// Folders that hold everything else of a machine or a person: hints are found there by accident.
bool isForEverything(const fs::path& folder)
{
    const char* home = std::getenv("HOME");
    std::error_code code;
    const fs::path temporary = (fs::temp_directory_path(code) / "x").lexically_normal().parent_path();
    return folder == folder.root_path() || (home != nullptr && folder == fs::path(home).lexically_normal()) ||
           (!code && folder == temporary);
}

Certainty isRoot(const fs::path& folder)
{
    int hints = 0;
    for (const Sign& sign : signs) {
        if (!findFile(folder, sign.path))
            continue;
        if (sign.sure)
            return Certainty::Sure;
        ++hints;
    }
    return hints >= 2 ? Certainty::Likely : Certainty::None;
}

} // namespace

fs::path guessRoot(const fs::path& file)
{
    std::error_code code;
    const fs::path own = fs::absolute(file, code).lexically_normal().parent_path();
    std::optional<fs::path> likely; // "resource" of a tree also holds folders like those of a project, so a sure sign above wins
    fs::path folder = own;
    for (int level = 0; level < mostLevelsUp; ++level) {
        const Certainty certainty = isRoot(folder);
        if (certainty == Certainty::Sure)
            return folder;
        if (certainty == Certainty::Likely && !likely && !isForEverything(folder))
            likely = folder;
        if (!folder.has_parent_path() || folder.parent_path() == folder)
            break;
        folder = folder.parent_path();
    }
    return likely.value_or(own);
}

std::optional<fs::path> paletteAbove(const fs::path& file)
{
    const fs::path root = guessRoot(file);
    ScanOptions flat;
    flat.recursive = false;
    const auto scan = scanTree(root, flat);
    if (!scan)
        return std::nullopt;
    for (const FoundFile& found : scan.value().files) {
        if (found.kind == FileKind::Palette)
            return root / found.path;
    }
    return std::nullopt;
}

} // namespace blak::project
