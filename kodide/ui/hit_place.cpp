// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/hit_place.h"

#include "kodide/ui/hit_delegate.h"

#include <QTreeWidgetItem>

#include <algorithm>

namespace blak::ui::code {
namespace {

const QString selectKey = QStringLiteral("select"), wordsKey = QStringLiteral("words");

/// Where `wanted` begins nearest to `at`; -1: nowhere.
qsizetype nearest(const QByteArray& text, const QByteArray& wanted, qsizetype at)
{
    const qsizetype behind = text.indexOf(wanted, at);
    const qsizetype ahead = at > 0 ? text.lastIndexOf(wanted, at - 1) : -1;
    if (behind < 0 || ahead < 0)
        return std::max(behind, ahead);
    return behind - at <= at - ahead ? behind : ahead;
}

} // namespace

HitPlace HitPlace::of(const QTreeWidgetItem& row, qsizetype begin, qsizetype end)
{
    const QString line = row.text(0);
    const int column = row.data(0, HitDelegate::ColumnRole).toInt(), length = row.data(0, HitDelegate::LengthRole).toInt();
    return {begin, end, line.left(column), line.mid(column, length), line.mid(column + length)};
}

QVariantMap HitPlace::toState() const
{
    QVariantMap state{{selectKey, QVariantList{QVariant::fromValue(begin), QVariant::fromValue(end)}}};
    if (!hit.isEmpty())
        state.insert(wordsKey, QVariantList{before, hit, after});
    return state;
}

std::optional<HitPlace> HitPlace::fromState(const QVariantMap& state)
{
    const QVariantList range = state.value(selectKey).toList(), words = state.value(wordsKey).toList();
    if (range.size() != 2)
        return std::nullopt;
    HitPlace place;
    place.begin = range[0].toLongLong();
    place.end = range[1].toLongLong();
    if (words.size() == 3) {
        place.before = words[0].toString();
        place.hit = words[1].toString();
        place.after = words[2].toString();
    }
    return place;
}

std::pair<qsizetype, qsizetype> HitPlace::in(const QByteArray& utf8) const
{
    const QByteArray words = hit.toUtf8();
    if (words.isEmpty() || begin < 0)
        return {begin, end};
    QByteArray text = utf8;
    text.replace('\t', ' '); // as in the line of a hit
    const qsizetype length = end - begin, from = std::min(begin, text.size());
    const QByteArray lead = before.toUtf8();
    if (const qsizetype line = nearest(text, lead + words + after.toUtf8(), std::max<qsizetype>(0, from - lead.size())); line >= 0) // there, or elsewhere
        return {line + lead.size(), line + lead.size() + length};
    if (const qsizetype same = nearest(text, words, from); same >= 0)
        return {same, same + length};
    return {begin, end};
}

} // namespace blak::ui::code
