// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/server/random_blakod.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    blak::fuzz::runBlakod({data, size});
    return 0;
}
