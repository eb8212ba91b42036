// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/picture_file.h"

#include <cstdint>
#include <cstdlib>

using namespace blak;
using namespace blak::bgfcore;

/// BMP and GIF; PNG is libpng's.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto bytes = std::as_bytes(std::span(data, size));
    if ((!isGif(bytes) && !isBmp(bytes)) || (isGif(bytes) && size > 9 && (data[7] > 1 || data[9] > 1)))
        return 0; // large canvases only take time
    const auto pictures = readPictureColours(bytes, "fuzz");
    if (!pictures)
        return 0;
    if (pictures.value().empty())
        std::abort();
    for (const ColourPicture& picture : pictures.value())
        if (picture.width < 1 || picture.height < 1 ||
            picture.pixels.size() != static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height))
            std::abort();
    return 0;
}
