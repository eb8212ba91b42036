// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/widgets/action_table.h"
#include "studio/widgets/document_view.h"

namespace blak::ui {

/// Rooms (.roo) for the shell.
DocumentType roomDocumentType();

/// Rows of the action table with the context "room".
ActionTable roomActions();

} // namespace blak::ui
