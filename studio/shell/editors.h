// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/action_table.h"
#include "ui/document_view.h"

namespace blak::ui::shell {

class ActionRegistry;
class FileIndex;

/// What the editor libraries of this build offer.
QVector<DocumentType> documentTypes();
ActionTable editorActions();
/// Keys of other programs that the editors know.
void addEditorKeys(ActionRegistry& actions);

/// Tells a document who in the project's Blakod uses its file, where it shows that.
void tellUsers(DocumentView& document, const FileIndex& index);

/// The type that takes a file, by its first bytes; null when none does.
const DocumentType* typeFor(const QVector<DocumentType>& types, const QString& path, const QByteArray& head);

} // namespace blak::ui::shell
