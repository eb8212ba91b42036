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
/// from the origin of the editor units, y down: however one pans, selects or walks, a name stays beside what it names. Only an edge whose
/// middle is out of sight has its arrow and name in the middle of what is seen of it.
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
    const QVector<EdgeMark>& edges() const { return shownEdges_; }
    const QVector<Name>& names() const { return shownNames_; }
    /// `seen` is what the view shows, from the origin of the editor units: edges() and names() are then for it.
    void showIn(const QRectF& seen);

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
    QVector<std::pair<QString, QSizeF>> edgeTexts_; ///< what each of the edges says, and how large that is
    QVector<Name> names_;
    QRectF walkable_;
    QVector<EdgeMark> shownEdges_;
    QVector<Name> shownNames_;
};

} // namespace blak::ui::rooms
