// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "roomedit/roomcore/map/map.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

/// How people sort the parts of a room for their own sake: layers, groups, what is hidden, what is locked. No part of the world: kept
/// beside the room (room_sidecar.h). Vertices follow their lines.
namespace blak::roomcore {

/// Parts by id; may name parts that are gone, which undo may bring back.
struct PartSet
{
    std::set<LineId> lines;
    std::set<SectorId> sectors;
    std::set<ThingId> things;

    bool isEmpty() const { return lines.empty() && sectors.empty() && things.empty(); }
    void add(const PartSet& other);
    void remove(const PartSet& other);
    bool meets(const PartSet& other) const; ///< has a part of it
    friend bool operator==(const PartSet&, const PartSet&) = default;
};

struct PartGroup
{
    enum class Kind : std::uint8_t {
        Layer, ///< a part is in one layer at most
        Group, ///< a click on one of its parts selects all of them
    };
    Kind kind = Kind::Layer;
    std::string name; ///< differs from those of the others
    PartSet parts;
    bool isHidden = false, isLocked = false;
    std::string prefab = {}; ///< groups with the same one are kept alike (instances.h); empty: none
    friend bool operator==(const PartGroup&, const PartGroup&) = default;
};

struct Arrangement
{
    std::vector<PartGroup> groups; ///< layers too, in the order of the panel
    PartSet hidden, locked;        ///< one by one, beside those of the groups

    bool isEmpty() const { return groups.empty() && hidden.isEmpty() && locked.isEmpty(); }
    friend bool operator==(const Arrangement&, const Arrangement&) = default;
};

constexpr std::size_t mostGroups = 256, mostGroupName = 64;

PartSet partsOf(const MapSelection& selection);
/// What is there of it now.
MapSelection livingParts(const Map& map, const PartSet& parts);

// Changes of an arrangement; RoomDocument::arrange() makes steps of undo of them.

/// Puts the parts into a new group at the end.
Result<void> addGroup(Arrangement& arrangement, PartGroup::Kind kind, std::string_view name, const PartSet& parts);
Result<void> renameGroup(Arrangement& arrangement, std::size_t group, std::string_view name);
void putInto(Arrangement& arrangement, std::size_t group, const PartSet& parts);
/// A name that nobody has: "Layer 3".
std::string freeName(const Arrangement& arrangement, PartGroup::Kind kind);
/// Hides everything but these; sectors are shown with their borders, lines with the sectors beside them.
void isolate(Arrangement& arrangement, const Map& map, const PartSet& parts);
void showEverything(Arrangement& arrangement);
void unlockEverything(Arrangement& arrangement);
/// With all of each group that has one of them.
PartSet withGroups(const Arrangement& arrangement, const PartSet& parts);

/// By id; shorter than the map where nothing at the end is meant.
struct PartStates
{
    std::vector<bool> vertices, lines, sectors, things;

    bool has(VertexId id) const { return holds(vertices, id.value); }
    bool has(LineId id) const { return holds(lines, id.value); }
    bool has(SectorId id) const { return holds(sectors, id.value); }
    bool has(ThingId id) const { return holds(things, id.value); }

private:
    static bool holds(const std::vector<bool>& states, std::uint32_t id) { return id < states.size() && states[id]; }
};

/// A line is hidden with the last sector beside it, a vertex with its last line.
PartStates hiddenParts(const Map& map, const Arrangement& arrangement);
/// A line is locked with the first sector beside it, a vertex with its first line: nothing of the sector moves.
PartStates lockedParts(const Map& map, const Arrangement& arrangement);

/// Fails, and says by what, where moving or deleting the selection would change a locked part.
Result<void> checkUnlocked(const Map& map, const Arrangement& arrangement, const MapSelection& selection);

} // namespace blak::roomcore
