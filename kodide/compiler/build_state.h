// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace blak::kod {

/// What tells cheaply whether a file is still the same.
struct FileStamp
{
    std::uint64_t size = 0;
    std::int64_t time = 0; ///< nanoseconds
    std::uint64_t inode = 0;

    friend bool operator==(const FileStamp&, const FileStamp&) = default;
};
std::optional<FileStamp> stampOf(const std::filesystem::path& file);
/// Of a file in an open folder.
std::optional<FileStamp> stampAt(int folder, const char* name);

std::uint64_t contentHash(std::string_view text);

/// A class that a file defines.
struct BuiltClass
{
    std::string name;         ///< lower case
    std::string super;        ///< lower case, empty for a root class
    std::uint64_t layout = 0; ///< changes when descendants must be compiled again
};

/// A file of a tree as it was when it was compiled last. The lists stay text until somebody asks for them: an unchanged tree
/// needs little of them.
struct BuiltFile
{
    std::string path; ///< relative to the root
    FileStamp stamp;
    std::uint64_t hash = 0;
    bool resources = false;  ///< it has a resource file
    std::string includeText; ///< " 3 17", numbers of BuildState::includes
    std::string classText;   ///< lines of `c`

    void addInclude(std::uint32_t number);
    void addClass(const BuiltClass& entry);
    std::vector<std::uint32_t> includes() const;
    std::vector<BuiltClass> classes() const;
};

struct BuiltInclude
{
    std::string path;
    FileStamp stamp;
    std::uint64_t hash = 0;
};

/// State of a tree between builds, a text file beside the knowledge base.
///
///     blak-build 2 SETTINGS                            settings that change the output
///     i size time inode hash path                      an include file
///     f size time inode hash path                      a source (F: it has resources); then what belongs to it:
///     u number...                                      includes by number
///     c layout class [superclass]                      a class it defines
class BuildState
{
public:
    std::string settings;
    std::vector<BuiltInclude> includes;

    /// Null when the file is not known. Quick when files are asked for in the order of the last build.
    BuiltFile* find(std::string_view path);
    void put(BuiltFile file);
    void append(BuiltFile file) { files_.push_back(std::move(file)); } ///< one that is not known
    void erase(std::string_view path);
    const std::vector<BuiltFile>& files() const { return files_; } ///< erased ones have no path

private:
    std::vector<BuiltFile> files_;
    std::unordered_map<std::string_view, std::size_t> places_; ///< filled when the order does not help
    std::size_t next_ = 0;
};

/// Empty when there is none, or one of other settings or another version: everything is compiled then.
BuildState readBuildState(const std::filesystem::path& file, std::string_view settings);
std::string writeBuildState(BuildState& state, const std::vector<std::string>& order);

} // namespace blak::kod
