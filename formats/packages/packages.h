// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/entry_lines.h"

/// packages.txt: what a client fetches or deletes to be up to date (docs/formats/packages.md).
///
///     # comment
///     FILE SEQUENCE FLAGS [SIZE]
namespace blak::packages {

// One list: where a package goes in the client. Bits 2 to 4 of the flags.
#define PACKAGE_FOLDERS(X)                                                                                                       \
    X(Resource, 0, "resource")                                                                                                   \
    X(Client, 4, "client")                                                                                                       \
    X(Windows, 8, "Windows")                                                                                                     \
    X(System, 12, "Windows system")                                                                                              \
    X(Help, 16, "help")                                                                                                          \
    X(Mail, 20, "mail")                                                                                                          \
    X(Ads, 24, "ads")

enum class Folder : std::uint8_t {
#define X(name, bits, text) name = bits,
    PACKAGE_FOLDERS(X)
#undef X
};

constexpr std::int32_t deleteFlag = 1; ///< delete instead of fetch
constexpr std::int32_t folderMask = 0x1C;
constexpr std::int32_t guestFlag = 0x20;   ///< guests fetch it too; obsolete
constexpr std::int32_t defaultSize = 1024; ///< bytes; what servers tell clients when the line has no size

struct Package
{
    std::string file;          ///< without blanks; at most 255 bytes
    std::int32_t sequence = 0; ///< a client fetches what has a larger one than its last
    std::int32_t flags = 0;
    std::optional<std::int32_t> size; ///< bytes

    bool deletes() const { return (flags & deleteFlag) != 0; }
    /// Nothing for the one number without a folder.
    std::optional<Folder> folder() const;

    friend bool operator==(const Package&, const Package&) = default;
};

std::string_view folderName(Folder folder);

struct File
{
    EntryLines<Package> lines;

    friend bool operator==(const File&, const File&) = default;
};

/// Fails on a line that old servers would pass over with a complaint: no number where one belongs, a number below 0.
Result<File> read(std::string_view text, std::string_view file);
/// Untouched lines as they were read.
std::string write(const File& file);

/// What a client with this last sequence number has to do, by sequence; a later line about the same file (without case) replaces
/// an earlier one.
std::vector<Package> newerThan(const File& file, std::int32_t sequence);

} // namespace blak::packages
