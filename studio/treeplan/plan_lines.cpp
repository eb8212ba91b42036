// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/treeplan/plan_lines.h"

#include "formats/base/counted.h"
#include "studio/treeplan/text_patch.h"

#include <string_view>

namespace blak::treeplan {
namespace {

template <typename Take>
void eachLine(std::string_view text, const Take& take)
{
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        take(line);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
}

/// What a difference says, without the heads of its file.
void addChanges(std::vector<PlanLine>& lines, std::string_view difference)
{
    std::size_t number = 0;
    bool isFirst = true;
    eachLine(difference, [&](std::string_view line) {
        constexpr std::size_t heads = 2; // "--- a/NAME" and "+++ b/NAME"
        if (number++ < heads || line.empty())
            return;
        const std::string text(line.substr(1));
        if (line.front() == '@') {
            if (!isFirst)
                lines.push_back({PlanLine::Kind::Gap, {}});
            isFirst = false;
        } else {
            lines.push_back({line.front() == '-' ? PlanLine::Kind::Removed : line.front() == '+' ? PlanLine::Kind::Added : PlanLine::Kind::Text, text});
        }
    });
}

} // namespace

std::vector<PlanLine> planLines(const std::filesystem::path& root, const FilePlan& plan)
{
    std::vector<PlanLine> lines;
    for (const PlannedFile& file : plan.files) {
        const std::string name = file.path.lexically_relative(root).generic_string();
        if (!file.isText()) {
            lines.push_back({PlanLine::Kind::File, name, "new " + file.bytes + ", " + counted(file.after.size(), "byte")});
        } else if (file.isNew) {
            lines.push_back({PlanLine::Kind::File, name, "new"});
            eachLine(file.after, [&](std::string_view line) { lines.push_back({PlanLine::Kind::Text, std::string(line)}); });
        } else {
            lines.push_back({PlanLine::Kind::File, name, "changed"});
            addChanges(lines, unifiedDifference(name, file.before, file.after, false));
        }
    }
    return lines;
}

} // namespace blak::treeplan
