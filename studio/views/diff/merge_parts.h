// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/roo/room_properties.h"
#include "studio/views/diff/merge_chooser.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Single parts of three versions of a room, put together field by field.
namespace blak::diff {

/// A line with what its sides show; sectors by their numbers in the merged room.
struct FullLine
{
    roo::Linedef line; ///< side and sector numbers mean nothing
    std::optional<roo::Sidedef> sides[2];
    int sectors[2] = {noPart, noPart};

    friend bool operator==(const FullLine&, const FullLine&) = default;
};

/// "floor height", "normal texture", "light": of one table no two alike, since decisions go by it.
std::string fieldName(const property::Property& property);

/// Field by field, by the property table; slopes as a whole, since their numbers belong together.
template <typename Record>
Record mergeRecord(Chooser& chooser, const property::Table<Record>& table, const std::string& prefix, const Record& base,
                   const Record& ours, const Record& theirs)
{
    Record merged = ours;
    for (const property::Property& property : table.properties()) {
        if (property.exists != nullptr)
            continue; // fields of slopes
        const auto value = [&](const Record& record) { return table.value(record, property); };
        const auto chosen = chooser.choose(prefix + fieldName(property), value(base), value(ours), value(theirs),
                                           [](const property::Value& one) { return property::text(one); });
        if (chosen != value(ours))
            (void)table.setValue(merged, property, chosen); // it was read from a record of the same kind
    }
    return merged;
}

roo::Sector mergeSector(Chooser& chooser, const roo::Sector& base, const roo::Sector& ours, const roo::Sector& theirs);
FullLine mergeLine(Chooser& chooser, const FullLine& base, const FullLine& ours, const FullLine& theirs);

/// What a line is called in lists of conflicts: by its number before, or in the room of the one who drew it.
std::string linePlace(const Indices& line);

using Point = std::pair<int, int>;
std::string pointText(const Point& point);
bool isSameWay(const roo::Linedef& a, const roo::Linedef& b);
/// The same way from the other end.
bool isTurned(const roo::Linedef& from, const roo::Linedef& to);
void turn(FullLine& line);
/// `numbers`: of the room's sectors in the merged one.
FullLine fullLine(const roo::Room& room, const roo::Linedef& line, const std::vector<int>& numbers);

} // namespace blak::diff
