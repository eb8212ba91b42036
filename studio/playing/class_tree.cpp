// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/class_tree.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace blak::ui::playing {

using nlohmann::json;

QString nameIn(const json& row)
{
    const json values = row.value("values", json::array());
    return !values.empty() && values[0].is_object() ? QString::fromStdString(values[0].value("text", "")).trimmed() : QString();
}

ClassTree ClassTree::of(const json& classes)
{
    ClassTree tree;
    QHash<int, int> super;
    for (const json& row : classes) {
        const int id = row.value("classId", 0);
        tree.rows_.insert(id, {id, QString::fromStdString(row.value("class", "")), row.value("objects", std::int64_t{0}), 0, {}});
        super.insert(id, row.value("super", 0));
    }
    QVector<int> order;
    for (const int id : tree.rows_.keys()) {
        // Objects count for every class above; a circle ends it.
        int steps = 0;
        for (int at = id; tree.rows_.contains(at) && steps <= super.size(); at = super.value(at), ++steps) {
            tree.rows_[at].all += tree.rows_[id].own;
            if (super.value(at) == at)
                break;
        }
        if (steps > super.size())
            super[id] = 0;
    }
    for (const int id : tree.rows_.keys())
        if (tree.rows_[id].all > 0)
            order.push_back(id);
    std::ranges::sort(order, [&](int a, int b) { return tree.rows_[a].name.compare(tree.rows_[b].name, Qt::CaseInsensitive) < 0; });
    for (const int id : order) {
        const int above = super.value(id);
        if (above != id && tree.rows_.contains(above))
            tree.rows_[above].children.push_back(id);
        else
            tree.roots_.push_back(id);
    }
    return tree;
}

const ClassTree::Row* ClassTree::find(int id) const
{
    const auto it = rows_.constFind(id);
    return it == rows_.cend() ? nullptr : &*it;
}

} // namespace blak::ui::playing
