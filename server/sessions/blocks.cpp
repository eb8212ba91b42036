// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/sessions/blocks.h"

#include "formats/base/names.h"

#include <algorithm>

namespace blak::serve {
namespace {

constexpr std::size_t mostBlocks = 4096;

std::string pairOf(const Address& address, std::string_view account)
{
    return std::string(address.network()) + '\0' + lowerCase(account);
}

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
    for (Throttle* throttle : {&addresses_, &accounts_, &pairs_, &known_})
        throttle->forgetAll();
}

void Blocks::noteFailure(const Address& address, std::string_view account, std::int64_t now)
{
    const std::string pair = pairOf(address, account);
    pairs_.noteFailure(pair, now);
    if (known_.remembers(pair, now))
        return; // its owner, who mistypes, makes nobody else wait
    addresses_.noteFailure(address.network(), now);
    accounts_.noteFailure(lowerCase(account), now);
}

/// What the address did to other accounts stays: whoever has one of his own could guess for ever otherwise.
void Blocks::noteSuccess(const Address& address, std::string_view account, std::int64_t now)
{
    const std::string pair = pairOf(address, account);
    pairs_.noteSuccess(pair);
    known_.noteFailure(pair, now);
}

Standing Blocks::standing(const Address& address, std::string_view account, std::int64_t now) const
{
    if (known_.remembers(pairOf(address, account), now))
        return Standing::Known;
    return addresses_.remembers(address.network(), now) ? Standing::Failed : Standing::Clean;
}

bool Blocks::mayLogIn(const Address& address, std::string_view account, std::int64_t now) const
{
    const std::string pair = pairOf(address, account);
    if (!pairs_.mayTry(pair, now))
        return false;
    if (known_.remembers(pair, now))
        return true;
    return addresses_.mayTry(address.network(), now) &&
           (accounts_.mayTry(lowerCase(account), now) || !addresses_.remembers(address.network(), now));
}

} // namespace blak::serve
