// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/newroom/new_room.h"

namespace blak::newroom {

/// The .roo of a new room: one sector of the size that is asked for, walled in, with format, textures, height and light as in the
/// model, built. The bytes of the file.
Result<std::string> makeRoomShell(const std::filesystem::path& model, const NewRoomRequest& request);

} // namespace blak::newroom
