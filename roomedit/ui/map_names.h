// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/ui/name_places.h"
#include "roomedit/ui/room_model.h"

#include <QFont>

#include <memory>

namespace blak::ui::rooms {

/// "north"
QString edgeName(RoomFacts::Edge edge);

/// Where names stand on the map: labels of tags, exits, ways over an edge, objects. They are placed once for each zoom, in logical pixels
/// from the origin of the editor units, y down: however one pans, selects or walks, a name stays beside what it names.
class MapNames
{
public:
    struct Tag
    {
        QRectF box;
        QString text;
        int tag = 0;
    };
    struct Name
    {
        QRectF box;
        QString text;
        PlacedItem item;
        std::optional<QLineF> lead; ///< from the name to what it names, where it could not stand beside it
    };

    /// As they are placed for what the model has now; `zoom` is in logical pixels per editor unit, `font` that of names.
    void place(const RoomModel& model, double zoom, const QFont& font);

    const QVector<Tag>& tags() const { return tags_; }
    const QVector<EdgeMark>& edges() const { return edges_; }
    const QVector<Name>& names() const { return names_; }

private:
    void placeTags(const RoomModel& model, double zoom, const QFont& font);
    void placeFacts(const RoomModel& model, double zoom, const QFont& font);

    std::shared_ptr<const MapIndex> index_;
    std::shared_ptr<const RoomFacts> facts_;
    std::shared_ptr<const ItemStates> hidden_;
    double zoom_ = 0;
    QFont font_;
    bool showsFacts_ = false;
    QVector<Tag> tags_;
    QVector<EdgeMark> edges_;
    QVector<Name> names_;
};

} // namespace blak::ui::rooms
