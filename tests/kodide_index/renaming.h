// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/file_io.h"
#include "kodide/compiler/tree_compile.h"
#include "kodide/index/tree_index.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>

/// Renaming in a tree on disk, and what its compiler makes of it.
namespace blak::test {

/// Object and resource files of a tree, compiled from scratch; empty when it has errors, which go to `problem`.
inline std::map<std::filesystem::path, std::string> compiled(const std::filesystem::path& folder, std::string& problem)
{
    kod::TreeOptions options;
    options.all = true;
    options.sidecars = false;
    const kod::TreeResult result = kod::compileTree(folder, options);
    std::map<std::filesystem::path, std::string> files;
    for (const kod::Finding& finding : result.findings)
        if (finding.severity == Severity::Error && problem.empty())
            problem = finding.file + ":" + std::to_string(finding.range.line) + ": " + finding.message;
    if (!result.good())
        return files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
        if (entry.path().extension() == ".bof" || entry.path().extension() == ".rsc")
            files.emplace(entry.path(), diskFiles().readText(entry.path()).value());
    return files;
}

/// Writes the edits; returns the texts as they were.
inline std::map<std::filesystem::path, std::string> apply(const std::vector<kod::TextEdit>& edits)
{
    std::map<std::filesystem::path, std::string> before;
    std::map<std::filesystem::path, std::string> after;
    for (auto edit = edits.rbegin(); edit != edits.rend(); ++edit) { // from the end, so that places stay
        if (const auto [place, fresh] = before.try_emplace(edit->file); fresh)
            after[edit->file] = place->second = diskFiles().readText(edit->file).value();
        after[edit->file].replace(edit->begin, edit->end - edit->begin, edit->text);
    }
    for (const auto& [file, text] : after)
        if (!writeFileAtomically(file, text, Backup::None))
            std::abort();
    return before;
}

} // namespace blak::test
