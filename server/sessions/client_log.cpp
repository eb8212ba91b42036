// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/sessions/client_log.h"

#include <utility>

namespace blak::serve {
namespace {

constexpr std::string_view names[]{
#define X(name, most, text) text,
    BLAK_CLIENT_LINES(X)
#undef X
};

} // namespace

bool ClientLog::may(ClientLine kind, LineLimit* own, std::int64_t now)
{
    const auto index = static_cast<std::size_t>(kind);
    if ((own == nullptr || own->take(now)) && limits_[index].take(now))
        return true;
    ++counts_[index];
    ++leftOut_;
    return false;
}

void ClientLog::tell(const std::function<void(const std::string& line)>& write)
{
    for (std::size_t i = 0; i < kinds; ++i)
        if (const std::uint64_t count = std::exchange(counts_[i], 0); count > 0)
            write("of clients, " + std::to_string(count) + " more lines are left out: " + std::string(names[i]));
}

} // namespace blak::serve
