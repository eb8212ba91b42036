// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/widgets/action_table.h"
#include "studio/widgets/document_view.h"

namespace blak::ui {

/// Sounds (.wav, .ogg) for the shell.
DocumentType soundDocumentType();

/// Rows of the action table with the context "sound".
ActionTable soundActions();

} // namespace blak::ui
