// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/doll.h"

#include <cstdint>
#include <cstdlib>

using namespace blak;

/// What is read is written and read back equal.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto doll = bgfcore::readDoll({reinterpret_cast<const char*>(data), size}, "fuzz");
    if (!doll)
        return 0;
    const auto again = bgfcore::readDoll(bgfcore::writeDoll(doll.value()), "fuzz");
    if (again && again.value() != doll.value())
        std::abort();
    return 0;
}
