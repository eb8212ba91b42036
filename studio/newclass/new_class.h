// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/newclass/class_tree.h"
#include "studio/treeplan/file_plan.h"

namespace blak::newclass {

struct NewClassRequest
{
    std::string name;   ///< "CaveTroll"
    std::string parent; ///< "Monster"
    std::string title;  ///< what players read, at most 100 letters; empty: as the parent has it
    std::string file;   ///< without ending; empty: the name in small letters
    std::filesystem::path folder; ///< empty: where classes of that parent lie
};

struct NewClassPlan : treeplan::FilePlan
{
    std::filesystem::path source; ///< of the class
};

/// The source, and its entry in the makefile where the folder has one. Nothing is written. Fails with a sentence where something is
/// taken, missing or impossible.
Result<NewClassPlan> planNewClass(const ClassTree& tree, const NewClassRequest& request, const FileSource& files);

} // namespace blak::newclass
