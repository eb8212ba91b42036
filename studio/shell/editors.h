// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/action_table.h"
#include "ui/document_view.h"

#include <cstdint>
#include <optional>

namespace blak::ui::shell {

class ActionRegistry;
class FileIndex;

/// What the editor libraries of this build offer.
QVector<DocumentType> documentTypes();
ActionTable editorActions();
/// Keys of other programs that the editors know.
void addEditorKeys(ActionRegistry& actions);

/// Tells a document who in the project's Blakod uses its file, and what rooms are called there, where it shows that.
void tellUsers(DocumentView& document, const FileIndex& index);

/// Has a document tell what files it wrote beside its own, and in which folder.
void followWritten(const DocumentView& document, const QObject& listener, const std::function<void(const QString& sentence, const QString& folder)>& told);

/// Byte of a text where its caret, or what is selected, begins; none: it is no text, or null.
std::optional<std::uint32_t> caretOf(const DocumentView* document);

/// The type that takes a file, by its first bytes; null when none does.
const DocumentType* typeFor(const QVector<DocumentType>& types, const QString& path, const QByteArray& head);

} // namespace blak::ui::shell
