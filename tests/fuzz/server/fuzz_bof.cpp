// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/bof/bof.h"
#include "formats/bof/disassemble.h"
#include "formats/bof/verify.h"

#include <algorithm>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto bytes = std::as_bytes(std::span(data, size));
    const auto file = blak::bof::read(bytes, "fuzz.bof");
    if (!file)
        return 0;
    if (!std::ranges::equal(blak::bof::write(file.value()), bytes))
        std::abort();
    (void)blak::bof::verify(file.value(), "fuzz.bof");
    (void)blak::bof::disassemble(file.value());
    return 0;
}
