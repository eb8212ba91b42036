// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/editors.h"

#include "bgfeditor/ui/sprite_document.h"
#include "kodide/ui/code_document.h"
#include "roomedit/ui/room_document.h"
#include "studio/sound/sound_document.h"

#include <algorithm>

namespace blak::ui {

QVector<DocumentType> documentTypes()
{
    return {
        roomDocumentType(),
        spriteDocumentType(),
        soundDocumentType(),
        codeDocumentType(),
        textDocumentType(), // any other text, so it comes last
    };
}

ActionTable editorActions()
{
    return roomActions() + spriteActions() + soundActions() + codeActions();
}

const DocumentType* typeFor(const QVector<DocumentType>& types, const QString& path, const QByteArray& head)
{
    const auto found =
        std::find_if(types.begin(), types.end(), [&](const DocumentType& type) { return type.recognises(path, head); });
    return found == types.end() ? nullptr : &*found;
}

} // namespace blak::ui
