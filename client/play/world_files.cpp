// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/play/world_files.h"

#include "formats/base/file_io.h"
#include "formats/base/find_file.h"
#include "formats/palette/palette.h"

namespace blak::client {

namespace fs = std::filesystem;

WorldFiles WorldFiles::below(const fs::path& top)
{
    WorldFiles files;
    const auto add = [&](const fs::path& folder) {
        std::error_code error;
        if (fs::is_directory(folder, error))
            files.folders.push_back(folder);
    };
    add(top);
    for (const char* part : {"resource", "rsc", "rooms", "sprites", "textures", "sounds"})
        if (const auto folder = findInFolder(top, part))
            add(*folder);
    if (const auto folder = findFile(top, "resource/rooms"))
        add(*folder);
    if (const auto palette = findInFolder(top, "blakston.pal"))
        files.palette = *palette;
    return files;
}

std::shared_ptr<render::AssetStore> WorldFiles::makeAssets() const
{
    if (!palette.empty())
        if (const auto bytes = readFile(palette))
            if (const auto read = palette::read(bytes.value(), palette.string()))
                return std::make_shared<render::AssetStore>(folders, read.value().colours);
    return std::make_shared<render::AssetStore>(folders);
}

std::size_t WorldFiles::readResources(wire::ResourceBook& book) const
{
    for (const fs::path& folder : folders)
        book.readFolder(folder);
    return book.size();
}

fs::path WorldFiles::find(std::string_view name) const
{
    name = name.substr(name.find_last_of("/\\:") + 1);
    for (const fs::path& folder : folders)
        if (const auto file = findInFolder(folder, name))
            return *file;
    return {};
}

} // namespace blak::client
