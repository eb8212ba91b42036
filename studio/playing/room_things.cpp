// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/room_things.h"

#include "client/session/game.h"

namespace blak::ui::playing {

RoomThings RoomThings::of(session::Game& game)
{
    RoomThings out{QString::fromStdString(game.session().resources().text(game.room().place().roomName)), game.room().place().room, {}};
    for (const wire::RoomObject& object : game.room().objects())
        out.things.push_back({object.object.id, QString::fromStdString(game.nameOf(object.object)), false});
    for (const wire::GameObject& thing : game.room().inventory())
        out.things.push_back({thing.id, QString::fromStdString(game.nameOf(thing)), true});
    return out;
}

} // namespace blak::ui::playing
