// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever is read is written back as the same bytes, and each image decodes or says why not.
#include "formats/bgf/sprite.h"

#include <cstdlib>
#include <cstring>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto bytes = std::as_bytes(std::span(data, size));
    const auto sprite = blak::bgf::read(bytes, "fuzz.bgf");
    if (!sprite)
        return 0;
    const auto written = blak::bgf::write(sprite.value());
    if (written.size() != size || (size != 0 && std::memcmp(written.data(), data, size) != 0))
        std::abort();
    std::size_t budget = 16u << 20; // many bitmaps that all unpack well would only cost time
    for (const blak::bgf::Bitmap& bitmap : sprite.value().bitmaps) {
        const auto pixels = static_cast<std::size_t>(bitmap.width) * static_cast<std::size_t>(bitmap.height);
        if (pixels > budget)
            break;
        budget -= pixels;
        const auto indices = blak::bgf::decode(sprite.value(), bitmap, "fuzz.bgf");
        if (indices && indices.value().size() != pixels)
            std::abort();
    }
    for (const blak::bgf::Group& group : sprite.value().groups)
        blak::bgf::bitmapForAngle(group, static_cast<int>(size) * 37);
    return 0;
}
