// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/hit_ticks.h"

#include <QSet>

#include <algorithm>
#include <functional>

namespace blak::ui::code {
namespace {

constexpr qsizetype mostPairs = 1'000'000; ///< of hits that are compared with each other
constexpr qsizetype mostForms = 500;       ///< of lines of a file as they were before they were edited
constexpr qint64 samePlace = 1000;         ///< more than the letters of two lines that are alike

bool isSameLine(const FileHit& a, const FileHit& b)
{
    return a.column == b.column && a.length == b.length && a.lineText == b.lineText;
}

QString keyOf(const FileHit& hit) { return QString::number(hit.column) + u':' + QString::number(hit.length) + u':' + hit.lineText; }

/// Letters around both that are the same, counted from the hits on.
struct Alike
{
    qsizetype before = 0, after = 0;
    bool isWholeBefore = false, isWholeAfter = false; ///< all of them, and there are some
};

Alike alike(const FileHit& a, const FileHit& b)
{
    const QStringView beforeA = QStringView(a.lineText).first(a.column), beforeB = QStringView(b.lineText).first(b.column);
    const QStringView afterA = QStringView(a.lineText).sliced(a.column + a.length), afterB = QStringView(b.lineText).sliced(b.column + b.length);
    Alike same;
    while (same.before < std::min(beforeA.size(), beforeB.size()) && beforeA[beforeA.size() - 1 - same.before] == beforeB[beforeB.size() - 1 - same.before])
        ++same.before;
    while (same.after < std::min(afterA.size(), afterB.size()) && afterA[same.after] == afterB[same.after])
        ++same.after;
    same.isWholeBefore = same.before > 0 && beforeA.size() == beforeB.size() && same.before == beforeA.size();
    same.isWholeAfter = same.after > 0 && afterA.size() == afterB.size() && same.after == afterA.size();
    return same;
}

} // namespace

/// Finds for each hit of now the one it was.
class HitTicks::Matching
{
public:
    Matching(const QVector<Known>& old, const QVector<FileHit>& now, qsizetype bytes)
        : old_(old), now_(now), bytes_(bytes), of_(now.size(), -1), to_(old.size(), -1), isInOrder_(now.size(), false)
    {
        matchEnds();
        matchSameLines();
        matchMoved();
        forEachGap([this](const Gap& gap) { matchChanged(gap, false); });
        forEachGap([this](const Gap& gap) { matchChanged(gap, true); });
        dropTwice();
    }

    qsizetype before(qsizetype now) const { return of_[now]; } ///< -1: none
    bool isInOrder(qsizetype now) const { return isInOrder_[now]; }
    bool isStill(qsizetype old) const { return to_[old] >= 0; }

private:
    /// What stands between two that are known; ends exclusive.
    struct Gap
    {
        qsizetype oldFrom, oldTo, nowFrom, nowTo;
    };

    void match(qsizetype old, qsizetype now, bool inOrder)
    {
        of_[now] = old;
        to_[old] = now;
        isInOrder_[now] = inOrder;
    }

    qsizetype fromEnd(qsizetype now) const { return bytes_ - now_[now].end; }
    bool isThere(qsizetype old, qsizetype now) const { return old_[old].hit.begin == now_[now].begin || old_[old].fromEnd == fromEnd(now); }
    bool isSameFromBegin(qsizetype old, qsizetype now) const
    {
        return old_[old].hit.begin == now_[now].begin && isSameLine(old_[old].hit, now_[now]);
    }
    bool isSameFromEnd(qsizetype old, qsizetype now) const { return old_[old].fromEnd == fromEnd(now) && isSameLine(old_[old].hit, now_[now]); }

    /// What stands before and behind the only place of a text that was edited.
    void matchEnds()
    {
        qsizetype old = 0;
        for (; nowFrom_ < now_.size(); ++nowFrom_) {
            const qsizetype found = next(old, 1, [this](qsizetype one) { return isSameFromBegin(one, nowFrom_); });
            if (found < 0)
                break;
            match(found, nowFrom_, true);
            old = found + 1;
        }
        oldFrom_ = old;
        nowTo_ = now_.size();
        oldTo_ = old_.size();
        for (; nowTo_ > nowFrom_; --nowTo_) {
            const qsizetype found = next(oldTo_ - 1, -1, [this](qsizetype one) { return isSameFromEnd(one, nowTo_ - 1); });
            if (found < 0)
                break;
            match(found, nowTo_ - 1, true);
            oldTo_ = found;
        }
    }

