// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/picture_file.h"

#include "bgfeditor/bgfcore/png_file.h"

namespace blak::bgfcore {

Result<std::vector<ColourPicture>> readPictureColours(std::span<const std::byte> bytes, const std::string& file)
{
    if (isGif(bytes))
        return readGif(bytes, file);
    auto one = isBmp(bytes) ? readBmpPicture(bytes, file) : readPngColours(bytes, file);
    if (!one)
        return one.error();
    std::vector<ColourPicture> all;
    all.push_back(std::move(one).value());
    return all;
}

} // namespace blak::bgfcore
