// SPDX-License-Identifier: GPL-3.0-or-later
// Play goes from one window of the studio to the next.
#include "studio/playing/game_programs.h"
#include "studio/playing/live_edits.h"
#include "studio/playing/play_controller.h"

namespace blak::ui::playing {

void PlayController::suspend(std::function<void(std::shared_ptr<SuspendedPlay>)> done)
{
    if (!isRunning())
        return done(nullptr);
    auto carried = std::make_shared<SuspendedPlay>();
    carried->bots = bots_.groups();
    bots_.stop();
    carried->states = states_->all();
    edits_->end();
    carried->root = host_.projectRoot();
    carried->line = line_.quality();
    carried->following = edits_->isFollowing();
    carried->profile = profile_;
    carried->gamePlace = programs_->next();
    for (PlayTab* tab : tabs())
        carried->clients.push_back({tab->kind, tab->stands(), tab->clientKind() == ClientKind::Apart ? GamePlace::Program : tab->gamePlace()});
    session_.suspend([done = std::move(done), carried](std::unique_ptr<play::PreparedWorld> world) {
        carried->world = std::move(world);
        done(carried->world ? carried : nullptr);
    });
}

void PlayController::resume(SuspendedPlay& play)
{
    if (!play.world || play.root != host_.projectRoot())
        return;
    line_.setQuality(play.line);
    edits_->setFollowing(play.following);
    profile_ = play.profile;
    botsAgain_ = play.bots;
    states_->take(std::move(play.states));
    programs_->setNext(play.gamePlace);
    for (qsizetype i = 0; i < play.clients.size(); ++i) {
        PlayTab* tab = makeTab(static_cast<int>(i), play.clients[i].shown);
        tab->kind = play.clients[i].kind;
        tab->wanted = play.clients[i].place;
        host_.show(tab);
    }
    stop_.forgetTime();
    clock_.start();
    timeToRoom_ = 1; // they stand where they stood
    session_.resumeWorld(std::move(play.world));
    if (!tabs().isEmpty())
        host_.show(tabs().front());
}

} // namespace blak::ui::playing
