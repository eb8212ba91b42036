// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/file_source.h"
#include "formats/document/workspace.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace blak::treeplan {

/// A file as it is and as it is to be.
struct PlannedFile
{
    std::filesystem::path path;
    std::string before, after;
    bool isNew = false;
    std::string bytes; ///< what it is where it is no text: "room", "picture"; then it is always new

    bool isText() const { return bytes.empty(); }
};

/// Nothing of it is written before carryOut().
struct FilePlan
{
    std::string name; ///< of the step of undo: "New room WineCellar"
    std::vector<PlannedFile> files;
    std::vector<std::string> notes; ///< what the tree does not have, or a person has to do
};

/// Texts of a tree while they are edited, in the order of their first edit.
class TextEdits
{
public:
    explicit TextEdits(const FileSource& files) : files_(files) {}

    /// The file as it is by now; lasts until the next call.
    Result<PlannedFile*> open(const std::filesystem::path& path);

    /// Runs an edit (std::string -> Result<std::string>) on the text as it is by now. Errors name the file.
    template <typename Edit>
    Result<void> change(const std::filesystem::path& path, const Edit& edit)
    {
        const auto file = open(path);
        if (!file)
            return file.error();
        auto after = edit(file.value()->after);
        if (!after)
            return Error{after.error().what, path.string()};
        file.value()->after = std::move(after).value();
        return {};
    }

    /// Those that differ from before, at the end of a plan.
    void moveInto(FilePlan& plan);

private:
    const FileSource& files_;
    std::vector<PlannedFile> edited_;
};

/// Whether there is such a file, on the disk or not yet saved.
bool isTaken(const std::filesystem::path& path, const FileSource& files);

/// A name for classes and files: letters, digits and underscores, no digit first, at most 60.
bool isName(std::string_view name);

/// The files of the plan as a person reads them; paths below the root.
std::string changesOf(const std::filesystem::path& root, const FilePlan& plan);
/// The whole plan: the files, then the notes.
std::string differenceOf(const std::filesystem::path& root, const FilePlan& plan);

/// Does it: what is no text is written; texts are edited in the workspace, together one step of undo, and saved. The group is that of
/// Workspace::undoGroup. Fails without a trace in the texts.
Result<std::uint64_t> carryOut(document::Workspace& workspace, const FilePlan& plan);

} // namespace blak::treeplan
