// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/perspectives.h"

#include <algorithm>

namespace blak::ui::shell {

const PerspectiveRow& Perspectives::row(Perspective perspective) const
{
    return *std::ranges::find(rows_, perspective, &PerspectiveRow::perspective);
}

std::optional<Perspective> Perspectives::find(const QString& id) const
{
    const auto found = std::ranges::find_if(rows_, [&](const PerspectiveRow& row) { return id == QLatin1String(row.id); });
    return found == rows_.end() ? std::nullopt : std::optional(found->perspective);
}

bool Perspectives::takes(Perspective perspective, const QString& kind) const
{
    return kind.isEmpty() ? perspective != Perspective::Welcome : row(perspective).kinds.contains(kind);
}

Perspective Perspectives::home(const QString& kind) const
{
    for (const PerspectiveRow& row : rows_)
        if (row.kinds.contains(kind))
            return row.perspective;
    const auto first = std::ranges::find(rows_, true, &PerspectiveRow::hasTab); // a kind that nobody named
    return first->perspective;
}

QVector<Perspective> Perspectives::takers(const QString& kind) const
{
    QVector<Perspective> all;
    for (const PerspectiveRow& row : rows_)
        if (takes(row.perspective, kind))
            all.push_back(row.perspective);
    return all;
}

std::optional<Perspective> StopRule::stopped(Perspective now)
{
    const auto shows = std::ranges::find(perspectives_.rows(), true, &PerspectiveRow::showsStops);
    const bool stood = std::exchange(stands_, true);
    if (shows == perspectives_.rows().end() || now == shows->perspective)
        return std::nullopt;
    const auto steppedIn = std::exchange(steppedIn_, std::nullopt);
    if (brought_ && stood && steppedIn.value_or(now) == now) // one stop was not gone on from, and somebody went elsewhere: that was a choice
        return std::nullopt;
    from_ = now;
    brought_ = shows->perspective;
    return brought_;
}

void StopRule::goesOn(Perspective now, bool steps)
{
    stands_ = stands_ && steps;
    steppedIn_ = now;
}

std::optional<Perspective> StopRule::runsOn(Perspective now)
{
    return from_ == Perspective::Play && hasBrought(now) ? wentOn(now) : std::nullopt;
}

std::optional<Perspective> StopRule::wentOn(Perspective now)
{
    stands_ = false;
    const std::optional<Perspective> brought = std::exchange(brought_, std::nullopt);
    const std::optional<Perspective> from = std::exchange(from_, std::nullopt);
    return brought && now == *brought ? from : std::nullopt;
}

} // namespace blak::ui::shell
