// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/file_source.h"
#include "formats/base/result.h"
#include "studio/project/project.h"

#include <filesystem>
#include <string>
#include <vector>

namespace blak::play {

/// The sources of a project (Blakod, headers, makefiles, knowledge base) as they are now, unsaved work included, in a folder of their
/// own, where they are compiled: nothing is written beside the project's files.
class TreeMirror
{
public:
    /// `outputs`: where the compiler copies classes (loadkod) and resources (rsc).
    TreeMirror(std::filesystem::path project, std::filesystem::path mirror, std::filesystem::path outputs);

    /// Brings the mirror up to date; what is gone from the project goes here too, with what was compiled of it.
    Result<void> update(const project::Project& project, const FileSource& files);
    /// One source of the project, known or new; false when it is none of this project. When it is gone by now it goes here too, with what
    /// was compiled of it; `gone` gets its file name when that was a class.
    Result<bool> update(const std::filesystem::path& source, const FileSource& files, std::vector<std::string>& gone);

    const std::filesystem::path& folder() const { return mirror_; }
    /// The file of the project that a path of the mirror stands for; others as they are.
    std::filesystem::path original(const std::filesystem::path& mirrored) const;

private:
    /// `found`: what is known of the original already.
    Result<void> take(const std::filesystem::path& relative, const FileSource& files, const project::FoundFile* found = nullptr);
    void drop(const std::filesystem::path& relative);

    std::filesystem::path project_, mirror_, outputs_;
};

} // namespace blak::play
