// SPDX-License-Identifier: GPL-3.0-or-later
// From an object of the running world to the paper doll of what it wears.
#include "client/scene/object.h"
#include "studio/playing/object_leads.h"
#include "studio/playing/play_controller.h"

#include <optional>

namespace blak::ui::playing {
namespace {

/// As the client of the current page was told of it: in its room, itself among that, or in its hands. Nothing else is known to it.
std::optional<scene::Object> seenObject(PlayController& controller, qint64 object)
{
    PlayTab* tab = controller.currentTab();
    session::Game* game = tab == nullptr ? nullptr : tab->client().game();
    const session::RoomFollower* follower = game == nullptr ? nullptr : tab->client().follower();
    if (follower == nullptr || object < 0)
        return std::nullopt;
    const auto id = static_cast<std::uint32_t>(object);
    const wire::RoomObject* inRoom = game->room().find(id);
    const wire::GameObject* found = inRoom != nullptr ? &inRoom->object : game->room().carried(id);
    if (found == nullptr)
        return std::nullopt;
    scene::Object seen;
    seen.id = found->id;
    seen.icon = follower->iconOf(found->icon);
    seen.standing.translation = found->look.translation;
    seen.standing.animation = session::sceneAnimation(found->look.animation);
    for (const wire::OverlayLook& worn : found->look.overlays)
        seen.standing.overlays.push_back({.icon = follower->iconOf(worn.icon),
                                          .hotspot = worn.hotspot,
                                          .translation = worn.translation,
                                          .effect = worn.effect,
                                          .animation = session::sceneAnimation(worn.animation)});
    return seen;
}

} // namespace

void ObjectLeads::openDoll(qint64 object)
{
    if (const PlayTab* tab = controller_.currentTab(); tab != nullptr && tab->outer() != nullptr)
        return refuse(tr("What is worn is known to games that are shown in the studio alone: Run > Client > Game in its page."));
    const auto seen = seenObject(controller_, object);
    if (!seen)
        return refuse(tr("The client of this page does not see it: go to its room first."));
    const QString sprite = QString::fromStdString(seen->icon);
    const QString path = sprite.isEmpty() ? QString() : controller_.session().projectFile(sprite);
    if (path.isEmpty())
        return refuse(sprite.isEmpty() ? tr("It has no sprite.") : tr("%1 is not in this project.").arg(sprite));
    controller_.host().openDoll(path, *seen);
}

} // namespace blak::ui::playing
