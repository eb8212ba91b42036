// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pop_list.h"

#include <QStringView>

namespace blak::ui {

/// A name that could stand at a place, ready to be ranked and shown.
struct CompletionRow
{
    PopRow shown;
    int rank = 0; ///< 0 = nearest
};

/// What answers a word best, best first: beginnings of names before beginnings of words in them, then what is near, then the better
/// letters. Without a word all, the nearest first. At most `most` rows; the letters that answer are marked.
QVector<PopRow> rankCompletions(QStringView word, const QVector<CompletionRow>& rows, int most);

} // namespace blak::ui
