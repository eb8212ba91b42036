// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/document/changes.h"
#include "formats/property/property.h"

#include <span>

namespace blak::document {

/// Sets one property of many records, as one step of undo named after the property. Either all are changed or none. With a
/// `mergeKey` (see History::commit) repeated calls become one step.
template <typename Record>
Result<void> editProperty(History& history, std::vector<Record>& records, std::span<const std::size_t> which,
                          const property::Table<Record>& table, const property::Property& property, const property::Value& value,
                          std::uint64_t mergeKey = 0)
{
    Transaction transaction(history, "Set " + std::string(property.label));
    for (const std::size_t index : which) {
        Record changed = records.at(index);
        if (auto done = table.setValue(changed, property, value); !done)
            return done.error();
        if (!property::isSame(table.value(changed, property), table.value(records[index], property)))
            replace(history, records, index, std::move(changed));
    }
    transaction.commit(mergeKey);
    return {};
}

} // namespace blak::document
