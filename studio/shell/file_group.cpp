// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/file_group.h"

#include <algorithm>
#include <array>

namespace blak::ui {
namespace {

constexpr std::array<FileGroupInfo, fileGroupCount> infos{{
    {"Rooms", "room", false},
    {"Blakod", "code", true},
    {"Sprites", "sprite", false},
    {"Textures", "texture", false},
    {"Sounds", "sound", false},
    {"Resources", "resource", false},
}};

bool isTextureName(std::string_view name)
{
    const std::string lower = lowerCase(name);
    constexpr std::string_view prefix = "grd";
    constexpr std::string_view ending = ".bgf";
    if (!lower.starts_with(prefix) || !lower.ends_with(ending) || lower.size() <= prefix.size() + ending.size())
        return false;
    return std::all_of(lower.begin() + prefix.size(), lower.end() - static_cast<std::ptrdiff_t>(ending.size()),
                       [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

const FileGroupInfo& fileGroupInfo(FileGroup group) { return infos[static_cast<std::size_t>(group)]; }

std::optional<FileGroup> fileGroupOf(project::FileKind kind, std::string_view fileName)
{
    switch (kind) {
    case project::FileKind::Room:
    case project::FileKind::RoomText: return FileGroup::Room;
    case project::FileKind::Kod:
    case project::FileKind::KodHeader: return FileGroup::Blakod;
    case project::FileKind::Sprite: return isTextureName(fileName) ? FileGroup::Texture : FileGroup::Sprite;
    case project::FileKind::Sound:
    case project::FileKind::Music: return FileGroup::Sound;
    case project::FileKind::Resources: return FileGroup::Resource;
    default: return std::nullopt;
    }
}

} // namespace blak::ui
