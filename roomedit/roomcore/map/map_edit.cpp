// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/map/map_edit.h"

#include <memory>
#include <type_traits>
#include <utility>

namespace blak::roomcore {
namespace {

constexpr const char* kindOf(VertexId) { return "vertex"; }
constexpr const char* kindOf(LineId) { return "line"; }
constexpr const char* kindOf(SidedefId) { return "sidedef"; }
constexpr const char* kindOf(SectorId) { return "sector"; }
constexpr const char* kindOf(ThingId) { return "thing"; }

/// Exchanges what a slot holds, by id.
template <typename IdType, typename Record>
class SlotSwap final : public document::Change
{
public:
    SlotSwap(Map& map, IdType id, std::optional<Record> value)
        : map_(map), id_(id), value_(std::move(value)), isNew_(value_ && !map.has(id))
    {
    }

    void swap() override
    {
        value_ = map_.put(id_, std::move(value_));
        if (isNew_ && value_)
            map_.forgetLast(id_);
    }
    std::size_t memory() const override { return sizeof(*this); }
    bool absorb(const Change& later) const override
    {
        const auto* other = dynamic_cast<const SlotSwap*>(&later);
        return other != nullptr && other->id_ == id_ && &other->map_ == &map_ && (!isNew_ || map_.has(id_));
    }
    document::Touched touched() const override { return {kindOf(id_), id_.value + 1}; }

private:
    Map& map_;
    IdType id_;
    std::optional<Record> value_;
    bool isNew_; ///< the slot came with this change
};

class SelectionSwap final : public document::Change
{
public:
    SelectionSwap(Map& map, MapSelection selection) : map_(map), selection_(std::move(selection)) {}
    void swap() override { std::swap(map_.selection, selection_); }
    document::Touched touched() const override { return {"selection", 0}; }
    std::size_t memory() const override
    {
        return sizeof(*this) + 4 * (selection_.vertices.capacity() + selection_.lines.capacity() +
                                    selection_.sectors.capacity() + selection_.things.capacity());
    }
    bool absorb(const Change& later) const override
    {
        const auto* other = dynamic_cast<const SelectionSwap*>(&later);
        return other != nullptr && &other->map_ == &map_;
    }

private:
    Map& map_;
    MapSelection selection_;
};

} // namespace

template <typename IdType, typename Record>
void MapEdit::apply(IdType id, std::optional<Record> value)
{
    history_.apply(std::make_unique<SlotSwap<IdType, Record>>(map_, id, std::move(value)));
}

template <typename IdType, typename Record>
IdType MapEdit::add(IdType id, const Record& value)
{
    apply<IdType, Record>(id, value);
    return id;
}

template VertexId MapEdit::add(VertexId, const MapVertex&);
template LineId MapEdit::add(LineId, const MapLine&);
template SidedefId MapEdit::add(SidedefId, const roo::Sidedef&);
template SectorId MapEdit::add(SectorId, const roo::Sector&);
template ThingId MapEdit::add(ThingId, const roo::Thing&);

void MapEdit::set(VertexId id, const MapVertex& value)
{
    if (map_.vertex(id) != value)
        apply<VertexId, MapVertex>(id, value);
}

void MapEdit::set(LineId id, const MapLine& value)
{
    if (map_.line(id) != value)
        apply<LineId, MapLine>(id, value);
}

void MapEdit::set(SidedefId id, const roo::Sidedef& value)
{
    if (map_.sidedef(id) != value)
        apply<SidedefId, roo::Sidedef>(id, value);
}

void MapEdit::set(SectorId id, const roo::Sector& value)
{
    if (map_.sector(id) != value)
        apply<SectorId, roo::Sector>(id, value);
}

void MapEdit::set(ThingId id, const roo::Thing& value)
{
    if (map_.thing(id) != value)
        apply<ThingId, roo::Thing>(id, value);
}

void MapEdit::removeIfUnused(SidedefId id)
{
    if (id && map_.has(id) && map_.usesOf(id) == 0)
        apply<SidedefId, roo::Sidedef>(id, std::nullopt);
}

void MapEdit::remove(LineId id)
{
    const MapLine line = map_.line(id);
    apply<LineId, MapLine>(id, std::nullopt);
    for (const LineSide& side : line.sides)
        removeIfUnused(side.sidedef);
    removeIfLonely(line.start);
    removeIfLonely(line.end);
}

void MapEdit::remove(SectorId id)
{
    while (!map_.linesOf(id).empty()) {
        const LineId line = map_.linesOf(id).front();
        for (const Side side : bothSides)
            if (map_.line(line).side(side).sector == id)
                setSector(line, side, {});
    }
    apply<SectorId, roo::Sector>(id, std::nullopt);
}

void MapEdit::remove(ThingId id) { apply<ThingId, roo::Thing>(id, std::nullopt); }

void MapEdit::removeIfLonely(VertexId id)
{
    if (map_.has(id) && map_.linesAt(id).empty())
        apply<VertexId, MapVertex>(id, std::nullopt);
}

VertexId MapEdit::vertexAt(MapPoint at)
{
    const VertexId there = map_.vertexAt(at);
    return there ? there : addVertex(at);
}

void MapEdit::setSide(LineId id, Side side, const LineSide& value)
{
    MapLine line = map_.line(id);
    const SidedefId before = std::exchange(line.side(side), value).sidedef;
    set(id, line);
    if (before != value.sidedef)
        removeIfUnused(before);
}

void MapEdit::setSector(LineId id, Side side, SectorId sector)
{
    LineSide changed = map_.line(id).side(side);
    if (!sector) {
        changed = LineSide{};
    } else {
        changed.sector = sector;
        changed.staleSector = -1;
        if (!changed.sidedef)
            changed = {addSidedef({}), sector, 0, 0, -1};
    }
    setSide(id, side, changed);
}

void MapEdit::setSidedef(LineId id, Side side, const roo::Sidedef& value)
{
    LineSide changed = map_.line(id).side(side);
    if (!changed.sidedef || map_.sidedef(changed.sidedef) == value)
        return;
    if (map_.usesOf(changed.sidedef) <= 1)
        return set(changed.sidedef, value);
    changed.sidedef = addSidedef(value);
    setSide(id, side, changed);
}

void MapEdit::select(MapSelection selection)
{
    if (map_.selection != selection)
        history_.apply(std::make_unique<SelectionSwap>(map_, std::move(selection)));
}

} // namespace blak::roomcore
