// SPDX-License-Identifier: GPL-3.0-or-later
// Maps of Doom as text (UDMF): read or refused; what can be imported is a whole room.
#include "tests/fuzz/rooms/imported.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace blak;
    const auto map = wad::readTextMap({reinterpret_cast<const char*>(data), size}, "fuzz");
    if (map)
        test::checkImport(map.value(), {});
    return 0;
}
