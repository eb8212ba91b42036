// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/completion_rank.h"

#include "ui/fuzzy.h"

#include <algorithm>
#include <vector>

namespace blak::ui {
namespace {

/// Where the letters of the word are in the name: in one piece if it has one, at the beginning of a word if it can be.
QVector<int> marksOf(QStringView word, const QString& name)
{
    QVector<int> marks;
    if (word.isEmpty())
        return marks;
    const qsizetype whole = name.indexOf(word, 0, Qt::CaseInsensitive);
    if (whole >= 0) {
        for (qsizetype i = 0; i < word.size(); ++i)
            marks.push_back(static_cast<int>(whole + i));
        return marks;
    }
    qsizetype at = 0;
    for (const QChar letter : word) {
        at = name.indexOf(letter, at, Qt::CaseInsensitive);
        if (at < 0)
            return {};
        marks.push_back(static_cast<int>(at++));
    }
    return marks;
}

} // namespace

QVector<PopRow> rankCompletions(QStringView word, const QVector<CompletionRow>& rows, int most)
{
    struct Scored
    {
        int tier, rank, score;
        qsizetype index;
    };
    std::vector<Scored> scored;
    for (qsizetype i = 0; i < rows.size(); ++i) {
        const QString& text = rows[i].shown.text;
        const int score = fuzzyScore(word, text);
        if (score >= 0)
            scored.push_back({word.isEmpty() ? 0 : static_cast<int>(fuzzyTier(word, text)), rows[i].rank, score, i});
    }
    const auto better = [](const Scored& a, const Scored& b) {
        if (a.tier != b.tier)
            return a.tier > b.tier;
        if (a.tier == static_cast<int>(FuzzyTier::Loose) && a.score != b.score) // letters here and there: how they fit says more
            return a.score > b.score;
        return a.rank != b.rank ? a.rank < b.rank : a.score != b.score ? a.score > b.score : a.index < b.index;
    };
    // Of two letters that stand somewhere in a name nobody thinks of it.
    constexpr qsizetype fewLetters = 2;
    if (word.size() <= fewLetters && std::ranges::any_of(scored, [](const Scored& one) { return one.tier > 0; }))
        std::erase_if(scored, [](const Scored& one) { return one.tier == 0; });
    const auto count = std::min(scored.size(), static_cast<std::size_t>(most));
    std::partial_sort(scored.begin(), scored.begin() + static_cast<std::ptrdiff_t>(count), scored.end(), better);
    QVector<PopRow> best;
    for (std::size_t i = 0; i < count; ++i) {
        best.push_back(rows[scored[i].index].shown);
        best.last().marks = marksOf(word, best.last().text);
    }
    return best;
}

} // namespace blak::ui
