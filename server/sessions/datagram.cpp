// SPDX-License-Identifier: GPL-3.0-or-later
// The UDP side channel of open105 (reference protocol.md, section 1.8): moves, turns and attacks that may get lost.
#include "formats/base/byte_reader.h"
#include "server/sessions/fields.h"
#include "server/sessions/sessions.h"

namespace blak::serve {

/// Layout: i32 session, u32 rising number, u16 low word of the CRC-32 of what follows the epoch, u8 epoch, message.
void Sessions::receivedDatagram(const Address& from, std::span<const std::byte> datagram, std::int64_t now)
{
    now_ = now;
    ByteReader in(datagram, "datagram");
    const std::int64_t id = static_cast<std::int32_t>(in.u32("session"));
    const std::uint32_t number = in.u32("number");
    const std::uint16_t check = in.u16("check");
    const std::uint8_t epoch = in.u8("epoch");
    Session* session = in.ok() ? find(id) : nullptr;
    if (session == nullptr || session->closing || session->state != State::Game || session->address != from || in.atEnd())
        return;
    const auto payload = datagram.subspan(in.offset());
    if (number <= session->lastDatagram || check != static_cast<std::uint16_t>(wire::payloadCrc(payload)) || epoch != epoch_ ||
        payload.size() > wire::largestClientPayload || session->allowance < 1) {
        ++counters_.dropped;
        return;
    }
    session->lastDatagram = number;
    session->allowance -= 1;
    session->lastHeard = now;
    lastDatagram_ = world_.unixTime();
    static const wire::ResourceFormats none; // no message of a client has parameters of a resource text
    const auto message = wire::decode(settings_.protocol, wire::Direction::ToServer, false, payload, none, protocol_.get());
    if (!message) {
        ++counters_.dropped;
        world_.logError("session " + std::to_string(id) + ", datagram: " + message.error().text());
        return;
    }
    ++counters_.messagesIn;
    if (message.value().row->name == "BP_UDP_PING")
        return send(*session, "BP_ECHO_UDP_PING");
    if (session->object < 0)
        return;
    if (auto delivered = toBlakod_.deliver(message.value(), session->id, session->object); !delivered)
        ++counters_.dropped;
}

} // namespace blak::serve
