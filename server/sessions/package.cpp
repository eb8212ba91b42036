// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/sessions/package.h"

#include <algorithm>
#include <charconv>

namespace blak::serve {
namespace {

constexpr std::size_t mostPackages = 1000; ///< that fit into one message
constexpr std::uint32_t usualSize = 1024;
constexpr std::string_view blanks = " \t\r";

std::string_view takeWord(std::string_view& line)
{
    line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
    const std::string_view word = line.substr(0, line.find_first_of(blanks));
    line.remove_prefix(word.size());
    return word;
}

template <typename T>
bool number(std::string_view word, T& out)
{
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), out);
    return !word.empty() && error == std::errc() && end == word.data() + word.size();
}

} // namespace

std::vector<Package> readPackages(std::string_view text, std::size_t& faults)
{
    std::vector<Package> packages;
    faults = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        Package package;
        package.size = usualSize;
        package.name = takeWord(line);
        if (package.name.empty() || package.name.starts_with('#'))
            continue;
        const bool sound = number(takeWord(line), package.time) && number(takeWord(line), package.flags);
        const std::string_view size = takeWord(line);
        if (!sound || (!size.empty() && !number(size, package.size)) || packages.size() >= mostPackages)
            ++faults;
        else
            packages.push_back(std::move(package));
    }
    return packages;
}

} // namespace blak::serve
