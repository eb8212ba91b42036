// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/game_states.h"

#include "studio/playing/play_controller.h"

namespace blak::ui::playing {

GameStates::GameStates(PlayController& controller) : QObject(&controller), controller_(controller) {}

void GameStates::save(int number)
{
    State state; // before it saves: afterwards all rooms have other numbers
    for (PlayTab* tab : controller_.tabs())
        if (const auto place = tab->stands())
            state.places.insert(tab->number(), *place);
    state.wanderers = controller_.bots().groups();
    controller_.session().saveState(number, [this, number, state](bool good, const QString&) {
        if (!good)
            return;
        states_.insert(number, state);
        controller_.host().refresh(); // now there is one to load
    });
}

void GameStates::load(int number)
{
    const State state = states_.value(number);
    for (PlayTab* tab : controller_.tabs())
        if (const auto it = state.places.constFind(tab->number()); it != state.places.cend())
            tab->wanted = *it;
    if (controller_.session().hasState(number))
        controller_.parkBots(state.wanderers); // the world comes back at another port
    controller_.session().loadState(number);
}

} // namespace blak::ui::playing
