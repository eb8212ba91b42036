// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/action_table.h"
#include "ui/document_view.h"

namespace blak::ui::sound {

/// Sounds (.wav, .ogg) for the shell.
DocumentType soundDocumentType();

/// Rows of the action table with the context "sound".
ActionTable soundActions();

} // namespace blak::ui::sound
