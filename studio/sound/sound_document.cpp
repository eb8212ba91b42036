// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/sound/sound_document.h"

#include "client/audio/decode.h"
#include "studio/sound/sound_player.h"
#include "studio/sound/sound_view.h"
#include "studio/sound/waveform.h"

#include <QCoreApplication>

namespace blak::ui::sound {
namespace {

using Keys = QList<QKeySequence>;

constexpr int volumeStep = 5; ///< percent

SoundView* viewOf(DocumentView* document) { return static_cast<SoundView*>(document); }
const SoundView* viewOf(const DocumentView* document) { return static_cast<const SoundView*>(document); }

ActionSpec row(const char* id, const char* text, const char* icon, Keys keys, std::function<void(SoundView&)> run)
{
    ActionSpec spec;
    spec.id = QStringLiteral("sound.") + QLatin1String(id);
    spec.text = QCoreApplication::translate("SoundActions", text);
    spec.menu = QStringLiteral("Sound");
    spec.context = QStringLiteral("sound");
    spec.icon = QLatin1String(icon);
    spec.keys = std::move(keys);
    spec.run = [run = std::move(run)](DocumentView* document) { run(*viewOf(document)); };
    return spec;
}

ActionSpec inToolBar(ActionSpec spec)
{
    spec.inToolBar = true;
    return spec;
}

} // namespace

DocumentType soundDocumentType()
{
    DocumentType type;
    type.id = QStringLiteral("sound");
    type.name = QCoreApplication::translate("SoundDocument", "Sound");
    type.endings = QStringList{QStringLiteral("wav"), QStringLiteral("ogg"), QStringLiteral("mp3")};
    type.recognises = [](const QString&, const QByteArray& head) {
        return audio::isSound(std::as_bytes(std::span(head.constData(), static_cast<std::size_t>(head.size()))));
    };
    type.open = [](const QString& path, const std::shared_ptr<Project>&, QWidget* parent) {
        return SoundView::open(path, parent);
    };
    return type;
}

ActionTable soundActions()
{
    ActionTable table;
    ActionSpec play = inToolBar(row("play.toggle", QT_TRANSLATE_NOOP("SoundActions", "Play or pause"), "play",
                                    {QKeySequence(Qt::Key_Space)}, [](SoundView& view) { view.player().toggle(); }));
    play.checked = [](const DocumentView* document) { return viewOf(document)->player().isPlaying(); };
    table << play;
    table << inToolBar(row("play.stop", QT_TRANSLATE_NOOP("SoundActions", "Stop"), "stop",
                           {QKeySequence(Qt::SHIFT | Qt::Key_Space)}, [](SoundView& view) { view.player().stop(); }));
    ActionSpec loop = inToolBar(row("play.loop", QT_TRANSLATE_NOOP("SoundActions", "Loop"), "loop", {QKeySequence(Qt::Key_L)},
                                    [](SoundView& view) { view.player().setLoops(!view.player().loops()); }));
    loop.checked = [](const DocumentView* document) { return viewOf(document)->player().loops(); };
    table << loop;
    table << row("volume.up", QT_TRANSLATE_NOOP("SoundActions", "Louder"), "", {QKeySequence(Qt::CTRL | Qt::Key_Up)},
                 [](SoundView& view) { view.player().setVolume(view.player().volume() + volumeStep); });
    table << row("volume.down", QT_TRANSLATE_NOOP("SoundActions", "Quieter"), "", {QKeySequence(Qt::CTRL | Qt::Key_Down)},
                 [](SoundView& view) { view.player().setVolume(view.player().volume() - volumeStep); });
    table << row("view.zoomIn", QT_TRANSLATE_NOOP("SoundActions", "Zoom in"), "zoom-in",
                 {QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::Key_Plus)}, [](SoundView& view) { view.zoomStep(1); });
    table << row("view.zoomOut", QT_TRANSLATE_NOOP("SoundActions", "Zoom out"), "",
                 {QKeySequence(Qt::CTRL | Qt::Key_Minus), QKeySequence(Qt::Key_Minus)},
                 [](SoundView& view) { view.zoomStep(-1); });
    table << row("view.fit", QT_TRANSLATE_NOOP("SoundActions", "Show all of it"), "fit", {QKeySequence(Qt::CTRL | Qt::Key_0)},
                 [](SoundView& view) { view.waveform().fit(); });
    for (ActionSpec& spec : table)
        if (spec.id.startsWith(QLatin1String("sound.view")))
            spec.menu = QStringLiteral("View");
    return table;
}

} // namespace blak::ui::sound
