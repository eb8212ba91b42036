// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace blak::serve {

/// How often something failed: addresses and account names that try passwords. Of fixed size: when a place is needed, what would
/// be forgotten soonest goes. Keys meet in places that nobody outside can foretell. Times in milliseconds of one steady clock.
class Throttle
{
public:
    /// After `freeFailures` each further one doubles the time to wait, from a second up to `longestWait`.
    /// What was noted is forgotten `memory` after the last time.
    Throttle(unsigned freeFailures, std::int64_t longestWait, std::int64_t memory = 15 * 60'000);

    /// Another key than the one from the system's randomness, so that a replay meets the same places.
    void setKey(std::span<const std::byte, 16> key);
    void noteFailure(std::string_view key, std::int64_t now);
    void noteSuccess(std::string_view key);
    bool mayTry(std::string_view key, std::int64_t now) const;
    /// Whether something was noted that is not forgotten.
    bool remembers(std::string_view key, std::int64_t now) const;
    void forgetAll() { places_.clear(); }

private:
    struct Place
    {
        std::uint64_t key = 0; ///< 0 = free
        unsigned count = 0;
        std::int64_t nextAllowed = 0;
        std::int64_t forgottenAt = 0;
    };

    std::uint64_t hashOf(std::string_view key) const;
    static std::size_t rowOf(std::uint64_t hash);
    std::optional<std::size_t> find(std::uint64_t hash) const;

    unsigned freeFailures_;
    std::int64_t longestWait_;
    std::int64_t memory_;
    std::array<unsigned char, 16> secret_{};
    std::vector<Place> places_; ///< empty until something fails
};

} // namespace blak::serve
