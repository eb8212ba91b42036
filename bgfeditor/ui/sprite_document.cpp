// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/ui/sprite_document.h"

#include "bgfeditor/ui/sprite_canvas.h"
#include "bgfeditor/ui/sprite_edit_actions.h"
#include "bgfeditor/ui/sprite_view.h"
#include "formats/base/file_io.h"
#include "formats/bbg/command_file.h"

#include <QCoreApplication>
#include <QFile>

#include <span>

namespace blak::ui::sprites {
namespace {

constexpr std::uint64_t largestCommandFile = 16u << 20; ///< bytes

using Run = void (*)(SpriteView&);
using Test = bool (*)(const SpriteView&);

void add(ActionTable& table, const char* id, const char* text, const char* menu, const char* icon, QList<QKeySequence> keys,
         Run run, Test checked = nullptr, bool inToolBar = false)
{
    ActionSpec spec;
    spec.id = QStringLiteral("sprite.") + QLatin1String(id);
    spec.text = QCoreApplication::translate("SpriteActions", text);
    spec.menu = QLatin1String(menu);
    spec.context = QStringLiteral("sprite");
    spec.icon = QLatin1String(icon);
    spec.keys = std::move(keys);
    spec.inToolBar = inToolBar;
    spec.run = [run](DocumentView* view) {
        if (auto* sprite = qobject_cast<SpriteView*>(view))
            run(*sprite);
    };
    if (checked != nullptr)
        spec.checked = [checked](const DocumentView* view) {
            const auto* sprite = qobject_cast<const SpriteView*>(view);
            return sprite != nullptr && checked(*sprite);
        };
    table.append(spec);
}

ActionSpec specOf(const SpriteEdit& edit)
{
    ActionTable table;
    add(table, edit.id, edit.text, edit.menu, edit.icon,
        edit.key == 0 ? QList<QKeySequence>() : QList<QKeySequence>{QKeySequence(edit.key)}, edit.run, edit.checked,
        edit.inToolBar);
    ActionSpec spec = table.first();
    if (edit.needs != nullptr) {
        spec.enabled = [needs = edit.needs](const DocumentView* view) {
            const auto* sprite = qobject_cast<const SpriteView*>(view);
            return sprite != nullptr && needs(*sprite) == nullptr;
        };
        spec.needs = [needs = edit.needs](const DocumentView* view) {
            const auto* sprite = qobject_cast<const SpriteView*>(view);
            const char* missing = sprite == nullptr ? nullptr : needs(*sprite);
            return missing == nullptr ? QString() : QCoreApplication::translate("SpriteActions", missing);
        };
    }
    return spec;
}

template <OnionSkin Skin>
void onionOf(SpriteView& view)
{
    view.canvas()->setOnionSkin(Skin);
}
template <OnionSkin Skin>
bool isOnionOf(const SpriteView& view)
{
    return view.canvas()->isOnionShown() && view.canvas()->onionSkin() == Skin;
}

void stepFrame(SpriteView& view, int steps)
{
    SpriteModel& model = *view.model();
    if (model.frameCount() > 0)
        model.setFrame((model.frame() + steps + model.frameCount()) % model.frameCount());
}

} // namespace

DocumentType spriteDocumentType()
{
    DocumentType type;
    type.id = QStringLiteral("sprite");
    type.helpPage = QStringLiteral("studio/sprites");
    type.name = QCoreApplication::translate("SpriteActions", "Sprite");
    type.endings = {QStringLiteral("bgf"), QStringLiteral("bbg")};
    type.recognises = [](const QString& path, const QByteArray& head) {
        if (bgfcore::SpriteDocument::isCommandFileName(path.toStdString())) { // a broken one is a text, to be repaired
            const auto text = readTextFile(QFile::encodeName(path).toStdString(), largestCommandFile);
            return text && bbg::read(text.value(), {});
        }
        return bgf::isSprite(std::as_bytes(std::span(head.constData(), static_cast<std::size_t>(head.size()))));
    };
    type.open = &SpriteView::open;
    type.load = &SpriteView::load;
    type.icon = QStringLiteral("sprite");
    return type;
}

ActionTable spriteActions()
{
    ActionTable table;
    add(
        table, "show.hotspots", QT_TRANSLATE_NOOP("SpriteActions", "Show hotspots"), "View/Show", "hotspot",
        {QKeySequence(Qt::SHIFT | Qt::Key_H)}, [](SpriteView& view) { view.canvas()->setHotspotsShown(!view.canvas()->areHotspotsShown()); },
        [](const SpriteView& view) { return view.canvas()->areHotspotsShown(); });
    add(
        table, "show.offsets", QT_TRANSLATE_NOOP("SpriteActions", "Show offsets and feet"), "View/Show", "offset",
        {QKeySequence(Qt::SHIFT | Qt::Key_O)}, [](SpriteView& view) { view.canvas()->setOffsetsShown(!view.canvas()->areOffsetsShown()); },
        [](const SpriteView& view) { return view.canvas()->areOffsetsShown(); });
    add(
        table, "show.onion", QT_TRANSLATE_NOOP("SpriteActions", "Onion skin"), "View/Show", "onion", {QKeySequence(Qt::Key_F3)},
        [](SpriteView& view) { view.canvas()->setOnionShown(!view.canvas()->isOnionShown()); },
        [](const SpriteView& view) { return view.canvas()->isOnionShown(); }, true);
    const auto addOnion = [&table](const char* id, const char* text, Run run, Test checked) {
        add(table, id, text, "View/Show", "", {}, run, checked);
    };
    addOnion("show.onionGroups", QT_TRANSLATE_NOOP("SpriteActions", "Onion skin of groups"), onionOf<OnionSkin::Groups>, isOnionOf<OnionSkin::Groups>);
    addOnion("show.onionAngles", QT_TRANSLATE_NOOP("SpriteActions", "Onion skin of angles"), onionOf<OnionSkin::Angles>, isOnionOf<OnionSkin::Angles>);
    addOnion("show.onionFrames", QT_TRANSLATE_NOOP("SpriteActions", "Onion skin of frames"), onionOf<OnionSkin::Frames>, isOnionOf<OnionSkin::Frames>);
    add(
        table, "show.grid", QT_TRANSLATE_NOOP("SpriteActions", "Pixel grid"), "View/Show", "grid",
        {QKeySequence(Qt::ALT | Qt::Key_G)}, [](SpriteView& view) { view.canvas()->setGridShown(!view.canvas()->isGridShown()); },
        [](const SpriteView& view) { return view.canvas()->isGridShown(); });
    add(table, "view.zoomIn", QT_TRANSLATE_NOOP("SpriteActions", "Zoom in"), "View", "zoom-in",
        {QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::Key_Plus)},
        [](SpriteView& view) { view.canvas()->zoomStep(1); });
    add(table, "view.zoomOut", QT_TRANSLATE_NOOP("SpriteActions", "Zoom out"), "View", "",
        {QKeySequence(Qt::CTRL | Qt::Key_Minus), QKeySequence(Qt::Key_Minus)},
        [](SpriteView& view) { view.canvas()->zoomStep(-1); });
    add(table, "view.fit", QT_TRANSLATE_NOOP("SpriteActions", "Fit the frame"), "View", "fit", {QKeySequence(Qt::Key_Home)},
        [](SpriteView& view) { view.canvas()->fit(); });
    add(table, "frame.next", QT_TRANSLATE_NOOP("SpriteActions", "Next frame"), "View/Frame", "step-frame",
        {QKeySequence(Qt::Key_Period)}, [](SpriteView& view) { stepFrame(view, 1); });
    add(table, "frame.previous", QT_TRANSLATE_NOOP("SpriteActions", "Previous frame"), "View/Frame", "prev-frame",
        {QKeySequence(Qt::Key_Comma)}, [](SpriteView& view) { stepFrame(view, -1); });
    add(table, "angle.right", QT_TRANSLATE_NOOP("SpriteActions", "Turn clockwise"), "View/Frame", "rotate",
        {QKeySequence(Qt::Key_BracketRight)}, [](SpriteView& view) { view.model()->turn(1); });
    add(table, "angle.left", QT_TRANSLATE_NOOP("SpriteActions", "Turn anticlockwise"), "View/Frame", "",
        {QKeySequence(Qt::Key_BracketLeft)}, [](SpriteView& view) { view.model()->turn(-1); });
    add(
        table, "animation.play", QT_TRANSLATE_NOOP("SpriteActions", "Play animation"), "View/Frame", "play",
        {QKeySequence(Qt::ALT | Qt::Key_P)}, [](SpriteView& view) { view.model()->setPlaying(!view.model()->isPlaying()); },
        [](const SpriteView& view) { return view.model()->isPlaying(); }, true);
    for (const auto& edits : {spriteEdits(), pixelEdits(), groupEdits(), layerEdits()})
        for (const SpriteEdit& edit : edits)
            table.append(specOf(edit));
    add(table, "translation.none", QT_TRANSLATE_NOOP("SpriteActions", "No translation"), "View", "palette", {},
        [](SpriteView& view) { view.model()->setTranslation(0); });
    return table;
}

} // namespace blak::ui::sprites
