// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <filesystem>
#include <functional>
#include <set>
#include <string>

namespace blak::roomcore {

/// What people keep about a room that is no part of the world, in NAME.roo.json beside it: goes with the room into version
/// control, and a server never looks at it.
///
///     { "ignoredRules": ["loose end"] }
///
/// Keys that are not known here are left alone.
struct RoomSidecar
{
    std::set<std::string, std::less<>> ignoredRules; ///< names of checks that are not run for this room
    friend bool operator==(const RoomSidecar&, const RoomSidecar&) = default;
};

std::filesystem::path sidecarOf(const std::filesystem::path& room);

/// Of text; an error names the key that holds something else.
Result<RoomSidecar> parseSidecar(const std::string& text, const std::string& where);
/// What the file is to hold, given what it holds now (empty: there is none): keys that are not known here stay. Empty: no file.
Result<std::string> sidecarText(const RoomSidecar& sidecar, const std::string& before, const std::string& where);
/// A room without the file has an empty one.
Result<RoomSidecar> readSidecar(const std::filesystem::path& room);
/// An empty one without other keys takes the file away.
Result<void> writeSidecar(const std::filesystem::path& room, const RoomSidecar& sidecar);

} // namespace blak::roomcore
