// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/action_table.h"
#include "ui/document_view.h"

namespace blak::ui::sprites {

/// Sprites and textures (.bgf) for the shell.
DocumentType spriteDocumentType();

/// Rows of the action table with the context "sprite".
ActionTable spriteActions();

} // namespace blak::ui::sprites
