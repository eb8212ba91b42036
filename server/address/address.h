// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace blak::serve {

/// Where a connection comes from: an IPv6 address; IPv4 as ::ffff:a.b.c.d.
struct Address
{
    std::array<std::uint8_t, 16> bytes{};

    bool isMapped() const; ///< holds an IPv4 address
    bool isLoopback() const;
    /// The bytes that one household has to itself: all of IPv4, the first 64 bits of IPv6.
    std::string_view network() const;
    /// "127.0.0.1", or "::ffff:127.0.0.1" when `mapped` (as the servers of open105 write it).
    std::string text(bool mapped = false) const;

    friend auto operator<=>(const Address&, const Address&) = default;
};

/// An address, or a range of them: "10.1.2.3", "10.1.0.0/16", "10.1.2.*", "::1".
struct AddressRange
{
    Address first;
    unsigned bits = 128; ///< of the prefix that counts

    bool contains(const Address& address) const;
    /// "10.1.2.3", "10.1.0.0/16": what the prefix does not hold is 0.
    std::string text() const;
};

std::optional<AddressRange> parseAddressRange(std::string_view text);

/// A maintenance mask of the reference: addresses separated by `;`, an octet of 0 = any.
bool matchesMask(std::string_view mask, const Address& address);

} // namespace blak::serve
