// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/session/game.h"
#include "formats/base/result.h"
#include "formats/packages/packages.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace blak::session {

/// One file that the server wants to be fetched or deleted.
struct UpdateStep
{
    enum class Command : std::uint8_t { Get, Delete };

    Command command = Command::Get;
    std::uint32_t time = 0; ///< download time; larger than that of the step before it, or equal
    packages::Folder folder = packages::Folder::Resource;
    std::string name;       ///< of the package: one part of a path, harmless on every system
    std::string url;        ///< http, https or ftp; empty when it is deleted
    std::uint64_t size = 0; ///< bytes; 0 = nobody said
    std::string sha256;     ///< 64 small hexadecimal digits; empty = nobody said
};

/// What there is to be done, in ascending order of time.
struct UpdatePlan
{
    std::vector<UpdateStep> steps;
    bool quiet = false; ///< nothing but advertisements: no reason to bother anybody
    std::uint64_t bytes() const;
};

constexpr std::size_t mostUpdateSteps = 20'000;
constexpr std::uint64_t largestPackage = std::uint64_t{1} << 30; ///< bytes
/// What servers say of packages whose size nobody wrote down (docs/formats/packages.md): no size at all.
constexpr std::uint32_t sizeUnknown = packages::defaultSize;

/// A name that is one file in one folder: no separators, no drive, no device of Windows, nothing that begins or ends with a dot or
/// a blank, printable ASCII, at most 255 bytes.
bool isHarmlessName(std::string_view name);

/// What a server's AP_DOWNLOAD asks for beyond what one has (`haveTime`). Guests take the packages marked for them only. Fails on
/// a name that is none, a folder or command that does not exist, an address that is none, and on what is larger than it may be.
/// Servers that name no scheme mean ftp in the dialects of 1997 and 2012, http in later ones.
Result<UpdatePlan> planOfDownload(const Download& download, wire::Dialect dialect, std::uint32_t haveTime, bool guest);

/// A manifest of open105's patches: a JSON array of objects with Basepath ("\\resource\\"), Filename, Length, MyHash (SHA-256) and
/// Download. `base` is the address that Basepath and Filename follow. Programs of the old client (Basepath "\\") are passed over.
Result<UpdatePlan> planOfManifest(std::string_view json, const std::string& base, const std::string& where);

/// "machine" and "path" of a server as one address, without a slash at its end.
Result<std::string> addressOf(std::string_view machine, std::string_view path, std::string_view scheme);

} // namespace blak::session
