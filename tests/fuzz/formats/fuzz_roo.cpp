// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever the reader accepts is written back as it was, keeps the limits of its format, and survives conversion.
#include "formats/roo/room.h"

#include <algorithm>
#include <cstdlib>
#include <span>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace blak::roo;
    const auto bytes = std::as_bytes(std::span(data, size));
    const auto result = read(bytes, "fuzz.roo");
    if (!result)
        return 0;
    const Room& room = result.value();
    if (!checkLimits(room) || !std::ranges::equal(write(room), bytes))
        std::abort();
    for (const Format target : {Format::V9, Format::V12, Format::V13Float, Format::V13Integer, Format::V14, Format::V15}) {
        const auto converted = convert(room, target);
        if (!converted)
            continue;
        const auto again = read(write(converted.value()), "fuzz.roo");
        if (!again || !(again.value() == converted.value()))
            std::abort();
    }
    return 0;
}
