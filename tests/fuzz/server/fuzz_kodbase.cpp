// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/kodbase/kodbase.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace blak::kodbase;
    const auto first = read({reinterpret_cast<const char*>(data), size}, "fuzz.txt");
    if (!first)
        return 0;
    const std::string text = write(first.value());
    const auto second = read(text, "fuzz.txt");
    if (!second || write(second.value()) != text)
        std::abort();
    return 0;
}
