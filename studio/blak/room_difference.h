// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/roo/room.h"
#include "studio/blak/png_file.h"
#include "studio/views/diff/room_diff.h"

namespace blak::cli {

/// Two rooms from above, one over the other, north up: lines that are alike grey, those that are gone red, new ones green, and what
/// changed (a line, its sides, the sector beside it) amber. Needs no tree.
IndexedPicture drawRoomDifference(const roo::Room& left, const roo::Room& right, const diff::RoomMatch& match,
                                  const diff::Differences& differences, std::int32_t width, std::int32_t height);

} // namespace blak::cli
