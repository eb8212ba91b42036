// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/action_table.h"
#include "ui/document_view.h"

namespace blak::ui::views {

/// Views of the files that are neither rooms, sprites nor source text: tables, palettes, pictures, configuration.
QVector<DocumentType> viewDocumentTypes();
ActionTable viewActions();

/// Writes what the view shows as PNG and says what came of it (DocumentView::reported).
void saveViewPicture(DocumentView& view, const QString& file);

} // namespace blak::ui::views
