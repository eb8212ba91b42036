// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/sessions/datagrams.h"

#include "formats/base/byte_reader.h"
#include "server/sessions/fields.h"

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

void Datagrams::take(const Address& from, std::span<const std::byte> bytes)
{
    const Datagram datagram(bytes);
    Session* session = datagram.complete ? all_.find(datagram.session) : nullptr;
    if (session == nullptr || session->closing || session->state != State::Game)
        return;
    if (const char* why = suspicion(datagram, *session, from)) {
        ++all_.counters().dropped;
        if (all_.settings().logSpoofs)
            all_.complain(*session, std::string(why) + (session->address == from ? "" : from.text()));
        return;
    }
    all_.fairness().refill(session->share, session->account != 0, all_.now());
    if (datagram.epoch != all_.epoch() || !Fairness::mayTake(session->share)) {
        ++all_.counters().dropped;
        return;
    }
    session->lastDatagram = datagram.number;
    session->lastHeard = all_.now();
    last_ = world_.unixTime();
    const std::int64_t begun = all_.workClock();
    deliver(*session, datagram.payload);
    all_.fairness().charge(session->share, {.kind = gameKinds + std::to_integer<std::size_t>(datagram.payload[0]),
                                            .milliseconds = all_.workClock() - begun});
}

void Datagrams::deliver(Session& session, std::span<const std::byte> payload)
{
    static const wire::ResourceFormats none; // no message of a client has parameters of a resource text
    const auto message =
        wire::decode(all_.settings().protocol, wire::Direction::ToServer, false, payload, none, all_.protocolTable());
    if (!message) {
        ++all_.counters().dropped;
        all_.complain(session, "datagram: " + message.error().text());
        return;
    }
    ++all_.counters().messagesIn;
    all_.traffic().count(*message.value().row);
    if (message.value().row->id == wire::MessageId::BP_UDP_PING)
        return all_.send(session, wire::MessageId::BP_ECHO_UDP_PING);
    if (session.object < 0)
        return;
    if (auto delivered = all_.toBlakod().deliver(message.value(), session.id, session.object); !delivered)
        ++all_.counters().dropped;
}

} // namespace blak::serve
