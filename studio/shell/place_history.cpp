// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/place_history.h"

namespace blak::ui::shell {
namespace {

/// The same place as people see it: what else a view remembers does not count.
bool isSame(const VisitedPlace& a, const VisitedPlace& b)
{
    const QString line = QStringLiteral("line");
    return a.path == b.path && a.state.value(line) == b.state.value(line);
}

void push(QVector<VisitedPlace>& places, const VisitedPlace& place)
{
    if (place.path.isEmpty() || (!places.isEmpty() && isSame(places.last(), place)))
        return;
    places.push_back(place);
    if (places.size() > PlaceHistory::mostPlaces)
        places.removeFirst();
}

} // namespace

void PlaceHistory::leave(const VisitedPlace& place)
{
    push(behind_, place);
    ahead_.clear();
}

std::optional<VisitedPlace> PlaceHistory::step(QVector<VisitedPlace>& from, QVector<VisitedPlace>& to, const VisitedPlace& here)
{
    while (!from.isEmpty()) {
        const VisitedPlace place = from.takeLast();
        if (isSame(place, here))
            continue;
        push(to, here);
        return place;
    }
    return std::nullopt;
}

void PlaceHistory::renamed(const QString& from, const QString& to)
{
    for (QVector<VisitedPlace>* places : {&behind_, &ahead_})
        for (VisitedPlace& one : *places)
            if (one.path == from)
                one.path = to;
}

void PlaceHistory::clear()
{
    behind_.clear();
    ahead_.clear();
}

} // namespace blak::ui::shell
