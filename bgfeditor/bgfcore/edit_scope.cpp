// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/edit_scope.h"

#include "bgfeditor/bgfcore/angles.h"

#include <algorithm>
#include <array>

namespace blak::bgfcore {
namespace {

constexpr std::array rows{
#define X(scope, name, label) EditScopeRow{name, label},
    BLAK_EDIT_SCOPES(X)
#undef X
};

} // namespace

std::span<const EditScopeRow> editScopes() { return rows; }

std::vector<PartId> framesInScope(const SpriteDocument& document, EditScope scope, PartId frame, PartId group, int angle)
{
    const auto all = document.frames().ids();
    if (scope == EditScope::All)
        return {all.begin(), all.end()};
    std::vector<PartId> chosen;
    const auto take = [&](PartId id) {
        if (id != 0 && std::ranges::find(chosen, id) == chosen.end())
            chosen.push_back(id);
    };
    if (scope == EditScope::Group && document.groups().contains(group))
        for (const GroupEntry& entry : document.groups().at(group).entries)
            take(entry.frame);
    if (scope == EditScope::Angle && document.groups().contains(group))
        for (const PartId id : document.groups().ids()) {
            const auto& entries = document.groups().at(id).entries;
            if (const int entry = entryForAngle(entries.size(), angle); entry >= 0)
                take(entries[static_cast<std::size_t>(entry)].frame);
        }
    take(frame);
    return chosen;
}

} // namespace blak::bgfcore
