// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fuzzy.h"

#include <algorithm>
#include <optional>

namespace blak::ui {
namespace {

constexpr int hit = 10;
constexpr int wordStart = 18;
constexpr int run = 14;
constexpr int firstCharacter = 8;
constexpr int ownCounts = 40;     ///< among names that fit loosely
constexpr int seldomCounts = 150; ///< likewise; more than the begin of a text counts
constexpr int ranksInTier = static_cast<int>(NameRank::Last) + 1;
constexpr int afterAll = static_cast<int>(FuzzyTier::Whole) + 1; ///< tiers below those of all others
constexpr QChar nameEnd = u'\n';
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
    const qsizetype end = text.indexOf(nameEnd); // other names of the thing say nothing about how near the first one is
    const int length = static_cast<int>(std::min<qsizetype>(end < 0 ? text.size() : end, 200));
    qsizetype whole = text.indexOf(wanted, 0, Qt::CaseInsensitive);
    if (whole >= 0) {
        for (qsizetype at = whole; at >= 0 && !startsWord(text, whole); at = text.indexOf(wanted, at + 1, Qt::CaseInsensitive))
            if (startsWord(text, at))
                whole = at;
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

/// Where the ending of the first name begins, with its dot; -1: it has none.
qsizetype endingOf(QStringView text)
{
    const qsizetype end = text.indexOf(nameEnd);
    const QStringView first = end < 0 ? text : text.left(end);
    const qsizetype dot = first.lastIndexOf(u'.');
    return dot > 0 && first.indexOf(u' ', dot) < 0 ? dot : -1;
}

/// "*.roo", "lan*.roo": files by the pieces of their names. A star at the beginning of an ending may be left out.
bool isWildcard(QStringView pattern) { return pattern.contains(u'*') || (pattern.size() > 1 && pattern[0] == u'.'); }

/// The first name of `text` against a wildcard: how far it answers, or nothing.
std::optional<FuzzyTier> wildcardTier(QStringView pattern, QStringView text)
{
    const qsizetype end = text.indexOf(nameEnd);
    QStringView name = end < 0 ? text : text.left(end);
    const QList<QStringView> pieces = pattern.split(u'*');
    const bool fromStart = pieces.size() > 1 && !pieces.first().isEmpty();
    for (qsizetype i = 0; i < pieces.size(); ++i) {
        const QStringView piece = pieces[i];
        const bool last = i + 1 == pieces.size();
        if (i == 0 && fromStart) {
            if (!name.startsWith(piece, Qt::CaseInsensitive))
                return std::nullopt;
            name = name.mid(piece.size());
        } else if (last && name.endsWith(piece, Qt::CaseInsensitive)) {
            return FuzzyTier::Whole;
        } else {
            const qsizetype at = name.indexOf(piece, 0, Qt::CaseInsensitive);
            if (at < 0)
                return std::nullopt;
            if (last) // ".rs" on the way to ".rsc", before "a.rsc.old"
                return at == name.lastIndexOf(u'.') ? FuzzyTier::NameStart : FuzzyTier::Loose;
            name = name.mid(at + piece.size());
        }
    }
    return FuzzyTier::Whole;
}

} // namespace

FuzzyTier fuzzyTier(QStringView pattern, QStringView text)
{
    const QStringView wanted = pattern.trimmed();
    if (isWildcard(wanted))
        return wildcardTier(wanted, text).value_or(FuzzyTier::Loose);
    FuzzyTier best = FuzzyTier::Loose;
    if (wanted.isEmpty())
        return best;
    for (qsizetype at = text.indexOf(wanted, 0, Qt::CaseInsensitive); at >= 0; at = text.indexOf(wanted, at + 1, Qt::CaseInsensitive)) {
        const qsizetype end = at + wanted.size();
        if (at == 0 || text[at - 1] == nameEnd) {
            if (end == text.size() || text[end] == nameEnd || (at == 0 && end == endingOf(text)))
                return FuzzyTier::Whole;
            best = FuzzyTier::NameStart;
        } else if (best == FuzzyTier::Loose && startsWord(text, at)) {
            best = FuzzyTier::WordStart;
        }
    }
    return best;
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

/// What was typed is all of one name, its ending too: then even what is seldom meant is meant.
bool isTypedWhole(QStringView pattern, QStringView text)
{
    const qsizetype end = text.indexOf(nameEnd);
    return pattern.compare(end < 0 ? text : text.left(end), Qt::CaseInsensitive) == 0;
}

QVector<int> rankAll(QStringView pattern, const QVector<QString>& texts, const QVector<quint64>* signs,
                     const QVector<quint8>& kinds, const QVector<NameRank>& ranks, int limit)
{
    const QStringView typed = pattern.trimmed();
    const bool nothingTyped = typed.isEmpty();
    const bool wildcard = isWildcard(typed);
    const quint64 wanted = wildcard ? 0 : signsOf(typed);
    struct Scored
    {
        int tier; ///< and rank, see below
        int score;
        int index;
    };
    std::vector<Scored> scored;
    scored.reserve(static_cast<std::size_t>(texts.size()));
    for (int i = 0; i < texts.size(); ++i) {
        if (signs != nullptr && (wanted & ~(*signs)[i]) != 0)
            continue; // a sign is missing: no need to look closer
        const QString& text = texts[i];
        const NameRank rank = ranks.value(kinds.value(i), NameRank::Common);
        FuzzyTier tier = FuzzyTier::Loose;
        int score = 0;
        if (wildcard) {
            const auto found = wildcardTier(typed, text);
            if (!found)
                continue;
            tier = *found; // all as good: their order stays
        } else {
            score = fuzzyScore(typed, text);
            if (score < 0)
                continue;
            tier = fuzzyTier(typed, text);
            if (rank == NameRank::Seldom && tier > FuzzyTier::Loose && !isTypedWhole(typed, text))
                tier = static_cast<FuzzyTier>(static_cast<int>(tier) - 1);
        }
        const bool isTyped = wildcard ? tier == FuzzyTier::Whole : rank >= NameRank::Seldom && isTypedWhole(typed, text);
        if (nothingTyped)
            scored.push_back({0, 0, i}); // those opened last stay first
        else if (rank == NameRank::Last && !isTyped)
            scored.push_back({static_cast<int>(tier) - afterAll, score, i});
        else if (tier == FuzzyTier::Loose) // better letters count more than the kind of a name
            scored.push_back({0, score + (rank == NameRank::Own ? ownCounts : rank == NameRank::Seldom ? -seldomCounts : 0), i});
        else
            scored.push_back({ranksInTier * static_cast<int>(tier) + ranksInTier - 1 - static_cast<int>(rank), score, i});
    }
    const auto better = [](const Scored& a, const Scored& b) {
        return a.tier != b.tier ? a.tier > b.tier : a.score != b.score ? a.score > b.score : a.index < b.index;
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
    return rankAll(pattern, texts, nullptr, {}, {}, limit);
}

FuzzyNames::FuzzyNames(QVector<QString> names) : FuzzyNames(std::move(names), {}) {}

FuzzyNames::FuzzyNames(QVector<QString> names, QVector<quint8> kinds) : names_(std::move(names)), kinds_(std::move(kinds))
{
    signs_.reserve(names_.size());
    for (const QString& name : std::as_const(names_))
        signs_.push_back(signsOf(name));
}

QVector<int> FuzzyNames::rank(QStringView pattern, int limit, const QVector<NameRank>& ranks) const
{
    return rankAll(pattern, names_, &signs_, kinds_, ranks, limit);
}

} // namespace blak::ui
