// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/render/asset_store.h"
#include "formats/roo/room.h"

#include <atomic>
#include <memory>

namespace blak::client {

/// Decodes the textures of a room, with their smaller copies, beside the game: what is decoded when it comes into view for the first time
/// makes that frame late. Another room, or the end, gives up the one before.
class TextureDecoder
{
public:
    ~TextureDecoder() { giveUp(); }

    void begin(const roo::Room& room, std::shared_ptr<render::AssetStore> assets);
    void giveUp();

private:
    std::shared_ptr<std::atomic<bool>> givenUp_;
};

} // namespace blak::client
