// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/game_states.h"

#include "studio/playing/play_controller.h"

namespace blak::ui::playing {

GameStates::GameStates(PlayController& controller) : QObject(&controller), controller_(controller) {}

void GameStates::save(int number)
{
    QHash<int, play::PlayPlace> places; // before it saves: afterwards all rooms have other numbers
    for (PlayTab* tab : controller_.tabs())
        if (const auto place = tab->stands())
            places.insert(tab->number(), *place);
    controller_.session().saveState(number, [this, number, places](bool good, const QString&) {
        if (!good)
            return;
        places_.insert(number, places);
        controller_.host().refresh(); // now there is one to load
    });
}

void GameStates::load(int number)
{
    const QHash<int, play::PlayPlace> places = places_.value(number);
    for (PlayTab* tab : controller_.tabs())
        if (const auto it = places.constFind(tab->number()); it != places.cend())
            tab->wanted = *it;
    if (controller_.session().hasState(number))
        controller_.parkBots(); // it comes back at another port
    controller_.session().loadState(number);
}

} // namespace blak::ui::playing
