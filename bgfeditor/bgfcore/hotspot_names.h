// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace blak::bgfcore {

/// What hangs at the hotspots of a project, by number without its sign: the usual names, and what a project calls them otherwise, kept in
/// the file `hotspots.txt` of its folder, a line each: "23 tail". Lives in one thread.
class HotspotNames
{
public:
    static constexpr std::string_view fileName = "hotspots.txt";
    static constexpr std::size_t longestName = 60; ///< bytes

    HotspotNames() = default;
    /// The names of the project in a folder; the same for all who ask while somebody holds them. A file that cannot be read is as none.
    static std::shared_ptr<HotspotNames> ofProject(const std::filesystem::path& folder);

    /// UTF-8; empty where nobody said.
    std::string name(int number) const;
    /// Writes the file. An empty name, or the usual one, takes what the project says away. Fails for 0, beyond 128, for more than one
    /// line, for a name that is too long, and where there is no project.
    Result<void> setName(int number, const std::string& name);

    /// Takes what a file says in place of what was known; lines that say nothing are left out.
    void read(std::string_view text);
    std::string write() const;

private:
    std::filesystem::path file_; ///< empty: of no project
    std::map<int, std::string> names_;
};

} // namespace blak::bgfcore
