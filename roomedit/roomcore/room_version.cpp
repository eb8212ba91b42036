// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/room_version.h"

#include "roomedit/roomcore/compatible_build.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace blak::roomcore {

Result<roo::Room> inVersion(const roo::Room& room, const VersionOptions& wanted)
{
    const bool isCompatible = wanted.tree == TreeKind::Compatible;
    BuildOptions options = isCompatible ? BuildOptions::latest(wanted.format) : BuildOptions::fast(wanted.format);
    if (wanted.format == roo::Format::V14 && room.format == roo::Format::V14)
        options.writesServerSection = room.server.has_value(); // both kinds exist: stays what it was
    if (isCompatible || wanted.mergesSidedefs)
        return buildCompatible(room, options);
    auto converted = roo::convert(room, wanted.format);
    if (!converted)
        return converted.error();
    std::vector<std::uint32_t> wallLinedefs;
    return buildKeepingNumbers(std::move(converted).value(), options, wallLinedefs);
}

} // namespace blak::roomcore
