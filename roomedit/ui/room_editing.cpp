// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/room_editing.h"

#include "roomedit/roomcore/map/faces.h"
#include "roomedit/roomcore/operations/construction.h"
#include "roomedit/roomcore/operations/lines.h"
#include "roomedit/roomcore/operations/properties.h"
#include "roomedit/roomcore/operations/sectors.h"
#include "roomedit/roomcore/operations/transform.h"
#include "roomedit/ui/step_names.h"

#include <QCoreApplication>

#include <cmath>
#include <set>
#include <vector>

namespace blak::ui::rooms {
namespace {

using namespace roomcore;

/// Heights and light that are changed again and again become one step.
constexpr std::uint64_t raiseKey = 0x5261'6973'6500, brightenKey = 0x4C69'6768'7400, nudgeKey = 0x4E75'6467'6500;

std::uint64_t keyFor(std::uint64_t kind, const MapSelection& parts)
{
    std::uint64_t key = kind;
    for (const SectorId id : parts.sectors)
        key = key * 1'000'003 + id.value;
    for (const LineId id : parts.lines)
        key = key * 1'000'003 + id.value;
    for (const VertexId id : parts.vertices)
        key = key * 1'000'003 + id.value;
    for (const ThingId id : parts.things)
        key = key * 1'000'003 + id.value;
    return key | 1;
}

MapPoint middleOf(const RoomModel& model, const MapSelection& parts)
{
    const MapBox box = boxOf(model.map(), parts);
    return onGrid((box.left + box.right) / 2.0, (box.bottom + box.top) / 2.0, 1);
}

MapPoint pointOf(QPointF editor) { return onGrid(editor.x(), editor.y(), 1); }

QString say(const char* text) { return QCoreApplication::translate("RoomActions", text); }

/// "3, 5 and 8", at most so many of them by their names.
QString listed(const QStringList& names)
{
    constexpr qsizetype mostNamed = 4;
    if (names.size() > mostNamed + 1)
        return say("%1 and %2 more").arg(names.first(mostNamed).join(QStringLiteral(", "))).arg(names.size() - mostNamed);
    return names.size() < 2 ? names.join(QString()) : say("%1 and %2").arg(names.first(names.size() - 1).join(QStringLiteral(", ")), names.last());
}

/// What a deletion takes along without being asked: sectors that lines enclosed, and the floor below what stands in the room.
/// Made before it.
class TakenAlong
{
public:
    TakenAlong(const RoomModel& model, const MapSelection& parts) : model_(model)
    {
        const Map& map = model.map();
        std::set<LineId> lines(parts.lines.begin(), parts.lines.end());
        for (const VertexId vertex : parts.vertices)
            lines.insert(map.linesAt(vertex).begin(), map.linesAt(vertex).end());
        Faces faces(map);
        std::set<std::size_t> met;
        for (const LineId line : lines)
            for (const Side side : {Side::Plus, Side::Minus}) {
                const SectorId sector = map.line(line).side(side).sector;
                if (!sector || !faces.isTraced(line) || std::ranges::find(parts.sectors, sector) != parts.sectors.end())
                    continue;
                const std::size_t face = faces.faceOf({line, side});
                if (!faces.face(face).outer || !met.insert(face).second)
                    continue;
                const Faces::Place place = faces.placeIn(face);
                MapSelection one;
                one.sectors = {sector};
                const QVector<MapItem> items = model.itemsOf(one);
                areas_.push_back({sector, pointOf({place.x, place.y}), items.isEmpty() ? -1 : items.first().index});
            }
        const auto stands = [&](const QString& name, QPointF editor) {
            if (const MapPoint at = pointOf(editor); sectorAt(map, at))
                standing_.push_back({name, at});
        };
        if (const auto& facts = model.facts()) {
            for (const RoomFacts::Object& object : facts->objects)
                stands(object.className, model.placeOfFact(object.row, object.column));
            for (const RoomFacts::Exit& exit : facts->exits)
                stands(say("the exit to %1").arg(exit.room), model.placeOfFact(exit.row - 0.5, exit.column - 0.5));
        }
    }

