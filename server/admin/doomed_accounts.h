// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace blak::world {

class World;

/// Accounts that are to be deleted. In the classic server they go with the next save; their characters go with the collection in
/// it.
class DoomedAccounts
{
public:
    void add(std::int64_t account) { accounts_.push_back(account); }
    void removeFrom(World& world);

private:
    std::vector<std::int64_t> accounts_;
};

} // namespace blak::world
