// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/bug_bundle.h"
#include "studio/playing/game_programs.h"
#include "studio/playing/game_states.h"
#include "studio/playing/live_edits.h"
#include "studio/playing/play_controller.h"
#include "studio/playing/play_recording.h"

#include <QCoreApplication>

namespace blak::ui::playing {
namespace {

using Keys = QList<QKeySequence>;

QString tr(const char* text) { return QCoreApplication::translate("PlayActions", text); }

constexpr int someBots = 20;

} // namespace

ActionTable playActions(PlayController& controller)
{
    ActionTable table;
    const auto isRunning = [&controller](const DocumentView*) { return controller.isRunning(); };
    const auto isBusy = [&controller](const DocumentView*) { return controller.isBusy(); };
    const auto hasProject = [&controller](const DocumentView*) { return !controller.host().projectRoot().isEmpty(); };
    const auto isGoing = [&controller](const DocumentView*) { return controller.isGoing(); };
    QString menu = QStringLiteral("Run"); // all in one would be higher than small screens are
    const auto row = [&table, &menu](const char* id, const QString& text, const char* icon, Keys keys, std::function<void()> run,
                              std::function<bool(const DocumentView*)> enabled) -> ActionSpec& {
        ActionSpec spec;
        spec.id = QStringLiteral("play.") + QLatin1String(id);
        spec.text = text;
        spec.menu = menu;
        spec.icon = QLatin1String(icon);
        spec.keys = std::move(keys);
        spec.run = [run = std::move(run)](DocumentView*) { run(); };
        spec.enabled = std::move(enabled);
        table.push_back(std::move(spec));
        return table.back();
    };
    const auto saysWhyNot = [&controller](ActionSpec& spec) -> ActionSpec& {
        spec.needs = [&controller](const DocumentView*) { return controller.worldStop().needs(); };
        return spec;
    };
    const auto inBar = [](ActionSpec& spec) {
        spec.inToolBar = true;
        spec.context = QStringLiteral("play");
    };
    ActionSpec& here = row("run.here", tr("Play here"), "play", {QKeySequence(Qt::Key_F5)}, [&] { controller.playHere(); }, hasProject);
    here.inToolBar = true;
    here.textNow = [&controller, usual = here.text](const DocumentView*) {
        return controller.isRunning() && controller.worldStop().isHeld() ? tr("Go on") : usual;
    };
    row("run.stop", tr("Stop playing"), "stop", {QKeySequence(Qt::SHIFT | Qt::Key_F5)}, [&] { controller.stop(); }, isBusy);
    row("run.reload", tr("Reload what was edited"), "refresh", {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F6)},
        [&] { controller.edits().takeAll(); }, isRunning);
    row("run.follow", tr("Follow the editor"), "link", {},
        [&] {
            controller.edits().setFollowing(!controller.edits().isFollowing());
            controller.host().refresh();
        }, {})
        .checked = [&](const DocumentView*) { return controller.edits().isFollowing(); };

