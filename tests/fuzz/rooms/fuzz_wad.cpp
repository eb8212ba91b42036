// SPDX-License-Identifier: GPL-3.0-or-later
// Packages of Doom: directory, maps of the binary layouts, pictures; what can be imported is a whole room.
#include "formats/wad/pictures.h"
#include "tests/fuzz/rooms/imported.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace blak;
    const auto* bytes = reinterpret_cast<const std::byte*>(data);
    const auto wad = wad::read(std::make_shared<const std::vector<std::byte>>(bytes, bytes + size), "fuzz.wad");
    if (!wad)
        return 0;
    const wad::Wad* all[]{&wad.value()};
    const wad::Pictures pictures(all);
    doomimport::TextureTable table;
    std::size_t maps = 0;
    for (const wad::MapEntry& entry : wad::mapsOf(wad.value())) {
        if (++maps > 4)
            break;
        const auto map = wad::readMap(wad.value(), entry);
        if (!map)
            continue;
        const auto used = doomimport::texturesOf(map.value());
        if (used.size() > 64)
            continue;
        std::vector<doomimport::WorldTexture> world(1);
        world[0].number = 7;
        const auto matches = doomimport::matchTextures(used, pictures, world, table);
        test::checkImport(map.value(), doomimport::tableOf(matches, table));
    }
    return 0;
}
