// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/ui/room_model.h"

#include <QPointF>

class QMenu;

namespace blak::ui::rooms {

class RoomView;

// Things stand in a room because Blakod puts them there: its file holds no more than its two corners. So they are looked at here and
// changed in the class of the room, and these are the ways there.

/// "guest1.kod, line 101".
QString lineName(const RoomFacts::KodLine& at);
/// "Sign", "Exit to The Inn". Of something in facts().
QString placedName(const RoomFacts& facts, const PlacedItem& item);
const RoomFacts::KodLine& placedLine(const RoomFacts& facts, const PlacedItem& item);
/// Of what is looked at; else of the first object that Blakod places, else of the first exit. Nothing: none is known.
std::optional<RoomFacts::KodLine> placingLine(const RoomModel& model);
/// Why nothing is put into the room in the mode of things, and what leads on.
QString whyNoThings(const RoomModel& model);
/// Why it stays where it is, for who drags it.
QString whyItStays(const RoomFacts& facts, const PlacedItem& item);
/// Looks at it, and brings it into view.
void showPlaced(RoomModel& model, const PlacedItem& item);
/// A line for each thing: what Blakod places, and the things of the file. Empty where there is nothing.
void addThings(QMenu& menu, RoomModel& model);
/// Asks for the file of the class, at the line.
void goToPlacingLine(RoomView& room);
/// The sector there is selected, whose light is the only one that a room's file holds.
void showLightAt(RoomModel& model, QPointF editor);

} // namespace blak::ui::rooms
