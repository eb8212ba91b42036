// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "roomedit/roomcore/arrangement.h"
#include "roomedit/roomcore/map/map_edit.h"
#include "roomedit/roomcore/map/settle.h"

#include <optional>

namespace blak::roomcore {

/// Keeps the instances of a prefab alike: groups with one PartGroup::prefab. What an edit changes within one of them is done to the
/// others within the same step. Instances are moved, not turned; their tags are their own and are lost when they follow.
class Instances
{
public:
    /// How everything is between two edits.
    void remember(const Map& map, const Arrangement& arrangement);
    bool isEmpty() const { return known_.empty(); }
    /// At the end of an edit, inside of its transaction: the others follow the first one that is another now. The arrangement with
    /// the parts that they have then; nothing where nothing changed.
    Result<std::optional<Arrangement>> follow(MapEdit& edit, const Arrangement& arrangement, const MapDefaults& defaults) const;

private:
    struct Known
    {
        std::size_t group = 0;
        MapBox box;      ///< of its parts
        roo::Room piece; ///< with its corner at 0, 0 and without tags
    };

    std::vector<Known> known_; ///< only of prefabs with several instances
    std::uint32_t nextSector_ = 0, nextLine_ = 0; ///< ids from here on were made by the edit
};

/// "Prefab 2": one that no group has.
std::string freePrefab(const Arrangement& arrangement);
/// The instance that has one of these parts; nothing where there is none.
std::optional<std::size_t> instanceOf(const Arrangement& arrangement, const PartSet& parts);

} // namespace blak::roomcore
