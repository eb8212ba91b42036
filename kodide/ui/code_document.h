// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/action_table.h"
#include "ui/document_view.h"

namespace blak::ui::code {

/// Blakod sources and headers.
DocumentType codeDocumentType();
/// Every other text: put it behind the types that know better.
DocumentType textDocumentType();
/// Rows for both, and for the views that show text.
ActionTable codeActions();

} // namespace blak::ui::code
