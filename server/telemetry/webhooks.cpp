// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/telemetry/webhooks.h"

namespace blak::serve {
namespace {

bool mayStandInName(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

} // namespace

Webhooks::Webhooks(Outside& outside, const std::string& folder, std::string_view prefix) : outside_(outside), base_(folder + "/")
{
    pipes_.fill(-1);
    for (const char c : prefix)
        if (mayStandInName(c))
            base_.push_back(c);
    if (!base_.ends_with('/'))
        base_.push_back('_');
    base_ += "m59apiwebhook";
}

Webhooks::~Webhooks()
{
    for (const int pipe : pipes_)
        if (pipe >= 0)
            outside_.close(pipe);
}

/// A pipe that took only a part has a torn message in it: it is given up, and its reader sees an end.
bool Webhooks::writeTo(std::size_t number, std::string_view line)
{
    int& pipe = pipes_[number];
    if (pipe < 0) {
        const auto opened = outside_.openPipe(base_ + std::to_string(number + 1));
        if (!opened)
            return false;
        pipe = opened.value();
    }
    const Transfer written = outside_.write(pipe, std::as_bytes(std::span(line)));
    if (written.state == TransferState::Later)
        return false; // full: its reader is slow
    if (written.state == TransferState::Done && written.size == line.size())
        return true;
    outside_.close(pipe);
    pipe = -1;
    return false;
}

void Webhooks::send(std::string_view json, std::int64_t unixTime, std::int64_t now)
{
    const std::string line =
        (json.starts_with('{') ? std::string(json)
                               : "{\"timestamp\":" + std::to_string(unixTime) + ",\"message\":" + std::string(json) + "}") +
        "\n";
    if (now < silentUntil_ || line.size() > longest) {
        ++dropped_;
        return;
    }
    for (std::size_t i = 0; i < pipeCount; ++i) {
        const std::size_t number = (next_ + i) % pipeCount;
        if (!writeTo(number, line))
            continue;
        next_ = (number + 1) % pipeCount;
        ++sent_;
        return;
    }
    ++dropped_;
    silentUntil_ = now + pauseAfterFailure;
}

} // namespace blak::serve
