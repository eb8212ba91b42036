// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/fuzzy.h"

#include <algorithm>

namespace blak::ui::shell {
namespace {

constexpr int hit = 10;
constexpr int wordStart = 18;
constexpr int run = 14;
constexpr int firstCharacter = 8;
constexpr int standsBehind = 150; ///< more than the begin of a text counts, less than a whole word does
constexpr int midWord = 30; ///< for a run inside of a word, on top of its hits

bool startsWord(QStringView text, qsizetype at)
{
    if (at == 0)
        return true;
    const QChar before = text[at - 1];
    return !before.isLetterOrNumber() || (before.isLower() && text[at].isUpper()) || (before.isLetter() && text[at].isDigit());
}

/// Greedy from `from` on; the callers try each place where the pattern may begin and take the best.
int scoreFrom(QStringView pattern, QStringView text, qsizetype from)
{
    int score = 0;
    qsizetype at = from;
    qsizetype previous = -2;
    for (const QChar wanted : pattern) {
        if (wanted.isSpace())
            continue;
        const QChar lower = wanted.toLower();
        // A word start near by is better than the next occurrence.
        qsizetype found = -1;
        for (qsizetype i = at; i < text.size(); ++i) {
            if (text[i].toLower() != lower)
                continue;
            if (i == previous + 1 || startsWord(text, i)) {
                found = i;
                break;
            }
            if (found < 0)
                found = i;
        }
        if (found < 0)
            return -1;
        score += hit;
        if (found == previous + 1)
            score += run;
        if (startsWord(text, found))
            score += wordStart;
        if (found == 0)
            score += firstCharacter;
        previous = found;
        at = found + 1;
    }
    return score;
}

} // namespace

int fuzzyScore(QStringView pattern, QStringView text)
{
    const QStringView wanted = pattern.trimmed();
    if (wanted.isEmpty())
        return 0;
    const int length = static_cast<int>(std::min<qsizetype>(text.size(), 200));
    const qsizetype whole = text.indexOf(wanted, 0, Qt::CaseInsensitive);
    if (whole >= 0) {
        const int inOneRun = (hit + run) * static_cast<int>(wanted.size());
        if (startsWord(text, whole))
            return 1000 + inOneRun + (whole == 0 ? 100 : 0) - length;
        return std::max(1, inOneRun * 4 + midWord - length);
    }
    // The greedy walk prefers word starts and may run past the only place of a later letter; a second walk takes the next hit.
    const int greedy = scoreFrom(wanted, text, 0);
    if (greedy >= 0)
        return std::max(1, greedy * 4 - length);
    qsizetype at = 0;
    for (const QChar sign : wanted) {
        if (sign.isSpace())
            continue;
        at = text.indexOf(sign, at, Qt::CaseInsensitive);
        if (at < 0)
            return -1;
        ++at;
    }
    return std::max(1, hit * static_cast<int>(wanted.size()) - length);
}

namespace {

/// Letters and digits that occur, any case; all other signs share one bit, blanks none.
quint64 signsOf(QStringView text)
{
    quint64 signs = 0;
    for (const QChar c : text) {
        const char16_t code = c.unicode();
        if (code >= u'a' && code <= u'z')
            signs |= quint64{1} << (code - u'a');
        else if (code >= u'A' && code <= u'Z')
            signs |= quint64{1} << (code - u'A');
        else if (code >= u'0' && code <= u'9')
            signs |= quint64{1} << (26 + code - u'0');
        else if (!c.isSpace())
            signs |= quint64{1} << 63;
    }
    return signs;
}

QVector<int> rankAll(QStringView pattern, const QVector<QString>& texts, const QVector<quint64>* signs,
                     const QVector<bool>& behind, int limit)
{
    const quint64 wanted = signsOf(pattern);
    struct Scored
    {
        int score;
        int index;
    };
    std::vector<Scored> scored;
    scored.reserve(static_cast<std::size_t>(texts.size()));
    for (int i = 0; i < texts.size(); ++i) {
        if (signs != nullptr && (wanted & ~(*signs)[i]) != 0)
            continue; // a sign is missing: no need to look closer
        const int score = fuzzyScore(pattern, texts[i]);
        if (score >= 0)
            scored.push_back({behind.value(i) ? std::max(0, score - standsBehind) : score, i});
    }
    const auto better = [](const Scored& a, const Scored& b) {
        return a.score != b.score ? a.score > b.score : a.index < b.index;
    };
    const auto shown = std::min(scored.size(), static_cast<std::size_t>(std::max(0, limit)));
    std::partial_sort(scored.begin(), scored.begin() + static_cast<std::ptrdiff_t>(shown), scored.end(), better);
    QVector<int> indices;
    for (std::size_t i = 0; i < shown; ++i)
        indices.push_back(scored[i].index);
    return indices;
}

} // namespace

QVector<int> fuzzyRank(QStringView pattern, const QVector<QString>& texts, int limit)
{
    return rankAll(pattern, texts, nullptr, {}, limit);
}

FuzzyNames::FuzzyNames(QVector<QString> names) : FuzzyNames(std::move(names), {}) {}

FuzzyNames::FuzzyNames(QVector<QString> names, QVector<bool> behind) : names_(std::move(names)), behind_(std::move(behind))
{
    signs_.reserve(names_.size());
    for (const QString& name : std::as_const(names_))
        signs_.push_back(signsOf(name));
}

QVector<int> FuzzyNames::rank(QStringView pattern, int limit) const { return rankAll(pattern, names_, &signs_, behind_, limit); }

} // namespace blak::ui::shell
