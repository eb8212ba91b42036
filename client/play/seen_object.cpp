// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/play/seen_object.h"

#include "client/play/game_client.h"

#include <algorithm>

namespace blak::client {
namespace {

using nlohmann::json;

constexpr std::size_t mostOverlays = 255; ///< a message counts them in a byte
constexpr std::size_t longestIcon = 255;
constexpr int mostGroups = 65536;

json lineOfAnimation(const scene::Animation& animation)
{
    return {{"kind", static_cast<int>(animation.kind)}, {"period", animation.period}, {"low", animation.low}, {"high", animation.high}, {"last", animation.last}};
}

scene::Animation animationOf(const json& line)
{
    const auto group = [&](const char* member) { return std::clamp(line.value(member, 0), 0, mostGroups); };
    scene::Animation out;
    out.kind = static_cast<scene::Animation::Kind>(std::clamp(line.value("kind", 0), 0, static_cast<int>(scene::Animation::Kind::Once)));
    out.period = line.value("period", std::uint32_t{0});
    out.low = group("low");
    out.high = group("high");
    out.last = group("last");
    return out;
}

std::uint8_t byteOf(const json& line, const char* member) { return static_cast<std::uint8_t>(line.value(member, 0) & 255); }

} // namespace

std::optional<scene::Object> seenObject(GameClient& client, std::uint32_t object)
{
    session::Game* game = client.game();
    const session::RoomFollower* follower = game == nullptr ? nullptr : client.follower();
    if (follower == nullptr)
        return std::nullopt;
    const wire::RoomObject* inRoom = game->room().find(object);
    const wire::GameObject* found = inRoom != nullptr ? &inRoom->object : game->room().carried(object);
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

json lineOfObject(const scene::Object& object)
{
    json worn = json::array();
    for (const scene::Overlay& one : object.standing.overlays)
        worn.push_back({{"icon", one.icon},
                        {"hotspot", one.hotspot},
                        {"translation", one.translation},
                        {"effect", one.effect},
                        {"animation", lineOfAnimation(one.animation)}});
    return {{"object", object.id},
            {"icon", object.icon},
            {"translation", object.standing.translation},
            {"animation", lineOfAnimation(object.standing.animation)},
            {"overlays", std::move(worn)}};
}

std::optional<scene::Object> objectOfLine(const json& line)
try {
    const auto icon = [](const json& one) { return one.value("icon", std::string()).substr(0, longestIcon); };
    scene::Object out;
    out.id = line.value("object", std::uint32_t{0});
    out.icon = icon(line);
    out.standing.translation = byteOf(line, "translation");
    out.standing.animation = animationOf(line.value("animation", json::object()));
    for (const json& one : line.value("overlays", json::array()))
        if (out.standing.overlays.size() < mostOverlays)
            out.standing.overlays.push_back({.icon = icon(one),
                                             .hotspot = std::clamp(one.value("hotspot", 0), -128, 127),
                                             .translation = byteOf(one, "translation"),
                                             .effect = byteOf(one, "effect"),
                                             .animation = animationOf(one.value("animation", json::object()))});
    return out;
} catch (const json::exception&) {
    return std::nullopt;
}

} // namespace blak::client
