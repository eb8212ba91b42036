// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/render/asset_store.h"
#include "formats/wire/objects.h"

#include <QIcon>
#include <QImage>

#include <string>

namespace blak::client {

/// A sprite as a picture for windows, its holes see-through. Null where there is no such file.
QImage spriteImage(render::AssetStore& assets, const std::string& file, int group, std::uint8_t translation);

/// The look of a thing, with its overlays left out, in a square.
QIcon thingIcon(render::AssetStore& assets, const std::string& file, const wire::Look& look, int pixels);

} // namespace blak::client
