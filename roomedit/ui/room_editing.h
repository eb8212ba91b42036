// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/roomcore/operations/alignment.h"
#include "roomedit/roomcore/operations/clipboard.h"
#include "roomedit/roomcore/operations/find.h"
#include "roomedit/ui/room_model.h"

/// Commands on what is selected: what the rows of the action table run. A refusal is told by RoomModel::noticed.
namespace blak::ui::rooms {

/// Whether something was done; a refusal is told.
template <typename Done>
bool told(RoomModel& model, const Done& done)
{
    if (!done)
        model.refused(done.error());
    return static_cast<bool>(done);
}

bool hasLines(const RoomModel& model);
bool hasVertices(const RoomModel& model);
bool hasSectors(const RoomModel& model, int least);
bool canTurn(const RoomModel& model); ///< a single vertex or thing would turn onto itself

void deleteSelection(RoomModel& model);
void flipSelectedLines(RoomModel& model);
void splitSelectedLines(RoomModel& model);
/// Into the line within `reach` editor units of the place; where none is, into the middle of the one that is selected, which is told.
void insertVertexAt(RoomModel& model, std::optional<QPointF> pointed, double reach);
void joinSelectedSectors(RoomModel& model);
void mergeSelectedSectors(RoomModel& model);
void dissolveSelectedSectors(RoomModel& model);
void makeSectorAt(RoomModel& model, QPointF editor);
void rotateSelection(RoomModel& model, double degrees);
void mirrorSelection(RoomModel& model, bool leftRight);
/// A corner of the room on the grid next to a place; both around all of it.
void placeCornerAt(RoomModel& model, QPointF editor);
void fitCornersToRoom(RoomModel& model);
/// By steps of the grid.
void nudgeSelection(RoomModel& model, int columns, int rows);
/// Of the selected sectors, by editor units.
void raiseSelection(RoomModel& model, bool ceiling, int by);
void brightenSelection(RoomModel& model, int by);

// Between rooms, by the clipboard of the system.
bool hasPiece(const RoomModel& model); ///< something is selected that can be copied: vertices alone cannot
bool copySelection(RoomModel& model); ///< false where that was refused
void cutSelection(RoomModel& model);
bool canPaste();
Result<roo::Room> clipboardPiece();
/// The middle of the piece lands on the grid next to a place, as one step with that name.
void pasteAt(RoomModel& model, QPointF editor);
void putPieceAt(RoomModel& model, const roo::Room& piece, QPointF editor, roomcore::PasteOptions options, const roomcore::PasteSeries& series, const QString& name);
/// What is selected as a file, and such a file into the room; false where it was refused.
bool savePrefab(RoomModel& model, const QString& path);
bool insertPrefab(RoomModel& model, const QString& path, QPointF editor);

/// Into the wall next to a place: a way through, or with sill and lintel a window.
void putOpeningAt(RoomModel& model, QPointF editor, bool isWindow);
void putArchAt(RoomModel& model, QPointF editor);
/// From the first selected line to the second.
void bridgeSelectedLines(RoomModel& model);
/// What a world moves by a tag.
void makeDoorOfSelection(RoomModel& model);
void makeLiftOfSelection(RoomModel& model);
/// Floors, ceilings or light of the selected sectors, evenly from the first to the last.
void spreadFloors(RoomModel& model);
void spreadCeilings(RoomModel& model);
void spreadLight(RoomModel& model);
/// The floor (or ceiling) of the selected sector from the selected line on, by `rise` at its far end; 0 levels those of all that are selected.
void tiltPlane(RoomModel& model, roomcore::Plane plane, int rise);
bool canTilt(const RoomModel& model); ///< one sector is selected, and one line of its border
bool hasSlope(const RoomModel& model, roomcore::Plane plane); ///< a selected sector has

/// Selects what is like the selection, or next to it.
void selectSimilar(RoomModel& model, roomcore::Likeness likeness);
void selectNeighbours(RoomModel& model);

// On what is pointed at in the 3D view; a part of a wall that is no step counts as the sector before it.

/// What an edit there is about: the item, or with it all that is selected.
QVector<MapItem> targetsOf(const RoomModel& model, const MapItem& item);
/// Floors and ceilings by height; walls by the plane of the sector behind that the step belongs to.
void raiseItems(RoomModel& model, const QVector<MapItem>& items, int by);
void brightenItems(RoomModel& model, const QVector<MapItem>& items, int by);
void shiftItems(RoomModel& model, const QVector<MapItem>& items, int byX, int byY);
/// Along the border from a wall.
void alignItem(RoomModel& model, const MapItem& item, roomcore::TextureSize size, roomcore::AlignAxis axis);
/// Fits its picture to the walls that follow; how it lies then, in words, or nothing where that was refused.
QString fitItem(RoomModel& model, const MapItem& item, roomcore::TextureSize size, roomcore::AlignAxis axis);
/// Puts an edge of the picture to that of the walls.
void justifyItems(RoomModel& model, const QVector<MapItem>& items, roomcore::Justify where);
/// Of the wall picture that an item shows, as it is seen (it is stored turned); 64 x 64 where there is none.
roomcore::TextureSize textureSizeOf(const RoomModel& model, const MapItem& item);

/// Puts a texture on what is pointed at: the part of a wall, a floor or ceiling, or on everything that is selected. Without a
/// part, walls get it between floor and ceiling (or on their steps), sectors on the floor.
void applyTexture(RoomModel& model, const QVector<MapItem>& items, int texture);
/// Where on what is selected a texture may go. Without a part of it: where applyTexture() puts it.
struct TexturePlace
{
    QString words; ///< "the floor"
    MapItem::Kind kind = MapItem::Kind::Nothing;
    MapItem::Part part = MapItem::Part::Whole;
};
/// First where it goes without a question: what was pointed at in the 3D view, else floors, else walls. Empty: nothing that is
/// selected has a texture, or may be changed.
QVector<TexturePlace> texturePlaces(const RoomModel& model);
/// On all that is selected of that kind, walls on both sides; one step of undo.
void putTexture(RoomModel& model, const TexturePlace& place, int texture);
/// All properties of a sector or of a side of a wall but tag and slopes, kept for the next of its kind in any room; false where
/// there is nothing to copy.
bool copyLook(RoomModel& model, const MapItem& item);
bool canCopyLook(const RoomModel& model); ///< what was selected last has some
void pasteLook(RoomModel& model, const QVector<MapItem>& items);
bool canPasteLook(const RoomModel& model); ///< something was copied that fits what is selected

/// Of what is pointed at; 0 where there is none.
int textureOf(const RoomModel& model, const MapItem& item);

} // namespace blak::ui::rooms
