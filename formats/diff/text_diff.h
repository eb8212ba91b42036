// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace blak::diff {

/// Bytes of a line that differ from the line across.
struct Span
{
    std::size_t begin = 0, end = 0;
    friend bool operator==(const Span&, const Span&) = default;
};

/// Two lines side by side; a missing one is -1.
struct LinePair
{
    std::int64_t left = -1, right = -1;
    bool same = true;
    std::vector<Span> leftSpans, rightSpans; ///< only where both lines are there and differ

    friend bool operator==(const LinePair&, const LinePair&) = default;
};

/// Lines of a text without their ends ("\n", "\r\n", "\r"); the last one counts only when it has a character.
std::vector<std::string_view> splitLines(std::string_view text);

/// All lines of both texts in order, those that belong together in one pair.
std::vector<LinePair> compareLines(const std::vector<std::string_view>& left, const std::vector<std::string_view>& right);

/// Bytes in rows of `rowSize`, aligned by what both files begin and end with.
std::vector<LinePair> compareBytes(std::span<const std::byte> left, std::span<const std::byte> right);
constexpr std::size_t rowSize = 16;

} // namespace blak::diff
