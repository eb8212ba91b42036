// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "roomedit/roomcore/written_parts.h"

#include <filesystem>
#include <functional>
#include <set>
#include <string>

namespace blak::roomcore {

/// What people keep about a room that is no part of the world, in NAME.roo.json beside it: goes with the room into version
/// control, and a server never looks at it.
///
///     { "ignoredRules": ["loose end"],
///       "groups": [{"kind": "layer", "name": "Cellar", "hidden": true, "sectors": ["3: 0,0 64,0"]}],
///       "locked": {"lines": ["12: 0,0 64,0"]} }
///
/// Keys that are not known here are left alone, in groups too.
struct RoomSidecar
{
    std::set<std::string, std::less<>> ignoredRules{}; ///< names of checks that are not run for this room
    WrittenArrangement arrangement{};
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
/// Reads it, changes it and writes it where it is another then.
Result<void> changeSidecar(const std::filesystem::path& room, const std::function<void(RoomSidecar&)>& change);

} // namespace blak::roomcore
