// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringView>
#include <QVector>

#include <cstdint>

namespace blak::ui {

/// How well `text` answers what was typed: every character of `pattern` (any case, spaces left out) must occur in order. Higher
/// is better; starts of words, runs and early hits count more, length counts against. -1: no match. An empty pattern matches with
/// 0.
int fuzzyScore(QStringView pattern, QStringView text);

/// How a text answers what was typed, the better the later; within one the kinds of names decide, then fuzzyScore.
enum class FuzzyTier : std::uint8_t {
    Loose,     ///< within a word, or letters here and there
    WordStart, ///< a word begins so
    NameStart, ///< one of its names begins so
    Whole,     ///< one of its names, a file also without its ending; or its ending: ".roo", "*.roo", "lan*.roo"
};

/// Of a text that has a score. `text`: one name, or several of one thing, a line each.
FuzzyTier fuzzyTier(QStringView pattern, QStringView text);

/// What is looked for among other names: which of them are meant where one is.
enum class NameRank : std::uint8_t {
    Own,    ///< what the page shows: before all others that fit about as well
    Common,
    Seldom, ///< sources of the programs, pictures for web pages: a tier lower, unless the whole name is typed
    Last,   ///< what a compiler made, files that begin with a dot: after all others, unless the whole name or its ending is typed
};

/// Many names to rank again and again, with what the ranking needs of each worked out once: 20 000 in a few milliseconds.
class FuzzyNames
{
public:
    FuzzyNames() = default;
    /// A text may be several names of one thing, a line each.
    explicit FuzzyNames(QVector<QString> names);
    /// `kinds`: what `ranks` are asked by, one for each name.
    FuzzyNames(QVector<QString> names, QVector<quint8> kinds);

    const QVector<QString>& names() const { return names_; }
    /// Indices of the best `limit`, best first. `ranks`: of each kind; Common beyond its end.
    QVector<int> rank(QStringView pattern, int limit, const QVector<NameRank>& ranks = {}) const;

private:
    QVector<QString> names_;
    QVector<quint64> signs_; ///< which letters and digits occur, a bit each
    QVector<quint8> kinds_;  ///< empty: all 0
};

/// Indices of the best `limit` texts, best first; ties keep their order.
QVector<int> fuzzyRank(QStringView pattern, const QVector<QString>& texts, int limit);

} // namespace blak::ui
