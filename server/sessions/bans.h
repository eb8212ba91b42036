// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/address/address.h"
#include "server/world/json_store.h"
#include "server/world/players.h"

#include <filesystem>
#include <vector>

namespace blak::serve {

/// Who may not come in, kept over restarts: bans.json in the run folder. Addresses and nets may not connect, accounts may not log
/// in, by name or by a pattern of names. Times are Unix seconds.
///
///     {"bans": [{"kind": "address", "what": "10.1.0.0/16", "until": 0, "since": 1763700000, "by": "ann", "reason": "spam"}]}
class Bans
{
public:
    explicit Bans(std::filesystem::path file);

    /// No file = no bans. A file that makes no sense changes nothing.
    Result<void> load();

    /// The same address, net or account again takes the place of the ban before.
    Result<void> add(const world::Ban& ban, std::int64_t now);
    Result<void> remove(world::BanKind kind, std::string_view what);

    /// The ban that an address or an account is under.
    const world::Ban* find(const Address& address, std::int64_t now) const;
    const world::Ban* find(std::string_view account, std::int64_t now) const; ///< by name, without case
    /// Those that still count.
    std::vector<world::Ban> list(std::int64_t now) const;

    /// The same spelling for the same addresses: "10.1.2.3", "10.1.0.0/16", "2001:db8::/32". Nothing when it is none.
    static std::optional<std::string> spelled(world::BanKind kind, std::string_view what);

    struct Entry
    {
        world::Ban ban;
        AddressRange range; ///< of an address
    };

private:
    world::JsonStore<std::vector<Entry>> store_;
};

} // namespace blak::serve
