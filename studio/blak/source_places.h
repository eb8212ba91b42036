// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/dap/sidecar_book.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace blak::cli {

/// Where instructions of object files stand in the sources, as the sidecars of one or more trees say. A tree that is compiled in a
/// copy names the files it was copied from.
class SourcePlaces
{
public:
    using Original = std::function<std::filesystem::path(const std::filesystem::path& copy)>;
    void add(const std::filesystem::path& folder, Original original = {});

    struct Place
    {
        std::filesystem::path file;
        std::int64_t line = 0;
        std::string handler; ///< "Class.Message"
    };
    /// Of the statement that the instruction belongs to; nothing where no sidecar knows it.
    std::optional<Place> find(const std::string& object, std::uint32_t offset);

    /// Statements and handlers of object files, and how often they ran: an lcov tracefile (geninfo(1)). Files that are not
    /// counted at all are not in it; a statement within an include belongs to the include.
    using Counts = std::map<std::pair<std::string, std::uint32_t>, std::uint64_t>; ///< by object file and offset
    std::string lcov(const Counts& counts);
    /// Of the lines that begin a statement, how many ran, in all files of lcov().
    struct Share
    {
        std::size_t ran = 0, all = 0;
    };
    Share share(const Counts& counts);

private:
    struct Tree
    {
        dap::SidecarBook book;
        Original original;
    };
    struct FileLines
    {
        std::map<std::int64_t, std::uint64_t> lines;
        std::map<std::pair<std::int64_t, std::string>, std::uint64_t> handlers; ///< by first line and name
    };

    std::pair<const dap::Sidecar*, Tree*> sidecarOf(const std::string& object);
    static std::filesystem::path shown(const Tree& tree, const std::filesystem::path& file);
    std::map<std::string, FileLines> linesOf(const Counts& counts);

    std::vector<Tree> trees_;
};

} // namespace blak::cli
