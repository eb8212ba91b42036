// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace blak::serve {

/// A line of packages.txt: a file that clients fetch when it is newer than their last download.
struct Package
{
    std::string name;
    std::int64_t time = 0; ///< rising number, mostly a Unix time
    std::uint32_t flags = 0;
    std::uint32_t size = 0; ///< bytes
};

/// All packages of a file, by time; of lines about the same file the last counts. Lines that make no sense are left out and
/// counted.
std::vector<Package> readPackages(std::string_view text, std::size_t& faults);

} // namespace blak::serve
