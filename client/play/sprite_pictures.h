// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/render/asset_store.h"
#include "client/render/scene_state.h"
#include "client/session/room_follower.h"
#include "formats/wire/objects.h"

#include <QIcon>
#include <QImage>

#include <string>

namespace blak::client {

/// A sprite as a picture for windows, its holes see-through. Null where there is no such file.
QImage spriteImage(render::AssetStore& assets, const std::string& file, int group, std::uint8_t translation);

/// A sprite with all that hangs on it, seen from in front, in pixels of its finest part.
QImage assembledImage(const render::AssetStore& assets, const render::SpriteState& sprite);

/// A thing with all that hangs on it, seen from in front; null where there is no such sprite.
QImage thingImage(const session::RoomFollower& follower, std::uint32_t icon, const wire::Look& look);

/// The same in a square.
QIcon thingIcon(const session::RoomFollower& follower, std::uint32_t icon, const wire::Look& look, int pixels);

} // namespace blak::client
