// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/compiler/build_state.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace blak::kod {

/// What is in the folders of a tree. Each folder is read once; asking for a name then costs no system call, and asking for the
/// stamp of a file a short one. A picture of one moment: what is written afterwards is not seen.
class FolderScan
{
public:
    enum class Kind : std::uint8_t { None, File, Folder };

    FolderScan();
    ~FolderScan();
    FolderScan(FolderScan&&) noexcept;
    FolderScan& operator=(FolderScan&&) noexcept;

    Kind kind(std::string_view path);
    /// The path with its last name as the folder spells it: the same, else one that differs in case only.
    std::optional<std::string> spelling(std::string_view path);
    std::optional<FileStamp> stamp(const std::string& path);

private:
    struct Folder;

    Folder& folderOf(std::string_view path);

    std::unordered_map<std::string, std::unique_ptr<Folder>> folders_;
    Folder* last_ = nullptr; ///< neighbours are asked for one after the other
    std::string_view lastName_;
    unsigned open_ = 0; ///< descriptors held
};

} // namespace blak::kod
