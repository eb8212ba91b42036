// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/wire/link.h"

#include <algorithm>

namespace blak::wire {

Result<std::optional<Message>> ClientLink::next()
{
    auto next = reader_.next();
    if (!next)
        return next.error();
    if (!next.value())
        return std::optional<Message>();
    Frame& frame = *next.value();
    frame.payload[0] ^= std::byte{mask_.next()};
    const bool login = frame.epoch == 0;
    epoch_ = frame.epoch;
    auto message = decode(dialect_, Direction::ToClient, login, frame.payload, formats_);
    if (!message)
        return message.error();
    follow(message.value());
    return std::optional<Message>(std::move(message).value());
}

void ClientLink::follow(const Message& message)
{
    if (message.row->id == MessageId::BP_ECHO_PING && message.find("token") != nullptr) {
        const auto token = static_cast<std::uint8_t>(message.find("token")->number ^ TypeMask::echoKey);
        mask_.restart(token, texts_(message.find("redbook")->number));
    } else if (message.row->id == MessageId::AP_GETCHOICE) {
        SecurityStreams::Seeds seeds{};
        std::ranges::transform(message.find("seeds")->items, seeds.begin(),
                               [](const Field& element) { return element.items.front().number; });
        streams_.emplace(seeds);
        game_ = false; // also sent on the return to the menu
    } else if (message.row->id == MessageId::AP_GAME) {
        game_ = true;
    }
}

Result<std::vector<std::byte>> ClientLink::send(const Message& message)
{
    auto payload = encode(dialect_, message);
    if (!payload)
        return payload.error();
    const bool login = message.row->family == Family::Login;
    if (login == game_ || (!login && !streams_))
        return Error{game_ ? "the connection is in game mode" : "the connection is in login mode",
                     std::string(message.row->name)};
    if (payload.value().size() > largestClientPayload)
        return Error{"servers take at most " + std::to_string(largestClientPayload) + " bytes", std::string(message.row->name)};
    if (login)
        return writeFrame(checkedFrame(std::move(payload).value(), 0));
    const std::uint16_t check = clientCheck(streams_->next(), payload.value());
    return writeFrame({check, epoch_, std::move(payload).value()});
}

} // namespace blak::wire
