// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/record/peer.h"

namespace blak::serve {

/// Hands one short letter to a mail server.
class SmtpSender final : public Peer
{
public:
    struct Letter
    {
        std::string machine;       ///< our name
        std::string from, to;      ///< plain addresses
        std::string subject, body; ///< single lines and lines; no control characters
    };
    SmtpSender(Letter letter, std::int64_t now) : letter_(std::move(letter)), since_(now) {}

    void received(std::string_view bytes, std::int64_t now) override;
    void lost(std::int64_t now) override;
    void tick(std::int64_t now) override;
    bool delivered() const { return delivered_; }

    static constexpr std::int64_t longestTime = 60'000; ///< milliseconds

private:
    void answer(std::string_view line);
    std::string text() const;

    Letter letter_;
    std::string input_;
    std::size_t step_ = 0;
    std::int64_t since_;
    bool delivered_ = false;
};

} // namespace blak::serve
