// SPDX-License-Identifier: GPL-3.0-or-later
// random_blakod [RUNS [SEED]]: random programs, one after the other.
#include "tests/fuzz/server/random_blakod.h"

#include <cstdio>
#include <random>

int main(int argc, char** argv)
{
    const long runs = argc > 1 ? std::atol(argv[1]) : 500;
    std::mt19937 random(static_cast<unsigned>(argc > 2 ? std::atol(argv[2]) : 1));
    long ran = 0;
    for (long run = 0; run < runs; ++run) {
        std::vector<std::uint8_t> bytes(100 + random() % 900);
        for (std::uint8_t& byte : bytes)
            byte = static_cast<std::uint8_t>(random());
        ran += blak::fuzz::runBlakod(bytes) ? 1 : 0;
    }
    std::printf("%ld programs, %ld compiled and ran\n", runs, ran);
    return ran > runs / 4 ? 0 : 1; // the others do not compile
}
