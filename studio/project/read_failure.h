// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "studio/project/file_kind.h"

#include <filesystem>
#include <string>

namespace blak::project {

/// What a person is told about a file that cannot be read, in whole sentences: the file, what it is, what is wrong, what can be
/// done, and last the place for who looks at the bytes. "mill.roo is a room, but it ends too early. Section offset: ... Restore a
/// backup or copy the file again. (Offset 52.)" Looks at the file again to say what it is.
/// @param error    of a reader: its `where` may begin with the file's path or name, which is not told twice
/// @param shown    how the file is called in the sentence: its name in a window, its path on a command line
std::string readFailure(const Error& error, const std::filesystem::path& file, const std::string& shown);

/// The same of bytes that came without a file.
std::string readFailure(const Error& error, FileKind kind, const std::string& shown);

/// The same where a command or a view reads files of one kind only and found another: "notes.txt is text, not a room. ..."
std::string kindFailure(FileKind found, FileKind wanted, const std::string& shown);

/// "a room", "an automap", "resources": the kind as it stands in a sentence.
std::string kindInWords(FileKind kind);

} // namespace blak::project
