// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "formats/roo/room.h"
#include "roomedit/roomcore/build_options.h"

#include <cstddef>
#include <string>

namespace blak::roomcore {

struct CompareResult
{
    enum class Verdict : std::uint8_t {
        Identical,     ///< every byte
        KnownRounding, ///< but for slope planes that another editor build rounded otherwise (formats.md section 0)
        Different,
    };

    Verdict verdict = Verdict::Different;
    BuildOptions options;           ///< the variant of the editor that fits best
    std::size_t planes = 0;         ///< slope planes in the room
    std::size_t roundedPlanes = 0;  ///< of these: not bit for bit what the three vertices give
    std::size_t stalePlanes = 0;    ///< of these: far from what the three vertices give; the editor kept an older plane
    std::size_t differentCells = 0; ///< of all grids
    std::string firstDifference;    ///< "node 17: 7 points in the file, 6 rebuilt"; empty when there is none
};

std::string_view verdictName(CompareResult::Verdict verdict);

/// Rebuilds a room from its editor section with every variant of the editors of its format and compares with what the file holds.
/// Stored slope planes are used for everything that follows from them and compared by themselves.
Result<CompareResult> compareRebuilt(const roo::Room& room);

} // namespace blak::roomcore
