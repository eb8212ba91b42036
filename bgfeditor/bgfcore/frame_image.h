// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/bgf/sprite.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace blak::bgfcore {

/// The pixels of a frame, which never change: an edit makes another image. Holds them as the file has them, as palette indices,
/// or both; the other form is made when it is first asked for. So a file opens without decoding, and what nobody touched is saved
/// byte for byte. May be asked from several threads.
class FrameImage
{
public:
    using Indices = std::vector<std::uint8_t>;

    /// As it stands in a file of that version; only size and pixels of the bitmap are kept.
    static std::shared_ptr<const FrameImage> ofStored(const bgf::Bitmap& bitmap, std::int32_t fileVersion);
    /// `indices` has width * height entries, rows from the top. Version 9 files get raw images: their compression is proprietary.
    static std::shared_ptr<const FrameImage> ofIndices(std::int32_t width, std::int32_t height, Indices indices,
                                                       bool compress = true);
    /// Without pixels and without size, for a bitmap whose own file cannot be read. problem() is `why`.
    static std::shared_ptr<const FrameImage> unreadable(std::string why);

    FrameImage(const FrameImage&) = delete;
    FrameImage& operator=(const FrameImage&) = delete;

    std::int32_t width() const { return width_; }
    std::int32_t height() const { return height_; }

    /// Null where the pixels cannot be decoded: version 9 compression, or a damaged image. problem() says why.
    const Indices* indices() const;
    const std::string& problem() const;
    /// Palette index at a place inside of the image, transparent outside and where nothing can be decoded.
    std::uint8_t at(std::int32_t x, std::int32_t y) const;

    /// As a file holds it: size, storage and pixels; no offsets, no hotspots.
    const bgf::Bitmap& stored() const;
    /// Whether it would be compressed or is.
    bool isCompressed() const { return compress_; }

    std::size_t memory() const; ///< bytes held at the moment

private:
    FrameImage(std::int32_t width, std::int32_t height, bool compress) : width_(width), height_(height), compress_(compress) {}

    const std::int32_t width_, height_;
    const bool compress_;
    std::int32_t fileVersion_ = 10;
    mutable std::mutex mutex_;
    mutable std::optional<bgf::Bitmap> stored_;
    mutable std::optional<Indices> indices_;
    mutable std::string problem_;
};

using ImagePointer = std::shared_ptr<const FrameImage>;

} // namespace blak::bgfcore
