// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/diff/text_diff.h"

#include "formats/diff/sequence.h"

#include <algorithm>

namespace blak::diff {
namespace {

constexpr std::size_t longLine = 4000; ///< bytes; longer ones are marked as a whole

bool isWord(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return byte == '_' || (byte >= '0' && byte <= '9') || ((byte | 0x20) >= 'a' && (byte | 0x20) <= 'z') || byte >= 0x80;
}

/// Words as a whole, every other character alone.
std::vector<Span> tokens(std::string_view line)
{
    std::vector<Span> all;
    for (std::size_t i = 0; i < line.size();) {
        std::size_t end = i + 1;
        while (isWord(line[i]) && end < line.size() && isWord(line[end]))
            ++end;
        all.push_back({i, end});
        i = end;
    }
    return all;
}

void addSpan(std::vector<Span>& spans, std::span<const Span> range)
{
    if (range.empty())
        return;
    if (!spans.empty() && spans.back().end == range.front().begin)
        spans.back().end = range.back().end;
    else
        spans.push_back({range.front().begin, range.back().end});
}

/// Marks what differs inside two lines; false when they have too little in common to stand beside each other.
bool compareInside(std::string_view left, std::string_view right, LinePair& pair)
{
    if (left.size() > longLine || right.size() > longLine) {
        pair.leftSpans = {{0, left.size()}};
        pair.rightSpans = {{0, right.size()}};
        return true;
    }
    const std::vector<Span> leftTokens = tokens(left), rightTokens = tokens(right);
    Numbering number;
    const auto numbers = [&number](std::string_view line, const std::vector<Span>& all) {
        std::vector<std::uint32_t> result;
        result.reserve(all.size());
        for (const Span& one : all)
            result.push_back(number(line.substr(one.begin, one.end - one.begin)));
        return result;
    };
    const auto l = numbers(left, leftTokens), r = numbers(right, rightTokens);
    std::size_t common = 0; // characters of words
    for (const Run& run : compareSequences(l, r)) {
        if (run.same) {
            for (std::size_t i = run.left; i < run.left + run.leftCount; ++i)
                if (isWord(left[leftTokens[i].begin]))
                    common += leftTokens[i].end - leftTokens[i].begin;
            continue;
        }
        addSpan(pair.leftSpans, std::span(leftTokens).subspan(run.left, run.leftCount));
        addSpan(pair.rightSpans, std::span(rightTokens).subspan(run.right, run.rightCount));
    }
    const auto count = [](std::string_view line) {
        return static_cast<std::size_t>(std::count_if(line.begin(), line.end(), isWord));
    };
    const std::size_t most = std::max(count(left), count(right));
    return most == 0 || common * 3 >= most;
}

/// Lines of a changed stretch: pairs as long as they resemble each other, alone otherwise.
void pairUp(const std::vector<std::string_view>& left, const std::vector<std::string_view>& right, const Run& run,
            std::vector<LinePair>& pairs)
{
    std::size_t i = 0, j = 0;
    const auto add = [&](bool hasLeft, bool hasRight, LinePair pair) {
        pair.same = hasLeft && hasRight && left[run.left + i] == right[run.right + j]; // where the search gave up
        pair.left = hasLeft ? static_cast<std::int64_t>(run.left + i) : -1;
        pair.right = hasRight ? static_cast<std::int64_t>(run.right + j) : -1;
        i += hasLeft ? 1 : 0;
        j += hasRight ? 1 : 0;
        pairs.push_back(std::move(pair));
    };
    while (i < run.leftCount && j < run.rightCount) {
        // The next few lines of the longer side may fit better: what stands before them was put in.
        constexpr std::size_t look = 8;
        bool found = false;
        for (std::size_t ahead = 0; ahead < look && !found; ++ahead) {
            LinePair pair;
            if (j + ahead < run.rightCount && compareInside(left[run.left + i], right[run.right + j + ahead], pair)) {
                for (std::size_t skip = 0; skip < ahead; ++skip)
                    add(false, true, {});
                add(true, true, std::move(pair));
                found = true;
            } else if (LinePair other; ahead > 0 && i + ahead < run.leftCount &&
                                       compareInside(left[run.left + i + ahead], right[run.right + j], other)) {
                for (std::size_t skip = 0; skip < ahead; ++skip)
                    add(true, false, {});
                add(true, true, std::move(other));
                found = true;
            }
        }
        if (!found)
            add(true, false, {});
    }
    while (i < run.leftCount)
        add(true, false, {});
    while (j < run.rightCount)
        add(false, true, {});
}

std::vector<LinePair> alike(std::size_t left, std::size_t right, std::size_t count)
{
    std::vector<LinePair> pairs;
    pairs.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        pairs.push_back({static_cast<std::int64_t>(left + i), static_cast<std::int64_t>(right + i), true, {}, {}});
    return pairs;
}

} // namespace

std::vector<std::string_view> splitLines(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = text.find_first_of("\r\n");
        lines.push_back(text.substr(0, end));
        if (end == std::string_view::npos)
            break;
        const bool isPair = text.substr(end).starts_with("\r\n");
        text.remove_prefix(end + (isPair ? 2 : 1));
    }
    return lines;
}

