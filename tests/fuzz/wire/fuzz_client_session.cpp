// SPDX-License-Identifier: GPL-3.0-or-later
// A hostile server: whatever it says, in whatever order, the client's session stays within its memory and its limits. The first
// byte chooses the dialect and whether the rest is the stream itself or frames (u16 length, u8 epoch, payload).
#include "formats/wire/client_session.h"
#include "formats/wire/fields.h"
#include "formats/wire/message_text.h"

#include <cstdlib>

using namespace blak;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const auto bytes = std::as_bytes(std::span(data, size)).subspan(1);
    wire::ResourceBook book;
    book.set(1, "%s says %q and %d, %r%s$1");
    book.set(2, "%s%s");
    book.set(3, "module.dll");
    wire::SessionSettings settings;
    settings.dialect = wire::dialectNames[data[0] % wire::dialectNames.size()].dialect;
    settings.character = "wren";
    settings.usesDatagrams = true;
    wire::ClientSession session(settings, book);
    std::int64_t now = 1;
    std::size_t texts = 0;
    const auto feed = [&](std::span<const std::byte> part) {
        session.received(part, now += 700'000);
        while (auto message = session.next())
            for (const wire::Field& field : message->fields)
                if (field.type == wire::FieldType::Message)
                    texts += wire::messageText(field, book).size();
        session.tick(now);
        (void)session.takeDatagrams();
        if (session.takeOutput().size() > 64 * (part.size() + 64) * 16)
            std::abort(); // answers far more than it is asked
        if (session.room().objects().size() > wire::RoomState::mostThings)
            std::abort();
    };
    if ((data[0] & 4) != 0) {
        feed(bytes);
        return 0;
    }
    for (std::size_t at = 0; at + 3 <= bytes.size();) {
        const std::size_t length =
            std::min(std::to_integer<std::size_t>(bytes[at]) | std::to_integer<std::size_t>(bytes[at + 1]) << 8,
                     bytes.size() - at - 3);
        const auto epoch = std::to_integer<std::uint8_t>(bytes[at + 2]);
        const auto payload = bytes.subspan(at + 3, length);
        at += 3 + length;
        const auto frame = wire::writeFrame(wire::checkedFrame({payload.begin(), payload.end()}, epoch));
        if (frame)
            feed(frame.value());
    }
    return texts == static_cast<std::size_t>(-1) ? 1 : 0; // the texts are made for their reading of memory
}
