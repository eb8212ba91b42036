// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/room_search.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace blak::ui::rooms {
namespace {

QString say(const char* text) { return QCoreApplication::translate("RoomSearch", text); }

template <typename Matches>
void collectLines(const MapIndex& index, RoomSearchResult& result, const Matches& matches)
{
    const auto& sides = index.room().sidedefs;
    const auto hit = [&](int number) {
        return number >= 1 && number <= static_cast<int>(sides.size()) && matches(sides[static_cast<std::size_t>(number - 1)]);
    };
    for (std::size_t i = 0; i < index.room().linedefs.size(); ++i) {
        const roo::Linedef& line = index.room().linedefs[i];
        const bool plus = hit(line.plusSide);
        if (plus || hit(line.minusSide))
            result.items.append({MapItem::Kind::Line, static_cast<int>(i), MapItem::Part::Whole, !plus});
    }
}

template <typename Matches>
void collectSectors(const MapIndex& index, RoomSearchResult& result, const Matches& matches)
{
    for (std::size_t i = 0; i < index.room().sectors.size(); ++i)
        if (matches(index.room().sectors[i]))
            result.items.append({MapItem::Kind::Sector, static_cast<int>(i)});
}

RoomSearchResult findTag(const MapIndex& index, int tag)
{
    RoomSearchResult result;
    collectLines(index, result, [tag](const roo::Sidedef& side) { return side.userId == tag; });
    collectSectors(index, result, [tag](const roo::Sector& sector) { return sector.userId == tag; });
    result.note =
        result.items.isEmpty() ? say("Nothing has tag %1.").arg(tag) : say("%1 with tag %2").arg(result.items.size()).arg(tag);
    return result;
}

RoomSearchResult findTexture(const MapIndex& index, int texture)
{
    RoomSearchResult result;
    collectLines(index, result, [texture](const roo::Sidedef& side) {
        return side.normalTexture == texture || side.aboveTexture == texture || side.belowTexture == texture;
    });
    collectSectors(index, result, [texture](const roo::Sector& sector) {
        return sector.floorTexture == texture || sector.ceilingTexture == texture;
    });
    result.note = result.items.isEmpty() ? say("No line or sector shows texture %1.").arg(texture)
                                         : say("%1 with texture %2").arg(result.items.size()).arg(texture);
    return result;
}

RoomSearchResult findNumber(const MapIndex& index, MapItem::Kind kind, int number)
{
    const roo::Room& room = index.room();
    const std::size_t count = kind == MapItem::Kind::Line     ? room.linedefs.size()
                              : kind == MapItem::Kind::Sector ? room.sectors.size()
                              : kind == MapItem::Kind::Thing  ? room.things.size()
                                                              : index.vertices().size();
    RoomSearchResult result;
    if (number < static_cast<int>(count))
        result.items.append({kind, number});
    else
        result.note = count == 0 ? say("The room has none.") : say("The numbers go from 0 to %1.").arg(count - 1);
    return result;
}

} // namespace

RoomSearchResult searchRoom(const MapIndex& index, const QString& text)
{
    static const QRegularExpression place(QStringLiteral("^\\s*(-?\\d{1,5})\\s*[,;/ ]\\s*(-?\\d{1,5})\\s*$"));
    static const QRegularExpression item(
        QStringLiteral("^\\s*(line|l|sector|s|thing|vertex|v|tag|texture|t|grd)\\s*(\\d{1,6})\\s*$"),
        QRegularExpression::CaseInsensitiveOption);
    if (const auto match = place.match(text); match.hasMatch()) {
        RoomSearchResult result;
        result.place = index.centreOfSquare(match.captured(1).toInt(), match.captured(2).toInt());
        if (!index.bounds().contains(*result.place))
            result.note = say("This square is outside of the room.");
        return result;
    }
    const auto match = item.match(text);
    if (!match.hasMatch())
        return {{}, {}, text.trimmed().isEmpty() ? QString() : say("Type row,col or line 12, sector 5, tag 4, texture 4107.")};
    const QString word = match.captured(1).toLower();
    const int number = match.captured(2).toInt();
    if (word == QLatin1String("tag"))
        return findTag(index, number);
    if (word == QLatin1String("texture") || word == QLatin1String("t") || word == QLatin1String("grd"))
        return findTexture(index, number);
    const MapItem::Kind kind = word == QLatin1String("thing") ? MapItem::Kind::Thing
                               : word.startsWith(u'l')        ? MapItem::Kind::Line
                               : word.startsWith(u's')        ? MapItem::Kind::Sector
                                                              : MapItem::Kind::Vertex;
    return findNumber(index, kind, number);
}

} // namespace blak::ui::rooms
