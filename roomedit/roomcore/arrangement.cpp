// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/arrangement.h"

#include "roomedit/roomcore/operations/transform.h"

#include <algorithm>

namespace blak::roomcore {
namespace {

template <typename IdType>
void removeAll(std::set<IdType>& from, const std::set<IdType>& what)
{
    for (const IdType id : what)
        from.erase(id);
}

template <typename IdType>
bool haveCommon(const std::set<IdType>& a, const std::set<IdType>& b)
{
    return std::any_of(a.begin(), a.end(), [&b](IdType id) { return b.contains(id); });
}

template <typename IdType>
std::vector<IdType> living(const Map& map, const std::set<IdType>& ids)
{
    std::vector<IdType> there;
    std::copy_if(ids.begin(), ids.end(), std::back_inserter(there), [&map](IdType id) { return map.has(id); });
    return there;
}

template <typename Record>
std::vector<bool> statesOf(const Map::Slots<Record>& slots)
{
    return std::vector<bool>(slots.size(), false);
}

template <typename IdType>
void mark(std::vector<bool>& states, const std::set<IdType>& ids)
{
    for (const IdType id : ids)
        if (id.value < states.size())
            states[id.value] = true;
}

/// Those that are named, nothing that follows from them.
PartStates named(const Map& map, const PartSet& single, const std::vector<PartGroup>& groups, bool PartGroup::* state)
{
    PartStates states{statesOf(map.vertices()), statesOf(map.lines()), statesOf(map.sectors()), statesOf(map.things())};
    const auto markSet = [&states](const PartSet& parts) {
        mark(states.lines, parts.lines);
        mark(states.sectors, parts.sectors);
        mark(states.things, parts.things);
    };
    markSet(single);
    for (const PartGroup& group : groups)
        if (group.*state)
            markSet(group.parts);
    return states;
}

bool hasGroup(const std::vector<PartGroup>& groups, bool PartGroup::* state)
{
    return std::any_of(groups.begin(), groups.end(), [state](const PartGroup& group) { return group.*state; });
}

/// The lines beside sectors, and then the vertices: with all that they have (`all`), or with one.
void spread(const Map& map, PartStates& states, bool all)
{
    for (std::uint32_t i = 0; i < states.lines.size(); ++i) {
        if (states.lines[i] || !map.has(LineId{i}))
            continue;
        int sectors = 0, marked = 0;
        for (const LineSide& side : map.line({i}).sides)
            if (side.sector) {
                ++sectors;
                marked += states.has(side.sector) ? 1 : 0;
            }
        states.lines[i] = marked > 0 && (!all || marked == sectors);
    }
    for (std::uint32_t i = 0; i < states.vertices.size(); ++i) {
        if (!map.has(VertexId{i}))
            continue;
        const auto lines = map.linesAt({i});
        const auto isMarked = [&states](LineId line) { return states.has(line); };
        states.vertices[i] = !lines.empty() && (all ? std::all_of(lines.begin(), lines.end(), isMarked)
                                                    : std::any_of(lines.begin(), lines.end(), isMarked));
    }
}

Result<void> checkName(const Arrangement& arrangement, std::string_view name, std::size_t butOf)
{
    if (name.empty() || name.size() > mostGroupName)
        return Error{"a name has 1 to " + std::to_string(mostGroupName) + " letters", "groups"};
    for (std::size_t i = 0; i < arrangement.groups.size(); ++i)
        if (i != butOf && arrangement.groups[i].name == name)
            return Error{"there is a group or layer \"" + std::string(name) + "\" already", "groups"};
    return {};
}

} // namespace

void PartSet::add(const PartSet& other)
{
    lines.insert(other.lines.begin(), other.lines.end());
    sectors.insert(other.sectors.begin(), other.sectors.end());
    things.insert(other.things.begin(), other.things.end());
}

void PartSet::remove(const PartSet& other)
{
    removeAll(lines, other.lines);
    removeAll(sectors, other.sectors);
    removeAll(things, other.things);
}

bool PartSet::meets(const PartSet& other) const
{
    return haveCommon(lines, other.lines) || haveCommon(sectors, other.sectors) || haveCommon(things, other.things);
}

PartSet partsOf(const MapSelection& selection)
{
    return {{selection.lines.begin(), selection.lines.end()},
            {selection.sectors.begin(), selection.sectors.end()},
            {selection.things.begin(), selection.things.end()}};
}

MapSelection livingParts(const Map& map, const PartSet& parts)
{
    return {{}, living(map, parts.lines), living(map, parts.sectors), living(map, parts.things)};
}

Result<void> addGroup(Arrangement& arrangement, PartGroup::Kind kind, std::string_view name, const PartSet& parts)
{
    if (arrangement.groups.size() >= mostGroups)
        return Error{"a room has at most " + std::to_string(mostGroups) + " groups and layers", "groups"};
    if (auto fits = checkName(arrangement, name, arrangement.groups.size()); !fits)
        return fits;
    arrangement.groups.push_back({kind, std::string(name), {}, false, false, {}});
    putInto(arrangement, arrangement.groups.size() - 1, parts);
    return {};
}

Result<void> renameGroup(Arrangement& arrangement, std::size_t group, std::string_view name)
{
    if (auto fits = checkName(arrangement, name, group); !fits)
        return fits;
    arrangement.groups[group].name = name;
    return {};
}

void putInto(Arrangement& arrangement, std::size_t group, const PartSet& parts)
{
    if (arrangement.groups[group].kind == PartGroup::Kind::Layer)
        for (PartGroup& other : arrangement.groups)
            if (other.kind == PartGroup::Kind::Layer)
                other.parts.remove(parts);
    arrangement.groups[group].parts.add(parts);
}

std::string freeName(const Arrangement& arrangement, PartGroup::Kind kind)
{
    for (std::size_t number = 1;; ++number) {
        std::string name = (kind == PartGroup::Kind::Layer ? "Layer " : "Group ") + std::to_string(number);
        if (checkName(arrangement, name, arrangement.groups.size()))
            return name;
    }
}

void isolate(Arrangement& arrangement, const Map& map, const PartSet& parts)
{
    showEverything(arrangement);
    std::set<SectorId> shown = parts.sectors;
    for (const LineId line : living(map, parts.lines))
        for (const LineSide& side : map.line(line).sides)
            if (side.sector)
                shown.insert(side.sector);
    for (std::uint32_t i = 0; i < map.sectors().size(); ++i)
        if (map.has(SectorId{i}) && !shown.contains(SectorId{i}))
            arrangement.hidden.sectors.insert(SectorId{i});
    for (std::uint32_t i = 0; i < map.lines().size(); ++i) {
        const auto isLoose = [&map](LineId id) {
            return std::none_of(map.line(id).sides.begin(), map.line(id).sides.end(),
                                [](const LineSide& side) { return static_cast<bool>(side.sector); });
        };
        if (map.has(LineId{i}) && isLoose({i}) && !parts.lines.contains(LineId{i}))
            arrangement.hidden.lines.insert(LineId{i});
    }
    for (std::uint32_t i = 0; i < map.things().size(); ++i)
        if (map.has(ThingId{i}) && !parts.things.contains(ThingId{i}))
            arrangement.hidden.things.insert(ThingId{i});
}

void showEverything(Arrangement& arrangement)
{
    arrangement.hidden = {};
    for (PartGroup& group : arrangement.groups)
        group.isHidden = false;
}

void unlockEverything(Arrangement& arrangement)
{
    arrangement.locked = {};
    for (PartGroup& group : arrangement.groups)
        group.isLocked = false;
}

PartSet withGroups(const Arrangement& arrangement, const PartSet& parts)
{
    PartSet all = parts;
    for (const PartGroup& group : arrangement.groups)
        if (group.kind == PartGroup::Kind::Group && group.parts.meets(parts))
            all.add(group.parts);
    return all;
}

PartStates hiddenParts(const Map& map, const Arrangement& arrangement)
{
    if (arrangement.hidden.isEmpty() && !hasGroup(arrangement.groups, &PartGroup::isHidden))
        return {};
    PartStates states = named(map, arrangement.hidden, arrangement.groups, &PartGroup::isHidden);
    spread(map, states, true);
    return states;
}

PartStates lockedParts(const Map& map, const Arrangement& arrangement)
{
    if (arrangement.locked.isEmpty() && !hasGroup(arrangement.groups, &PartGroup::isLocked))
        return {};
    PartStates states = named(map, arrangement.locked, arrangement.groups, &PartGroup::isLocked);
    spread(map, states, false);
    return states;
}

Result<void> checkUnlocked(const Map& map, const Arrangement& arrangement, const MapSelection& selection)
{
    const PartStates locked = lockedParts(map, arrangement);
    const auto refuse = [](const char* kind) {
        return Error{std::string("a ") + kind + " that is locked would change with it: unlock it first", "groups"};
    };
    for (const SectorId id : selection.sectors)
        if (locked.has(id))
            return refuse("sector");
    for (const LineId id : selection.lines)
        if (locked.has(id))
            return refuse("line");
    for (const ThingId id : selection.things)
        if (locked.has(id))
            return refuse("thing");
    if (!locked.vertices.empty())
        for (const VertexId id : verticesOf(map, selection))
            if (locked.has(id))
                return refuse("line");
    return {};
}

} // namespace blak::roomcore
