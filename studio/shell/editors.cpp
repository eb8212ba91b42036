// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/editors.h"

#include "bgfeditor/ui/sprite_document.h"
#include "kodide/ui/bof_view.h"
#include "kodide/ui/code_document.h"
#include "roomedit/ui/room_document.h"
#include "studio/shell/unknown_view.h"
#include "studio/sound/sound_document.h"
#include "studio/views/views.h"

#include <algorithm>

namespace blak::ui {

QVector<DocumentType> documentTypes()
{
    return QVector<DocumentType>{roomDocumentType(), spriteDocumentType(), soundDocumentType(), codeDocumentType(),
                                 bofDocumentType()} +
           viewDocumentTypes() + QVector<DocumentType>{textDocumentType(), unknownDocumentType()}; // any text, then anything
}

ActionTable editorActions()
{
    return roomActions() + spriteActions() + soundActions() + codeActions() + viewActions();
}

const DocumentType* typeFor(const QVector<DocumentType>& types, const QString& path, const QByteArray& head)
{
    const auto found =
        std::find_if(types.begin(), types.end(), [&](const DocumentType& type) { return type.recognises(path, head); });
    return found == types.end() ? nullptr : &*found;
}

} // namespace blak::ui
