// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/blak/command.h"
#include "studio/blak/diagnostic_output.h"
#include "studio/blak/input_files.h"

#include <optional>
#include <vector>

/// The commands that look for faults in files of one kind: `blak room check`, `blak bgf check`.
namespace blak::cli {

struct CheckedFile
{
    std::vector<Diagnostic> findings;
    std::optional<Error> error; ///< of reading
};

/// One kind of file that can be checked.
struct FileCheck
{
    project::FileKind kind;
    std::string name;                            ///< of one file, "room"; the plural takes an s
    CheckedFile (*check)(const InputFile& file); ///< called from several threads
    RuleText (*rules)(std::string_view code);
};

/// Checks the files and folders of `arguments.words` and prints findings as text, JSON or SARIF. Success without errors.
int checkFiles(const Arguments& arguments, const FileCheck& kind);

constexpr Option checkOptions[]{
    Option{"--no-hints", "", "errors and warnings only"},
    Option{"--json", "", "print a JSON array with one object per finding"},
    Option{"--sarif", "", "print the findings as a SARIF 2.1.0 log"},
};

} // namespace blak::cli
