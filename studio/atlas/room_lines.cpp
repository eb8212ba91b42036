// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/atlas/room_lines.h"

#include "formats/base/file_io.h"
#include "formats/roo/room.h"

namespace blak::atlas {

std::vector<PlanLine> readRoomLines(const std::filesystem::path& file)
{
    std::vector<PlanLine> lines;
    const auto bytes = readFile(file);
    if (!bytes)
        return lines;
    const auto room = roo::read(bytes.value(), file.filename().string());
    if (!room)
        return lines;
    lines.reserve(room.value().linedefs.size());
    for (const roo::Linedef& line : room.value().linedefs)
        lines.push_back({line.x0, line.y0, line.x1, line.y1});
    return lines;
}

} // namespace blak::atlas
