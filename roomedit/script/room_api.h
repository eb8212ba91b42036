// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/document/history.h"
#include "roomedit/roomcore/operations/alignment.h"
#include "roomedit/roomcore/map/map_edit.h"
#include "roomedit/roomcore/operations/transform.h"
#include "roomedit/script/script_values.h"

#include <QObject>

#include <functional>
#include <memory>

class QJSEngine;

#include <optional>

namespace blak::roomscript {

/// The object `room` of scripts: the operations of the map kernel under short names. Ids are numbers; what is not there throws.
/// Optional arguments may be left out.
class RoomApi : public QObject
{
    Q_OBJECT

public:
    /// What a script should know although it is no error goes to `say`, as a line.
    RoomApi(QJSEngine& engine, roomcore::Map& map, const roomcore::MapDefaults& defaults, std::shared_ptr<const roo::Room> file,
            std::function<void(const QString&)> say);

    int operations() const { return operations_; }

    // What there is.
    Q_INVOKABLE QJSValue vertices();
    Q_INVOKABLE QJSValue lines();
    Q_INVOKABLE QJSValue sectors();
    Q_INVOKABLE QJSValue things();
    Q_INVOKABLE QJSValue vertex(const QJSValue& id);
    Q_INVOKABLE QJSValue line(const QJSValue& id);
    Q_INVOKABLE QJSValue sector(const QJSValue& id);
    Q_INVOKABLE QJSValue thing(const QJSValue& id);
    Q_INVOKABLE QJSValue side(const QJSValue& line, const QJSValue& side = {});
    Q_INVOKABLE QJSValue linesOf(const QJSValue& sector);
    Q_INVOKABLE QJSValue linesAt(const QJSValue& vertex);
    Q_INVOKABLE QJSValue sectorAt(const QJSValue& x, const QJSValue& y);
    Q_INVOKABLE QJSValue selection();
    Q_INVOKABLE void select(const QJSValue& parts);
    Q_INVOKABLE QJSValue find(const QJSValue& query);
    Q_INVOKABLE QJSValue similar(const QJSValue& parts, const QJSValue& likeness);
    Q_INVOKABLE QJSValue neighbours(const QJSValue& parts);
    Q_INVOKABLE QJSValue check();

    // Drawing; each gives the sectors that were made.
    Q_INVOKABLE QJSValue draw(const QJSValue& points, const QJSValue& closed = {});
    Q_INVOKABLE QJSValue rectangle(const QJSValue& x0, const QJSValue& y0, const QJSValue& x1, const QJSValue& y1);
    Q_INVOKABLE QJSValue ellipse(const QJSValue& x0, const QJSValue& y0, const QJSValue& x1, const QJSValue& y1,
                                 const QJSValue& corners = {});
    Q_INVOKABLE QJSValue polygon(const QJSValue& centre, const QJSValue& through, const QJSValue& corners);
    Q_INVOKABLE QJSValue grid(const QJSValue& x0, const QJSValue& y0, const QJSValue& x1, const QJSValue& y1, const QJSValue& rows,
                              const QJSValue& columns);
    Q_INVOKABLE QJSValue corridor(const QJSValue& points, const QJSValue& width);
    Q_INVOKABLE QJSValue stairs(const QJSValue& x0, const QJSValue& y0, const QJSValue& x1, const QJSValue& y1, const QJSValue& steps,
                                const QJSValue& rise, const QJSValue& headroom = {});
    Q_INVOKABLE QJSValue opening(const QJSValue& line, const QJSValue& at, const QJSValue& options = {});
    Q_INVOKABLE QJSValue arch(const QJSValue& line, const QJSValue& at, const QJSValue& options = {});
    Q_INVOKABLE QJSValue bridge(const QJSValue& from, const QJSValue& to, const QJSValue& pieces);

    // Moving.
    Q_INVOKABLE void move(const QJSValue& parts, const QJSValue& x, const QJSValue& y, const QJSValue& rule = {});
    Q_INVOKABLE void rotate(const QJSValue& parts, const QJSValue& centre, const QJSValue& degrees, const QJSValue& rule = {});
    Q_INVOKABLE void scale(const QJSValue& parts, const QJSValue& centre, const QJSValue& factorX, const QJSValue& factorY,
                           const QJSValue& rule = {});
    Q_INVOKABLE void mirror(const QJSValue& parts, const QJSValue& axis, const QJSValue& rule = {});
    Q_INVOKABLE QJSValue copy(const QJSValue& parts, const QJSValue& x, const QJSValue& y, const QJSValue& options = {});
    Q_INVOKABLE void remove(const QJSValue& parts);

