// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/aseprite/aseprite.h"

#include <cstdlib>

using namespace blak;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto picture = aseprite::read(std::as_bytes(std::span(data, size)), "fuzz");
    if (!picture)
        return 0;
    const auto pixels = static_cast<std::size_t>(picture.value().width) * static_cast<std::size_t>(picture.value().height);
    for (const aseprite::Frame& frame : picture.value().frames)
        if (frame.pixels.size() != pixels)
            std::abort();
    return 0;
}
