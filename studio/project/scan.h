// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "studio/project/file_kind.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

namespace blak::project {

/// By which a file is known to be as it was.
struct FileStamp
{
    std::uint64_t size = 0;   ///< bytes
    std::int64_t changed = 0; ///< ns since 1970, of its content
    bool operator==(const FileStamp&) const = default;
};

struct FoundFile
{
    std::filesystem::path path; ///< below the root; absolute when it lies outside
    std::uint64_t size = 0;     ///< bytes
    FileKind kind = FileKind::Other;
    std::int32_t version = 0; ///< storedVersion()
    std::int64_t changed = 0; ///< as in FileStamp

    FileStamp stamp() const { return {size, changed}; }
};

struct Scan;

struct ScanProgress
{
    std::size_t files = 0;               ///< seen so far
    const std::filesystem::path& folder; ///< being read
};

struct ScanOptions
{
    std::function<bool(const ScanProgress&)> progress; ///< called for each folder and every 256 files; false cancels
    std::size_t mostFiles = 200'000;                   ///< what lies behind is left out, and Scan::complete is false
    int mostLevels = 64;
    bool recursive = true;
    const Scan* before = nullptr; ///< of the same folder: files of the same size and time are not opened again
};

struct Scan
{
    std::vector<FoundFile> files;        ///< by folder, then name, regardless of case
    std::vector<std::string> unreadable; ///< "name: reason" of folders and files that could not be opened
    bool complete = true;                ///< no limit was met
};

/// Walks a folder and looks at the beginning of each regular file. Opens for reading only. Links are followed at last, a folder
/// that was seen already is not entered again; folders whose name begins with a dot are left out. Fails when the folder cannot be
/// read or the callback cancels ("cancelled").
Result<Scan> scanTree(const std::filesystem::path& root, const ScanOptions& options = {});

/// Nothing where there is no regular file.
std::optional<FileStamp> stampOf(const std::filesystem::path& file);

/// Kind, size and version of one file; the path is kept as given.
Result<FoundFile> lookAtFile(const std::filesystem::path& file);

} // namespace blak::project
