// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/client_session.h"
#include "formats/wire/fields.h"
#include "tests/support/shared_data.h"
#include "tests/wire/session_playback.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

// What real servers have said, as material for servers that mean no good.
namespace blak::client {

/// The messages of all recordings of a dialect, the texts that they speak of, and the pictures.
struct RecordedMessages
{
    wire::Dialect dialect = wire::Dialect::Mainline;
    wire::ResourceBook texts;
    std::vector<std::vector<std::byte>> game; ///< payloads, type byte first
    std::vector<std::vector<std::byte>> login;
};

/// Every room of them is `room`, with its security, and every picture one of `pictures`: so that all of it is shown.
inline RecordedMessages recordedMessages(wire::Dialect dialect, const std::string& room, std::uint32_t security,
                                         const std::vector<std::string>& pictures)
{
    RecordedMessages out;
    out.dialect = dialect;
    const std::string name(wire::dialectNames[static_cast<std::size_t>(dialect)].name);
    const std::vector<std::string> modules{"char.dll", "merintr.dll", "mailnews.dll", "chess.dll", "dm.dll", "admin.dll", "intro.dll"};
    const auto look = [&](const wire::Field& field, const auto& self) -> void {
        if (field.type == wire::FieldType::Resource && field.name == "icon" && field.number != 0)
            out.texts.set(field.number, pictures[field.number % pictures.size()]);
        if (field.type == wire::FieldType::Resource && field.name == "module" && field.number != 0)
            out.texts.set(field.number, modules[field.number % modules.size()]);
        for (const wire::Field& item : field.items)
            self(item, self);
    };
    for (const auto& root : {test::dataDir() / "wire", test::sharedDir("wire")}) {
        if (root.empty() || !std::filesystem::exists(root / name))
            continue;
        const auto formatsFile = root / (name + "-rsc-formats.json");
        const wire::ResourceFormats formats = wire::formatsOf(formatsFile);
        const wire::json texts = wire::json::parse(std::ifstream(formatsFile));
        for (const auto& [id, text] : texts.at("formats").items())
            out.texts.set(static_cast<std::uint32_t>(std::stoul(id)), text.get<std::string>());
        auto files = test::filesBelow(root / name, ".jsonl");
        const auto packed = test::filesBelow(root / name, ".gz");
        files.insert(files.end(), packed.begin(), packed.end());
        for (const auto& file : files)
            for (const std::string& line : wire::linesOf(file)) {
                const wire::json entry = wire::json::parse(line);
                if (!entry.contains("dir") || entry.at("dir") != "s2c" || entry.at("mode") == "admin")
                    continue;
                std::vector<std::byte> frame = wire::bytesOfHex(entry.at("raw").get<std::string>());
                if (frame.size() <= wire::headerSize)
                    continue;
                std::vector<std::byte> payload(frame.begin() + wire::headerSize, frame.end());
                payload[0] = static_cast<std::byte>(entry.at("type").get<int>());
                const bool login = entry.at("mode") == "login";
                auto message = wire::decode(dialect, wire::Direction::ToClient, login, payload, formats);
                if (message)
                    for (const wire::Field& field : message.value().fields)
                        look(field, look);
                if (message && message.value().row->id == wire::MessageId::BP_PLAYER) {
                    for (wire::Field& field : message.value().fields) {
                        if (field.name == "security")
                            field.number = security;
                        if (field.name == "room_file")
                            out.texts.set(field.number, room);
                    }
                    if (auto again = wire::encode(dialect, message.value()))
                        payload = std::move(again).value();
                }
                (login ? out.login : out.game).push_back(std::move(payload));
            }
    }
    return out;
}

} // namespace blak::client
