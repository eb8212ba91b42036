// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/editors.h"

#include "bgfeditor/ui/aseprite_keys.h"
#include "bgfeditor/ui/sprite_document.h"
#include "kodide/ui/bof_view.h"
#include "kodide/ui/code_document.h"
#include "roomedit/ui/room_document.h"
#include "studio/shell/action_registry.h"
#include "studio/shell/unknown_view.h"
#include "studio/sound/sound_document.h"
#include "studio/views/views.h"

#include <algorithm>

namespace blak::ui::shell {

QVector<DocumentType> documentTypes()
{
    DocumentType text = code::textDocumentType(); // nothing is a text, too, unless it is called like a room; so is a page in place of a room
    text.recognises = [isText = text.recognises](const QString& path, const QByteArray& head) {
        return !UnknownView::isDamagedBinary(path, head) && isText(path, head);
    };
    return QVector<DocumentType>{rooms::roomDocumentType(), sprites::spriteDocumentType(), sound::soundDocumentType(),
                                 code::codeDocumentType(), code::bofDocumentType()} +
           views::viewDocumentTypes() +
           QVector<DocumentType>{text, unknownDocumentType()}; // any text, then anything
}

ActionTable editorActions()
{
    return rooms::roomActions() + sprites::spriteActions() + sound::soundActions() + code::codeActions() + views::viewActions();
}

void addEditorKeys(ActionRegistry& actions) { actions.addPresetKeys(KeyPreset::Aseprite, sprites::asepriteKeys()); }

const DocumentType* typeFor(const QVector<DocumentType>& types, const QString& path, const QByteArray& head)
{
    const auto found =
        std::find_if(types.begin(), types.end(), [&](const DocumentType& type) { return type.recognises(path, head); });
    return found == types.end() ? nullptr : &*found;
}

} // namespace blak::ui::shell
