// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/widgets/action_table.h"
#include "studio/widgets/document_view.h"

namespace blak::ui {

/// Views of the files that are neither rooms, sprites nor source text: tables, palettes, pictures, configuration.
QVector<DocumentType> viewDocumentTypes();
ActionTable viewActions();

} // namespace blak::ui
