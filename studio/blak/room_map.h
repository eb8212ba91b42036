// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/render/asset_store.h"
#include "formats/space/loaded_room.h"
#include "studio/blak/png_file.h"

namespace blak::cli {

/// A room from above, north up, as large as fits: floors in the mean colour of their texture and the light of their sector,
/// linedefs over them (walls white, steps gray, level lines dark).
IndexedPicture drawRoomMap(const space::LoadedRoom& room, render::AssetStore& assets, std::int32_t width, std::int32_t height);

} // namespace blak::cli
