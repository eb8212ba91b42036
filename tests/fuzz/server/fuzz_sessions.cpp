// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes of clients before and after the login. The first byte of the input says how far the session has come, the second how the
// rest is cut into pieces; in the game the check words are made right, so that what lies behind them is reached.
#include "server/sessions/fields.h"
#include "tests/fuzz/server/small_world.h"

#include <algorithm>

using namespace blak;

namespace {

std::vector<std::byte> loginFrame(wire::Dialect dialect)
{
    std::vector<wire::Field> fields{serve::u8("major", 7), serve::u8("minor", 36)};
    for (const char* name : {"os", "os_major", "os_minor", "memory", "cpu"})
        fields.push_back(serve::i32(name, 1));
    fields.push_back(serve::u16("width", 1));
    fields.push_back(serve::u16("height", 1));
    for (const char* name : {"colours", "bandwidth", "reserved"})
        fields.push_back(serve::u32(name, 1));
    fields.push_back(serve::text("account", "a"));
    // The digest of "b" as it travels.
    fields.push_back(serve::text("password", "\x92\xeb\x5f\xfe\xe6\xae\x2f\xec\x3a\xd7\x1c\x77\x75\x31\x57\x8f"));
    const wire::MessageRow* row = wire::findMessage(dialect, wire::Direction::ToServer, "AP_LOGIN");
    auto payload = wire::encode(dialect, {row, std::move(fields), {}});
    return wire::writeFrame(wire::checkedFrame(std::move(payload).value(), 0)).value();
}

/// The seeds of AP_GETCHOICE in the session's output.
wire::SecurityStreams::Seeds seedsIn(std::span<const std::byte> output)
{
    wire::FrameReader reader(wire::largestServerPayload);
    reader.feed(output);
    wire::SecurityStreams::Seeds seeds{};
    constexpr std::byte choice{22};
    for (auto frame = reader.next(); frame && frame.value(); frame = reader.next())
        if (frame.value()->payload.size() == 21 && frame.value()->payload[0] == choice)
            for (std::size_t i = 0; i < 20; ++i)
                seeds[i / 4] = (i % 4 == 0 ? 0 : seeds[i / 4]) | std::to_integer<std::uint32_t>(frame.value()->payload[1 + i])
                                                                     << 8 * (i % 4);
    return seeds;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static test::SmallWorld small;
    if (size < 2)
        return 0;
    std::int64_t now = 1000;
    serve::Session* session = small.sessions.openGame({}, now);
    if (session == nullptr)
        return 0;
    const wire::Dialect dialect = small.sessions.settings().protocol;
    const int stage = data[0] % 3; // before the login, logged in, in the game
    if (stage > 0)
        small.sessions.received(*session, loginFrame(dialect), now);
    const auto rest = std::as_bytes(std::span(data + 2, size - 2));
    if (stage == 2) {
        wire::SecurityStreams streams(seedsIn(session->output));
        std::vector<wire::Field> fields{serve::i32("last_download", 0), serve::i32("catch", 0), serve::text("host", "h")};
        const wire::MessageRow* row = wire::findMessage(dialect, wire::Direction::ToServer, "AP_REQ_GAME");
        auto payload = wire::encode(dialect, {row, std::move(fields), {}});
        small.sessions.received(*session, wire::writeFrame(wire::checkedFrame(std::move(payload).value(), 0)).value(), now);
        // Messages: a length byte, then so many bytes.
        for (std::size_t at = 0; at < rest.size() && session->state == serve::State::Game;) {
            const auto length = std::min<std::size_t>(std::to_integer<std::size_t>(rest[at]), rest.size() - at - 1);
            std::vector<std::byte> message(rest.begin() + static_cast<std::ptrdiff_t>(at + 1),
                                           rest.begin() + static_cast<std::ptrdiff_t>(at + 1 + length));
            at += 1 + length;
            if (message.empty())
                continue;
            const std::uint16_t check = wire::clientCheck(streams.next(), message);
            now += 20;
            small.sessions.received(*session, wire::writeFrame({check, session->link.epoch(), std::move(message)}).value(), now);
        }
    } else {
        const std::size_t piece = data[1] == 0 ? rest.size() : data[1];
        for (std::size_t at = 0; at < rest.size(); at += piece)
            small.sessions.received(*session, rest.subspan(at, std::min(piece, rest.size() - at)), now += 20);
    }
    small.sessions.receivedDatagram({}, rest, now);
    small.sessions.tick(now + 1);
    small.sessions.lost(*session);
    small.sessions.blocks().forgetAll();
    small.sessions.takeDirty();
    small.sessions.forget(*session);
    return 0;
}
