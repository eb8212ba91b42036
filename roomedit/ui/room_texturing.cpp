// SPDX-License-Identifier: GPL-3.0-or-later
// Commands that put textures on walls and floors, and into their places.
#include "client/render/asset_store.h"
#include "roomedit/ui/step_names.h"
#include "ui/project.h"

#include <QCoreApplication>

#include <algorithm>
#include <optional>

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

MapSelection lineOf(const std::pair<SideRef, WallPart>& shown) { return {{}, {shown.first.line}, {}, {}}; }

QString say(const char* text) { return QCoreApplication::translate("RoomActions", text); }

} // namespace

void alignItem(RoomModel& model, const MapItem& item, TextureSize size, AlignAxis axis)
{
    const auto shown = shownPart(model, item);
    if (!shown)
        return model.refused(Error{"there is no wall here", "align"});
    inStep(model, stepName(model, say("Align textures from %1"), lineOf(*shown)),
           [&](MapEdit& edit) { return alignTextures(edit, shown->first, shown->second, size, axis); });
}

QString fitItem(RoomModel& model, const MapItem& item, TextureSize size, AlignAxis axis)
{
    const auto shown = shownPart(model, item);
    if (!shown) {
        model.refused(Error{"there is no wall here", "fit"});
        return {};
    }
    std::optional<TextureFit> fit;
    const bool isDone = inStep(model, stepName(model, say("Fit textures from %1"), lineOf(*shown)), [&](MapEdit& edit) {
        auto done = fitTextures(edit, shown->first, shown->second, size, axis);
        if (done)
            fit = done.value();
        return done;
    });
    if (!isDone)
        return {};
    const auto sentence = [](const QString& way, int space, int picture, int whole, int cut) {
        if (space < picture)
            return QObject::tr("%1 %2 of the picture's %3 are seen, its middle").arg(way).arg(space).arg(picture);
        const QString pictures = whole == 1 ? QObject::tr("one whole picture") : QObject::tr("%1 whole pictures").arg(whole);
        return cut == 0 ? QObject::tr("%1 %2, edge to edge").arg(way, pictures)
                        : QObject::tr("%1 %2 and %3 units at either end, since %4 is no multiple of %5").arg(way, pictures).arg(cut).arg(space).arg(picture);
    };
    QStringList said;
    if (axis != AlignAxis::Y)
        said << sentence(QObject::tr("Along:"), fit->length, size.width, fit->across, fit->cutAcross);
    if (axis != AlignAxis::X)
        said << sentence(QObject::tr("Upwards:"), fit->height, size.height, fit->up, fit->cutUp);
    return said.join(QStringLiteral(". ")) + QLatin1Char('.');
}

