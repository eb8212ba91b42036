// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/address/address.h"
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

    /// A wrong name or password. Addresses wait up to a minute after ten of them; of IPv6 the first 64 bits count. Accounts (by
    /// name, without case, whether or not they exist) wait after twenty, and never longer than ten seconds: nobody should be
    /// able to lock somebody else out.
    void noteFailure(const Address& address, std::string_view account, std::int64_t now);
    void noteSuccess(const Address& address, std::string_view account);
    /// False while a login attempt has to wait.
    bool mayLogIn(const Address& address, std::string_view account, std::int64_t now) const;

    void setKey(std::span<const std::byte, 16> key) ///< of both throttles
    {
        addresses_.setKey(key);
        accounts_.setKey(key);
    }

    static constexpr unsigned freeFailures = 10;
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
};

} // namespace blak::serve
