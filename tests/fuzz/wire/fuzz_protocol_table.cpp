// SPDX-License-Identifier: GPL-3.0-or-later
// protocol.json of a stranger: a fault names a line, and what a table says is found and decodes without leaving the payload.
#include "formats/wire/codec.h"
#include "formats/wire/protocol_table.h"

#include <cstdlib>

using namespace blak;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const wire::ResourceFormats none;
    for (const wire::DialectName& dialect : wire::dialectNames) {
        const auto table = wire::ProtocolTable::read(text, wire::ProtocolTable::fileName, dialect.dialect);
        if (!table) {
            if (table.error().where.find(", line ") == std::string::npos)
                std::abort();
            continue;
        }
        std::size_t found = 0;
        for (const auto family : {wire::Family::Game, wire::Family::System, wire::Family::User})
            for (unsigned number = 0; number < 256; ++number)
                found += table.value().find(family, static_cast<std::uint8_t>(number)) != nullptr;
        if (found != table.value().size())
            std::abort();
        const auto payload = std::as_bytes(std::span(data, size));
        if (const auto message = wire::decode(dialect.dialect, wire::Direction::ToServer, false, payload, none, &table.value()))
            (void)wire::encode(dialect.dialect, message.value());
    }
    return 0;
}
