// SPDX-License-Identifier: GPL-3.0-or-later
// What is kept of Play: states of the world, and all of it while the window is exchanged.
#include "studio/playing/game_programs.h"
#include "studio/playing/live_edits.h"
#include "studio/playing/play_controller.h"

namespace blak::ui::playing {

/// Not every world remembers where somebody was put.
void PlayController::saveState(int number)
{
    session_.saveState(number, [this, number](bool good, const QString&) {
        if (!good)
            return;
        QHash<int, play::PlayPlace> places; // all stand still while the world saves
        for (PlayTab* tab : tabs())
            if (const auto place = tab->stands())
                places.insert(tab->number(), *place);
        places_.insert(number, places);
        host_.refresh(); // now there is one to load
    });
}

void PlayController::loadState(int number)
{
    const QHash<int, play::PlayPlace> places = places_.value(number);
    for (PlayTab* tab : tabs())
        if (const auto it = places.constFind(tab->number()); it != places.cend())
            tab->wanted = *it;
    if (session_.hasState(number)) { // it comes back at another port
        botsAgain_ = bots_.count();
        bots_.stop();
    }
    session_.loadState(number);
}

void PlayController::suspend(std::function<void(std::shared_ptr<SuspendedPlay>)> done)
{
    if (!isRunning())
        return done(nullptr);
    auto carried = std::make_shared<SuspendedPlay>();
    carried->bots = bots_.count();
    bots_.stop();
    edits_->end();
    carried->root = host_.projectRoot();
    carried->line = line_.quality();
    carried->following = edits_->isFollowing();
    carried->profile = profile_;
    carried->gamePlace = programs_->next();
    for (PlayTab* tab : tabs())
        carried->clients.push_back({tab->kind, tab->stands(), tab->clientKind() == ClientKind::Apart ? GamePlace::Program : tab->gamePlace});
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
    programs_->setNext(play.gamePlace);
    for (qsizetype i = 0; i < play.clients.size(); ++i) {
        PlayTab* tab = makeTab(static_cast<int>(i), play.clients[i].shown);
        tab->kind = play.clients[i].kind;
        tab->wanted = play.clients[i].place;
        host_.show(tab);
    }
    clock_.start();
    timeToRoom_ = 1; // they stand where they stood
    session_.resumeWorld(std::move(play.world));
    if (!tabs().isEmpty())
        host_.show(tabs().front());
}

} // namespace blak::ui::playing
