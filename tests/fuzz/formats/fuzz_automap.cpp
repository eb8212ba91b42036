// SPDX-License-Identifier: GPL-3.0-or-later
// What is read is written back byte for byte; a room and notes can be added to anything that was read.
#include "formats/automap/automap.h"

#include <algorithm>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace blak::automap;
    const auto bytes = std::as_bytes(std::span(data, size));
    auto map = read(bytes, "fuzz.map");
    if (!map)
        return 0;
    if (!std::ranges::equal(write(map.value()), bytes))
        std::abort();
    const auto added = addRoom(map.value(), 12345, 77);
    if (!added)
        return 0;
    addNotes(map.value(), *added.value());
    auto again = read(write(map.value()), "again.map");
    if (!again || findRoom(again.value(), 12345) == nullptr)
        std::abort();
    return 0;
}