    // Lines, vertices, sectors.
    Q_INVOKABLE QJSValue insertVertex(const QJSValue& line, const QJSValue& at);
    Q_INVOKABLE void split(const QJSValue& lines, const QJSValue& pieces = {});
    Q_INVOKABLE void flip(const QJSValue& lines);
    Q_INVOKABLE void join(const QJSValue& sectors);
    Q_INVOKABLE void merge(const QJSValue& sectors);
    Q_INVOKABLE void dissolve(const QJSValue& sectors);
    Q_INVOKABLE QJSValue makeSector(const QJSValue& x, const QJSValue& y);

    // Properties, by the names of the text form (docs/formats/udmf.md).
    Q_INVOKABLE void setSector(const QJSValue& sectors, const QJSValue& values);
    Q_INVOKABLE void setSide(const QJSValue& sides, const QJSValue& values);
    Q_INVOKABLE void setLine(const QJSValue& lines, const QJSValue& values);
    Q_INVOKABLE void setThing(const QJSValue& things, const QJSValue& values);
    Q_INVOKABLE void raise(const QJSValue& sectors, const QJSValue& plane, const QJSValue& by);
    Q_INVOKABLE void brighten(const QJSValue& sectors, const QJSValue& by);
    Q_INVOKABLE void gradient(const QJSValue& sectors, const QJSValue& what);
    Q_INVOKABLE void slope(const QJSValue& sector, const QJSValue& plane, const QJSValue& points);
    Q_INVOKABLE void tilt(const QJSValue& sector, const QJSValue& plane, const QJSValue& line, const QJSValue& rise);
    Q_INVOKABLE void level(const QJSValue& sector, const QJSValue& plane);

    // Textures.
    Q_INVOKABLE void setTexture(const QJSValue& sides, const QJSValue& part, const QJSValue& texture);
    Q_INVOKABLE void setFlat(const QJSValue& sectors, const QJSValue& plane, const QJSValue& texture);
    Q_INVOKABLE void shift(const QJSValue& sides, const QJSValue& x, const QJSValue& y);
    Q_INVOKABLE void align(const QJSValue& side, const QJSValue& part, const QJSValue& width, const QJSValue& height,
                           const QJSValue& axis = {});
    Q_INVOKABLE QJSValue fit(const QJSValue& side, const QJSValue& part, const QJSValue& width, const QJSValue& height,
                             const QJSValue& axis = {});
    Q_INVOKABLE void justify(const QJSValue& sides, const QJSValue& part, const QJSValue& width, const QJSValue& height,
                             const QJSValue& where);
    Q_INVOKABLE int replace(const QJSValue& query, const QJSValue& with);

    // Tags and corners.
    Q_INVOKABLE int door(const QJSValue& sectors);
    Q_INVOKABLE int lift(const QJSValue& sectors);
    Q_INVOKABLE int freeTag();
    Q_INVOKABLE void corner(const QJSValue& x, const QJSValue& y);
    Q_INVOKABLE void fitCorners();

private:
    /// Counts an operation and forgets how to take it back: a run is undone as a whole.
    void changed();
    /// A side's picture, as align() and fit() take it; nothing where that was refused.
    struct WallPicture
    {
        roomcore::SideRef side;
        roomcore::WallPart part;
        roomcore::TextureSize size;
        roomcore::AlignAxis axis;
    };
    std::optional<WallPicture> wallPicture(const QJSValue& side, const QJSValue& part, const QJSValue& width, const QJSValue& height,
                                           const QJSValue& axis);
    template <typename T>
    bool done(const Result<T>& result)
    {
        if (!values_.done(result))
            return false;
        changed();
        return true;
    }
    std::optional<roomcore::MergeRule> rule(const QJSValue& value) const;
    QJSValue drawClosed(const Result<std::vector<roomcore::MapPoint>>& points);
    QJSValue selectedSectors() const;
    std::optional<roomcore::MapPoint> at(const QJSValue& x, const QJSValue& y) const;
    template <typename Parts, typename Table, typename Set>
    void setAll(const Parts& parts, const Table& table, const QJSValue& values, Set set);
    int makeMover(const QJSValue& sectors, bool isDoor);

    roomcore::Map& map_;
    const roomcore::MapDefaults& defaults_;
    std::shared_ptr<const roo::Room> file_;
    document::History history_;
    roomcore::MapEdit edit_;
    ScriptValues values_;
    std::function<void(const QString&)> say_;
    int operations_ = 0;
};

} // namespace blak::roomscript
