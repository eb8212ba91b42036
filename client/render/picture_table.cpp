// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/render/picture_table.h"

namespace blak::render {
namespace {

constexpr std::size_t textureNumbers = 65536;

} // namespace

PictureTable::PictureTable(std::shared_ptr<AssetStore> assets)
    : assets_(std::move(assets)), table_(std::make_unique<std::atomic<const Picture*>[]>(textureNumbers))
{
    for (std::size_t i = 0; i < flats_.size(); ++i) {
        Image image;
        image.width = image.height = 1;
        // The middle of the ramps 0x20..0xE0; neighbouring numbers get different ones.
        image.pixels = image.tile = {static_cast<std::uint8_t>(0x20 + 16 * (i * 5 % 13) + 3 + i % 3)};
        flats_[i].images.push_back(image);
        flats_[i].groups.push_back({0});
    }
}

void PictureTable::beginFrame()
{
    const std::uint64_t generation = assets_->generation();
    if (generation == generation_ && bytes_ <= assets_->byteLimit())
        return;
    generation_ = generation;
    for (const int number : numbers_)
        table_[static_cast<std::size_t>(number)].store(nullptr, std::memory_order_relaxed);
    numbers_.clear();
    kept_.clear();
    bytes_ = 0;
}

const Picture* PictureTable::fetch(int number)
{
    std::shared_ptr<const Picture> picture = assets_->texture(number);
    const std::lock_guard lock(mutex_);
    if (const Picture* known = table_[static_cast<std::size_t>(number)].load(std::memory_order_acquire))
        return known;
    const Picture* raw = picture.get();
    bytes_ += picture->byteSize();
    kept_.push_back(std::move(picture));
    numbers_.push_back(number);
    table_[static_cast<std::size_t>(number)].store(raw, std::memory_order_release);
    return raw;
}

} // namespace blak::render
