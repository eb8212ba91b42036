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
/// The whole content; "-" is standard input, up to the limit of a file.
Result<std::vector<std::byte>> readInput(const std::filesystem::path& file);

/// What a reader says of a file that was given on the command line, in sentences that stand alone (project/read_failure.h).
Error unreadable(const Error& error, const std::filesystem::path& file, std::span<const std::byte> bytes);

Result<std::vector<std::byte>> readOfKind(const std::filesystem::path& file, project::FileKind wanted);

} // namespace blak::cli
