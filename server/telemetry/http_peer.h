// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/record/peer.h"

#include <functional>

namespace blak::serve {

/// One request for the counters over HTTP: `GET /metrics`. The connection ends with the answer.
class HttpPeer final : public Peer
{
public:
    /// `hosts`: names besides localhost and addresses that it may be asked by, separated by blanks.
    HttpPeer(std::function<std::string()> metrics, std::int64_t now, std::string hosts = {})
        : metrics_(std::move(metrics)), hosts_(std::move(hosts)), since_(now)
    {
    }

    void received(std::string_view bytes, std::int64_t now) override;
    void tick(std::int64_t now) override;

    static constexpr std::size_t longestRequest = 8 * 1024;
    static constexpr std::int64_t longestTime = 10'000; ///< for a request to arrive, milliseconds

private:
    bool mayAsk(std::string_view head) const;
    bool isOwnHost(std::string_view host) const;
    void answer(std::string_view status, std::string_view body, bool withBody = true);

    std::function<std::string()> metrics_;
    std::string hosts_;
    std::string input_;
    std::int64_t since_;
};

/// Adds `# TYPE` lines to counters in the form `blakston_NAME VALUE`.
std::string withTypes(std::string_view counters);

} // namespace blak::serve
