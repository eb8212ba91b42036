// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/script/script_values.h"

#include <QJSEngine>

#include <cmath>

namespace blak::roomscript {
namespace {

constexpr quint32 mostItems = 1'000'000;

const char* nameOf(roomcore::VertexId) { return "vertex"; }
const char* nameOf(roomcore::LineId) { return "line"; }
const char* nameOf(roomcore::SectorId) { return "sector"; }
const char* nameOf(roomcore::ThingId) { return "thing"; }

QString shown(const QJSValue& value)
{
    const QString text = value.isObject() && !value.isArray() ? QStringLiteral("an object") : value.toString();
    return text.size() > 60 ? text.left(60) + QStringLiteral("...") : text;
}

} // namespace

void ScriptValues::fail(const QString& message) const { engine_.throwError(message); }

QJSValue ScriptValues::newObject() const { return engine_.newObject(); }
QJSValue ScriptValues::newArray(std::size_t size) const { return engine_.newArray(static_cast<uint>(size)); }

std::optional<double> ScriptValues::number(const QJSValue& value, const char* what) const
{
    const double number = value.isNumber() ? value.toNumber() : std::nan("");
    if (std::isfinite(number))
        return number;
    fail(QStringLiteral("%1: expected a number, found %2").arg(QLatin1String(what), shown(value)));
    return {};
}

std::optional<int> ScriptValues::whole(const QJSValue& value, const char* what, int least, int most) const
{
    const auto found = number(value, what);
    if (!found)
        return {};
    const double rounded = std::round(*found);
    if (rounded >= least && rounded <= most)
        return static_cast<int>(rounded);
    fail(QStringLiteral("%1: expected %2 to %3, found %4").arg(QLatin1String(what)).arg(least).arg(most).arg(*found));
    return {};
}

std::optional<QString> ScriptValues::word(const QJSValue& value, const char* what) const
{
    if (value.isString())
        return value.toString();
    fail(QStringLiteral("%1: expected a text, found %2").arg(QLatin1String(what), shown(value)));
    return {};
}

std::optional<roomcore::MapPoint> ScriptValues::point(const QJSValue& value) const
{
    const bool isList = value.isArray();
    if (!isList && !(value.isObject() && value.hasProperty(QStringLiteral("x")) && value.hasProperty(QStringLiteral("y")))) {
        fail(QStringLiteral("expected a point, [x, y] or {x, y}, found %1").arg(shown(value)));
        return {};
    }
    const auto x = whole(isList ? value.property(0) : value.property(QStringLiteral("x")), "x");
    if (!x)
        return {};
    const auto y = whole(isList ? value.property(1) : value.property(QStringLiteral("y")), "y");
    if (!y)
        return {};
    return roomcore::MapPoint{*x, *y};
}

std::optional<std::vector<roomcore::MapPoint>> ScriptValues::points(const QJSValue& value) const
{
    if (!value.isArray()) {
        fail(QStringLiteral("expected a list of points, found %1").arg(shown(value)));
        return {};
    }
    const quint32 count = value.property(QStringLiteral("length")).toUInt();
    std::vector<roomcore::MapPoint> points;
    for (quint32 i = 0; i < count && i < mostItems; ++i) {
        const auto one = point(value.property(i));
        if (!one)
            return {};
        points.push_back(*one);
    }
    return points;
}

template <typename IdType>
std::optional<IdType> ScriptValues::id(const QJSValue& value) const
{
    const IdType id{value.isNumber() && value.toNumber() >= 0 && value.toNumber() < 4e9 ? value.toUInt() : IdType::noneValue};
    if (id && map_.has(id))
        return id;
    fail(QStringLiteral("there is no %1 %2").arg(QLatin1String(nameOf(IdType{})), shown(value)));
    return {};
}

template <typename IdType>
std::optional<std::vector<IdType>> ScriptValues::ids(const QJSValue& value) const
{
    std::vector<IdType> all;
    if (!value.isArray()) {
        const auto one = id<IdType>(value);
        if (!one)
            return {};
        all.push_back(*one);
        return all;
    }
    const quint32 count = value.property(QStringLiteral("length")).toUInt();
    for (quint32 i = 0; i < count && i < mostItems; ++i) {
        const auto one = id<IdType>(value.property(i));
        if (!one)
            return {};
        all.push_back(*one);
    }
    return all;
}

template std::optional<roomcore::VertexId> ScriptValues::id(const QJSValue&) const;
template std::optional<roomcore::LineId> ScriptValues::id(const QJSValue&) const;
template std::optional<roomcore::SectorId> ScriptValues::id(const QJSValue&) const;
template std::optional<roomcore::ThingId> ScriptValues::id(const QJSValue&) const;
template std::optional<std::vector<roomcore::VertexId>> ScriptValues::ids(const QJSValue&) const;
template std::optional<std::vector<roomcore::LineId>> ScriptValues::ids(const QJSValue&) const;
template std::optional<std::vector<roomcore::SectorId>> ScriptValues::ids(const QJSValue&) const;
template std::optional<std::vector<roomcore::ThingId>> ScriptValues::ids(const QJSValue&) const;

std::optional<roomcore::MapSelection> ScriptValues::selection(const QJSValue& value) const
{
    roomcore::MapSelection selection;
    if (!value.isObject() || value.isArray()) {
        fail(QStringLiteral("expected {vertices, lines, sectors, things}, found %1").arg(shown(value)));
        return {};
    }
    const auto take = [&](const char* name, auto& into) {
        using IdType = typename std::remove_reference_t<decltype(into)>::value_type;
        const QJSValue part = value.property(QLatin1String(name));
        if (part.isUndefined())
            return true;
        auto found = ids<IdType>(part);
        if (found)
            into = std::move(*found);
        return found.has_value();
    };
    if (!take("vertices", selection.vertices) || !take("lines", selection.lines) || !take("sectors", selection.sectors) ||
        !take("things", selection.things))
        return {};
    return selection;
}

std::optional<std::vector<roomcore::SideRef>> ScriptValues::sides(const QJSValue& value) const
{
    std::vector<roomcore::SideRef> sides;
    const quint32 count = value.isArray() ? value.property(QStringLiteral("length")).toUInt() : 1;
    for (quint32 i = 0; i < count && i < mostItems; ++i) {
        const QJSValue one = value.isArray() ? value.property(i) : value;
        const bool isObject = one.isObject();
        const auto line = id<roomcore::LineId>(isObject ? one.property(QStringLiteral("line")) : one);
        if (!line)
            return {};
        const QJSValue side = isObject ? one.property(QStringLiteral("side")) : QJSValue();
        const QString name = side.toString();
        if (!side.isUndefined() && name != QLatin1String("front") && name != QLatin1String("back")) {
            fail(QStringLiteral("side: expected \"front\" or \"back\", found %1").arg(shown(side)));
            return {};
        }
        for (const roomcore::Side which : roomcore::bothSides)
            if ((side.isUndefined() || (name == QLatin1String("front")) == (which == roomcore::Side::Plus)) &&
                map_.line(*line).side(which).sidedef)
                sides.push_back({*line, which});
    }
    return sides;
}

std::optional<roomcore::Plane> ScriptValues::plane(const QJSValue& value) const
{
    const QString name = value.toString();
    if (name == QLatin1String("floor"))
        return roomcore::Plane::Floor;
    if (name == QLatin1String("ceiling"))
        return roomcore::Plane::Ceiling;
    fail(QStringLiteral("expected \"floor\" or \"ceiling\", found %1").arg(shown(value)));
    return {};
}

std::optional<roomcore::WallPart> ScriptValues::part(const QJSValue& value) const
{
    const QString name = value.toString();
    if (name == QLatin1String("above"))
        return roomcore::WallPart::Above;
    if (name == QLatin1String("normal"))
        return roomcore::WallPart::Normal;
    if (name == QLatin1String("below"))
        return roomcore::WallPart::Below;
    fail(QStringLiteral("expected \"above\", \"normal\" or \"below\", found %1").arg(shown(value)));
    return {};
}

std::optional<property::Value> ScriptValues::property(const property::Property& property, const QJSValue& value) const
{
    const auto name = std::string(property.name);
    if (value.isString()) {
        auto read = property.type == property::Type::Text ? Result<property::Value>(property::Value(value.toString().toStdString()))
                                                          : property::fromText(property, value.toString().toStdString());
        if (!done(read))
            return {};
        return std::move(read).value();
    }
    if (value.isBool())
        return property::Value(value.toBool());
    const auto found = number(value, name.c_str());
    if (!found)
        return {};
    if (property.type == property::Type::Integer) {
        if (std::abs(*found) > 1e15) {
            fail(QStringLiteral("%1: out of range").arg(QString::fromStdString(name)));
            return {};
        }
        return property::Value(static_cast<std::int64_t>(std::llround(*found)));
    }
    return property::Value(*found);
}

QJSValue ScriptValues::of(roomcore::MapPoint point) const
{
    QJSValue object = newObject();
    object.setProperty(QStringLiteral("x"), point.x);
    object.setProperty(QStringLiteral("y"), point.y);
    return object;
}

QJSValue ScriptValues::of(const property::Value& value) const
{
    if (const auto* flag = std::get_if<bool>(&value))
        return QJSValue(*flag);
    if (const auto* whole = std::get_if<std::int64_t>(&value))
        return QJSValue(static_cast<double>(*whole));
    if (const auto* real = std::get_if<double>(&value))
        return QJSValue(*real);
    return QJSValue(QString::fromLatin1(QByteArray::fromStdString(std::get<std::string>(value))));
}

template <typename IdType>
QJSValue ScriptValues::list(const std::vector<IdType>& ids) const
{
    QJSValue array = newArray(ids.size());
    for (std::size_t i = 0; i < ids.size(); ++i)
        array.setProperty(static_cast<quint32>(i), QJSValue(ids[i].value));
    return array;
}
template QJSValue ScriptValues::list(const std::vector<roomcore::VertexId>&) const;
template QJSValue ScriptValues::list(const std::vector<roomcore::LineId>&) const;
template QJSValue ScriptValues::list(const std::vector<roomcore::SectorId>&) const;
template QJSValue ScriptValues::list(const std::vector<roomcore::ThingId>&) const;

QJSValue ScriptValues::of(const roomcore::MapSelection& selection) const
{
    QJSValue object = newObject();
    object.setProperty(QStringLiteral("vertices"), list(selection.vertices));
    object.setProperty(QStringLiteral("lines"), list(selection.lines));
    object.setProperty(QStringLiteral("sectors"), list(selection.sectors));
    object.setProperty(QStringLiteral("things"), list(selection.things));
    return object;
}

} // namespace blak::roomscript
