// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVector>
#include <nlohmann/json_fwd.hpp>

namespace blak::ui::playing {

/// Whose objects a part of a name means: of the classes that have it in their names or are called so by players, and of what inherits from
/// those.
struct ClassSearch
{
    struct Part
    {
        int id = 0;
        bool withHeirs = true;
    };

    QVector<Part> parts; ///< that have objects, the best answers first; an object may be in several
    qint64 objects = 0;  ///< in all of them, each once

    /// `classes`: what `classes` of the control channel answers with counts, and with the property that holds names.
    static ClassSearch of(const nlohmann::json& classes, const QString& part);
};

} // namespace blak::ui::playing
