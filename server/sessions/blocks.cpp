// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/sessions/blocks.h"

#include "formats/base/names.h"

#include <algorithm>

namespace blak::serve {
namespace {

constexpr std::size_t mostBlocks = 4096;

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
    addresses_.forgetAll();
    accounts_.forgetAll();
}

void Blocks::noteFailure(const Address& address, std::string_view account, std::int64_t now)
{
    addresses_.noteFailure(address.network(), now);
    accounts_.noteFailure(lowerCase(account), now);
}

void Blocks::noteSuccess(const Address& address, std::string_view account)
{
    addresses_.noteSuccess(address.network());
    accounts_.noteSuccess(lowerCase(account));
}

bool Blocks::mayLogIn(const Address& address, std::string_view account, std::int64_t now) const
{
    return addresses_.mayTry(address.network(), now) && accounts_.mayTry(lowerCase(account), now);
}

} // namespace blak::serve