    /// After it: in words for the user; empty where nothing went.
    QString sentence() const
    {
        const Map& map = model_.map();
        std::set<int> gone;
        for (const Area& area : areas_)
            if (!map.has(area.sector) && !sectorAt(map, area.inside)) // else it was joined with the one beside it
                gone.insert(area.number);
        QStringList numbers, outside, sentences;
        for (const int number : gone)
            numbers << QString::number(number);
        for (const auto& [name, at] : standing_)
            if (!sectorAt(map, at) && !outside.contains(name))
                outside << name;
        if (!numbers.isEmpty())
            sentences << (numbers.size() == 1 ? say("Sector %1 went with it: nothing encloses it any longer.") : say("Sectors %1 went with it: nothing encloses them any longer.")).arg(listed(numbers));
        if (!outside.isEmpty())
            sentences << say("Outside of the room now: %1.").arg(listed(outside));
        return sentences.join(u' ');
    }

private:
    struct Area
    {
        SectorId sector;
        MapPoint inside;
        int number = -1; ///< of the sector
    };

    const RoomModel& model_;
    std::vector<Area> areas_;
    std::vector<std::pair<QString, MapPoint>> standing_;
};

MapSelection linesAlone(MapSelection parts) { return {{}, std::move(parts.lines), {}, {}}; }
MapSelection sectorsAlone(MapSelection parts) { return {{}, {}, std::move(parts.sectors), {}}; }

/// Floors of the ones, ceilings of the others; one step. What could not go so far is told.
void raiseSectors(RoomModel& model, const MapSelection& floors, const MapSelection& ceilings, int by)
{
    QStringList planes;
    if (!floors.sectors.empty())
        planes << stepName(model, say("floor of %1"), floors);
    if (!ceilings.sectors.empty())
        planes << stepName(model, say("ceiling of %1"), ceilings);
    if (planes.isEmpty())
        return;
    QStringList cut;
    const bool isDone = inStep(
        model, (by < 0 ? say("Lower %1") : say("Raise %1")).arg(listed(planes)),
        [&](MapEdit& edit) -> Result<void> {
            for (const Plane plane : {Plane::Floor, Plane::Ceiling}) {
                const auto raised = raise(edit, (plane == Plane::Floor ? floors : ceilings).sectors, plane, by, model.defaults());
                if (!raised)
                    return raised.error();
                if (raised.value().count > 0)
                    cut << QString::fromStdString(raised.value().sentence());
            }
            return {};
        },
        keyFor(keyFor(raiseKey, floors), ceilings));
    if (isDone && !cut.isEmpty())
        emit model.noticed(cut.join(u' '));
}

void brightenSectors(RoomModel& model, const MapSelection& parts, int by)
{
    if (!parts.sectors.empty())
        inStep(
            model, stepName(model, by < 0 ? say("Darken %1") : say("Brighten %1"), parts), [&](MapEdit& edit) { return brighten(edit, parts.sectors, by); },
            keyFor(brightenKey, parts));
}

} // namespace

bool hasLines(const RoomModel& model) { return model.canEdit() && !model.selectedParts().lines.empty(); }
bool hasVertices(const RoomModel& model) { return model.canEdit() && !model.selectedParts().vertices.empty(); }
bool hasSectors(const RoomModel& model, int least)
{
    return model.canEdit() && model.selectedParts().sectors.size() >= static_cast<std::size_t>(least);
}

bool canTurn(const RoomModel& model)
{
    const MapSelection parts = model.canEdit() ? model.selectedParts() : MapSelection();
    return !parts.sectors.empty() || !parts.lines.empty() || parts.vertices.size() + parts.things.size() > 1;
}

void deleteSelection(RoomModel& model)
{
    const MapSelection parts = model.selectedParts();
    if (!model.mayMove(parts))
        return;
    if (model.mode() == MapMode::Thing && parts.things.empty() && !model.selection().isEmpty()) // of another mode, and not marked in this one
        return emit model.noticed(QCoreApplication::translate("RoomActions", "No thing is selected. What was selected before is of another mode: go there to delete it."));
    const TakenAlong along(model, parts);
    MapEdit edit = model.edit();
    document::Transaction transaction(edit.history(), stepName(model, say("Delete %1"), parts).toStdString());
    for (const ThingId id : parts.things)
        edit.remove(id);
    if (!parts.sectors.empty() && !told(model, deleteSectors(edit, parts.sectors, model.defaults())))
        return;
    std::vector<LineId> lines = parts.lines;
    std::erase_if(lines, [&](LineId id) { return !model.map().has(id); });
    if (!lines.empty() && !told(model, deleteLines(edit, lines, model.defaults())))
        return;
    std::vector<VertexId> vertices = parts.vertices;
    std::erase_if(vertices, [&](VertexId id) { return !model.map().has(id); });
    if (!vertices.empty() && !told(model, deleteVertices(edit, vertices, model.defaults())))
        return;
    edit.select({});
    transaction.commit();
    if (const QString sentence = along.sentence(); !sentence.isEmpty())
        emit model.noticed(sentence);
}

void flipSelectedLines(RoomModel& model)
{
    const MapSelection parts = linesAlone(model.selectedParts());
    inStep(model, stepName(model, say("Flip %1"), parts), [&](MapEdit& edit) { return flipLines(edit, parts.lines); });
}

void splitSelectedLines(RoomModel& model)
{
    const MapSelection parts = linesAlone(model.selectedParts());
    inStep(model, stepName(model, say("Split %1"), parts), [&](MapEdit& edit) { return splitLines(edit, parts.lines, 2, model.defaults()); });
}

void insertVertexAt(RoomModel& model, std::optional<QPointF> pointed, double reach)
{
    QVector<MapItem> meant;
    if (pointed)
        for (const int line : model.index().linesNear(*pointed, reach)) // the nearest first
            if (const MapItem item{MapItem::Kind::Line, line}; model.isFree(item))
                meant.append(item);
    const bool isPointed = !meant.isEmpty();
    if (!isPointed)
        std::ranges::copy_if(model.selection(), std::back_inserter(meant), [](const MapItem& item) { return item.kind == MapItem::Kind::Line; });
    if (meant.isEmpty() || (!isPointed && meant.size() > 1))
        return emit model.noticed(say("Point at the line that gets a vertex, or select it alone."));
    const MapSelection parts = model.partsOf({meant.first()});
    const LineId line = parts.lines.front();
    const auto insertAt = [&](MapPoint place) {
        return inStep(model, stepName(model, say("Insert vertex into %1"), parts), [&](MapEdit& edit) { return insertVertex(edit, line, place, model.defaults()); });
    };
    if (!isPointed) {
        const MapPoint from = model.map().startOf(line), to = model.map().endOf(line);
        const MapPoint middle = onGrid((from.x + to.x) / 2.0, (from.y + to.y) / 2.0, 1);
        if (insertAt(middle)) // perhaps out of sight
            emit model.noticed(say("%1 has a vertex in its middle now, at x %2, y %3.").arg(model.nameOf(meant.first())).arg(middle.x).arg(middle.y));
        return;
    }
    // On the line, at the place next to the cursor.
    const MapPoint at = pointOf(*pointed);
    const MapPoint start = model.map().startOf(line), way = model.map().endOf(line) - start;
    const double part = std::clamp(static_cast<double>(dot(at - start, way)) / std::max<double>(1, static_cast<double>(squaredLength(way))), 0.0, 1.0);
    insertAt(onGrid(start.x + part * way.x, start.y + part * way.y, 1));
}

void joinSelectedSectors(RoomModel& model)
{
    const MapSelection parts = sectorsAlone(model.selectedParts());
    inStep(model, stepName(model, say("Join %1"), parts), [&](MapEdit& edit) { return joinSectors(edit, parts.sectors); });
}

void mergeSelectedSectors(RoomModel& model)
{
    const MapSelection parts = sectorsAlone(model.selectedParts());
    inStep(model, stepName(model, say("Merge %1"), parts), [&](MapEdit& edit) { return mergeSectors(edit, parts.sectors, model.defaults()); });
}

void dissolveSelectedSectors(RoomModel& model)
{
    const MapSelection parts = sectorsAlone(model.selectedParts());
    inStep(model, stepName(model, say("Dissolve %1"), parts), [&](MapEdit& edit) { return dissolveSectors(edit, parts.sectors, model.defaults()); });
}

void makeSectorAt(RoomModel& model, QPointF editor)
{
    const MapPoint at = pointOf(editor);
    inStep(model, say("Make sector at x %1, y %2").arg(at.x).arg(at.y), [&](MapEdit& edit) { return makeSector(edit, at, model.defaults()); });
}

void rotateSelection(RoomModel& model, double degrees)
{
    const MapSelection parts = model.selectedParts();
    if (model.mayMove(parts))
        inStep(model, stepName(model, say("Rotate %1"), parts),
               [&](MapEdit& edit) { return rotate(edit, parts, middleOf(model, parts), degrees, model.mergeRule(), model.defaults()); });
}

void mirrorSelection(RoomModel& model, bool leftRight)
{
    const MapSelection parts = model.selectedParts();
    if (model.mayMove(parts))
        inStep(model, stepName(model, say("Mirror %1"), parts), [&](MapEdit& edit) {
            return mirror(edit, parts, leftRight ? MirrorAxis::Horizontal : MirrorAxis::Vertical, model.mergeRule(), model.defaults());
        });
}

void nudgeSelection(RoomModel& model, int columns, int rows)
{
    const MapSelection parts = model.selectedParts();
    if (!model.mayMove(parts))
        return;
    const MapPoint by = model.grid().along(columns, rows);
    inStep(
        model, stepName(model, say("Move %1"), parts), [&](MapEdit& edit) { return moveBy(edit, parts, by, model.mergeRule(), model.defaults()); },
        keyFor(nudgeKey, parts));
}

void raiseSelection(RoomModel& model, bool ceiling, int by)
{
    const MapSelection parts = sectorsAlone(model.selectedParts());
    raiseSectors(model, ceiling ? MapSelection() : parts, ceiling ? parts : MapSelection(), by);
}

void brightenSelection(RoomModel& model, int by)
{
    brightenSectors(model, sectorsAlone(model.selectedParts()), by);
}

void selectSimilar(RoomModel& model, Likeness likeness)
{
    model.selectParts(similarParts(model.map(), model.selectedParts(), likeness));
}

void selectNeighbours(RoomModel& model) { model.selectParts(withNeighbours(model.map(), model.selectedParts())); }

QVector<MapItem> targetsOf(const RoomModel& model, const MapItem& item)
{
    if (!model.isFree(item))
        return {};
    return model.isSelected(item) ? model.selection() : QVector<MapItem>{item};
}

void raiseItems(RoomModel& model, const QVector<MapItem>& items, int by)
{
    MapSelection floors, ceilings;
    for (const MapItem& item : items) {
        const MapSelection parts = model.partsOf({item});
        MapSelection& into = item.part == MapItem::Part::Ceiling || item.part == MapItem::Part::Above ? ceilings : floors;
        into.sectors.insert(into.sectors.end(), parts.sectors.begin(), parts.sectors.end());
        for (const LineId line : parts.lines) {
            const bool isStep = item.part == MapItem::Part::Above || item.part == MapItem::Part::Below;
            const Side looksAt = item.minusSide ? Side::Minus : Side::Plus;
            if (const SectorId sector = model.map().line(line).side(otherSide(looksAt)).sector; isStep && sector)
                into.sectors.push_back(sector);
        }
    }
    raiseSectors(model, floors, ceilings, by);
}

void brightenItems(RoomModel& model, const QVector<MapItem>& items, int by)
{
    MapSelection parts = model.partsOf(items);
    for (const MapItem& item : items)
        for (const LineId line : model.partsOf({item}).lines)
            if (const SectorId sector = model.map().line(line).side(item.minusSide ? Side::Minus : Side::Plus).sector)
                parts.sectors.push_back(sector);
    std::sort(parts.sectors.begin(), parts.sectors.end());
    parts.sectors.erase(std::unique(parts.sectors.begin(), parts.sectors.end()), parts.sectors.end());
    brightenSectors(model, sectorsAlone(std::move(parts)), by);
}

void shiftItems(RoomModel& model, const QVector<MapItem>& items, int byX, int byY)
{
    std::vector<SideRef> sides;
    MapSelection key;
    for (const MapItem& item : items)
        for (const LineId line : model.partsOf({item}).lines) {
            sides.push_back({line, item.minusSide ? Side::Minus : Side::Plus});
            key.lines.push_back(line);
        }
    if (!sides.empty())
        inStep(
            model, stepName(model, say("Shift texture of %1"), key), [&](MapEdit& edit) { return shiftTexture(edit, sides, byX, byY); }, keyFor(nudgeKey + 2, key));
}

} // namespace blak::ui::rooms
