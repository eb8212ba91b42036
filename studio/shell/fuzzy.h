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

/// Many names to rank again and again, with what the ranking needs of each worked out once: 20 000 in a few milliseconds.
class FuzzyNames
{
public:
    FuzzyNames() = default;
    explicit FuzzyNames(QVector<QString> names);
    /// Names that `behind` marks lose a little: what is seldom meant stands behind what is often meant and fits about as well.
    FuzzyNames(QVector<QString> names, QVector<bool> behind);

    const QVector<QString>& names() const { return names_; }
    bool isBehind(int index) const { return behind_.value(index); }
    /// As fuzzyRank.
    QVector<int> rank(QStringView pattern, int limit) const;

private:
    QVector<QString> names_;
    QVector<quint64> signs_; ///< which letters and digits occur, a bit each
    QVector<bool> behind_;   ///< empty: none
};

/// Indices of the best `limit` texts, best first; ties keep their order.
QVector<int> fuzzyRank(QStringView pattern, const QVector<QString>& texts, int limit);

} // namespace blak::ui::shell
