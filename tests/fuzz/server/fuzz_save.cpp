// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/save/game.h"

#include <algorithm>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto bytes = std::as_bytes(std::span(data, size));
    (void)blak::save::readStrings(bytes, "fuzz");
    (void)blak::save::readDynamicResources(bytes, "fuzz");
    const auto game = blak::save::readGame(bytes, "fuzz");
    if (!game)
        return 0;
    // List and table records may be missing in what was read; once written, nothing may change any more.
    const auto written = blak::save::write(game.value());
    const auto again = blak::save::readGame(written, "fuzz");
    if (!again || blak::save::write(again.value()) != written)
        std::abort();
    return 0;
}
