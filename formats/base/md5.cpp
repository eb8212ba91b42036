// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/md5.h"

#include <bit>
#include <cmath>
#include <vector>

namespace blak {
namespace {

constexpr std::size_t blockSize = 64;

/// Rotations of the four rounds, RFC 1321 section 3.4.
constexpr int rotations[4][4]{{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

/// The constants are the integer parts of 2^32 |sin(i)|, i from 1.
std::array<std::uint32_t, 64> sines()
{
    std::array<std::uint32_t, 64> table{};
    for (std::size_t i = 0; i < table.size(); ++i)
        table[i] = static_cast<std::uint32_t>(std::floor(std::abs(std::sin(static_cast<double>(i + 1))) * 4294967296.0));
    return table;
}

void addBlock(std::array<std::uint32_t, 4>& state, const std::uint8_t* bytes)
{
    static const std::array<std::uint32_t, 64> table = sines();
    std::array<std::uint32_t, 16> words{};
    for (std::size_t i = 0; i < blockSize; ++i)
        words[i / 4] |= static_cast<std::uint32_t>(bytes[i]) << (8 * (i % 4));
    auto [a, b, c, d] = state;
    for (std::size_t i = 0; i < 64; ++i) {
        std::uint32_t mixed = 0;
        std::size_t word = 0;
        switch (i / 16) {
        case 0: mixed = (b & c) | (~b & d), word = i; break;
        case 1: mixed = (d & b) | (~d & c), word = (5 * i + 1) % 16; break;
        case 2: mixed = b ^ c ^ d, word = (3 * i + 5) % 16; break;
        default: mixed = c ^ (b | ~d), word = 7 * i % 16; break;
        }
        const std::uint32_t sum = a + mixed + table[i] + words[word];
        a = d;
        d = c;
        c = b;
        b += std::rotl(sum, rotations[i / 16][i % 4]);
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
}

} // namespace

std::array<std::uint8_t, 16> md5(std::string_view text)
{
    std::vector<std::uint8_t> bytes(text.begin(), text.end());
    bytes.push_back(0x80);
    while (bytes.size() % blockSize != blockSize - 8)
        bytes.push_back(0);
    const std::uint64_t bits = static_cast<std::uint64_t>(text.size()) * 8;
    for (int i = 0; i < 8; ++i)
        bytes.push_back(static_cast<std::uint8_t>(bits >> (8 * i)));
    std::array<std::uint32_t, 4> state{0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476};
    for (std::size_t at = 0; at < bytes.size(); at += blockSize)
        addBlock(state, bytes.data() + at);
    std::array<std::uint8_t, 16> digest{};
    for (std::size_t i = 0; i < digest.size(); ++i)
        digest[i] = static_cast<std::uint8_t>(state[i / 4] >> (8 * (i % 4)));
    return digest;
}

} // namespace blak
