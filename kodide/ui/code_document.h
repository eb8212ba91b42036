// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/widgets/action_table.h"
#include "studio/widgets/document_view.h"

namespace blak::ui {

/// Blakod sources and headers.
DocumentType codeDocumentType();
/// Every other text: put it behind the types that know better.
DocumentType textDocumentType();
/// Rows for both, and for the views that show text.
ActionTable codeActions();

} // namespace blak::ui
