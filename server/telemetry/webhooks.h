// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/record/outside.h"

#include <array>
#include <string>
#include <string_view>

namespace blak::serve {

/// What SendWebhook() of Blakod says, for a program that reads named pipes and passes it on: the pipes PREFIX_m59apiwebhook1 to
/// ...10 of a folder, in turn, as the mainline server does. Nobody waits for a reader: without one a message is dropped.
///
///     {"timestamp":1702339200,"message":"Player login: Bob"}     one text
///     {"event":"UserKilled","params":{"param1":"Bob", ...}}      an event, as Blakod's machine made it
class Webhooks
{
public:
    Webhooks(Outside& outside, const std::string& folder, std::string_view prefix);
    ~Webhooks();
    Webhooks(const Webhooks&) = delete;
    Webhooks& operator=(const Webhooks&) = delete;

    /// `json` is a JSON string or an event object.
    void send(std::string_view json, std::int64_t unixTime, std::int64_t now);

    std::uint64_t sent() const { return sent_; }
    std::uint64_t dropped() const { return dropped_; }

    static constexpr std::size_t pipeCount = 10;
    static constexpr std::size_t longest = 4096;            ///< bytes; what a pipe takes whole or not at all
    static constexpr std::int64_t pauseAfterFailure = 1000; ///< milliseconds without looking for a reader

private:
    bool writeTo(std::size_t pipe, std::string_view line);

    Outside& outside_;
    std::string base_;
    std::array<int, pipeCount> pipes_;
    std::size_t next_ = 0;
    std::uint64_t sent_ = 0, dropped_ = 0;
    std::int64_t silentUntil_ = 0;
};

} // namespace blak::serve
