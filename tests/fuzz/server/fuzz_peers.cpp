// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes of the small peers: who asks for counters, mail programs, mail servers, the billing machine. The first byte of the input
// says who, the second how the rest is cut into pieces.
#include "server/billing/portal.h"
#include "server/mail/smtp_peer.h"
#include "server/mail/smtp_sender.h"
#include "server/telemetry/http_peer.h"

#include <algorithm>
#include <cstdlib>
#include <memory>

using namespace blak;
using namespace blak::serve;

namespace {

constexpr std::size_t mostOutput = 1024 * 1024; ///< for inputs of a few KB

std::unique_ptr<Peer> peerOf(unsigned who)
{
    switch (who % 4) {
    case 0: return std::make_unique<HttpPeer>([] { return withTypes("blakston_sessions 1\nblakston_logins 2\n"); }, 0);
    case 1: {
        const MailRules rules{
            "here", "make", "drop",
            [](bool, const AccountLetter& letter, std::string_view) {
                return letter.secret == "s" ? Result<std::string>("done") : Result<std::string>(Error{"no", ""});
            },
            [](std::string_view) {}};
        return std::make_unique<SmtpPeer>(rules, "10.0.0.1", 0);
    }
    case 2: return std::make_unique<SmtpSender>(SmtpSender::Letter{"here", "a@b", "c@d", "s", ".text\n\nmore"}, 0);
    default: {
        auto portal = std::make_unique<Portal>(PortalSettings{});
        portal->begin();
        return portal;
    }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 2)
        return 0;
    const auto peer = peerOf(data[0]);
    auto* portal = dynamic_cast<Portal*>(peer.get());
    const std::string_view rest(reinterpret_cast<const char*>(data + 2), size - 2);
    const std::size_t piece = data[1] == 0 ? rest.size() : data[1];
    std::int64_t now = 1, ticket = 0;
    peer->connected(now);
    for (std::size_t at = 0; at < rest.size() && !peer->closing; at += piece) {
        peer->received(rest.substr(at, piece), ++now);
        if (portal != nullptr)
            (void)portal->ask(ticket % 2 == 0 ? "ann" : "ben", ticket, now);
        ++ticket;
        peer->tick(now);
    }
    if (peer->output.size() > mostOutput)
        std::abort();
    peer->tick(now + 1'000'000);
    peer->lost(now);
    return 0;
}
