// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QString>
#include <QVector>
#include <nlohmann/json_fwd.hpp>

namespace blak::ui::playing {

/// In a row of the control channel about a class or an object: the text of the one value that was asked for; empty: it has none.
QString nameIn(const nlohmann::json& row);

/// The classes of a running world, each below its superclass, with how many objects there are: of what `classes` of the control
/// channel answers with counts.
class ClassTree
{
public:
    struct Row
    {
        int id = 0;
        QString name;
        qint64 own = 0;        ///< objects of exactly this class
        qint64 all = 0;        ///< with those of all below it
        QVector<int> children; ///< ids, by name; only classes that have objects
    };

    /// Classes whose superclass is not there, or is their own heir, are roots.
    static ClassTree of(const nlohmann::json& classes);

    const QVector<int>& roots() const { return roots_; } ///< those with objects, by name
    const Row* find(int id) const;

private:
    QHash<int, Row> rows_;
    QVector<int> roots_;
};

} // namespace blak::ui::playing
