// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/closest_name.h"

#include "formats/base/names.h"

#include <algorithm>
#include <tuple>

namespace blak {
namespace {

constexpr std::size_t longestName = 64; ///< letters; what is longer was not meant to be a name

/// Letters left out, added, changed or swapped with their neighbour on the way from one word to the other.
std::size_t editsBetween(std::string_view from, std::string_view to)
{
    std::vector<std::vector<std::size_t>> edits(from.size() + 1, std::vector<std::size_t>(to.size() + 1));
    for (std::size_t i = 0; i <= from.size(); ++i) {
        for (std::size_t k = 0; k <= to.size(); ++k) {
            if (i == 0 || k == 0) {
                edits[i][k] = i + k;
                continue;
            }
            edits[i][k] = std::min({edits[i - 1][k] + 1, edits[i][k - 1] + 1,
                                    edits[i - 1][k - 1] + (from[i - 1] == to[k - 1] ? 0 : 1)});
            if (i > 1 && k > 1 && from[i - 1] == to[k - 2] && from[i - 2] == to[k - 1])
                edits[i][k] = std::min(edits[i][k], edits[i - 2][k - 2] + 1);
        }
    }
    return edits[from.size()][to.size()];
}

} // namespace

std::optional<std::string> closestName(std::string_view typed, const std::vector<std::string>& names)
{
    if (typed.size() > longestName)
        return std::nullopt;
    std::optional<std::string> closest;
    std::size_t least = 0;
    for (const std::string& name : names) {
        const std::size_t edits = editsBetween(typed, name);
        if (edits * 3 <= std::max(typed.size(), name.size()) && (!closest || edits < least)) {
            closest = name;
            least = edits;
        }
    }
    return closest;
}

std::vector<std::string> closestNames(std::string_view typed, const std::vector<std::string>& names, std::size_t most)
{
    if (typed.empty() || typed.size() > longestName)
        return {};
    const std::string wanted = lowerCase(typed);
    std::vector<std::tuple<bool, std::size_t, std::string>> found; // close ones first
    for (const std::string& name : names) {
        const std::string lower = lowerCase(name);
        const std::size_t edits = lower.size() > longestName ? longestName : editsBetween(wanted, lower);
        const bool isClose = edits * 3 <= std::max(wanted.size(), lower.size());
        const std::size_t alike = static_cast<std::size_t>(std::ranges::mismatch(wanted, lower).in1 - wanted.begin());
        if (isClose || lower.find(wanted) != lower.npos || (wanted.size() > 3 && alike * 3 >= wanted.size() * 2))
            found.emplace_back(!isClose, edits, name);
    }
    std::ranges::sort(found);
    std::vector<std::string> out;
    for (std::size_t i = 0; i < std::min(most, found.size()); ++i)
        out.push_back(std::move(std::get<2>(found[i])));
    return out;
}

} // namespace blak
