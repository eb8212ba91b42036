// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/views/common/table_model.h"
#include "studio/views/tables/saved_game.h"

namespace blak::ui::views {

/// The tables of a saved game.
enum class SavePage : int { Objects, Users, Timers, Lists, Tables, Strings, Resources };
constexpr int savePageCount = 7;

QString savePageTitle(SavePage page);
QString savePageNoun(SavePage page);
qsizetype savePageCountOf(const SavedGame& saved, SavePage page);

/// Rows of a page; `classId` narrows the objects to those of one class, -1 shows all.
class SaveRows : public TableSource
{
public:
    /// The object a row is about or leads to; -1 = none.
    virtual std::int32_t objectOf(int row) const = 0;
    /// The value that the side panel unfolds when the row is no object; nil = none.
    virtual save::Value valueOf(int) const { return {}; }
    virtual QString longText(int) const { return {}; }
};

std::shared_ptr<const SaveRows> makeSaveRows(std::shared_ptr<const SavedGame> saved, SavePage page, std::int32_t classId = -1);

} // namespace blak::ui::views
