// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/editors.h"

#include "bgfeditor/ui/aseprite_keys.h"
#include "bgfeditor/ui/sprite_document.h"
#include "bgfeditor/ui/sprite_view.h"
#include "kodide/ui/bof_view.h"
#include "kodide/ui/code_document.h"
#include "kodide/ui/code_editor.h"
#include "kodide/ui/code_view.h"
#include "roomedit/ui/room_document.h"
#include "studio/shell/action_registry.h"
#include "studio/shell/file_index.h"
#include "studio/shell/unknown_view.h"
#include "studio/sound/sound_document.h"
#include "studio/sound/sound_view.h"
#include "studio/views/views.h"
#include "ui/place_path.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QHash>
#include <QPointer>

#include <algorithm>
#include <array>

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

namespace {

constexpr std::array textContexts{"code", "text"};

/// Beside cutting and pasting, which texts bring along.
ActionTable withSelectAll(ActionTable table)
{
    for (const char* context : textContexts) {
        ActionSpec spec;
        spec.id = QLatin1String(context) + QStringLiteral(".clip.all");
        spec.text = QCoreApplication::translate("CodeActions", "Select all");
        spec.menu = QStringLiteral("Edit");
        spec.context = QLatin1String(context);
        spec.run = [](DocumentView* view) {
            if (const auto* text = qobject_cast<code::CodeView*>(view))
                text->editor()->selectAll();
        };
        const QString paste = QLatin1String(context) + QStringLiteral(".clip.paste");
        const auto place = std::ranges::find(table, paste, &ActionSpec::id);
        table.insert(place == table.end() ? place : place + 1, spec);
    }
    return table;
}

/// What other programs call the commands of the editors.
QHash<QString, QString> otherWords()
{
    const QString turn = QStringLiteral("rotate turn spin"), mirror = QStringLiteral("flip mirror"), zoomIn = QStringLiteral("enlarge magnify"),
                  zoomOut = QStringLiteral("shrink smaller");
    return {{QStringLiteral("room.turn.right"), turn},
            {QStringLiteral("room.turn.left"), turn},
            {QStringLiteral("room.turn.mirrorX"), mirror},
            {QStringLiteral("room.turn.mirrorY"), mirror},
            {QStringLiteral("room.edit.findReplace"), QStringLiteral("search textures tags of all rooms, texture replace")},
            {QStringLiteral("room.view.go"), QStringLiteral("goto jump")},
            {QStringLiteral("room.view.zoomIn"), zoomIn},
            {QStringLiteral("room.view.zoomOut"), zoomOut},
            {QStringLiteral("sprite.angle.right"), turn},
            {QStringLiteral("sprite.angle.left"), turn},
            {QStringLiteral("sprite.frame.turn"), turn},
            {QStringLiteral("sprite.frame.turnLeft"), turn},
            {QStringLiteral("sprite.frame.turnBy"), turn},
            {QStringLiteral("sprite.frame.flip"), mirror},
            {QStringLiteral("sprite.frame.flipDown"), mirror},
            {QStringLiteral("sprite.frame.duplicate"), QStringLiteral("copy clone double")},
            {QStringLiteral("sprite.view.zoomIn"), zoomIn},
            {QStringLiteral("sprite.view.zoomOut"), zoomOut},
            {QStringLiteral("code.line.comment"), QStringLiteral("uncomment toggle")},
            {QStringLiteral("text.line.comment"), QStringLiteral("uncomment toggle")}};
}

} // namespace

ActionTable editorActions()
{
    return rooms::roomActions() + sprites::spriteActions() + sound::soundActions() + withSelectAll(code::codeActions()) + views::viewActions();
}

void addEditorKeys(ActionRegistry& actions)
{
    actions.addPresetKeys(KeyPreset::Aseprite, sprites::asepriteKeys());
    QHash<QString, QKeySequence> native;
    for (const char* context : textContexts) {
        const QString clip = QLatin1String(context) + QStringLiteral(".clip.");
        native.insert(clip + QStringLiteral("cut"), Qt::CTRL | Qt::Key_X);
        native.insert(clip + QStringLiteral("copy"), Qt::CTRL | Qt::Key_C);
        native.insert(clip + QStringLiteral("paste"), Qt::CTRL | Qt::Key_V);
        native.insert(clip + QStringLiteral("all"), Qt::CTRL | Qt::Key_A);
    }
    actions.addNativeKeys(native);
    actions.addWords(otherWords());
}

void followWritten(const DocumentView& document, const QObject& listener, const std::function<void(const QString&, const QString&)>& told)
{
    if (const auto* view = qobject_cast<const sprites::SpriteView*>(&document))
        QObject::connect(view, &sprites::SpriteView::wroteFiles, &listener, told);
    rooms::whenFilesAreWritten(document, listener, told);
}

void tellUsers(DocumentView& document, const FileIndex& index)
{
    if (auto* sprite = qobject_cast<sprites::SpriteView*>(&document))
        sprite->setRoomTitles([index = QPointer<const FileIndex>(&index)](const QString& file) { return index ? index->titleOf(file) : file; });
    auto* view = qobject_cast<sound::SoundView*>(&document);
    if (view == nullptr)
        return;
    if (index.names().classes.empty()) { // no project, or its sources are still being read
        view->setUsers(std::nullopt);
        return;
    }
    QVector<sound::SoundUser> users;
    const auto found = index.names().sounds.find(QFileInfo(document.path()).fileName().toLower().toStdString());
    if (found != index.names().sounds.end())
        for (const project::FileUse& use : found->second)
            users.push_back({QString::fromStdString(use.className),
                             placePath(index.root() + u'/' + QString::fromStdString(use.path.generic_string()), QString::number(use.line))});
    std::ranges::sort(users, [](const auto& a, const auto& b) { return a.className.compare(b.className, Qt::CaseInsensitive) < 0; });
    view->setUsers(users);
}

std::optional<std::uint32_t> caretOf(const DocumentView* document)
{
    const auto* view = qobject_cast<const code::CodeView*>(document);
    return view == nullptr ? std::nullopt : std::optional(static_cast<std::uint32_t>(view->editor()->selection().first));
}

const DocumentType* typeFor(const QVector<DocumentType>& types, const QString& path, const QByteArray& head)
{
    const auto found =
        std::find_if(types.begin(), types.end(), [&](const DocumentType& type) { return type.recognises(path, head); });
    return found == types.end() ? nullptr : &*found;
}

} // namespace blak::ui::shell
