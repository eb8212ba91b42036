// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/editors.h"

#include "roomedit/ui/room_document.h"
#if __has_include("bgfeditor/ui/sprite_document.h")
#include "bgfeditor/ui/sprite_document.h"
#define BLAK_HAS_SPRITES 1
#endif

#include <algorithm>

namespace blak::ui {

QVector<DocumentType> documentTypes()
{
    QVector<DocumentType> types{roomDocumentType()};
#ifdef BLAK_HAS_SPRITES
    types.push_back(spriteDocumentType());
#endif
    return types;
}

ActionTable editorActions()
{
    ActionTable all = roomActions();
#ifdef BLAK_HAS_SPRITES
    all += spriteActions();
#endif
    return all;
}

const DocumentType* typeFor(const QVector<DocumentType>& types, const QString& path, const QByteArray& head)
{
    const auto found =
        std::find_if(types.begin(), types.end(), [&](const DocumentType& type) { return type.recognises(path, head); });
    return found == types.end() ? nullptr : &*found;
}

} // namespace blak::ui
