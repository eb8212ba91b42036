// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/frame_image.h"

#include <cassert>
#include <utility>

namespace blak::bgfcore {

std::shared_ptr<const FrameImage> FrameImage::ofStored(const bgf::Bitmap& bitmap, std::int32_t fileVersion)
{
    std::shared_ptr<FrameImage> image(new FrameImage(bitmap.width, bitmap.height, bitmap.storage != 0));
    image->fileVersion_ = fileVersion;
    bgf::Bitmap& stored = image->stored_.emplace();
    stored.width = bitmap.width;
    stored.height = bitmap.height;
    stored.storage = bitmap.storage;
    stored.storedSize = bitmap.storedSize;
    stored.stored = bitmap.stored;
    return image;
}

std::shared_ptr<const FrameImage> FrameImage::ofIndices(std::int32_t width, std::int32_t height, Indices indices, bool compress)
{
    assert(width >= 0 && height >= 0 && indices.size() == static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    std::shared_ptr<FrameImage> image(new FrameImage(width, height, compress));
    image->indices_ = std::move(indices);
    return image;
}

std::shared_ptr<const FrameImage> FrameImage::unreadable(std::string why)
{
    std::shared_ptr<FrameImage> image(new FrameImage(0, 0, false));
    image->stored_.emplace();
    image->problem_ = std::move(why);
    return image;
}

const FrameImage::Indices* FrameImage::indices() const
{
    const std::scoped_lock lock(mutex_);
    if (!indices_ && problem_.empty()) {
        bgf::Sprite sprite; // the decoder asks for the version
        sprite.version = fileVersion_;
        auto decoded = bgf::decode(sprite, *stored_, {});
        if (decoded)
            indices_ = std::move(decoded).value();
        else
            problem_ = decoded.error().what;
    }
    return indices_ ? &*indices_ : nullptr;
}

const std::string& FrameImage::problem() const
{
    (void)indices();
    return problem_;
}

std::uint8_t FrameImage::at(std::int32_t x, std::int32_t y) const
{
    const Indices* all = x < 0 || y < 0 || x >= width_ || y >= height_ ? nullptr : indices();
    return all == nullptr ? bgf::transparentIndex
                          : (*all)[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x)];
}

const bgf::Bitmap& FrameImage::stored() const
{
    const std::scoped_lock lock(mutex_);
    if (!stored_)
        stored_ = bgf::encode(width_, height_, *indices_, compress_);
    return *stored_;
}

std::size_t FrameImage::memory() const
{
    const std::scoped_lock lock(mutex_);
    return sizeof(*this) + (stored_ ? stored_->stored.capacity() : 0) + (indices_ ? indices_->capacity() : 0);
}

} // namespace blak::bgfcore
