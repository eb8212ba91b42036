// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/// What differs between two sequences, two texts, two files of a kind. No widgets: the views draw it, tests and tools read it.
namespace blak::diff {

/// A stretch of two sequences: either the same elements, or `leftCount` elements that became `rightCount` others.
struct Run
{
    bool same = true;
    std::size_t left = 0, leftCount = 0; ///< first element and number
    std::size_t right = 0, rightCount = 0;

    friend bool operator==(const Run&, const Run&) = default;
};

/// Runs that cover both sequences in order, with few changes (Myers 1986, linear space). Where they have so little in common that
/// the shortest way is long, a good one will do; so the time stays near O((n + m) * searchLimit).
constexpr std::size_t searchLimit = 1000; ///< edits from each end before that
std::vector<Run> compareSequences(std::span<const std::uint32_t> left, std::span<const std::uint32_t> right);

/// Numbers for things that are compared often: equal texts get equal numbers.
class Numbering
{
public:
    std::uint32_t operator()(std::string_view text);

private:
    std::unordered_map<std::string, std::uint32_t> numbers_;
};

} // namespace blak::diff