    /// The next one that was listed, when it is the one, else one before it that was gone.
    qsizetype next(qsizetype from, int step, const std::function<bool(qsizetype)>& isIt) const
    {
        const qsizetype end = step > 0 ? old_.size() : oldFrom_ - 1;
        qsizetype gone = -1;
        for (qsizetype one = from; one != end; one += step) {
            if (!old_[one].isGone)
                return isIt(one) ? one : gone;
            if (gone < 0 && isIt(one))
                gone = one;
        }
        return gone;
    }

    /// The most of the rest that have the same order and the same lines, rather those that were listed than those that were gone.
    void matchSameLines()
    {
        matchBest({oldFrom_, oldTo_, nowFrom_, nowTo_}, [this](qsizetype old, qsizetype now) -> qint64 {
            constexpr qint64 one = 65536;
            return isSameLine(old_[old].hit, now_[now]) ? one + (old_[old].isGone ? 0 : 2) + (isThere(old, now) ? 1 : 0) : 0;
        });
    }

    /// Lines that were put elsewhere.
    void matchMoved()
    {
        QHash<QString, QVector<qsizetype>> rest;
        for (const bool isGone : {false, true})
            for (qsizetype old = 0; old < old_.size(); ++old)
                if (to_[old] < 0 && old_[old].isGone == isGone)
                    rest[keyOf(old_[old].hit)].push_back(old);
        for (qsizetype now = 0; now < now_.size() && !rest.isEmpty(); ++now) {
            if (of_[now] >= 0)
                continue;
            if (const auto found = rest.find(keyOf(now_[now])); found != rest.end() && !found->isEmpty())
                match(found->takeFirst(), now, false);
        }
    }

    /// Between two that are known: lines that were edited. One that was gone must be much like it.
    void matchChanged(const Gap& gap, bool gone)
    {
        matchBest(gap, [this, gone](qsizetype old, qsizetype now) -> qint64 {
            if (to_[old] >= 0 || of_[now] >= 0 || old_[old].isGone != gone)
                return 0;
            const Alike same = alike(old_[old].hit, now_[now]);
            const bool there = isThere(old, now);
            if (gone && !there && !same.isWholeBefore && !same.isWholeAfter)
                return 0;
            return 1 + same.before + same.after + (there ? samePlace : 0);
        });
    }

    /// What a hit was before is no other one while it is there itself.
    void dropTwice()
    {
        QSet<qsizetype> here;
        for (const bool isGone : {false, true})
            for (qsizetype old = 0; old < old_.size(); ++old) {
                if (to_[old] < 0 || old_[old].isGone != isGone)
                    continue;
                if (here.contains(old_[old].id)) {
                    of_[to_[old]] = -1;
                    isInOrder_[to_[old]] = false;
                    to_[old] = -1;
                }
                here.insert(old_[old].id);
            }
    }

    /// Pairs in the same order with the highest sum; 0: no pair.
    void matchBest(const Gap& gap, const std::function<qint64(qsizetype, qsizetype)>& worth)
    {
        const qsizetype rows = gap.oldTo - gap.oldFrom, columns = gap.nowTo - gap.nowFrom;
        if (rows <= 0 || columns <= 0 || rows > mostPairs / columns)
            return;
        QVector<qint64> sums((rows + 1) * (columns + 1), 0); // of what is left from there on
        QVector<qint64> worths(rows * columns, 0);
        const auto sum = [&](qsizetype row, qsizetype column) -> qint64& { return sums[row * (columns + 1) + column]; };
        for (qsizetype row = rows - 1; row >= 0; --row)
            for (qsizetype column = columns - 1; column >= 0; --column) {
                const qint64 pair = worth(gap.oldFrom + row, gap.nowFrom + column);
                worths[row * columns + column] = pair;
                sum(row, column) = std::max({sum(row + 1, column), sum(row, column + 1), pair > 0 ? pair + sum(row + 1, column + 1) : 0});
            }
        for (qsizetype row = 0, column = 0; row < rows && column < columns;) {
            const qint64 pair = worths[row * columns + column];
            if (pair > 0 && sum(row, column) == pair + sum(row + 1, column + 1))
                match(gap.oldFrom + row++, gap.nowFrom + column++, true);
            else if (sum(row, column) == sum(row + 1, column))
                ++row;
            else
                ++column;
        }
    }