    menu = QStringLiteral("Run/Time");
    ActionSpec& pause = row("time.pause", tr("Pause the world"), "pause", {QKeySequence(Qt::CTRL | Qt::Key_Pause)},
                            [&] { controller.togglePause(); }, isGoing);
    saysWhyNot(pause).checked = [&](const DocumentView*) { return controller.isRunning() && controller.session().isPaused(); };
    inBar(pause);
    inBar(saysWhyNot(row("time.step", tr("Step one second"), "step-over", {}, [&] { controller.step(); },
              [&](const DocumentView*) { return controller.isGoing() && controller.session().isPaused(); })));
    for (const auto& [id, text, scale] : {std::tuple{"time.sixteenth", "Time 1/16", 1.0 / 16}, {"time.quarter", "Time 1/4", 0.25},
                                          {"time.one", "Time 1", 1.0}, {"time.four", "Time 4", 4.0}, {"time.sixteen", "Time 16", 16.0}}) {
        ActionSpec& spec = row(id, tr(text), "", {}, [&controller, scale = scale] { controller.session().setTimeScale(scale); }, isGoing);
        saysWhyNot(spec).checked = [&controller, scale = scale](const DocumentView*) {
            return controller.isRunning() && controller.session().timeScale() == scale;
        };
    }
    using Ghost = PlayTab::Ghost;
    menu = QStringLiteral("Run/Without walls");
    ActionSpec& fly = row("fly.on", tr("Fly through walls"), "fly", {}, [&] { controller.toggleGhost(Ghost::Flies); }, isRunning);
    fly.checked = [&](const DocumentView*) { return controller.isGhost(Ghost::Flies); };
    inBar(fly);
    row("fly.walk", tr("Walk through walls"), "", {}, [&] { controller.toggleGhost(Ghost::Walks); }, isRunning).checked =
        [&](const DocumentView*) { return controller.isGhost(Ghost::Walks); };
    menu = QStringLiteral("Run/States and recordings");
    inBar(saysWhyNot(row("state.save", tr("Save state"), "save", {QKeySequence(Qt::CTRL | Qt::Key_F6)}, [&] { controller.states().save(1); }, isGoing)));
    inBar(saysWhyNot(row("state.load", tr("Load state"), "history", {QKeySequence(Qt::CTRL | Qt::Key_F9)}, [&] { controller.states().load(1); },
              [&](const DocumentView*) { return controller.isGoing() && controller.session().hasState(1); })));
    menu = QStringLiteral("Run/Network");
    for (const play::NamedLine& line : play::namedLines()) {
        ActionSpec& spec = row((std::string("line.") + line.id).c_str(), QCoreApplication::translate("NetworkProxy", line.name), "", {},
                               [&controller, quality = line.quality] { controller.setLine(quality); }, {});
        spec.checked = [&controller, quality = line.quality](const DocumentView*) { return controller.lineQuality() == quality; };
    }
    menu = QStringLiteral("Run/States and recordings");
    ActionSpec& record = row("record.session", tr("Record my session"), "record", {}, [&] { controller.recording().toggle(); }, isRunning);
    record.checked = [&](const DocumentView*) { return controller.recording().isRecording(); };
    inBar(record);
    inBar(row("bug.bundle", tr("Save a bug bundle: the world and what was done in it, as one zip"), "parcel", {}, [&] { makeBugBundle(controller); }, isBusy));
    menu = QStringLiteral("Run/Players");
    inBar(saysWhyNot(row("with.bots", tr("Add 20 wanderers"), "bots", {}, [&] { controller.addBots(someBots); }, isGoing)));
    inBar(saysWhyNot(row("with.player", tr("Add a player"), "user", {}, [&] { controller.addClient(play::AccountKind::Player); }, isGoing)));
    saysWhyNot(row("with.dm", tr("Add a game master"), "user", {}, [&] { controller.addClient(play::AccountKind::Dm); }, isGoing));
    saysWhyNot(row("with.admin", tr("Add an administrator"), "user", {}, [&] { controller.addClient(play::AccountKind::Admin); }, isGoing));
    saysWhyNot(row("with.invite", tr("Invite a colleague\u2026"), "user", {}, [&] { controller.invite(); }, isGoing));
    menu = QStringLiteral("Run/Client");
    for (const auto& [id, text, place] : {std::tuple{"client.page", "Game in its page", GamePlace::Page},
                                          {"client.dock", "Game beside the documents", GamePlace::Dock},
                                          {"client.window", "Game in a window", GamePlace::Window},
                                          {"client.program", "Game in a program of its own", GamePlace::Program}}) {
        ActionSpec& spec = row(id, tr(text), "", {}, [&controller, place = place] { controller.programs().show(place); },
                               [&controller, place = place](const DocumentView*) {
                                   return !controller.host().projectRoot().isEmpty() &&
                                          (place == GamePlace::Program || controller.programs().kindAt(place) != ClientKind::Apart);
                               });
        spec.checked = [&controller, place = place](const DocumentView*) {
            const PlayTab* tab = controller.currentTab();
            const GamePlace now = tab == nullptr ? controller.programs().next() : tab->gamePlace();
            const bool isApart = tab == nullptr ? controller.programs().kindAt(now) == ClientKind::Apart : tab->clientKind() == ClientKind::Apart;
            return place == (isApart ? GamePlace::Program : now);
        };
    }
    ActionSpec& within = row("client.within", tr("Client within the studio"), "", {},
                             [&controller] { controller.programs().setWithin(!controller.programs().areWithin()); }, {});
    within.checked = [&controller](const DocumentView*) { return controller.programs().areWithin(); };
    menu = QStringLiteral("Run");
    row("profile.choose", tr("Play profiles\u2026"), "settings", {}, [&] { controller.chooseProfile(); }, hasProject);
    return table;
}

} // namespace blak::ui::playing
