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

std::uint64_t contentHash(std::string_view text);

/// A file of a tree as it was when it was compiled last.
struct BuiltFile
{
    FileStamp stamp;
    std::uint64_t hash = 0;
    std::vector<std::uint32_t> includes; ///< into BuildState::includes
    std::vector<std::string> classes;    ///< lower case
    std::vector<std::string> supers;
    std::vector<std::uint64_t> layouts; ///< of the classes: changes when descendants must be compiled again
};

struct BuiltInclude
{
    std::string path;
    FileStamp stamp;
    std::uint64_t hash = 0;
};

/// State of a tree between builds, a text file beside the knowledge base.
///
///     blak-build 1 SETTINGS                            settings that change the output
///     i size time inode hash path                      an include file
///     f size time inode hash path                      a source; then what belongs to it:
///     u number...                                      includes by number
///     c layout class [superclass]                      a class it defines
struct BuildState
{
    std::string settings;
    std::vector<BuiltInclude> includes;
    std::unordered_map<std::string, BuiltFile> files; ///< by path relative to the root
};

/// Empty when there is none, or one of other settings or another version: everything is compiled then.
BuildState readBuildState(const std::filesystem::path& file, std::string_view settings);
std::string writeBuildState(const BuildState& state, const std::vector<std::string>& order);

} // namespace blak::kod
