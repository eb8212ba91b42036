// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <QRegularExpression>
#include <QString>
#include <QVector>

namespace blak::ui::code {

struct SearchQuery
{
    QString text;
    bool isRegex = false;
    bool matchCase = false;
    bool wholeWord = false;

    friend bool operator==(const SearchQuery&, const SearchQuery&) = default;
};

/// Half-open, in UTF-16 units.
struct TextMatch
{
    qsizetype begin = 0;
    qsizetype end = 0;
    QString replacement; ///< only when one was asked for
};

/// A query made ready; usable by several threads.
class TextSearch
{
public:
    /// Fails on a regular expression with a fault, saying where.
    static Result<TextSearch> make(const SearchQuery& query);

    /// From the start; matches without characters are left out. `$` and `^` stand at any kind of line end.
    QVector<TextMatch> findAll(const QString& text, qsizetype most = 1'000'000) const;

    /// With replacements: in a regular expression `$1` or `\1` stand for groups, `$0` for all, `\n` and `\t` for line end and
    /// tab.
    QVector<TextMatch> findAll(const QString& text, const QString& replacement, qsizetype most = 1'000'000) const;

    /// The same search without anything shared, for another thread: QRegularExpression is reentrant, not thread-safe.
    TextSearch separate() const;

private:
    QVector<TextMatch> run(const QString& text, const QString* replacement, qsizetype most) const;

    QRegularExpression expression_;
    bool isRegex_ = false;
};

} // namespace blak::ui::code
