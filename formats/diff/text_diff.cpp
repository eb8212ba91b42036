// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/diff/text_diff.h"

#include "formats/diff/sequence.h"

#include <algorithm>
#include <utility>

namespace blak::diff {
namespace {

constexpr std::size_t longLine = 4000;   ///< bytes; longer ones are marked as a whole
constexpr std::size_t longProfile = 400; ///< bytes of a line that tell how alike it is to another

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

/// Marks what differs inside two lines.
void compareInside(std::string_view left, std::string_view right, LinePair& pair)
{
    if (left.size() > longLine || right.size() > longLine) {
        pair.leftSpans = {{0, left.size()}};
        pair.rightSpans = {{0, right.size()}};
        return;
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
    for (const Run& run : compareSequences(l, r)) {
        if (run.same)
            continue;
        addSpan(pair.leftSpans, std::span(leftTokens).subspan(run.left, run.leftCount));
        addSpan(pair.rightSpans, std::span(rightTokens).subspan(run.right, run.rightCount));
    }
}

/// Pairs of characters of a line that stand beside each other, blanks left out, sorted; a lone character counts as one.
using Profile = std::vector<std::uint16_t>;

Profile profileOf(std::string_view line)
{
    Profile profile;
    unsigned last = 0;
    for (const char c : line.substr(0, longProfile)) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte == ' ' || byte == '\t')
            continue;
        if (last != 0)
            profile.push_back(static_cast<std::uint16_t>(last << 8 | byte));
        last = byte;
    }
    if (profile.empty() && last != 0)
        profile.push_back(static_cast<std::uint16_t>(last));
    std::ranges::sort(profile);
    return profile;
}

int likenessOf(const Profile& left, const Profile& right)
{
    const std::size_t all = left.size() + right.size();
    if (all == 0)
        return 1000; // both blank
    if (2000 * std::min(left.size(), right.size()) < static_cast<std::size_t>(leastLikeness) * all)
        return 0; // too unlike in length
    std::size_t common = 0;
    for (std::size_t i = 0, j = 0; i < left.size() && j < right.size();) {
        if (left[i] == right[j])
            ++common, ++i, ++j;
        else
            left[i] < right[j] ? ++i : ++j;
    }
    return static_cast<int>(2000 * common / all);
}

/// The pairing of two changed stretches.
class Pairing
{
public:
    Pairing(const std::vector<std::string_view>& left, const std::vector<std::string_view>& right, const Run& run,
            std::vector<LinePair>& pairs)
        : left_(std::span(left).subspan(run.left, run.leftCount)), right_(std::span(right).subspan(run.right, run.rightCount)),
          leftAt_(run.left), rightAt_(run.right), pairs_(pairs)
    {
        for (const std::string_view line : left_)
            leftProfiles_.push_back(profileOf(line));
        for (const std::string_view line : right_)
            rightProfiles_.push_back(profileOf(line));
    }

    void run()
    {
        constexpr std::size_t half = longStretch / 2;
        while (i_ < left_.size() && j_ < right_.size()) {
            const std::size_t m = std::min(longStretch, left_.size() - i_), n = std::min(longStretch, right_.size() - j_);
            const bool hasAllLeft = i_ + m == left_.size(), hasAllRight = j_ + n == right_.size();
            const bool isLast = hasAllLeft && hasAllRight;
            const std::size_t i = i_, j = j_;
            bool isEnough = false; // what lies further may fit better with lines behind this piece
            for (const auto& [l, r] : bestPairs(m, n)) {
                isEnough = !isLast && (l >= half || r >= half);
                if (isEnough) {
                    addRows(i + std::min(l, half), j + std::min(r, half));
                    break;
                }
                addRows(i + l, j + r);
                addRelated();
            }
            if (isLast)
                break;
            if (!isEnough)
                addRows(hasAllLeft ? i_ : i + half, hasAllRight ? j_ : j + half);
        }
        addRows(left_.size(), right_.size());
    }

private:
    /// Pairs of related lines of the next m and n, in order, with the greatest sum of squared likeness.
    std::vector<std::pair<std::size_t, std::size_t>> bestPairs(std::size_t m, std::size_t n)
    {
        const std::size_t width = n + 1;
        worth_.assign((m + 1) * width, 0); // of what lies behind a place
        gain_.assign((m + 1) * width, 0);
        for (std::size_t l = m; l-- > 0;)
            for (std::size_t r = n; r-- > 0;) {
                const int alike = likenessOf(leftProfiles_[i_ + l], rightProfiles_[j_ + r]);
                gain_[l * width + r] = alike >= leastLikeness ? static_cast<std::int64_t>(alike) * alike : 0;
                worth_[l * width + r] = std::max({worth_[(l + 1) * width + r], worth_[l * width + r + 1],
                                                  gain_[l * width + r] + worth_[(l + 1) * width + r + 1]});
            }
        std::vector<std::pair<std::size_t, std::size_t>> found;
        for (std::size_t l = 0, r = 0; l < m && r < n;) {
            const std::int64_t here = worth_[l * width + r], gain = gain_[l * width + r];
            if (gain > 0 && here == gain + worth_[(l + 1) * width + r + 1])
                found.emplace_back(l++, r++);
            else
                here == worth_[(l + 1) * width + r] ? ++l : ++r;
        }
        return found;
    }

    /// Lines that found no other, up to these: opposite each other as far as both sides have some.
    void addRows(std::size_t leftEnd, std::size_t rightEnd)
    {
        while (i_ < leftEnd || j_ < rightEnd)
            if (LinePair& row = add(i_ < leftEnd, j_ < rightEnd); !row.same)
                row.related = false;
    }

    void addRelated()
    {
        const std::string_view left = left_[i_], right = right_[j_];
        LinePair& pair = add(true, true);
        if (!pair.same)
            compareInside(left, right, pair);
    }

    LinePair& add(bool hasLeft, bool hasRight)
    {
        LinePair pair;
        pair.same = hasLeft && hasRight && left_[i_] == right_[j_]; // where the search gave up
        pair.left = hasLeft ? static_cast<std::int64_t>(leftAt_ + i_) : -1;
        pair.right = hasRight ? static_cast<std::int64_t>(rightAt_ + j_) : -1;
        i_ += hasLeft ? 1 : 0;
        j_ += hasRight ? 1 : 0;
        return pairs_.emplace_back(std::move(pair));
    }

    std::span<const std::string_view> left_, right_;
    std::size_t leftAt_, rightAt_;     ///< where the stretches begin in their texts
    std::size_t i_ = 0, j_ = 0;        ///< the next lines
    std::vector<Profile> leftProfiles_, rightProfiles_;
    std::vector<std::int64_t> worth_, gain_;
    std::vector<LinePair>& pairs_;
};

std::vector<LinePair> alike(std::size_t left, std::size_t right, std::size_t count)
{
    std::vector<LinePair> pairs;
    pairs.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        pairs.push_back({static_cast<std::int64_t>(left + i), static_cast<std::int64_t>(right + i), true, true, {}, {}});
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

int likeness(std::string_view left, std::string_view right) { return likenessOf(profileOf(left), profileOf(right)); }

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
            Pairing(left, right, run, pairs).run();
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
