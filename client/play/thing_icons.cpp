// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/play/thing_icons.h"

#include <algorithm>
#include <utility>

namespace blak::client {
namespace {

constexpr std::size_t most = 256;

bool areAlike(const wire::OverlayLook& a, const wire::OverlayLook& b)
{
    return a.icon == b.icon && a.hotspot == b.hotspot && a.translation == b.translation && a.effect == b.effect && a.animation == b.animation;
}

bool areAlike(const wire::Look& a, const wire::Look& b)
{
    return a.translation == b.translation && a.effect == b.effect && a.animation == b.animation &&
           std::ranges::equal(a.overlays, b.overlays, [](const wire::OverlayLook& x, const wire::OverlayLook& y) { return areAlike(x, y); });
}

} // namespace

QIcon ThingIcons::of(const session::RoomFollower& follower, std::uint32_t icon, const wire::Look& look, int pixels)
{
    const render::AssetStore& assets = follower.assets();
    const bool sameStore = std::exchange(from_, &assets) == &assets;
    const bool sameFiles = std::exchange(generation_, assets.generation()) == assets.generation();
    if (!sameStore || !sameFiles || kept_.size() >= most)
        kept_.clear();
    const std::string file = follower.iconOf(icon);
    for (const Kept& one : kept_)
        if (one.pixels == pixels && one.file == file && areAlike(one.look, look))
            return one.picture;
    kept_.push_back({file, look, pixels, thingIcon(follower, icon, look, pixels)});
    return kept_.back().picture;
}

} // namespace blak::client
