// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/sessions/address.h"

#include <map>
#include <vector>

namespace blak::serve {

/// Addresses that may not connect for a time, and how often an address failed to log in. All times in milliseconds of one
/// steady clock. Bounded: what has run out goes first, then what runs out soonest.
class Blocks
{
public:
    void block(const AddressRange& range, std::int64_t until);
    bool isBlocked(const Address& address, std::int64_t now) const;
    void forgetAll();

    /// A wrong name or password. After `freeFailures` each further one keeps the address waiting twice as long as the one before,
    /// up to a minute.
    void noteFailure(const Address& address, std::int64_t now);
    void noteSuccess(const Address& address);
    /// False while a login attempt from there has to wait.
    bool mayLogIn(const Address& address, std::int64_t now) const;

    static constexpr unsigned freeFailures = 10;

private:
    struct Block
    {
        AddressRange range;
        std::int64_t until = 0;
    };
    struct Failures
    {
        unsigned count = 0;
        std::int64_t nextAllowed = 0;
        std::int64_t forgottenAt = 0;
    };

    std::vector<Block> blocks_;
    std::map<Address, Failures> failures_;
};

} // namespace blak::serve