void justifyItems(RoomModel& model, const QVector<MapItem>& items, Justify where)
{
    MapEdit edit = model.edit();
    MapSelection lines;
    lines.lines = model.partsOf(items).lines;
    document::Transaction transaction(edit.history(), stepName(model, say("Place textures of %1"), lines).toStdString());
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
    const QString place = texturePlaceInWords(items);
    document::Transaction transaction(edit.history(), say("Set %1 to %2").arg(place.isEmpty() ? say("textures") : place).arg(texture).toStdString());
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

QVector<TexturePlace> texturePlaces(const RoomModel& model)
{
    QVector<TexturePlace> places;
    if (!model.canEdit())
        return places;
    const auto hasFree = [&model](MapItem::Kind kind) { return std::ranges::any_of(model.selection(), [&](const MapItem& item) { return item.kind == kind && model.isFree(item); }); };
    if (hasFree(MapItem::Kind::Sector))
        places << TexturePlace{QObject::tr("the floor"), MapItem::Kind::Sector, MapItem::Part::Floor}
               << TexturePlace{QObject::tr("the ceiling"), MapItem::Kind::Sector, MapItem::Part::Ceiling};
    if (hasFree(MapItem::Kind::Line))
        places << TexturePlace{QObject::tr("the wall"), MapItem::Kind::Line, MapItem::Part::Whole}
               << TexturePlace{QObject::tr("the part above"), MapItem::Kind::Line, MapItem::Part::Above}
               << TexturePlace{QObject::tr("the normal part"), MapItem::Kind::Line, MapItem::Part::Normal}
               << TexturePlace{QObject::tr("the part below"), MapItem::Kind::Line, MapItem::Part::Below};
    const MapItem current = model.current();
    const auto meant = std::ranges::find_if(places, [&current](const TexturePlace& place) { return place.kind == current.kind && place.part == current.part; });
    if (meant != places.end())
        std::rotate(places.begin(), meant, meant + 1);
    return places;
}

void putTexture(RoomModel& model, const TexturePlace& place, int texture)
{
    QVector<MapItem> items;
    for (MapItem item : model.selection()) {
        if (item.kind != place.kind || !model.isFree(item))
            continue;
        const bool isPointedAt = item.part == place.part; // then only the side that was
        item.part = place.part;
        items.append(item);
        if (item.kind == MapItem::Kind::Line && item.part != MapItem::Part::Whole && !isPointedAt) {
            item.minusSide = !item.minusSide;
            items.append(item);
        }
    }
    applyTexture(model, items, texture);
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

namespace {

/// What was copied last, in any room.
struct CopiedLook
{
    std::optional<roo::Sector> sector;
    std::optional<SideLook> side;
};

CopiedLook& copiedLook()
{
    static CopiedLook look;
    return look;
}

/// The sides of a line that are meant: the one that was pointed at, else all that it has.
std::vector<SideRef> sidesOf(const RoomModel& model, const MapItem& item)
{
    std::vector<SideRef> sides;
    for (const LineId line : model.partsOf({item}).lines)
        for (const Side side : bothSides)
            if (model.map().line(line).side(side).sidedef && (item.part == MapItem::Part::Whole || side == sideOf(item)))
                sides.push_back({line, side});
    return sides;
}

} // namespace

bool copyLook(RoomModel& model, const MapItem& item)
{
    if (const auto sectors = model.partsOf({item}).sectors; !sectors.empty()) {
        copiedLook().sector = model.map().sector(sectors.front());
        return true;
    }
    const auto sides = sidesOf(model, item);
    if (sides.empty()) {
        model.refused(Error{"there is no sector and no wall to copy properties from", "properties"});
        return false;
    }
    const LineSide& side = model.map().line(sides.front().line).side(sides.front().side);
    copiedLook().side = SideLook{model.map().sidedef(side.sidedef), side.xOffset, side.yOffset};
    return true;
}

bool canCopyLook(const RoomModel& model)
{
    const MapItem item = model.canEdit() ? model.current() : MapItem();
    return item.kind == MapItem::Kind::Sector || !sidesOf(model, item).empty();
}

bool canPasteLook(const RoomModel& model)
{
    const auto hasOne = [&model](MapItem::Kind kind) { return std::ranges::any_of(model.selection(), [kind](const MapItem& item) { return item.kind == kind; }); };
    return model.canEdit() && ((copiedLook().sector && hasOne(MapItem::Kind::Sector)) || (copiedLook().side && hasOne(MapItem::Kind::Line)));
}

void pasteLook(RoomModel& model, const QVector<MapItem>& items)
{
    std::vector<SectorId> sectors;
    std::vector<SideRef> sides;
    for (const MapItem& item : items) {
        const auto parts = model.partsOf({item});
        sectors.insert(sectors.end(), parts.sectors.begin(), parts.sectors.end());
        const auto more = sidesOf(model, item);
        sides.insert(sides.end(), more.begin(), more.end());
    }
    const CopiedLook& look = copiedLook();
    const bool putsSectors = look.sector && !sectors.empty(), putsSides = look.side && !sides.empty();
    if (!putsSectors && !putsSides)
        return model.refused(Error{"nothing of this kind was copied", "properties"});
    MapEdit edit = model.edit();
    MapSelection takers = model.partsOf(items);
    takers.vertices.clear();
    takers.things.clear();
    document::Transaction transaction(edit.history(), stepName(model, say("Paste properties to %1"), takers).toStdString());
    if (putsSectors && !told(model, pasteSector(edit, sectors, *look.sector, model.defaults())))
        return;
    if (putsSides && !told(model, pasteSides(edit, sides, *look.side)))
        return;
    transaction.commit();
}

} // namespace blak::ui::rooms
