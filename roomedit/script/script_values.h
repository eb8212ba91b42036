// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/property/property.h"
#include "roomedit/roomcore/map/map.h"
#include "roomedit/roomcore/operations/properties.h"

#include <QJSValue>

#include <optional>
#include <vector>

class QJSEngine;

/// Between values of scripts and those of the map. What cannot be turned throws into the script and gives nothing.
namespace blak::roomscript {

class ScriptValues
{
public:
    ScriptValues(QJSEngine& engine, const roomcore::Map& map) : engine_(engine), map_(map) {}

    void fail(const QString& message) const;
    /// Whether an operation succeeded; else its error is thrown.
    template <typename T>
    bool done(const Result<T>& result) const
    {
        if (!result)
            fail(QString::fromStdString(result.error().text()));
        return static_cast<bool>(result);
    }

    std::optional<int> whole(const QJSValue& value, const char* what, int least = -1'000'000, int most = 1'000'000) const;
    std::optional<double> number(const QJSValue& value, const char* what) const;
    std::optional<QString> word(const QJSValue& value, const char* what) const;
    bool flag(const QJSValue& value, bool otherwise) const { return value.isUndefined() ? otherwise : value.toBool(); }

    /// [x, y] or {x, y}.
    std::optional<roomcore::MapPoint> point(const QJSValue& value) const;
    std::optional<std::vector<roomcore::MapPoint>> points(const QJSValue& value) const;

    /// One id or a list of them; each must be there.
    template <typename IdType>
    std::optional<std::vector<IdType>> ids(const QJSValue& value) const;
    template <typename IdType>
    std::optional<IdType> id(const QJSValue& value) const;
    /// {vertices, lines, sectors, things}; each may be absent.
    std::optional<roomcore::MapSelection> selection(const QJSValue& value) const;
    /// {line, side} (side "front" or "back"), or a list of those; a line alone means all of its sides.
    std::optional<std::vector<roomcore::SideRef>> sides(const QJSValue& value) const;
    std::optional<roomcore::Plane> plane(const QJSValue& value) const;
    std::optional<roomcore::WallPart> part(const QJSValue& value) const;
    std::optional<property::Value> property(const property::Property& property, const QJSValue& value) const;

    QJSValue of(roomcore::MapPoint point) const;
    QJSValue of(const property::Value& value) const;
    template <typename IdType>
    QJSValue list(const std::vector<IdType>& ids) const;
    QJSValue of(const roomcore::MapSelection& selection) const;
    template <typename Record>
    QJSValue of(const property::Table<Record>& table, const Record& record) const
    {
        QJSValue object = newObject();
        for (const property::Property& property : table.properties())
            if (table.exists(record, property))
                object.setProperty(QString::fromUtf8(property.name.data(), static_cast<qsizetype>(property.name.size())),
                                   of(table.value(record, property)));
        return object;
    }

    QJSValue newObject() const;
    QJSValue newArray(std::size_t size = 0) const;

private:
    QJSEngine& engine_;
    const roomcore::Map& map_;
};

} // namespace blak::roomscript
