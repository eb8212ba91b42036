// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/widgets/action_table.h"
#include "studio/widgets/document_view.h"

namespace blak::ui {

/// Sprites and textures (.bgf) for the shell.
DocumentType spriteDocumentType();

/// Rows of the action table with the context "sprite".
ActionTable spriteActions();

} // namespace blak::ui
