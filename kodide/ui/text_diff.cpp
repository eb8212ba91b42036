// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/text_diff.h"

#include <algorithm>
#include <vector>

namespace blak::ui {
namespace {

constexpr int mostEdits = 3000; ///< the trace takes the square of it

/// Pairs of equal lines in ascending order, or nothing when there are too many edits.
bool matchLines(const QByteArrayList& left, const QByteArrayList& right, qsizetype first, qsizetype leftEnd, qsizetype rightEnd,
                std::vector<std::pair<qsizetype, qsizetype>>& pairs)
{
    const auto n = static_cast<int>(leftEnd - first);
    const auto m = static_cast<int>(rightEnd - first);
    const int most = std::min(n + m, mostEdits);
    std::vector<int> furthest(static_cast<std::size_t>(2 * most + 3), 0);
    std::vector<std::vector<int>> trace;
    const auto at = [most](int diagonal) { return static_cast<std::size_t>(diagonal + most + 1); };
    const auto isSame = [&](int x, int y) { return left[first + x] == right[first + y]; };
    for (int edits = 0; edits <= most; ++edits) {
        trace.emplace_back(furthest.begin() + static_cast<std::ptrdiff_t>(at(-edits - 1)),
                           furthest.begin() + static_cast<std::ptrdiff_t>(at(edits + 1)) + 1);
        for (int diagonal = -edits; diagonal <= edits; diagonal += 2) {
            int x = diagonal == -edits || (diagonal != edits && furthest[at(diagonal - 1)] < furthest[at(diagonal + 1)])
                        ? furthest[at(diagonal + 1)]
                        : furthest[at(diagonal - 1)] + 1;
            int y = x - diagonal;
            while (x < n && y < m && isSame(x, y)) {
                ++x;
                ++y;
            }
            furthest[at(diagonal)] = x;
            if (x < n || y < m)
                continue;
            for (int step = edits; step >= 0; --step) { // back along the trace
                const std::vector<int>& before = trace[static_cast<std::size_t>(step)];
                const auto of = [&](int k) { return before[static_cast<std::size_t>(k + step + 1)]; };
                const int k = x - y;
                const int from = k == -step || (k != step && of(k - 1) < of(k + 1)) ? k + 1 : k - 1;
                const int fromX = step == 0 ? 0 : of(from);
                const int fromY = step == 0 ? 0 : fromX - from;
                while (x > fromX && y > fromY) {
                    --x;
                    --y;
                    pairs.emplace_back(first + x, first + y);
                }
                x = fromX;
                y = fromY;
            }
            std::reverse(pairs.begin(), pairs.end());
            return true;
        }
    }
    return false;
}

} // namespace

QByteArrayList splitLines(const QByteArray& text)
{
    QByteArrayList lines;
    qsizetype start = 0;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] != '\n' && text[i] != '\r')
            continue;
        lines << text.mid(start, i - start);
        if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n')
            ++i;
        start = i + 1;
    }
    lines << text.mid(start);
    return lines;
}

QVector<LineDifference> compareLines(const QByteArrayList& left, const QByteArrayList& right)
{
    qsizetype first = 0;
    while (first < left.size() && first < right.size() && left[first] == right[first])
        ++first;
    qsizetype leftEnd = left.size();
    qsizetype rightEnd = right.size();
    while (leftEnd > first && rightEnd > first && left[leftEnd - 1] == right[rightEnd - 1]) {
        --leftEnd;
        --rightEnd;
    }
    QVector<LineDifference> differences;
    if (first == leftEnd && first == rightEnd)
        return differences;
    std::vector<std::pair<qsizetype, qsizetype>> pairs;
    if (!matchLines(left, right, first, leftEnd, rightEnd, pairs))
        return {{first, leftEnd, first, rightEnd}};
    pairs.emplace_back(leftEnd, rightEnd);
    qsizetype x = first;
    qsizetype y = first;
    for (const auto& [a, b] : pairs) {
        if (a > x || b > y)
            differences.push_back({x, a, y, b});
        x = a + 1;
        y = b + 1;
    }
    return differences;
}

} // namespace blak::ui
