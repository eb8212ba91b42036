// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace blak {

/// Largest file that is read as a whole unless the caller says otherwise, bytes.
constexpr std::uint64_t defaultFileLimit = 512ull * 1024 * 1024;

/// Reads a whole regular file. Fails on directories, devices and files of more than `limit` bytes.
Result<std::vector<std::byte>> readFile(const std::filesystem::path& file, std::uint64_t limit = defaultFileLimit);

/// The same as text, bytes unchanged (no decoding, line ends kept).
Result<std::string> readTextFile(const std::filesystem::path& file, std::uint64_t limit = defaultFileLimit);

enum class Backup { Keep, None };

/// Who may read a file that is written: as before, or as the umask says; or its owner alone.
enum class Rights { Usual, OwnerOnly };

/// Writes to a temporary file beside `file`, flushes it to disk, and renames it over `file`; a reader sees the old or the new
/// content, never a part. With Backup::Keep the previous version stays as `NAME~`. Permissions of an existing file are kept,
/// and a symbolic link is followed, so that the link itself stays.
Result<void> writeFileAtomically(const std::filesystem::path& file, std::span<const std::byte> bytes, Backup backup = Backup::Keep,
                                 Rights rights = Rights::Usual);
Result<void> writeFileAtomically(const std::filesystem::path& file, std::string_view text, Backup backup = Backup::Keep,
                                 Rights rights = Rights::Usual);

/// Takes a file away from its name: it stays as `NAME~`, in place of what that held.
Result<void> setFileAside(const std::filesystem::path& file);

} // namespace blak
