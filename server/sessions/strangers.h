// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/address/address.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace blak::serve {

/// Connections that nobody has logged in on: how many of each network (an address; of IPv6 its first 64 bits), and which goes
/// first when there is no room. Every question costs the logarithm of their number. Times in milliseconds of one steady clock.
class Strangers
{
public:
    void add(std::int64_t session, const Address& address, std::int64_t now);
    void remove(std::int64_t session); ///< also of one that is none

    std::size_t size() const { return entries_.size(); }
    std::size_t of(const Address& address) const;
    /// The one that came first of that network.
    std::optional<std::int64_t> oldestOf(const Address& address) const;
    /// The one that came first of the network with the most; of equal ones, the one that came first of all.
    std::optional<std::int64_t> first() const;
    /// Those that came before.
    std::vector<std::int64_t> before(std::int64_t time) const;

private:
    using Age = std::pair<std::int64_t, std::int64_t>;                ///< since, session
    using Rank = std::tuple<std::size_t, std::int64_t, std::string>; ///< how many, since when (negative), network
    struct Entry
    {
        std::string network;
        std::int64_t since = 0;
    };

    std::optional<Rank> rankOf(const std::string& network) const;
    void change(const std::string& network, const Age& age, bool add);

    std::map<std::int64_t, Entry> entries_; ///< by session
    std::map<std::string, std::set<Age>> networks_;
    std::set<Rank> ranks_;
    std::set<Age> ages_;
};

} // namespace blak::serve
