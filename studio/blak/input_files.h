// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "studio/project/scan.h"

namespace blak::cli {

struct InputFile
{
    std::filesystem::path path;
    project::FileKind kind = project::FileKind::Other;
    bool named = false; ///< by the user, not found in a folder
};

/// The files that the words of a command name: files as they are, folders with everything below them. Fails on the first path
/// that does not exist.
Result<std::vector<InputFile>> collectFiles(const std::vector<std::string>& words);

/// Bytes of a file, recognised as the wanted kind; else an error that says what the file is.
Result<std::vector<std::byte>> readOfKind(const std::filesystem::path& file, project::FileKind wanted);

} // namespace blak::cli
