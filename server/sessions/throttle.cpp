// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/sessions/throttle.h"

#include <algorithm>
#include <cstring>
#include <sodium.h>

namespace blak::serve {
namespace {

constexpr std::size_t rows = 4096;
constexpr std::size_t perRow = 4;
constexpr std::int64_t firstWait = 1000;

} // namespace

Throttle::Throttle(unsigned freeFailures, std::int64_t longestWait, std::int64_t memory)
    : freeFailures_(freeFailures), longestWait_(longestWait), memory_(memory)
{
    static_assert(sizeof secret_ == crypto_shorthash_KEYBYTES);
    if (sodium_init() >= 0)
        randombytes_buf(secret_.data(), secret_.size());
}

void Throttle::setKey(std::span<const std::byte, 16> key) { std::memcpy(secret_.data(), key.data(), key.size()); }

std::uint64_t Throttle::hashOf(std::string_view key) const
{
    std::array<unsigned char, crypto_shorthash_BYTES> bytes{};
    crypto_shorthash(bytes.data(), reinterpret_cast<const unsigned char*>(key.data()), key.size(), secret_.data());
    std::uint64_t hash = 0;
    std::memcpy(&hash, bytes.data(), sizeof hash);
    return std::max<std::uint64_t>(hash, 1);
}

std::size_t Throttle::rowOf(std::uint64_t hash) { return static_cast<std::size_t>(hash % rows) * perRow; }

std::optional<std::size_t> Throttle::find(std::uint64_t hash) const
{
    if (!places_.empty())
        for (std::size_t i = rowOf(hash); i < rowOf(hash) + perRow; ++i)
            if (places_[i].key == hash)
                return i;
    return std::nullopt;
}

void Throttle::noteFailure(std::string_view key, std::int64_t now)
{
    if (places_.empty())
        places_.resize(rows * perRow);
    const std::uint64_t hash = hashOf(key);
    std::size_t at = find(hash).value_or(rowOf(hash));
    if (places_[at].key != hash)
        for (std::size_t i = rowOf(hash); i < rowOf(hash) + perRow; ++i)
            at = places_[i].forgottenAt < places_[at].forgottenAt ? i : at;
    Place& place = places_[at];
    if (place.key != hash || place.forgottenAt <= now)
        place = {hash, 0, 0, 0};
    ++place.count;
    place.forgottenAt = now + memory_;
    if (place.count < freeFailures_)
        return;
    const unsigned doublings = std::min(place.count - freeFailures_, 6u);
    place.nextAllowed = now + std::min(firstWait << doublings, longestWait_);
}

void Throttle::noteSuccess(std::string_view key)
{
    if (const auto at = find(hashOf(key)))
        places_[*at] = {};
}

bool Throttle::remembers(std::string_view key, std::int64_t now) const
{
    const auto at = find(hashOf(key));
    return at && places_[*at].forgottenAt > now;
}

bool Throttle::mayTry(std::string_view key, std::int64_t now) const
{
    const auto at = find(hashOf(key));
    return !at || places_[*at].nextAllowed <= now;
}

} // namespace blak::serve
