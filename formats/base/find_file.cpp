// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/find_file.h"

#include "formats/base/names.h"

#include <algorithm>

namespace blak {

namespace fs = std::filesystem;

std::string withSlashes(std::string_view path)
{
    std::string slashes(path);
    std::replace(slashes.begin(), slashes.end(), '\\', '/');
    return slashes;
}

std::optional<fs::path> findInFolder(const fs::path& folder, std::string_view name)
{
    std::error_code code;
    if (name.empty() || name.find('\0') != std::string_view::npos)
        return std::nullopt;
    if (fs::path exact = folder / name; fs::exists(exact, code))
        return exact;
    std::optional<std::string> found;
    for (fs::directory_iterator it(folder.empty() ? fs::path(".") : folder, code), end; !code && it != end; it.increment(code)) {
        std::string entry = it->path().filename().string();
        if (equalIgnoringCase(entry, name) && (!found || entry < *found))
            found = std::move(entry);
    }
    return found ? std::optional(folder / *found) : std::nullopt;
}

std::optional<fs::path> findFile(const fs::path& base, std::string_view path)
{
    if (path.find(':') != std::string_view::npos || path.empty())
        return std::nullopt; // a drive of another machine
    const fs::path wanted(withSlashes(path));
    fs::path place = wanted.is_absolute() ? fs::path("/") : base;
    for (const fs::path& part : wanted.relative_path()) {
        if (part.empty() || part == ".")
            continue;
        if (part == "..") {
            place /= part;
            continue;
        }
        const auto next = findInFolder(place, part.string());
        if (!next)
            return std::nullopt;
        place = *next;
    }
    std::error_code code;
    return fs::exists(place.empty() ? fs::path(".") : place, code) ? std::optional(place) : std::nullopt;
}

fs::path findOrName(const fs::path& base, std::string_view path)
{
    const fs::path wanted(withSlashes(path));
    std::error_code code;
    if (fs::path exact = base / wanted; fs::exists(exact, code)) // an absolute path replaces the base
        return exact;
    fs::path place = wanted.is_absolute() ? fs::path("/") : base;
    bool missing = false;
    for (const fs::path& part : wanted.relative_path()) {
        if (part.empty() || part == ".")
            continue;
        const auto next = missing || part == ".." ? std::nullopt : findInFolder(place, part.string());
        missing = missing || (!next && part != "..");
        place = next.value_or(place / part);
    }
    return place;
}

} // namespace blak
