// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/address/address.h"
#include "server/sessions/standing.h"
#include "server/sessions/throttle.h"

#include <vector>

namespace blak::serve {

/// Addresses that may not connect for a time, and who failed to log in too often. All times in milliseconds of one steady clock.
/// Bounded: what has run out goes first, then what runs out soonest.
class Blocks
{
public:
    void block(const AddressRange& range, std::int64_t until);
    bool isBlocked(const Address& address, std::int64_t now) const;
    void forgetAll();

    /// A wrong name or password. What waits is the address (of IPv6 the first 64 bits), up to a minute after ten failures, and the
    /// pair of an address and an account (by name, without case, whether or not there is one), up to a minute after five. After
    /// twenty failures of one account, from wherever, all addresses that have failed lately wait for it, ten seconds at most: an
    /// address gets one guess then, and nobody can lock the owner out. Whoever has logged in to the account from an address before
    /// waits for nobody's failures but those of that pair.
    void noteFailure(const Address& address, std::string_view account, std::int64_t now);
    void noteSuccess(const Address& address, std::string_view account, std::int64_t now);
    Standing standing(const Address& address, std::string_view account, std::int64_t now) const;
    /// False while a login attempt has to wait.
    bool mayLogIn(const Address& address, std::string_view account, std::int64_t now) const;

    void setKey(std::span<const std::byte, 16> key) ///< of all throttles
    {
        for (Throttle* throttle : {&addresses_, &accounts_, &pairs_, &known_})
            throttle->setKey(key);
    }

    /// Bytes of memory; throttles have a fixed size.
    std::size_t bytes() const { return blocks_.capacity() * sizeof(Block) + 4 * sizeof(Throttle); }

    static constexpr unsigned freeFailures = 10;
    static constexpr unsigned freeFailuresOfPair = 5;
    static constexpr unsigned freeFailuresOfAccount = 20;

private:
    struct Block
    {
        AddressRange range;
        std::int64_t until = 0;
    };

    std::vector<Block> blocks_;
    Throttle addresses_{freeFailures, 60'000};
    Throttle accounts_{freeFailuresOfAccount, 10'000};
    Throttle pairs_{freeFailuresOfPair, 60'000};
    Throttle known_{1, 1, 30ll * 24 * 60 * 60'000}; ///< pairs that logged in, for a month
};

} // namespace blak::serve
