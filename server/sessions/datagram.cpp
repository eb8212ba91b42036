// SPDX-License-Identifier: GPL-3.0-or-later
// The UDP side channel of open105 (reference protocol.md, section 1.8): moves, turns and attacks that may get lost.
#include "formats/base/byte_reader.h"
#include "server/sessions/fields.h"
#include "server/sessions/sessions.h"

namespace blak::serve {
namespace {

/// Layout: i32 session, u32 rising number, u16 low word of the CRC-32 of what follows the epoch, u8 epoch, message.
struct Datagram
{
    explicit Datagram(std::span<const std::byte> bytes)
    {
        ByteReader in(bytes, "datagram");
        session = static_cast<std::int32_t>(in.u32("session"));
        number = in.u32("number");
        check = in.u16("check");
        epoch = in.u8("epoch");
        complete = in.ok() && !in.atEnd();
        payload = complete ? bytes.subspan(in.offset()) : payload;
    }

    std::int64_t session = 0;
    std::uint32_t number = 0;
    std::uint16_t check = 0;
    std::uint8_t epoch = 0;
    bool complete = false;
    std::span<const std::byte> payload;
};

/// What speaks against the one who sent it; nullptr = nothing.
const char* suspicion(const Datagram& datagram, const Session& session, const Address& from)
{
    if (session.address != from)
        return "a datagram from another address (forged): ";
    if (datagram.payload.size() > wire::largestClientPayload)
        return "a datagram that is too long";
    if (datagram.check != static_cast<std::uint16_t>(wire::payloadCrc(datagram.payload)))
        return "a datagram with a wrong check word (forged)";
    if (datagram.number <= session.lastDatagram)
        return "a datagram with an old number (replayed or out of order)";
    return nullptr;
}

} // namespace

/// What is forged or replayed is dropped and logged; what is only late (the epoch before a collection) or too much is dropped.
void Sessions::receivedDatagram(const Address& from, std::span<const std::byte> bytes, std::int64_t now)
{
    now_ = now;
    const Datagram datagram(bytes);
    Session* session = datagram.complete ? find(datagram.session) : nullptr;
    if (session == nullptr || session->closing || session->state != State::Game)
        return;
    if (const char* why = suspicion(datagram, *session, from)) {
        ++counters_.dropped;
        if (settings_.logSpoofs)
            complain(*session, std::string(why) + (session->address == from ? "" : from.text()));
        return;
    }
    fairness_.refill(session->share, session->account != 0, now_);
    if (datagram.epoch != epoch_ || !Fairness::mayTake(session->share)) {
        ++counters_.dropped;
        return;
    }
    session->lastDatagram = datagram.number;
    session->lastHeard = now;
    lastDatagram_ = world_.unixTime();
    const std::int64_t begun = workClock();
    takeDatagram(*session, datagram.payload);
    fairness_.charge(session->share, {.kind = gameKinds + std::to_integer<std::size_t>(datagram.payload[0]),
                                      .milliseconds = workClock() - begun});
}

void Sessions::takeDatagram(Session& session, std::span<const std::byte> payload)
{
    static const wire::ResourceFormats none; // no message of a client has parameters of a resource text
    const auto message =
        wire::decode(settings_.protocol, wire::Direction::ToServer, false, payload, none, protocol_.get());
    if (!message) {
        ++counters_.dropped;
        complain(session, "datagram: " + message.error().text());
        return;
    }
    ++counters_.messagesIn;
    count(*message.value().row);
    if (message.value().row->id == wire::MessageId::BP_UDP_PING)
        return send(session, wire::MessageId::BP_ECHO_UDP_PING);
    if (session.object < 0)
        return;
    if (auto delivered = toBlakod_.deliver(message.value(), session.id, session.object); !delivered)
        ++counters_.dropped;
}

} // namespace blak::serve
