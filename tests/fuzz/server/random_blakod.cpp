// SPDX-License-Identifier: GPL-3.0-or-later
// random_blakod [RUNS [SEED [SECONDS]]]: random programs, one after the other, so many or for so long.
#include "tests/fuzz/server/random_blakod.h"

#include <chrono>
#include <cstdio>
#include <limits>
#include <random>

int main(int argc, char** argv)
{
    const long seconds = argc > 3 ? std::atol(argv[3]) : std::numeric_limits<int>::max();
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    const long runs = argc > 1 ? std::atol(argv[1]) : 500;
    std::mt19937 random(static_cast<unsigned>(argc > 2 ? std::atol(argv[2]) : 1));
    long tried = 0, ran = 0;
    for (; tried < runs && std::chrono::steady_clock::now() < end; ++tried) {
        std::vector<std::uint8_t> bytes(100 + random() % 900);
        for (std::uint8_t& byte : bytes)
            byte = static_cast<std::uint8_t>(random());
        ran += blak::fuzz::runBlakod(bytes) ? 1 : 0;
    }
    std::printf("%ld programs, %ld compiled and ran\n", tried, ran);
    return ran > tried / 4 ? 0 : 1; // the others do not compile
}
