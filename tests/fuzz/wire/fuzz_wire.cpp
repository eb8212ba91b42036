// SPDX-License-Identifier: GPL-3.0-or-later
// A stream from the other side, in pieces: both ends of a connection take it without leaving their memory, and a message that was
// decoded is encoded to one that means the same. The first byte chooses the dialect and the size of the pieces.
#include "formats/wire/codec.h"
#include "formats/wire/frame.h"
#include "formats/wire/link.h"
#include "formats/wire/server_link.h"

#include <cstdlib>

namespace {

using namespace blak;
using Bytes = std::span<const std::byte>;

template <typename Feed>
void inPieces(Bytes bytes, std::size_t piece, const Feed& feed)
{
    while (!bytes.empty()) {
        const std::size_t size = std::min(piece, bytes.size());
        feed(bytes.first(size));
        bytes = bytes.subspan(size);
    }
}

void decodeAll(Bytes payload, wire::Dialect dialect, const wire::ResourceFormats& formats)
{
    for (const auto direction : {wire::Direction::ToServer, wire::Direction::ToClient}) {
        for (const bool loginMode : {true, false}) {
            const auto message = wire::decode(dialect, direction, loginMode, payload, formats);
            if (!message)
                continue;
            const auto written = wire::encode(dialect, message.value());
            if (!written)
                continue;
            const auto again = wire::decode(dialect, direction, loginMode, written.value(), formats);
            if (!again || again.value().row != message.value().row || !(again.value().fields == message.value().fields))
                std::abort();
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 2)
        return 0;
    const wire::Dialect dialect = wire::dialectNames[data[0] % wire::dialectNames.size()].dialect;
    const std::size_t piece = 1 + data[0] / wire::dialectNames.size();
    const Bytes stream = std::as_bytes(std::span(data + 1, size - 1));
    const wire::ResourceFormats formats;

    wire::FrameReader reader(wire::largestServerPayload);
    inPieces(stream, piece, [&](Bytes part) {
        reader.feed(part);
        while (true) {
            const auto frame = reader.next();
            if (!frame || !frame.value())
                break;
            decodeAll(frame.value()->payload, dialect, formats);
            if (!wire::writeFrame(*frame.value()))
                std::abort();
        }
    });
    decodeAll(stream, dialect, formats);

    wire::ServerLink server(dialect, "blakston");
    inPieces(stream, piece, [&](Bytes part) {
        server.feed(part);
        for (auto verdict = wire::Verdict::Accepted;
             verdict != wire::Verdict::Incomplete && verdict != wire::Verdict::BrokenFrame;)
            verdict = server.next().verdict;
    });
    wire::ClientLink client(dialect, formats, [](std::uint32_t) { return std::string("text"); });
    bool isBroken = false;
    inPieces(stream, piece, [&](Bytes part) {
        client.feed(part);
        for (int errors = 0; !isBroken;) {
            const auto message = client.next();
            if (message && !message.value())
                break;
            isBroken = !message && ++errors > 100; // a framing error repeats for ever
        }
    });
    return 0;
}
