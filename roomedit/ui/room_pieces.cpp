// SPDX-License-Identifier: GPL-3.0-or-later
// Commands that put pieces into a room: from the clipboard, openings, slopes.
#include "formats/base/file_io.h"
#include "roomedit/roomcore/operations/construct.h"
#include "roomedit/roomcore/operations/structures.h"
#include "roomedit/roomcore/operations/things.h"
#include "roomedit/ui/step_names.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMimeData>

#include <span>

namespace blak::ui::rooms {
namespace {

using namespace roomcore;

QString say(const char* text) { return QCoreApplication::translate("RoomActions", text); }

QString pieceType() { return QStringLiteral("application/x-blakston-room-piece"); }

/// The line next to a place; none, and a word about it, where there is none near.
LineId wallAt(RoomModel& model, QPointF editor)
{
    constexpr double reach = 64; // editor units
    const std::vector<int> near = model.index().linesNear(editor, reach);
    if (!near.empty())
        return model.partsOf({{MapItem::Kind::Line, near.front()}}).lines.front();
    model.refused(Error{"there is no wall here", "opening"});
    return {};
}

void makeMoverOfSelection(RoomModel& model, Mover kind)
{
    MapSelection parts;
    parts.sectors = model.selectedParts().sectors;
    int tag = 0;
    const bool isMade = inStep(model, stepName(model, kind == Mover::Door ? say("Make door of %1") : say("Make lift of %1"), parts), [&](MapEdit& edit) {
        auto made = makeMover(edit, parts.sectors, kind, model.defaults());
        tag = made ? made.value() : 0;
        return made;
    });
    if (isMade)
        emit model.noticed(say("Blakod moves it by tag %1.").arg(tag));
}

void spread(RoomModel& model, Gradient what)
{
    MapSelection parts;
    parts.sectors = model.selectedParts().sectors;
    const QString pattern = what == Gradient::Light ? say("Spread light of %1") : what == Gradient::Floor ? say("Spread floors of %1") : say("Spread ceilings of %1");
    inStep(model, stepName(model, pattern, parts), [&](MapEdit& edit) { return makeGradient(edit, parts.sectors, what, model.defaults()); });
}

} // namespace

bool hasPiece(const RoomModel& model)
{
    const MapSelection parts = model.canEdit() ? model.selectedParts() : MapSelection();
    return !parts.sectors.empty() || !parts.lines.empty() || !parts.things.empty();
}

bool copySelection(RoomModel& model)
{
    const auto bytes = pieceBytes(model.map(), model.selectedParts());
    if (!told(model, bytes))
        return false;
    auto* mime = new QMimeData;
    mime->setData(pieceType(), QByteArray(reinterpret_cast<const char*>(bytes.value().data()), static_cast<qsizetype>(bytes.value().size())));
    QGuiApplication::clipboard()->setMimeData(mime);
    return true;
}

void cutSelection(RoomModel& model)
{
    if (copySelection(model)) // else it would be lost
        deleteSelection(model);
}

bool canPaste()
{
    const QMimeData* mime = QGuiApplication::clipboard()->mimeData();
    return mime != nullptr && mime->hasFormat(pieceType());
}

Result<roo::Room> clipboardPiece()
{
    const QMimeData* mime = QGuiApplication::clipboard()->mimeData();
    const QByteArray bytes = mime != nullptr ? mime->data(pieceType()) : QByteArray();
    if (bytes.isEmpty())
        return Error{"there is no piece of a room in the clipboard", "paste"};
    return readPiece(std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size()))), "clipboard");
}

void pasteAt(RoomModel& model, QPointF editor)
{
    if (const auto piece = clipboardPiece(); told(model, piece))
        putPieceAt(model, piece.value(), editor, {}, {}, say("Paste %1").arg(inWords(piece.value())));
}

void putPieceAt(RoomModel& model, const roo::Room& piece, QPointF editor, PasteOptions options, const PasteSeries& series, const QString& name)
{
    const MapBox box = boxOf(piece);
    // By whole steps, so that what was on the grid stays on it.
    const double x = editor.x() - (box.left + box.right) / 2.0, y = editor.y() - (box.bottom + box.top) / 2.0;
    options.by = MapGrid{model.grid().step, {}, model.grid().degrees}.snap(x, y);
    options.rule = model.mergeRule();
    inStep(model, name, [&](MapEdit& edit) { return pasteSeries(edit, piece, options, series, model.defaults()); });
}

bool savePrefab(RoomModel& model, const QString& path)
{
    const auto bytes = pieceBytes(model.map(), model.selectedParts());
    return told(model, bytes) && told(model, writeFileAtomically(path.toStdString(), bytes.value()));
}

