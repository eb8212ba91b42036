// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/render/asset_store.h"

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace blak::render {

/// The textures a renderer has seen, by number: one load without a lock once a texture is there.
class PictureTable
{
public:
    explicit PictureTable(std::shared_ptr<AssetStore> assets);

    AssetStore& assets() const { return *assets_; }

    /// Forgets what has become stale, and everything when it is more than the store may keep. Between frames only.
    void beginFrame();

    /// Never null for number 1..65535. Any thread.
    const Picture* texture(int number)
    {
        if (const Picture* known = table_[static_cast<std::size_t>(number)].load(std::memory_order_acquire))
            return known;
        return fetch(number);
    }

    /// A picture of one pixel that stands for a texture when textures are off.
    const Picture* flat(int number) const { return &flats_[static_cast<std::size_t>(number) % flats_.size()]; }

private:
    const Picture* fetch(int number);

    std::shared_ptr<AssetStore> assets_;
    std::unique_ptr<std::atomic<const Picture*>[]> table_;
    std::mutex mutex_;
    std::vector<std::shared_ptr<const Picture>> kept_;
    std::vector<int> numbers_;
    std::size_t bytes_ = 0;
    std::uint64_t generation_ = 0;
    std::array<Picture, 61> flats_;
};

} // namespace blak::render
