// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/roo/room.h"

#include <atomic>
#include <optional>
#include <string>

namespace blak::roomcore {

enum class TreeKind : std::uint8_t {
    Compatible, ///< the tree of the old editors
    Fast,       ///< our own: built in milliseconds, fewer walls cut
};

/// What differs between the editors that wrote room files (formats.md section 1.9 and 1.10). Integer arithmetic belongs to the
/// format, the rest changed between releases of the editors without a change of the version number.
struct BuildOptions
{
    roo::Format format = roo::Format::V15;
    TreeKind tree = TreeKind::Compatible;

    /// Leaves are made for the outside too and written with sector 1 (version 12, 13 (integer) before 2015-03-18).
    bool keepsOutside = false;
    /// Turning a wall round swaps the y offsets of its sides (13 (float) and most of 15).
    bool swapsYOffsets = true;
    /// Polygons are cut without tolerance, which leaves corners doubled (14 with server section, May to July 2015).
    bool cutsExactly = false;
    /// Grids are computed from flat sector heights, slopes aside, as before version 14 (the first builds of 14).
    bool flatGrids = false;
    /// Slope planes stay as stored even where they do not fit their vertices (else they are kept up to rounding only).
    bool keepsPlanes = false;
    /// Write the grids; version 14 exists with and without, 15 has none.
    bool writesServerSection = true;

    /// Client units. The editors start from the box of all vertices, also of those that no linedef uses and the file does not
    /// hold; the box of the root tells. Without it: the box of the linedefs.
    std::optional<roo::BoundingBox> startBox;

    /// Looked at between nodes of the tree and rows of the grids: once it is set, building ends soon with an error. Null: never.
    const std::atomic<bool>* cancelled = nullptr;
    bool isCancelled() const { return cancelled != nullptr && *cancelled; }

    friend bool operator==(const BuildOptions&, const BuildOptions&) = default;

    /// What the last editor that wrote this format did.
    static BuildOptions latest(roo::Format format);
    /// For work in the room editor: our own tree, nothing kept of the outside.
    static BuildOptions fast(roo::Format format);
};

/// "14, y offsets swapped": for tables and messages.
std::string describe(const BuildOptions& options);

} // namespace blak::roomcore
