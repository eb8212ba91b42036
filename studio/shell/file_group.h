// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/project/file_kind.h"

#include <string_view>

namespace blak::ui::shell {

/// What the project browser sorts files into, in this order.
enum class FileGroup : int {
    Room,
    Blakod,
    Sprite,
    Texture,
    Sound,
    Resource,
    ObjectCode,
    Save,
    Configuration,
    Palette,
    Picture,
    Text,
    Other
};
constexpr int fileGroupCount = static_cast<int>(FileGroup::Other) + 1;

struct FileGroupInfo
{
    const char* title;
    const char* icon; ///< of its files
    bool folders;     ///< the group keeps the folders of its files
};

const FileGroupInfo& fileGroupInfo(FileGroup group);

/// Every kind has its group. grdNNNNN.bgf is a texture, other sprites are sprites.
FileGroup fileGroupOf(project::FileKind kind, std::string_view fileName);

} // namespace blak::ui::shell
