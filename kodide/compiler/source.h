// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/diagnostic.h"
#include "formats/base/file_source.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace blak::kod {

/// One text as read from disk or as an editor holds it.
struct SourceText
{
    std::string name; ///< as messages show it
    std::string text;
};
using SourcePointer = std::shared_ptr<const SourceText>;

/// Line and column of a byte offset, both from 1.
struct LineColumn
{
    std::uint32_t line = 1;
    std::uint32_t column = 1;
};
LineColumn lineColumn(std::string_view text, std::uint32_t offset);

/// The line starts of a text, to turn many offsets into lines and columns.
class LineIndex
{
public:
    explicit LineIndex(std::string_view text);
    LineColumn at(std::uint32_t offset) const;

private:
    std::vector<std::uint32_t> starts_;
};

/// The line that holds the offset, without its line end.
std::string_view lineAt(std::string_view text, std::uint32_t offset);

struct ConstantsFragment;
struct Dialect;

/// Finds, reads and keeps include files; shared by all parsers of a session, also by several threads at once. A file of
/// constants alone is kept in parsed form.
class IncludeStore
{
public:
    /// Folders in the order they are searched; `files` answers what the files hold, null: the disk.
    explicit IncludeStore(std::vector<std::filesystem::path> folders, std::shared_ptr<const FileSource> files = nullptr)
        : folders_(std::move(folders)), source_(std::move(files))
    {
    }
    ~IncludeStore();

    /// Null when no folder has the file. `home` is searched last. Names are found without regard to case when no file has the
    /// exact spelling.
    SourcePointer find(std::string_view name, const std::filesystem::path& home);

    /// Why find() gave null although there is such a file (too large, no permission); empty when there is none.
    std::string problem(std::string_view name, const std::filesystem::path& home) const;

    /// The constants of the file, or null when it holds anything else or an error.
    std::shared_ptr<const ConstantsFragment> constants(const SourcePointer& source, const Dialect& dialect);

    /// Where sources and includes are read from.
    const FileSource& source() const { return source_ ? *source_ : diskFiles(); }

    /// Files read so far, for build graphs.
    std::vector<std::filesystem::path> files() const;

private:
    std::vector<std::filesystem::path> folders_;
    std::shared_ptr<const FileSource> source_;
    mutable std::mutex mutex_;
    std::map<std::string, SourcePointer, std::less<>> sources_; ///< by path
    std::map<std::string, std::string, std::less<>> problems_;  ///< by path
    std::map<const SourceText*, std::shared_ptr<const ConstantsFragment>> fragments_;
};

/// Largest source text that is compiled, bytes; a file cannot include more either. Real files have at most half a megabyte.
constexpr std::uint64_t sourceLimit = 16ull * 1024 * 1024;

} // namespace blak::kod