    void forEachGap(const std::function<void(const Gap&)>& tell)
    {
        QVector<Gap> gaps;
        Gap gap{0, 0, 0, 0};
        for (qsizetype now = 0; now < now_.size(); ++now) {
            if (!isInOrder_[now])
                continue;
            gap.oldTo = of_[now];
            gap.nowTo = now;
            gaps.push_back(gap);
            gap.oldFrom = of_[now] + 1;
            gap.nowFrom = now + 1;
        }
        gap.oldTo = old_.size();
        gap.nowTo = now_.size();
        gaps.push_back(gap);
        for (const Gap& one : gaps)
            tell(one);
    }

    const QVector<Known>& old_;
    const QVector<FileHit>& now_;
    qsizetype bytes_;
    QVector<qsizetype> of_; ///< of each now: the old one
    QVector<qsizetype> to_; ///< of each old: the one now
    QVector<bool> isInOrder_;
    qsizetype oldFrom_ = 0, oldTo_ = 0, nowFrom_ = 0, nowTo_ = 0; ///< between what stands before and behind
};

void HitTicks::begin(const SearchQuery& query)
{
    if (query == query_)
        return;
    query_ = query;
    files_.clear();
}

void HitTicks::keep(const QString& path, qsizetype bytes, const QVector<FileHit>& hits, const QVector<bool>& ticks)
{
    if (!knows(path) && !ticks.contains(false))
        return;
    QVector<Known>& known = files_[path];
    if (known.isEmpty())
        for (const FileHit& hit : hits)
            known.push_back({hit, bytes - hit.end, ++lastId_});
    QHash<qsizetype, bool> changed;
    qsizetype at = 0;
    for (const Known& one : known)
        if (!one.isGone && at < ticks.size())
            if (const bool isTicked = ticks[at++]; isTicked != one.isTicked)
                changed.insert(one.id, isTicked);
    for (Known& one : known)
        if (const auto tick = changed.constFind(one.id); tick != changed.constEnd())
            one.isTicked = *tick;
}

void HitTicks::renamed(const QString& from, const QString& to)
{
    if (files_.contains(from))
        files_[to] = files_.take(from);
}

void HitTicks::replaced(const QString& path)
{
    if (const auto found = files_.find(path); found != files_.end())
        for (Known& one : *found)
            one.isGone = one.isGone || one.isTicked;
}

QVector<bool> HitTicks::of(const QString& path, qsizetype bytes, const QVector<FileHit>& hits)
{
    QVector<bool> ticks(hits.size(), true);
    const auto found = files_.find(path);
    if (found == files_.end())
        return ticks;
    const QVector<Known>& old = *found;
    const Matching matching(old, hits, bytes);
    const bool isForNew = std::ranges::any_of(old, [](const Known& one) { return one.isTicked; });
    QVector<Known> known;
    qsizetype behind = 0;
    qsizetype forms = std::ranges::count_if(old, [](const Known& one) { return one.isGone && !one.isTicked; });
    const auto addGone = [&](qsizetype end) {
        for (; behind < end; ++behind)
            if (!matching.isStill(behind)) {
                known.push_back(old[behind]);
                known.back().isGone = true;
            }
    };
    for (qsizetype i = 0; i < hits.size(); ++i) {
        const qsizetype before = matching.before(i);
        ticks[i] = before < 0 ? isForNew : old[before].isTicked;
        if (matching.isInOrder(i)) {
            addGone(before);
            if (!ticks[i] && !isSameLine(old[before].hit, hits[i]) && ++forms <= mostForms) { // undo may bring it back
                known.push_back(old[before]);
                known.back().isGone = true;
            }
        }
        known.push_back({hits[i], bytes - hits[i].end, before < 0 ? ++lastId_ : old[before].id, ticks[i]});
    }
    addGone(old.size());
    *found = std::move(known);
    return ticks;
}

} // namespace blak::ui::code
