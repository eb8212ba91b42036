// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/rsc/rsc.h"

#include <algorithm>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto bytes = std::as_bytes(std::span(data, size));
    const auto file = blak::rsc::read(bytes, "fuzz.rsc");
    if (file && !std::ranges::equal(blak::rsc::write(file.value()), bytes))
        std::abort();
    return 0;
}
