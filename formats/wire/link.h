// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/codec.h"
#include "formats/wire/frame.h"
#include "formats/wire/security.h"

#include <functional>
#include <optional>

namespace blak::wire {

/// Text of a resource, for the mask; empty when it is unknown.
using ResourceText = std::function<std::string(std::uint32_t)>;

/// What a client keeps of its connection so that bytes become messages and messages bytes: mode, epoch, seeds, mask. One object
/// per TCP connection; it knows no sockets and no time.
class ClientLink
{
public:
    ClientLink(Dialect dialect, const ResourceFormats& formats, ResourceText texts)
        : dialect_(dialect), formats_(formats), texts_(std::move(texts)), reader_(largestServerPayload)
    {
    }

    void feed(std::span<const std::byte> bytes) { reader_.feed(bytes); }

    /// The next complete message of the server; nothing when more bytes are needed. A frame that cannot be decoded is an error,
    /// after which the next call goes on with the next frame; a framing error repeats.
    Result<std::optional<Message>> next();

    /// The frame for a message, with the epoch last heard; steps the random streams in game mode. In game mode only after
    /// AP_GETCHOICE.
    Result<std::vector<std::byte>> send(const Message& message);

    bool inGame() const { return game_; }
    std::uint8_t epoch() const { return epoch_; }

private:
    void follow(const Message& message);

    Dialect dialect_;
    const ResourceFormats& formats_;
    ResourceText texts_;
    FrameReader reader_;
    TypeMask mask_;
    std::optional<SecurityStreams> streams_;
    bool game_ = false;
    std::uint8_t epoch_ = 0;
};

} // namespace blak::wire