std::vector<LinePair> compareLines(const std::vector<std::string_view>& left, const std::vector<std::string_view>& right)
{
    Numbering number;
    const auto numbers = [&number](const std::vector<std::string_view>& lines) {
        std::vector<std::uint32_t> result;
        result.reserve(lines.size());
        for (const std::string_view line : lines)
            result.push_back(number(line));
        return result;
    };
    const auto l = numbers(left), r = numbers(right);
    std::vector<LinePair> pairs;
    pairs.reserve(std::max(left.size(), right.size()));
    for (const Run& run : compareSequences(l, r)) {
        if (run.same) {
            const auto same = alike(run.left, run.right, run.leftCount);
            pairs.insert(pairs.end(), same.begin(), same.end());
        } else {
            pairUp(left, right, run, pairs);
        }
    }
    return pairs;
}

std::vector<LinePair> compareBytes(std::span<const std::byte> left, std::span<const std::byte> right)
{
    // Rows count from the beginning of each file. Where bytes were put in or taken out in whole rows, the rows behind them still
    // find each other; else every row behind counts as changed, which is what a format with offsets means by it.
    Numbering number;
    const auto rows = [&number](std::span<const std::byte> bytes) {
        std::vector<std::uint32_t> result;
        for (std::size_t at = 0; at < bytes.size(); at += rowSize) {
            const auto row = bytes.subspan(at, std::min(rowSize, bytes.size() - at));
            result.push_back(number({reinterpret_cast<const char*>(row.data()), row.size()}));
        }
        return result;
    };
    const auto l = rows(left), r = rows(right);
    std::vector<LinePair> pairs;
    const auto byteAt = [](std::span<const std::byte> bytes, std::size_t row, std::size_t column) {
        const std::size_t at = row * rowSize + column;
        return at < bytes.size() ? static_cast<int>(bytes[at]) : -1;
    };
    for (const Run& run : compareSequences(l, r)) {
        if (run.same) {
            const auto same = alike(run.left, run.right, run.leftCount);
            pairs.insert(pairs.end(), same.begin(), same.end());
            continue;
        }
        const std::size_t count = std::max(run.leftCount, run.rightCount);
        for (std::size_t i = 0; i < count; ++i) {
            LinePair pair;
            pair.same = false;
            pair.left = i < run.leftCount ? static_cast<std::int64_t>(run.left + i) : -1;
            pair.right = i < run.rightCount ? static_cast<std::int64_t>(run.right + i) : -1;
            for (std::size_t column = 0; pair.left >= 0 && pair.right >= 0 && column < rowSize; ++column) {
                const int a = byteAt(left, run.left + i, column), b = byteAt(right, run.right + i, column);
                if (a == b)
                    continue;
                if (a >= 0)
                    pair.leftSpans.push_back({column, column + 1});
                if (b >= 0)
                    pair.rightSpans.push_back({column, column + 1});
            }
            pairs.push_back(std::move(pair));
        }
    }
    return pairs;
}

} // namespace blak::diff
