// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/roo/room.h"
#include "tests/support/shared_data.h"

#include <string>

namespace blak::test {

/// The room of the runtime suite (tests/conformance/run/make_room.py): stairs, water, a slope, a low passage, sector ids.
inline std::filesystem::path sampleRoomFile() { return sourceDir() / "tests/conformance/run/open105/rooms/sample.roo"; }

/// It, loaded as `Loaded` does it (space::LoadedRoom, space::ServerRoom).
template <typename Loaded> Result<Loaded> loadSampleRoom()
{
    const std::string name = sampleRoomFile().string();
    auto room = roo::read(bytesOf(sampleRoomFile()), name);
    return room ? Loaded::load(std::move(room).value(), name) : Result<Loaded>(room.error());
}

} // namespace blak::test
