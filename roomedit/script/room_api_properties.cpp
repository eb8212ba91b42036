// SPDX-License-Identifier: GPL-3.0-or-later
// Properties, slopes and textures.
#include "formats/roo/room_properties.h"
#include "roomedit/roomcore/operations/alignment.h"
#include "roomedit/roomcore/operations/construct.h"
#include "roomedit/roomcore/operations/find.h"
#include "roomedit/script/room_api.h"

#include <QJSValueIterator>

#include <array>

namespace blak::roomscript {

using namespace roomcore;

namespace {

/// Why a name of values is refused: with the operation that would take it, where another kind of parts has it.
QString noSuchProperty(const QString& name)
{
    const std::string word = name.toStdString();
    QString text = QStringLiteral("there is no property \"%1\"").arg(name);
    const auto pointTo = [&](const auto& table, const char* parts, const char* operation) {
        if (table.find(word) != nullptr)
            text += QStringLiteral(" here; %1 have it: %2").arg(QLatin1String(parts), QLatin1String(operation));
        return table.find(word) != nullptr;
    };
    (void)(pointTo(roo::sidedefProperties(), "sides", "room.setSide") || pointTo(roo::linedefProperties(), "lines", "room.setLine") ||
           pointTo(roo::sectorProperties(), "sectors", "room.setSector") || pointTo(roo::thingProperties(), "things", "room.setThing"));
    return text;
}

} // namespace

/// Every name of the object is a property of the table; the first that is none, or does not fit, throws.
template <typename Parts, typename Table, typename Set>
void RoomApi::setAll(const Parts& parts, const Table& table, const QJSValue& values, Set set)
{
    if (!values.isObject())
        return values_.fail(QStringLiteral("expected an object of properties"));
    QJSValueIterator each(values);
    while (each.hasNext()) {
        each.next();
        const property::Property* property = table.find(each.name().toStdString());
        if (property == nullptr)
            return values_.fail(noSuchProperty(each.name()));
        const auto value = values_.property(*property, each.value());
        if (!value || !done(set(parts, *property, *value)))
            return;
    }
}

void RoomApi::setSector(const QJSValue& sectors, const QJSValue& values)
{
    if (const auto ids = values_.ids<SectorId>(sectors))
        setAll(*ids, roo::sectorProperties(), values, [this](const auto& parts, const auto& property, const auto& value) {
            return setSectorProperty(edit_, parts, property, value, defaults_);
        });
}

void RoomApi::setSide(const QJSValue& sides, const QJSValue& values)
{
    if (const auto all = values_.sides(sides))
        setAll(*all, roo::sidedefProperties(), values, [this](const auto& parts, const auto& property, const auto& value) {
            return setSideProperty(edit_, parts, property, value);
        });
}

void RoomApi::setLine(const QJSValue& lines, const QJSValue& values)
{
    if (const auto ids = values_.ids<LineId>(lines))
        setAll(*ids, roo::linedefProperties(), values, [this](const auto& parts, const auto& property, const auto& value) {
            return setLineProperty(edit_, parts, property, value);
        });
}

void RoomApi::setThing(const QJSValue& things, const QJSValue& values)
{
    if (const auto ids = values_.ids<ThingId>(things))
        setAll(*ids, roo::thingProperties(), values, [this](const auto& parts, const auto& property, const auto& value) {
            return setThingProperty(edit_, parts, property, value);
        });
}

void RoomApi::raise(const QJSValue& sectors, const QJSValue& plane, const QJSValue& by)
{
    const auto ids = values_.ids<SectorId>(sectors);
    const auto which = ids ? values_.plane(plane) : std::nullopt;
    const auto height = which ? values_.whole(by, "by", -65535, 65535) : std::nullopt;
    if (!height)
        return;
    const auto raised = roomcore::raise(edit_, *ids, *which, *height, defaults_);
    if (done(raised) && raised.value().count > 0)
        say_(QString::fromStdString(raised.value().sentence()));
}

void RoomApi::brighten(const QJSValue& sectors, const QJSValue& by)
{
    const auto ids = values_.ids<SectorId>(sectors);
    const auto light = ids ? values_.whole(by, "by", -255, 255) : std::nullopt;
    if (light)
        done(roomcore::brighten(edit_, *ids, *light));
}

void RoomApi::gradient(const QJSValue& sectors, const QJSValue& what)
{
    constexpr std::array<const char*, 3> names{"floor", "ceiling", "light"};
    const auto ids = values_.ids<SectorId>(sectors);
    if (!ids)
        return;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (what.toString() == QLatin1String(names[i])) {
            done(makeGradient(edit_, *ids, static_cast<Gradient>(i), defaults_));
            return;
        }
    values_.fail(QStringLiteral("expected \"floor\", \"ceiling\" or \"light\""));
}

void RoomApi::slope(const QJSValue& sector, const QJSValue& plane, const QJSValue& points)
{
    const auto id = values_.id<SectorId>(sector);
    const auto which = id ? values_.plane(plane) : std::nullopt;
    if (!which)
        return;
    if (!points.isArray() || points.property(QStringLiteral("length")).toInt() != 3)
        return values_.fail(QStringLiteral("expected three points, [x, y, height] each"));
    std::array<SlopePoint, 3> corners;
    for (quint32 i = 0; i < 3; ++i) {
        const auto place = values_.point(points.property(i));
        const auto height = place ? values_.whole(points.property(i).property(2), "height", 0, 65535) : std::nullopt;
        if (!height)
            return;
        corners[i] = {*place, *height};
    }
    done(setSlope(edit_, *id, *which, corners));
}

void RoomApi::tilt(const QJSValue& sector, const QJSValue& plane, const QJSValue& line, const QJSValue& rise)
{
    const auto id = values_.id<SectorId>(sector);
    const auto which = id ? values_.plane(plane) : std::nullopt;
    const auto around = which ? values_.id<LineId>(line) : std::nullopt;
    const auto height = around ? values_.whole(rise, "rise", -65535, 65535) : std::nullopt;
    if (height)
        done(tiltFromLine(edit_, *id, *which, *around, *height));
}

void RoomApi::level(const QJSValue& sector, const QJSValue& plane)
{
    const auto id = values_.id<SectorId>(sector);
    const auto which = id ? values_.plane(plane) : std::nullopt;
    if (which)
        done(clearSlope(edit_, *id, *which));
}

void RoomApi::setTexture(const QJSValue& sides, const QJSValue& part, const QJSValue& texture)
{
    const auto all = values_.sides(sides);
    const auto which = all ? values_.part(part) : std::nullopt;
    const auto number = which ? values_.whole(texture, "texture", 0, 65535) : std::nullopt;
    if (number)
        done(setWallTexture(edit_, *all, *which, static_cast<std::uint16_t>(*number)));
}

void RoomApi::setFlat(const QJSValue& sectors, const QJSValue& plane, const QJSValue& texture)
{
    const auto ids = values_.ids<SectorId>(sectors);
    const auto which = ids ? values_.plane(plane) : std::nullopt;
    const auto number = which ? values_.whole(texture, "texture", 0, 65535) : std::nullopt;
    if (number)
        done(roomcore::setFlat(edit_, *ids, *which, static_cast<std::uint16_t>(*number)));
}

void RoomApi::shift(const QJSValue& sides, const QJSValue& x, const QJSValue& y)
{
    const auto all = values_.sides(sides);
    const auto by = all ? at(x, y) : std::nullopt;
    if (by)
        done(shiftTexture(edit_, *all, by->x, by->y));
}

std::optional<RoomApi::WallPicture> RoomApi::wallPicture(const QJSValue& side, const QJSValue& part, const QJSValue& width,
                                                         const QJSValue& height, const QJSValue& axis)
{
    const auto all = values_.sides(side);
    const auto which = all ? values_.part(part) : std::nullopt;
    const auto across = which ? values_.whole(width, "width", 1, 4096) : std::nullopt;
    const auto down = across ? values_.whole(height, "height", 1, 4096) : std::nullopt;
    if (!down)
        return {};
    if (all->empty()) {
        values_.fail(QStringLiteral("the line has no such side"));
        return {};
    }
    const QString name = axis.isUndefined() ? QStringLiteral("both") : axis.toString();
    constexpr std::array<const char*, 3> names{"x", "y", "both"};
    for (std::size_t i = 0; i < names.size(); ++i)
        if (name == QLatin1String(names[i]))
            return WallPicture{all->front(), *which, {*across, *down}, static_cast<AlignAxis>(i)};
    values_.fail(QStringLiteral("axis: expected \"x\", \"y\" or \"both\""));
    return {};
}

void RoomApi::align(const QJSValue& side, const QJSValue& part, const QJSValue& width, const QJSValue& height, const QJSValue& axis)
{
    if (const auto picture = wallPicture(side, part, width, height, axis))
        done(alignTextures(edit_, picture->side, picture->part, picture->size, picture->axis));
}

QJSValue RoomApi::fit(const QJSValue& side, const QJSValue& part, const QJSValue& width, const QJSValue& height, const QJSValue& axis)
{
    const auto picture = wallPicture(side, part, width, height, axis);
    if (!picture)
        return {};
    const auto fitted = fitTextures(edit_, picture->side, picture->part, picture->size, picture->axis);
    if (!done(fitted))
        return {};
    QJSValue told = values_.newObject();
    const TextureFit& one = fitted.value();
    for (const auto& [name, value] : {std::pair("length", one.length), std::pair("height", one.height), std::pair("across", one.across),
                                      std::pair("up", one.up), std::pair("cutAcross", one.cutAcross), std::pair("cutUp", one.cutUp)})
        told.setProperty(QLatin1String(name), value);
    return told;
}

void RoomApi::justify(const QJSValue& sides, const QJSValue& part, const QJSValue& width, const QJSValue& height, const QJSValue& where)
{
    const auto all = values_.sides(sides);
    const auto which = all ? values_.part(part) : std::nullopt;
    const auto across = which ? values_.whole(width, "width", 1, 4096) : std::nullopt;
    const auto down = across ? values_.whole(height, "height", 1, 4096) : std::nullopt;
    if (!down)
        return;
    constexpr std::array<const char*, 5> names{"left", "right", "centre", "top", "bottom"};
    for (std::size_t i = 0; i < names.size(); ++i)
        if (where.toString() == QLatin1String(names[i])) {
            done(justifyTextures(edit_, *all, *which, {*across, *down}, static_cast<Justify>(i)));
            return;
        }
    values_.fail(QStringLiteral("expected \"left\", \"right\", \"centre\", \"top\" or \"bottom\""));
}

int RoomApi::replace(const QJSValue& query, const QJSValue& with)
{
    const auto word = values_.word(query, "query");
    const auto number = word ? values_.whole(with, "with", 0, 65535) : std::nullopt;
    if (!number)
        return 0;
    const auto parsed = parseQuery(word->toStdString());
    if (!values_.done(parsed))
        return 0;
    const auto places = replaceAll(edit_, parsed.value(), *number, nullptr, defaults_);
    return done(places) ? static_cast<int>(places.value()) : 0;
}

} // namespace blak::roomscript
