// SPDX-License-Identifier: GPL-3.0-or-later
// Commands that put textures on walls and floors, and into their places.
#include "client/render/asset_store.h"
#include "roomedit/ui/room_editing.h"
#include "ui/project.h"

#include <algorithm>

namespace blak::ui::rooms {
namespace {

using namespace roomcore;

WallPart wallPartOf(MapItem::Part part)
{
    return part == MapItem::Part::Above   ? WallPart::Above
           : part == MapItem::Part::Below ? WallPart::Below
                                          : WallPart::Normal;
}

Side sideOf(const MapItem& item) { return item.minusSide ? Side::Minus : Side::Plus; }

/// The parts of a wall that are seen where nobody says which.
std::vector<WallPart> usualParts(const RoomModel& model, SideRef at)
{
    const MapLine& line = model.map().line(at.line);
    if (!line.sides[0].sidedef || !line.sides[1].sidedef)
        return {WallPart::Normal};
    return {WallPart::Above, WallPart::Below};
}

/// The side and part of a line that is meant: what was pointed at, else the first that shows a texture.
std::optional<std::pair<SideRef, WallPart>> shownPart(const RoomModel& model, const MapItem& item)
{
    const MapSelection parts = model.partsOf({item});
    if (parts.lines.empty())
        return {};
    const LineId line = parts.lines.front();
    if (item.part != MapItem::Part::Whole)
        return std::pair(SideRef{line, sideOf(item)}, wallPartOf(item.part));
    for (const Side side : bothSides)
        for (const WallPart part : {WallPart::Normal, WallPart::Below, WallPart::Above})
            if (wallTexture(model.map(), {line, side}, part) != 0)
                return std::pair(SideRef{line, side}, part);
    return std::pair(SideRef{line, Side::Plus}, WallPart::Normal);
}

} // namespace

void alignItem(RoomModel& model, const MapItem& item, TextureSize size, AlignAxis axis)
{
    const auto shown = shownPart(model, item);
    if (!shown)
        return model.refused(Error{"there is no wall here", "align"});
    MapEdit edit = model.edit();
    if (const auto done = alignTextures(edit, shown->first, shown->second, size, axis); !done)
        model.refused(done.error());
}

void justifyItems(RoomModel& model, const QVector<MapItem>& items, Justify where)
{
    MapEdit edit = model.edit();
    document::Transaction transaction(edit.history(), "Place textures");
    for (const MapItem& item : items)
        if (const auto shown = shownPart(model, item))
            if (const auto done = justifyTextures(edit, std::span(&shown->first, 1), shown->second, textureSizeOf(model, item), where); !done)
                return model.refused(done.error());
    transaction.commit();
}

TextureSize textureSizeOf(const RoomModel& model, const MapItem& item)
{
    const auto shown = shownPart(model, item);
    const auto assets = model.project() != nullptr ? model.project()->assets() : nullptr;
    const auto picture = assets != nullptr && shown ? assets->texture(wallTexture(model.map(), shown->first, shown->second)) : nullptr;
    if (picture == nullptr || picture->missing)
        return {};
    return {std::max(1, picture->images.front().height / picture->shrink), std::max(1, picture->images.front().width / picture->shrink)};
}

void applyTexture(RoomModel& model, const QVector<MapItem>& items, int texture)
{
    MapEdit edit = model.edit();
    document::Transaction transaction(edit.history(), "Set texture");
    const auto number = static_cast<std::uint16_t>(std::clamp(texture, 0, 0xFFFF));
    for (const MapItem& item : items) {
        const MapSelection parts = model.partsOf({item});
        if (!parts.sectors.empty() &&
            !told(model, setFlat(edit, parts.sectors, item.part == MapItem::Part::Ceiling ? Plane::Ceiling : Plane::Floor, number)))
            return;
        for (const LineId line : parts.lines)
            for (const Side side : bothSides) {
                if (item.part != MapItem::Part::Whole && item.minusSide != (side == Side::Minus))
                    continue;
                const SideRef at{line, side};
                const std::vector<WallPart> wallParts =
                    item.part == MapItem::Part::Whole ? usualParts(model, at) : std::vector{wallPartOf(item.part)};
                for (const WallPart part : wallParts)
                    if (!told(model, setWallTexture(edit, std::span(&at, 1), part, number)))
                        return;
            }
    }
    transaction.commit();
}

int textureOf(const RoomModel& model, const MapItem& item)
{
    const MapSelection parts = model.partsOf({item});
    if (!parts.sectors.empty()) {
        const roo::Sector& sector = model.map().sector(parts.sectors.front());
        return item.part == MapItem::Part::Ceiling ? sector.ceilingTexture : sector.floorTexture;
    }
    if (parts.lines.empty())
        return 0;
    return wallTexture(model.map(), {parts.lines.front(), item.minusSide ? Side::Minus : Side::Plus}, wallPartOf(item.part));
}

} // namespace blak::ui::rooms