bool insertPrefab(RoomModel& model, const QString& path, QPointF editor)
{
    const auto bytes = readFile(path.toStdString(), mostPieceBytes);
    if (!told(model, bytes))
        return false;
    const auto piece = readPiece(bytes.value(), path.toStdString());
    if (!told(model, piece))
        return false;
    putPieceAt(model, piece.value(), editor, {}, {}, say("Insert prefab %1").arg(QFileInfo(path).completeBaseName()));
    return true;
}

void putOpeningAt(RoomModel& model, QPointF editor, bool isWindow)
{
    const LineId line = wallAt(model, editor);
    if (!line)
        return;
    Opening opening;
    if (isWindow) {
        opening.sill = 40;
        opening.lintel = 40;
    }
    MapSelection wall;
    wall.lines = {line};
    inStep(model, stepName(model, isWindow ? say("Put window into %1") : say("Put door into %1"), wall),
           [&](MapEdit& edit) { return putOpening(edit, line, model.grid().snap(editor.x(), editor.y()), opening, model.defaults()); });
}

void putArchAt(RoomModel& model, QPointF editor)
{
    const LineId line = wallAt(model, editor);
    if (!line)
        return;
    MapSelection wall;
    wall.lines = {line};
    inStep(model, stepName(model, say("Put arch into %1"), wall),
           [&](MapEdit& edit) { return putArch(edit, line, model.grid().snap(editor.x(), editor.y()), Arch{}, model.defaults()); });
}

void bridgeSelectedLines(RoomModel& model)
{
    const MapSelection parts = model.selectedParts();
    if (parts.lines.size() != 2)
        return model.refused(Error{"select the two lines that the way is to join", "bridge"});
    constexpr int leastPiece = 32, mostPieces = 16; // editor units; a piece is a step
    const MapBox box = boxOf(model.map(), parts);
    const int pieces = std::clamp(std::max(box.right - box.left, box.top - box.bottom) / leastPiece, 1, mostPieces);
    inStep(model, say("Draw bridge between 2 lines"), [&](MapEdit& edit) { return drawBridge(edit, parts.lines[0], parts.lines[1], pieces, model.defaults()); });
}

void makeDoorOfSelection(RoomModel& model) { makeMoverOfSelection(model, Mover::Door); }
void makeLiftOfSelection(RoomModel& model) { makeMoverOfSelection(model, Mover::Lift); }

void placeCornerAt(RoomModel& model, QPointF editor)
{
    inStep(model, say("Set corner of the room"), [&](MapEdit& edit) { return placeCorner(edit, model.grid().snap(editor.x(), editor.y())); });
}

void fitCornersToRoom(RoomModel& model)
{
    inStep(model, say("Set corners around the room"), [](MapEdit& edit) { return fitCorners(edit); });
}

void spreadFloors(RoomModel& model) { spread(model, Gradient::Floor); }
void spreadCeilings(RoomModel& model) { spread(model, Gradient::Ceiling); }
void spreadLight(RoomModel& model) { spread(model, Gradient::Light); }

bool canTilt(const RoomModel& model)
{
    const MapSelection parts = model.canEdit() ? model.selectedParts() : MapSelection();
    if (parts.sectors.size() != 1 || parts.lines.size() != 1)
        return false;
    const auto border = model.map().linesOf(parts.sectors.front());
    return std::ranges::find(border, parts.lines.front()) != border.end();
}

bool hasSlope(const RoomModel& model, Plane plane)
{
    return model.canEdit() && std::ranges::any_of(model.selectedParts().sectors, [&](SectorId id) {
        const roo::Sector& sector = model.map().sector(id);
        return (plane == Plane::Floor ? sector.floorSlope : sector.ceilingSlope).has_value();
    });
}

void tiltPlane(RoomModel& model, Plane plane, int rise)
{
    const MapSelection parts = model.selectedParts();
    MapSelection sectors;
    sectors.sectors = parts.sectors;
    const bool isFloor = plane == Plane::Floor;
    if (rise == 0) {
        MapEdit edit = model.edit();
        document::Transaction transaction(edit.history(), stepName(model, isFloor ? say("Level floor of %1") : say("Level ceiling of %1"), sectors).toStdString());
        for (const SectorId sector : parts.sectors)
            told(model, clearSlope(edit, sector, plane));
        return transaction.commit();
    }
    if (!canTilt(model))
        return model.refused(Error{"select one sector and one line of its border", "slope"});
    inStep(model, stepName(model, isFloor ? say("Tilt floor of %1") : say("Tilt ceiling of %1"), sectors),
           [&](MapEdit& edit) { return tiltFromLine(edit, parts.sectors.front(), plane, parts.lines.front(), rise); });
}

} // namespace blak::ui::rooms
