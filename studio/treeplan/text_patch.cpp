// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/treeplan/text_patch.h"

#include <algorithm>
#include <vector>

namespace blak::treeplan {
namespace {

using Lines = std::vector<std::string_view>;

Lines linesOf(std::string_view text)
{
    Lines lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        lines.push_back(line);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

/// A run of lines that differ.
struct Change
{
    std::size_t before = 0, beforeCount = 0, after = 0, afterCount = 0;
};

/// Goes along both; where they part, to the nearest place where they agree again.
std::vector<Change> changesOf(const Lines& before, const Lines& after)
{
    std::vector<Change> changes;
    std::size_t i = 0, j = 0;
    while (i < before.size() || j < after.size()) {
        if (i < before.size() && j < after.size() && before[i] == after[j]) {
            ++i, ++j;
            continue;
        }
        const std::size_t most = before.size() - i + after.size() - j;
        Change change{i, before.size() - i, j, after.size() - j};
        for (std::size_t distance = 1; distance < most; ++distance) {
            bool isFound = false;
            for (std::size_t taken = 0; taken <= distance && !isFound; ++taken)
                if (const std::size_t added = distance - taken;
                    i + taken < before.size() && j + added < after.size() && before[i + taken] == after[j + added]) {
                    change.beforeCount = taken;
                    change.afterCount = added;
                    isFound = true;
                }
            if (isFound)
                break;
        }
        changes.push_back(change);
        i += change.beforeCount;
        j += change.afterCount;
    }
    return changes;
}

std::string range(std::size_t first, std::size_t count)
{
    return std::to_string(count == 0 ? first : first + 1) + "," + std::to_string(count);
}

} // namespace

std::string unifiedDifference(std::string_view name, std::string_view beforeText, std::string_view afterText, bool isNew)
{
    constexpr std::size_t around = 3;
    const Lines before = linesOf(beforeText), after = linesOf(afterText);
    const std::vector<Change> changes = changesOf(before, after);
    if (changes.empty())
        return {};
    std::string text = (isNew ? std::string("--- /dev/null\n") : "--- a/" + std::string(name) + "\n") + "+++ b/" + std::string(name) + "\n";
    for (std::size_t first = 0; first < changes.size();) {
        std::size_t last = first;
        while (last + 1 < changes.size() &&
               changes[last + 1].before <= changes[last].before + changes[last].beforeCount + 2 * around)
            ++last;
        const std::size_t lead = std::min(around, changes[first].before);
        const std::size_t beforeEnd = std::min(before.size(), changes[last].before + changes[last].beforeCount + around);
        const std::size_t tail = beforeEnd - changes[last].before - changes[last].beforeCount;
        const std::size_t beforeBegin = changes[first].before - lead, afterBegin = changes[first].after - lead;
        const std::size_t afterEnd = changes[last].after + changes[last].afterCount + tail;
        text += "@@ -" + range(beforeBegin, beforeEnd - beforeBegin) + " +" + range(afterBegin, afterEnd - afterBegin) + " @@\n";
        std::size_t at = beforeBegin;
        const auto add = [&text](char mark, std::string_view line) { text += mark + std::string(line) + "\n"; };
        for (std::size_t i = first; i <= last; ++i) {
            for (; at < changes[i].before; ++at)
                add(' ', before[at]);
            for (std::size_t k = 0; k < changes[i].beforeCount; ++k)
                add('-', before[at++]);
            for (std::size_t k = 0; k < changes[i].afterCount; ++k)
                add('+', after[changes[i].after + k]);
        }
        for (; at < beforeEnd; ++at)
            add(' ', before[at]);
        first = last + 1;
    }
    return text;
}

} // namespace blak::treeplan
