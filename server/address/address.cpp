// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/address/address.h"

#include <algorithm>
#include <arpa/inet.h>
#include <charconv>

namespace blak::serve {
namespace {

constexpr std::array<std::uint8_t, 12> mappedPrefix{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
constexpr unsigned mappedBits = 96;

std::optional<Address> parseAddress(const std::string& text)
{
    Address address;
    if (inet_pton(AF_INET6, text.c_str(), address.bytes.data()) == 1)
        return address;
    std::array<std::uint8_t, 4> octets{};
    if (inet_pton(AF_INET, text.c_str(), octets.data()) != 1)
        return std::nullopt;
    std::ranges::copy(mappedPrefix, address.bytes.begin());
    std::ranges::copy(octets, address.bytes.begin() + mappedPrefix.size());
    return address;
}

} // namespace

bool Address::isMapped() const { return std::equal(mappedPrefix.begin(), mappedPrefix.end(), bytes.begin()); }

std::string_view Address::network() const
{
    constexpr std::size_t network = 8;
    return {reinterpret_cast<const char*>(bytes.data()), isMapped() ? bytes.size() : network};
}

bool Address::isLoopback() const
{
    constexpr std::uint8_t loopbackNet = 127;
    if (isMapped())
        return bytes[12] == loopbackNet;
    return std::all_of(bytes.begin(), bytes.end() - 1, [](std::uint8_t byte) { return byte == 0; }) && bytes.back() == 1;
}

std::string Address::text(bool mapped) const
{
    char buffer[INET6_ADDRSTRLEN]{};
    if (isMapped()) {
        inet_ntop(AF_INET, bytes.data() + mappedPrefix.size(), buffer, sizeof buffer);
        return (mapped ? "::ffff:" : "") + std::string(buffer);
    }
    inet_ntop(AF_INET6, bytes.data(), buffer, sizeof buffer);
    return buffer;
}

bool AddressRange::contains(const Address& address) const
{
    for (unsigned i = 0; i < bits; ++i) {
        const auto mask = static_cast<std::uint8_t>(0x80 >> (i % 8));
        if (((first.bytes[i / 8] ^ address.bytes[i / 8]) & mask) != 0)
            return false;
    }
    return true;
}

std::string AddressRange::text() const
{
    Address base = first;
    for (unsigned i = bits; i < 8 * base.bytes.size(); ++i)
        base.bytes[i / 8] = static_cast<std::uint8_t>(base.bytes[i / 8] & ~(0x80u >> (i % 8)));
    const bool four = first.isMapped() && bits >= mappedBits;
    const unsigned shown = four ? bits - mappedBits : bits;
    return shown == (four ? 32u : 128u) ? base.text() : base.text() + "/" + std::to_string(shown);
}

std::optional<AddressRange> parseAddressRange(std::string_view text)
{
    const std::size_t slash = text.find('/');
    std::string host(text.substr(0, slash));
    AddressRange range;
    // "10.1.2.*": stars may only stand at the end.
    unsigned stars = 0;
    while (host.ends_with(".*")) {
        host.resize(host.size() - 2);
        ++stars;
    }
    for (unsigned i = 0; i < stars; ++i)
        host += ".0";
    const auto address = parseAddress(host);
    if (!address || (stars > 0 && slash != text.npos))
        return std::nullopt;
    range.first = *address;
    range.bits -= 8 * stars;
    if (slash != text.npos) {
        const std::string_view digits = text.substr(slash + 1);
        unsigned bits = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bits);
        const unsigned most = address->isMapped() ? 32 : 128;
        if (error != std::errc() || end != digits.data() + digits.size() || bits > most)
            return std::nullopt;
        range.bits = address->isMapped() ? mappedBits + bits : bits;
    }
    return range;
}

bool matchesMask(std::string_view mask, const Address& address)
{
    while (!mask.empty()) {
        const std::size_t end = std::min(mask.find(';'), mask.size());
        std::string part(mask.substr(0, end));
        mask.remove_prefix(std::min(end + 1, mask.size()));
        std::erase(part, ' ');
        const auto wanted = parseAddress(part);
        if (!wanted)
            continue;
        if (*wanted == address)
            return true;
        if (!wanted->isMapped() || !address.isMapped())
            continue;
        bool same = true;
        for (std::size_t i = mappedPrefix.size(); i < address.bytes.size(); ++i)
            same = same && (wanted->bytes[i] == 0 || wanted->bytes[i] == address.bytes[i]);
        if (same)
            return true;
    }
    return false;
}

} // namespace blak::serve
