// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/document/changes.h"
#include "formats/property/property.h"

#include <span>

namespace blak::document {

/// Sets one property of many parts, as one step of undo named after the property. Either all are changed or none. With a
/// `mergeKey` (see History::commit) repeated calls become one step.
template <typename Record>
Result<void> editProperty(History& history, Parts<Record>& parts, std::span<const PartId> which,
                          const property::Table<Record>& table, const property::Property& property, const property::Value& value,
                          std::uint64_t mergeKey = 0)
{
    Transaction transaction(history, "Set " + std::string(property.label));
    for (const PartId id : which) {
        const Record* record = parts.find(id);
        if (record == nullptr)
            return Error{"there is no " + std::string(table.name()) + " " + std::to_string(id), std::string(property.name)};
        Record changed = *record;
        if (auto done = table.setValue(changed, property, value); !done)
            return done.error();
        if (!property::isSame(table.value(changed, property), table.value(*record, property)))
            replace(history, parts, id, std::move(changed));
    }
    transaction.commit(mergeKey);
    return {};
}

} // namespace blak::document
