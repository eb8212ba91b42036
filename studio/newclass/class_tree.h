// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/file_source.h"
#include "studio/project/project.h"
#include "studio/treeplan/kod_text.h"

#include <string>
#include <vector>

namespace blak::newclass {

struct KnownClass
{
    std::string name;
    std::string parent; ///< empty: none
    std::filesystem::path source;
};

/// The classes of a project.
struct ClassTree
{
    treeplan::KodComments comments = treeplan::KodComments::Percent;
    std::filesystem::path root;
    std::vector<KnownClass> classes; ///< by name, whatever the case

    const KnownClass* find(std::string_view name) const; ///< whatever the case
    /// Where a person of that tree would put a class of this parent: where most of its kind lie, else in the folder called like the
    /// parent's source, else beside it.
    std::filesystem::path folderFor(const KnownClass& parent) const;
};

/// Reads every Blakod source; what is no Blakod gives nothing.
ClassTree readClassTree(const project::Project& project, const FileSource& files);

} // namespace blak::newclass
