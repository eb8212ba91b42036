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
    bool related = true;                     ///< one became the other; false: they share a row only
    std::vector<Span> leftSpans, rightSpans; ///< what differs inside of two related lines

    friend bool operator==(const LinePair&, const LinePair&) = default;
};

/// Lines of a text without their ends ("\n", "\r\n", "\r"); the last one counts only when it has a character.
std::vector<std::string_view> splitLines(std::string_view text);

/// How alike two lines are by the pairs of characters they share, blanks left out: 0 nothing, 1000 all.
int likeness(std::string_view left, std::string_view right);
constexpr int leastLikeness = 400; ///< of related lines

/// All lines of both texts in order. In a changed stretch those stand opposite each other that are most alike; between them, line by
/// line, those that are left over. Exact for stretches of `longStretch` lines; longer ones are looked at by pieces, so the time stays
/// near O((n + m) * longStretch).
constexpr std::size_t longStretch = 64;
std::vector<LinePair> compareLines(const std::vector<std::string_view>& left, const std::vector<std::string_view>& right);

/// Bytes in rows of `rowSize`, aligned by what both files begin and end with.
std::vector<LinePair> compareBytes(std::span<const std::byte> left, std::span<const std::byte> right);
constexpr std::size_t rowSize = 16;

} // namespace blak::diff
