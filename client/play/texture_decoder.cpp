// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/play/texture_decoder.h"

#include "ui/background_pool.h"

#include <QThreadPool>

#include <set>

namespace blak::client {

void TextureDecoder::giveUp()
{
    if (givenUp_)
        *givenUp_ = true;
    givenUp_.reset();
}

/// Not more than half of what the store keeps: the rest is for sprites, and what was decoded is not to be thrown out again.
void TextureDecoder::begin(const roo::Room& room, std::shared_ptr<render::AssetStore> assets)
{
    giveUp();
    std::set<int> numbers;
    for (const roo::Sidedef& side : room.sidedefs)
        numbers.insert({side.normalTexture, side.aboveTexture, side.belowTexture});
    for (const roo::Sector& sector : room.sectors)
        numbers.insert({sector.floorTexture, sector.ceilingTexture});
    numbers.erase(0);
    givenUp_ = std::make_shared<std::atomic<bool>>(false);
    ui::backgroundPool().start([numbers = std::move(numbers), assets = std::move(assets), givenUp = givenUp_] {
        std::size_t bytes = 0;
        for (const int number : numbers) {
            if (*givenUp || bytes > assets->byteLimit() / 2)
                return;
            if (const auto picture = assets->texture(number))
                bytes += picture->byteSize();
        }
    });
}

} // namespace blak::client
