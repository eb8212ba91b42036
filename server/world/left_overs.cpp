// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/left_overs.h"

#include <algorithm>
#include <string>
#include <system_error>
#include <vector>

namespace blak::world {

namespace fs = std::filesystem;

std::string_view unfinishedFile(std::string_view name)
{
    constexpr std::size_t random = 6; // of mkostemp
    const std::size_t dot = name.rfind('.');
    if (dot == name.npos || dot == 0 || name.size() - dot - 1 != random)
        return {};
    const bool plain = std::ranges::all_of(name.substr(dot + 1), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    });
    return plain ? name.substr(0, dot) : std::string_view();
}

void removeUnfinished(const fs::path& folder, const std::function<bool(std::string_view file)>& isOurs)
{
    std::error_code error;
    std::vector<fs::path> left;
    for (fs::directory_iterator at(folder, error); !error && at != fs::directory_iterator(); at.increment(error)) {
        const std::string name = at->path().filename().string();
        if (const std::string_view file = unfinishedFile(name); !file.empty() && isOurs(file))
            left.push_back(at->path());
    }
    for (const fs::path& file : left)
        fs::remove(file, error);
}

} // namespace blak::world
