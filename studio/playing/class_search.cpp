// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/class_search.h"

#include "studio/playing/class_tree.h"
#include "ui/match_completer.h"

#include <QHash>
#include <QSet>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

namespace blak::ui::playing {
namespace {

using nlohmann::json;

struct Class
{
    int id = 0, super = 0;
    QString type;
    qint64 own = 0; ///< objects of exactly this class
    MatchKind byType = MatchKind::None, byName = MatchKind::None;
};

} // namespace

ClassSearch ClassSearch::of(const json& classes, const QString& part)
{
    QHash<int, Class> all;
    for (const json& row : classes) {
        const int id = row.value("classId", 0);
        const QString type = QString::fromStdString(row.value("class", ""));
        all.insert(id, {id, row.value("super", 0), type, row.value("objects", std::int64_t{0}), matchKind(part, type), matchKind(part, nameIn(row))});
    }
    // Nearest first; a circle ends it.
    const auto above = [&all](const Class& one) {
        QVector<int> out;
        for (auto at = all.constFind(one.super); at != all.cend() && at->id != one.id && !out.contains(at->id); at = all.constFind(at->super))
            out.push_back(at->id);
        return out;
    };
    ClassSearch search;
    QHash<int, qint64> below; // objects of a class that answers and of its heirs
    for (const Class& one : std::as_const(all)) {
        bool isMeant = one.byType != MatchKind::None || one.byName != MatchKind::None;
        if (one.byType != MatchKind::None)
            below[one.id] += one.own;
        for (const int id : above(one))
            if (all[id].byType != MatchKind::None) {
                below[id] += one.own;
                isMeant = true;
            }
        if (isMeant)
            search.objects += one.own;
    }
    QVector<std::tuple<MatchKind, bool, QString, int>> order; // the name of the class counts before what players call it
    for (const Class& one : std::as_const(all)) {
        const QVector<int> supers = above(one);
        const bool isWithin = std::ranges::any_of(supers, [&](int id) { return all[id].byType != MatchKind::None && all[id].byType <= one.byType; });
        if (one.byType != MatchKind::None && !isWithin && below.value(one.id) > 0)
            order.emplace_back(one.byType, false, one.type.toLower(), one.id);
        else if (one.byType == MatchKind::None && one.byName != MatchKind::None && one.own > 0)
            order.emplace_back(one.byName, true, one.type.toLower(), one.id);
    }
    std::ranges::sort(order);
    for (const auto& [kind, isCalledSo, type, id] : order)
        search.parts.push_back({id, !isCalledSo});
    return search;
}

} // namespace blak::ui::playing
