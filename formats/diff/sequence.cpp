// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/diff/sequence.h"

#include <algorithm>

namespace blak::diff {
namespace {

using Elements = std::span<const std::uint32_t>;
using Index = std::ptrdiff_t;

struct Box
{
    std::size_t left, leftEnd, right, rightEnd;
};

/// Marks what is not part of the common subsequence.
class Search
{
public:
    Search(Elements left, Elements right)
        : leftChanged(left.size()), rightChanged(right.size()), left_(left), right_(right), forward_(2 * searchLimit + 3),
          backward_(2 * searchLimit + 3)
    {
    }

    void run()
    {
        std::vector<Box> open{{0, left_.size(), 0, right_.size()}};
        while (!open.empty()) {
            Box box = open.back();
            open.pop_back();
            while (box.left < box.leftEnd && box.right < box.rightEnd && left_[box.left] == right_[box.right])
                ++box.left, ++box.right;
            while (box.left < box.leftEnd && box.right < box.rightEnd && left_[box.leftEnd - 1] == right_[box.rightEnd - 1])
                --box.leftEnd, --box.rightEnd;
            std::size_t x = 0, y = 0;
            if (box.left == box.leftEnd || box.right == box.rightEnd || !findMiddle(box, x, y)) {
                std::fill(leftChanged.begin() + static_cast<Index>(box.left),
                          leftChanged.begin() + static_cast<Index>(box.leftEnd), true);
                std::fill(rightChanged.begin() + static_cast<Index>(box.right),
                          rightChanged.begin() + static_cast<Index>(box.rightEnd), true);
                continue;
            }
            open.push_back({box.left, x, box.right, y});
            open.push_back({x, box.leftEnd, y, box.rightEnd});
        }
    }

    std::vector<bool> leftChanged, rightChanged;

private:
    /// A point on a shortest way through the box that is neither of its corners; false when the way is too long.
    bool findMiddle(const Box& box, std::size_t& x, std::size_t& y)
    {
        const auto n = static_cast<Index>(box.leftEnd - box.left);
        const auto m = static_cast<Index>(box.rightEnd - box.right);
        const Index delta = n - m;
        const auto limit = std::min<Index>((n + m + 1) / 2, static_cast<Index>(searchLimit));
        const auto offset = static_cast<Index>(searchLimit) + 1;
        const auto at = [offset](std::vector<Index>& line, Index k) -> Index& {
            return line[static_cast<std::size_t>(k + offset)];
        };
        const auto l = [&](Index i) { return left_[box.left + static_cast<std::size_t>(i)]; };
        const auto r = [&](Index i) { return right_[box.right + static_cast<std::size_t>(i)]; };
        at(forward_, 1) = 0;
        at(backward_, 1) = 0;
        for (Index d = 0; d <= limit; ++d) {
            for (Index k = -d; k <= d; k += 2) {
                Index i = k == -d || (k != d && at(forward_, k - 1) < at(forward_, k + 1)) ? at(forward_, k + 1)
                                                                                           : at(forward_, k - 1) + 1;
                Index j = i - k;
                const Index begin = i;
                while (i < n && j >= 0 && j < m && l(i) == r(j))
                    ++i, ++j;
                at(forward_, k) = i;
                const Index back = delta - k;
                if (delta % 2 != 0 && back >= -(d - 1) && back <= d - 1 && j >= 0 && j <= m && i <= n &&
                    i + at(backward_, back) >= n)
                    return take(box, begin, begin - k, n, m, x, y) || take(box, i, j, n, m, x, y);
            }
            for (Index k = -d; k <= d; k += 2) {
                Index i = k == -d || (k != d && at(backward_, k - 1) < at(backward_, k + 1)) ? at(backward_, k + 1)
                                                                                             : at(backward_, k - 1) + 1;
                Index j = i - k;
                const Index begin = i;
                while (i < n && j >= 0 && j < m && l(n - 1 - i) == r(m - 1 - j))
                    ++i, ++j;
                at(backward_, k) = i;
                const Index ahead = delta - k;
                if (delta % 2 == 0 && ahead >= -d && ahead <= d && j >= 0 && j <= m && i <= n && i + at(forward_, ahead) >= n)
                    return take(box, n - i, m - j, n, m, x, y) || take(box, n - begin, m - (begin - k), n, m, x, y);
            }
        }
        // Too far apart to find the shortest way: go on from the point that is furthest along.
        Index bestX = 0, bestY = 0;
        for (Index k = -limit; k <= limit; k += 2) {
            const Index i = at(forward_, k), j = i - k;
            if (i <= n && j >= 0 && j <= m && i + j > bestX + bestY) {
                bestX = i;
                bestY = j;
            }
        }
        return take(box, bestX, bestY, n, m, x, y);
    }

    static bool take(const Box& box, Index i, Index j, Index n, Index m, std::size_t& x, std::size_t& y)
    {
        const bool isInside = i >= 0 && j >= 0 && i <= n && j <= m;
        if (!isInside || (i == 0 && j == 0) || (i == n && j == m))
            return false;
        x = box.left + static_cast<std::size_t>(i);
        y = box.right + static_cast<std::size_t>(j);
        return true;
    }

    Elements left_, right_;
    std::vector<Index> forward_, backward_;
};

} // namespace

std::vector<Run> compareSequences(Elements left, Elements right)
{
    Search search(left, right);
    search.run();
    std::vector<Run> runs;
    std::size_t i = 0, j = 0;
    while (i < left.size() || j < right.size()) {
        Run run{true, i, 0, j, 0};
        while (i < left.size() && j < right.size() && !search.leftChanged[i] && !search.rightChanged[j])
            ++i, ++j;
        run.leftCount = i - run.left;
        run.rightCount = j - run.right;
        if (run.leftCount > 0) {
            runs.push_back(run);
            continue;
        }
        run.same = false;
        while (i < left.size() && search.leftChanged[i])
            ++i;
        while (j < right.size() && search.rightChanged[j])
            ++j;
        run.leftCount = i - run.left;
        run.rightCount = j - run.right;
        runs.push_back(run);
    }
    return runs;
}

std::uint32_t Numbering::operator()(std::string_view text)
{
    return numbers_.try_emplace(std::string(text), static_cast<std::uint32_t>(numbers_.size())).first->second;
}

} // namespace blak::diff
