// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/project/file_kind.h"

#include <optional>

namespace blak::ui {

/// What the project browser sorts files into, in this order.
enum class FileGroup : int { Room, Blakod, Sprite, Texture, Sound, Resource };
constexpr int fileGroupCount = 6;

struct FileGroupInfo
{
    const char* title;
    const char* icon; ///< of its files
    bool folders;     ///< the group keeps the folders of its files
};

const FileGroupInfo& fileGroupInfo(FileGroup group);

/// Nothing for kinds the browser leaves out (makefiles, object code, pictures). grdNNNNN.bgf is a texture, other sprites are
/// sprites.
std::optional<FileGroup> fileGroupOf(project::FileKind kind, std::string_view fileName);

} // namespace blak::ui
