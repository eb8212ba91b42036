// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/treeplan/file_plan.h"

#include <string>
#include <vector>

namespace blak::treeplan {

/// A line of a plan as people read it on the screen.
struct PlanLine
{
    enum class Kind : char {
        File,    ///< its path below the root
        Text,    ///< of a new file, or what stays around a change
        Removed,
        Added,
        Gap,     ///< lines that stay and are not shown
    };
    Kind kind = Kind::Text;
    std::string text;
    std::string remark = {}; ///< of a file: "new", "changed", "new room, 312 bytes"
    friend bool operator==(const PlanLine&, const PlanLine&) = default;
};

/// New files with their whole text, those that were there with what changes in them.
std::vector<PlanLine> planLines(const std::filesystem::path& root, const FilePlan& plan);

} // namespace blak::treeplan
