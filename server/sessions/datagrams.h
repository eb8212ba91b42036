// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/sessions/connections.h"

namespace blak::serve {

/// The UDP side channel of open105 (reference protocol.md, section 1.8): moves, turns and attacks that may get lost.
class Datagrams
{
public:
    Datagrams(world::World& world, Connections& all) : world_(world), all_(all) {}

    /// What is forged or replayed is dropped and logged; what is only late (the epoch before a collection) or too much is
    /// dropped.
    void take(const Address& from, std::span<const std::byte> bytes);
    std::int64_t last() const { return last_; } ///< Unix time of the last one that was taken

private:
    void deliver(Session& session, std::span<const std::byte> payload);

    world::World& world_;
    Connections& all_;
    std::int64_t last_ = 0;
};

} // namespace blak::serve
