// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/roomcore/map/defects.h"
#include "roomedit/roomcore/map/map_convert.h"
#include "roomedit/roomcore/operations/draw.h"

#include <QTest>

namespace blak::test {

/// A map with its history, and the questions that tests ask.
struct Drawing
{
    roomcore::Map map;
    document::History history;
    roomcore::MapEdit edit{map, history};
    roomcore::MapDefaults defaults;

    Drawing() { defaults.wallTexture = 7; }
    explicit Drawing(const roo::Room& room) : map(roomcore::mapFromRoom(room)) { defaults.wallTexture = 7; }
    Drawing(const Drawing&) = delete;
    Drawing& operator=(const Drawing&) = delete;

    bool draw(std::vector<roomcore::MapPoint> points, bool closed = true)
    {
        return static_cast<bool>(roomcore::drawLines(edit, points, closed, defaults));
    }
    bool rectangle(int left, int bottom, int right, int top)
    {
        return draw(roomcore::rectanglePoints({left, bottom}, {right, top}));
    }
    std::size_t lines() const { return count(map.lines()); }
    std::size_t sectors() const { return count(map.sectors()); }
    std::size_t vertices() const { return count(map.vertices()); }

    template <typename Slots>
    static std::size_t count(const Slots& records)
    {
        return static_cast<std::size_t>(std::count_if(records.begin(), records.end(), [](const auto& slot) { return slot.has_value(); }));
    }

    /// The sector around a point by counting crossings of every sector's border, apart from the code that is tested.
    roomcore::SectorId sectorAt(double x, double y) const
    {
        std::map<roomcore::SectorId, int> winding;
        for (std::uint32_t i = 0; i < map.lines().size(); ++i) {
            if (!map.lines()[i])
                continue;
            const roomcore::MapPoint a = map.startOf({i}), b = map.endOf({i});
            if ((a.y > y) == (b.y > y) || a.x + (y - a.y) * (b.x - a.x) / (b.y - a.y) > x)
                continue;
            const int way = b.y > a.y ? 1 : -1;
            winding[map.line({i}).sides[0].sector] += way;
            winding[map.line({i}).sides[1].sector] -= way;
        }
        for (const auto& [sector, count] : winding)
            if (sector && count != 0)
                return sector;
        return {};
    }

    /// Empty when the map is planar and every area has one sector.
    QString faults() const
    {
        if (const auto valid = roomcore::validate(map); !valid)
            return QString::fromStdString(valid.error().text());
        const roomcore::MapDefects defects = roomcore::findDefects(map);
        QString text;
        for (const auto line : defects.zeroLength)
            text += QStringLiteral("line %1 without length. ").arg(line.value);
        for (const auto& [a, b] : defects.onEachOther)
            text += QStringLiteral("lines %1 and %2 on each other. ").arg(a.value).arg(b.value);
        for (const auto& [a, b] : defects.crossing)
            text += QStringLiteral("lines %1 and %2 cross. ").arg(a.value).arg(b.value);
        for (const auto line : defects.unclosed)
            text += QStringLiteral("line %1 (sectors %2, %3) unclosed. ")
                        .arg(line.value)
                        .arg(static_cast<int>(map.line(line).sides[0].sector.value))
                        .arg(static_cast<int>(map.line(line).sides[1].sector.value));
        return text;
    }
};

} // namespace blak::test
