// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/sessions/blocks.h"

#include <algorithm>

namespace blak::serve {
namespace {

constexpr std::size_t mostBlocks = 4096;
constexpr std::size_t mostAddresses = 65536;
constexpr std::int64_t firstWait = 1000;
constexpr std::int64_t longestWait = 60'000;
constexpr std::int64_t memory = 15 * 60'000; ///< a failure is remembered so long

} // namespace

void Blocks::block(const AddressRange& range, std::int64_t until)
{
    if (blocks_.size() >= mostBlocks)
        blocks_.erase(std::ranges::min_element(blocks_, {}, &Block::until));
    blocks_.push_back({range, until});
}

bool Blocks::isBlocked(const Address& address, std::int64_t now) const
{
    return std::ranges::any_of(blocks_, [&](const Block& block) { return block.until > now && block.range.contains(address); });
}

void Blocks::forgetAll()
{
    blocks_.clear();
    failures_.clear();
}

void Blocks::noteFailure(const Address& address, std::int64_t now)
{
    if (failures_.size() >= mostAddresses) {
        std::erase_if(failures_, [now](const auto& entry) { return entry.second.forgottenAt <= now; });
        if (failures_.size() >= mostAddresses)
            failures_.erase(failures_.begin());
    }
    Failures& failures = failures_[address];
    if (failures.forgottenAt <= now)
        failures = {};
    ++failures.count;
    failures.forgottenAt = now + memory;
    if (failures.count < freeFailures)
        return;
    const unsigned doublings = std::min(failures.count - freeFailures, 6u);
    failures.nextAllowed = now + std::min(firstWait << doublings, longestWait);
}

void Blocks::noteSuccess(const Address& address) { failures_.erase(address); }

bool Blocks::mayLogIn(const Address& address, std::int64_t now) const
{
    const auto it = failures_.find(address);
    return it == failures_.end() || it->second.nextAllowed <= now;
}

} // namespace blak::serve
