// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/views.h"

#include "studio/views/image/image_view.h"
#include "studio/views/palette/palette_view.h"
#include "studio/views/tables/kodbase_view.h"
#include "studio/views/tables/object_panel.h"
#include "studio/views/tables/resource_view.h"
#include "studio/views/tables/save_view.h"

#include <QCoreApplication>

namespace blak::ui {
namespace {

using project::FileKind;

QString say(const char* text) { return QCoreApplication::translate("Views", text); }

ActionSpec saveRow(const char* id, const char* text, const char* icon, Qt::Key key, void (SaveView::*run)(),
                   bool (*enabled)(const SaveView&))
{
    ActionSpec spec;
    spec.id = QStringLiteral("save.") + QLatin1String(id);
    spec.text = say(text);
    spec.menu = QStringLiteral("View");
    spec.context = QStringLiteral("save");
    spec.icon = QLatin1String(icon);
    spec.keys = {QKeySequence(Qt::ALT | key)};
    spec.run = [run](DocumentView* view) {
        if (auto* save = qobject_cast<SaveView*>(view))
            (save->*run)();
    };
    spec.enabled = [enabled](const DocumentView* view) {
        const auto* save = qobject_cast<const SaveView*>(view);
        return save != nullptr && enabled(*save);
    };
    return spec;
}

} // namespace

QVector<DocumentType> viewDocumentTypes()
{
    return {typeOfKinds(QStringLiteral("resources"), say("Resources"), {QStringLiteral("rsc"), QStringLiteral("rsb")},
                        {FileKind::Resources, FileKind::DynamicResources, FileKind::SavedStrings}, &ResourceView::open),
            typeOfKinds(QStringLiteral("kodbase"), say("Names and numbers"), {QStringLiteral("txt")}, {FileKind::SymbolBase},
                        &KodbaseView::open),
            typeOfKinds(QStringLiteral("save"), say("Saved game"), {}, {FileKind::SavedGame}, &SaveView::open),
            typeOfKinds(QStringLiteral("palette"), say("Palette"), {QStringLiteral("pal"), QStringLiteral("bmp")},
                        {FileKind::Palette}, &PaletteView::open),
            typeOfKinds(QStringLiteral("image"), say("Picture"), {QStringLiteral("bmp"), QStringLiteral("png")},
                        {FileKind::Image}, &ImageView::open)};
}

ActionTable viewActions()
{
    ActionTable table;
    table << saveRow("back", QT_TRANSLATE_NOOP("Views", "Back to the object before"), "undo", Qt::Key_Left, &SaveView::goBack,
                     [](const SaveView& view) { return view.panel()->canGoBack(); });
    table << saveRow("forward", QT_TRANSLATE_NOOP("Views", "Forward to the next object"), "redo", Qt::Key_Right,
                     &SaveView::goForward, [](const SaveView& view) { return view.panel()->canGoForward(); });
    return table;
}

} // namespace blak::ui
