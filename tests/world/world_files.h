// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/bgf/sprite.h"
#include "formats/space/loaded_room.h"
#include "tests/support/shared_data.h"

#include <QString>

#include <filesystem>
#include <stdexcept>

namespace blak::test {

/// The sample world as this build made it.
inline std::filesystem::path worldDir()
{
    return std::filesystem::path(qEnvironmentVariable("BLAK_BIN_DIR").toStdString()).parent_path() / "world";
}

inline space::LoadedRoom roomOf(const std::filesystem::path& file)
{
    auto room = roo::read(bytesOf(file), file.string());
    auto loaded =
        room ? space::LoadedRoom::load(std::move(room.value()), file.string()) : Result<space::LoadedRoom>(room.error());
    if (!loaded)
        throw std::runtime_error(loaded.error().text());
    return std::move(loaded.value());
}

inline space::LoadedRoom roomNamed(const QString& name) { return roomOf(worldDir() / "rooms" / (name.toStdString() + ".roo")); }

inline bgf::Sprite spriteOf(const std::filesystem::path& file)
{
    auto sprite = bgf::read(bytesOf(file), file.string());
    if (!sprite)
        throw std::runtime_error(sprite.error().text());
    return std::move(sprite.value());
}

inline bgf::Sprite spriteNamed(const char* name) { return spriteOf(worldDir() / "resource" / name); }

} // namespace blak::test
