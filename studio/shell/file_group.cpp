// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/file_group.h"

#include <algorithm>
#include <array>

namespace blak::ui::shell {
namespace {

constexpr std::array<FileGroupInfo, fileGroupCount> infos{{
    {"Rooms", "room", false},
    {"Blakod", "code", true},
    {"Sprites", "sprite", false},
    {"Textures", "texture", false},
    {"Sounds", "sound", false},
    {"Resources", "resource", false},
    {"Object code", "code", true},
    {"Saved games", "history", true},
    {"Configuration", "settings", true},
    {"Palettes", "palette", false},
    {"Pictures", "picker", true},
    {"Texts", "message", true},
    {"Other files", "resource", true},
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

FileGroup fileGroupOf(project::FileKind kind, std::string_view fileName)
{
    using project::FileKind;
    switch (kind) {
    case FileKind::Room:
    case FileKind::RoomText: return FileGroup::Room;
    case FileKind::Kod:
    case FileKind::KodHeader:
    case FileKind::KodTranslation: return FileGroup::Blakod;
    case FileKind::Sprite: return isTextureName(fileName) ? FileGroup::Texture : FileGroup::Sprite;
    case FileKind::Sound:
    case FileKind::Music: return FileGroup::Sound;
    case FileKind::Resources:
    case FileKind::SymbolBase:
    case FileKind::Sealed: return FileGroup::Resource;
    case FileKind::ObjectCode: return FileGroup::ObjectCode;
    case FileKind::SavedGame:
    case FileKind::SavedStrings:
    case FileKind::DynamicResources:
    case FileKind::Accounts:
    case FileKind::LastSave:
    case FileKind::Automap: return FileGroup::Save;
    case FileKind::ServerConfig:
    case FileKind::ClientSettings:
    case FileKind::EditorSettings:
    case FileKind::Packages:
    case FileKind::Makefile: return FileGroup::Configuration;
    case FileKind::Palette: return FileGroup::Palette;
    case FileKind::Image:
    case FileKind::SpriteCommands: return FileGroup::Picture; // what sprites are made of
    case FileKind::Motd:
    case FileKind::Text: return FileGroup::Text;
    case FileKind::Other: break;
    }
    return FileGroup::Other;
}

} // namespace blak::ui::shell
