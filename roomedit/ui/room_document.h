// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/roo/room.h"
#include "ui/action_table.h"
#include "ui/document_view.h"

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

} // namespace blak::ui::rooms
