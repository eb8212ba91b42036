// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace blak::serve {

/// The other end of a small text connection that is no player: a reader of counters, a mail program, the billing machine. Knows
/// no socket; bytes and the time (milliseconds) come from outside.
class Peer
{
public:
    virtual ~Peer() = default;
    virtual void connected(std::int64_t /*now*/) {} ///< a connection that this side began is there
    virtual void received(std::string_view bytes, std::int64_t now) = 0;
    virtual void lost(std::int64_t /*now*/) {} ///< it is gone, or never came
    virtual void tick(std::int64_t /*now*/) {} ///< a few times a second

    std::string output;
    bool closing = false; ///< goes when its output is written
};

} // namespace blak::serve
