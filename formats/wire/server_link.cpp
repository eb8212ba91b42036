// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/wire/server_link.h"

#include <algorithm>

namespace blak::wire {

namespace {

/// Clients send no message whose parameters depend on resource texts.
const ResourceFormats& noFormats()
{
    static const ResourceFormats none;
    return none;
}

} // namespace

Received ServerLink::next()
{
    const auto next = reader_.next();
    if (!next)
        return {Verdict::BrokenFrame, {}, next.error().text()};
    if (!next.value())
        return {};
    const Frame& frame = *next.value();
    if (!game_ && frame.epoch != 0)
        return {Verdict::BrokenFrame, {}, "epoch " + std::to_string(frame.epoch) + " in login mode"};
    if (game_) {
        const std::uint32_t random = streams_->next(); // also for frames that are dropped below
        if (frame.check != clientCheck(random, frame.payload, TypeSign::Signed) &&
            frame.check != clientCheck(random, frame.payload, TypeSign::Unsigned))
            return {Verdict::Forged, {}, "wrong check word"};
        if (frame.epoch != epoch_)
            return {Verdict::Stale, {}, "epoch " + std::to_string(frame.epoch) + ", now " + std::to_string(epoch_)};
    }
    auto message = decode(dialect_, Direction::ToServer, !game_, frame.payload, noFormats(), table_);
    if (!message)
        return {Verdict::Malformed, {}, message.error().text()};
    return {Verdict::Accepted, std::move(message).value(), {}};
}

Result<std::vector<std::byte>> ServerLink::send(const Message& message)
{
    const std::string_view name = message.row->name;
    const MessageId id = message.row->id;
    const bool login = message.row->family == Family::Login;
    if (login == game_)
        return Error{game_ ? "the connection is in game mode" : "the connection is in login mode", std::string(name)};
    if (id == MessageId::AP_GAME && !streams_)
        return Error{"AP_GETCHOICE has to come first", std::string(name)};
    auto payload = encode(dialect_, message);
    if (!payload)
        return payload.error();
    payload.value()[0] ^= std::byte{mask_.next()};
    if (id == MessageId::AP_GETCHOICE) {
        SecurityStreams::Seeds seeds{};
        std::ranges::transform(message.find("seeds")->items, seeds.begin(),
                               [](const Field& element) { return element.items.front().number; });
        streams_.emplace(seeds);
    } else if (id == MessageId::AP_GAME) {
        game_ = true;
    } else if (id == MessageId::BP_QUIT) {
        game_ = false;
    } else if (id == MessageId::BP_ECHO_PING && message.find("token") != nullptr) {
        mask_.restart(static_cast<std::uint8_t>(message.find("token")->number ^ TypeMask::echoKey), redbook_);
    }
    return writeFrame(checkedFrame(std::move(payload).value(), login ? std::uint8_t{0} : epoch_));
}

Result<void> ServerLink::sendGame(std::span<const std::byte> payload, std::vector<std::byte>& out)
{
    constexpr std::size_t longest = 0xFFFF;
    if (!game_)
        return Error{"the connection is in login mode", "payload of Blakod"};
    if (payload.empty() || payload.size() > longest)
        return Error{"expected 1 to 65535 bytes, found " + std::to_string(payload.size()), "payload of Blakod"};
    const std::size_t start = out.size();
    out.resize(start + headerSize);
    out.insert(out.end(), payload.begin(), payload.end());
    const std::span<std::byte> body = std::span(out).subspan(start + headerSize);
    body[0] ^= std::byte{mask_.next()};
    const std::uint32_t check = payloadCrc(body);
    const std::uint32_t header[] = {static_cast<std::uint32_t>(payload.size()), check,
                                    static_cast<std::uint32_t>(payload.size())};
    for (std::size_t i = 0; i < headerSize - 1; ++i)
        out[start + i] = static_cast<std::byte>(header[i / 2] >> (8 * (i % 2)));
    out[start + headerSize - 1] = std::byte{epoch_};
    return {};
}

std::uint8_t ServerLink::echoByte() const
{
    const int token = streams_ ? streams_->echoToken() : 0;
    return static_cast<std::uint8_t>(token ^ TypeMask::echoKey);
}

} // namespace blak::wire
