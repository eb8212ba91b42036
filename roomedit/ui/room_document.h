// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/roo/room.h"
#include "ui/action_table.h"
#include "ui/document_view.h"

#include <functional>
#include <memory>

namespace blak::ui::rooms {

/// Rooms (.roo) for the shell.
DocumentType roomDocumentType();

/// Rows of the action table with the context "room".
ActionTable roomActions();

/// What a view of a room shows, with its edits; null for other documents.
std::shared_ptr<const roo::Room> shownRoom(const DocumentView& document);

/// A texture was picked in the browser: where a room is shown, its brush has it from now on.
void giveTexture(DocumentView& document, int number);
/// Where one may go on what is selected, in words ("the floor"), first where it goes without a question. Empty: nowhere. Statuses
/// of the document tell when that changes.
QStringList texturePlaces(const DocumentView& document);
/// Puts it there: one step of undo.
void putTexture(DocumentView& document, int number, int place);
/// Calls `show` with the texture of a place that shall have another one, when that is asked for.
void whenTextureIsAsked(DocumentView& document, const std::function<void(int number)>& show);

/// Tells of plans and models that were written, and of the folder they are in.
void whenFilesAreWritten(const DocumentView& document, const QObject& listener, const std::function<void(const QString& sentence, const QString& folder)>& told);

} // namespace blak::ui::rooms
