// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/wildcard.h"

#include "formats/base/find_file.h"
#include "formats/base/names.h"

#include <algorithm>
#include <filesystem>

namespace blak {

namespace fs = std::filesystem;

bool matchesWildcard(std::string_view pattern, std::string_view name)
{
    std::size_t p = 0, n = 0, star = std::string_view::npos, retry = 0;
    while (n < name.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            retry = n;
        } else if (p < pattern.size() && (pattern[p] == '?' || lowerCase(pattern[p]) == lowerCase(name[n]))) {
            ++p;
            ++n;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            n = ++retry;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

std::vector<std::string> filesMatching(const std::string& pattern)
{
    const fs::path path(withSlashes(pattern));
    const std::string wanted = path.filename().string();
    std::vector<std::string> files;
    std::error_code code;
    for (fs::directory_iterator it(path.has_parent_path() ? path.parent_path() : fs::path("."), code), end; !code && it != end;
         it.increment(code)) {
        std::error_code ignored;
        const std::string name = it->path().filename().string();
        if (it->is_regular_file(ignored) && matchesWildcard(wanted, name))
            files.push_back((path.parent_path() / name).string());
    }
    std::sort(files.begin(), files.end());
    return files;
}

} // namespace blak
