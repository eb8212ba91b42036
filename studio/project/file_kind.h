// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/names.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace blak::project {

// One list: enum, name and what decides where the content alone does not: endings (".kod"), beginnings ("gameuser.#") or whole
// names, lower case, separated by blanks.
#define BLAK_FILE_KINDS(X)                                                                                                       \
    X(Room, "room", "")                                                                                                          \
    X(RoomText, "room text", ".udmf")                                                                                            \
    X(Sprite, "sprite", "")                                                                                                      \
    X(SpriteCommands, "sprite commands", ".bbg")                                                                                 \
    X(Palette, "palette", "")                                                                                                    \
    X(Kod, "kod", ".kod")                                                                                                        \
    X(KodHeader, "kod header", ".khd")                                                                                           \
    X(KodTranslation, "kod translation", ".lkod")                                                                                \
    X(ObjectCode, "object code", "")                                                                                             \
    X(Resources, "resources", "")                                                                                                \
    X(SymbolBase, "symbol base", "kodbase.txt*")                                                                                 \
    X(SavedGame, "saved game", "gameuser.#")                                                                                     \
    X(SavedStrings, "saved strings", "striings.#")                                                                               \
    X(DynamicResources, "dynamic resources", "dynarscs.#")                                                                       \
    X(Accounts, "accounts", "accounts.#")                                                                                        \
    X(LastSave, "last save", "lastsave.txt")                                                                                     \
    X(ServerConfig, "server configuration", "blakserv.cfg*")                                                                     \
    X(Packages, "package list", "packages.txt")                                                                                  \
    X(Motd, "message of the day", "motd.txt")                                                                                    \
    X(ClientSettings, "client settings", "meridian.ini config.ini")                                                              \
    X(Automap, "automap", "")                                                                                                    \
    X(Sealed, "sealed file", "")                                                                                                 \
    X(EditorSettings, "editor settings", "windeu.ini")                                                                           \
    X(Makefile, "makefile", "makefile makefile.linux .mak rules.mak.linux common.mak.linux")                                     \
    X(Image, "image", "")                                                                                                        \
    X(Sound, "sound", ".mp3")                                                                                                    \
    X(Music, "music", "")                                                                                                        \
    X(Text, "text", "*") /* no byte 0 at the beginning */                                                                        \
    X(Other, "other", "*")

enum class FileKind : std::uint8_t {
#define X(kind, name, endings) kind,
    BLAK_FILE_KINDS(X)
#undef X
};

std::string_view kindName(FileKind kind);

/// Bytes from the beginning of a file that recogniseKind() wants to see; fewer when the file is shorter.
constexpr std::size_t headBytes = 1024;

/// The kind by content; by name only among texts, which have no magic. Never fails: what nobody knows is Text or Other.
FileKind recogniseKind(std::span<const std::byte> head, std::string_view fileName);

/// The version that stands behind the magic of rooms, sprites, object code, resources and automaps; 0 for every other kind.
std::int32_t storedVersion(FileKind kind, std::span<const std::byte> head);

} // namespace blak::project
