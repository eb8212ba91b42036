// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringView>
#include <QVector>

namespace blak::ui::shell {

/// How well `text` answers what was typed: every character of `pattern` (any case, spaces left out) must occur in order. Higher
/// is better; starts of words, runs and early hits count more, length counts against. -1: no match. An empty pattern matches with
/// 0.
int fuzzyScore(QStringView pattern, QStringView text);

/// Indices of the best `limit` texts, best first; ties keep their order.
QVector<int> fuzzyRank(QStringView pattern, const QVector<QString>& texts, int limit);

} // namespace blak::ui::shell
