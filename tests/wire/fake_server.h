// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/client_session.h"
#include "formats/wire/fields.h"
#include "formats/wire/server_link.h"

#include <QtGlobal>

#include <functional>
#include <vector>

namespace blak::wire {

using enum MessageId;

/// The server at the other end of the wire.
struct FakeServer
{
    FakeServer(Dialect protocol, ClientSession& client) : dialect(protocol), link(protocol, "Success."), session(client)
    {
    }

    std::vector<Message> say(MessageId id, std::vector<Field> content = {})
    {
        const MessageRow* row = findMessage(dialect, Direction::ToClient, id);
        if (row == nullptr)
            qFatal("the dialect has no such message");
        const auto frame = link.send({row, std::move(content), {}});
        if (!frame)
            qFatal("%s", frame.error().text().c_str());
        session.received(frame.value(), now);
        std::vector<Message> messages;
        while (auto message = session.next()) {
            if (heard)
                heard(*message);
            messages.push_back(std::move(*message));
        }
        return messages;
    }

    /// What the client has sent since.
    std::vector<Message> hear()
    {
        link.feed(session.takeOutput());
        std::vector<Message> messages;
        for (Received next = link.next(); next.verdict != Verdict::Incomplete; next = link.next()) {
            if (next.verdict != Verdict::Accepted)
                qFatal("not accepted: %s", next.why.c_str());
            messages.push_back(std::move(next.message));
        }
        return messages;
    }

    std::vector<MessageId> hearIds()
    {
        std::vector<MessageId> ids;
        for (const Message& message : hear())
            ids.push_back(message.row->id);
        return ids;
    }

    void choice()
    {
        std::vector<std::vector<Field>> seeds;
        for (const std::uint32_t seed : {3590398430u, 123456789u, 1804289383u, 846930886u, 1804289900u})
            seeds.push_back({fields::u32("seed", seed)});
        say(AP_GETCHOICE, {fields::elements("seeds", std::move(seeds))});
    }

    /// As far as the choice of a character.
    void admit()
    {
        say(AP_GETLOGIN);
        hear();
        std::vector<Field> ok{fields::u8("account_type", 0)};
        if (isOpen(dialect))
            ok.push_back(fields::i32("session", 77));
        say(AP_LOGINOK, std::move(ok));
        choice();
        hear();
        say(AP_GAME);
        say(BP_LOAD_MODULE, {fields::resourceId("module", 3)});
    }

    void offerCharacters(bool firstIsNew)
    {
        say(BP_CHARACTERS, {fields::elements("characters", {{fields::objectId("id", 11), fields::text("name", "Abel"), fields::u8("new", firstIsNew)},
                                                    {fields::objectId("id", 12), fields::text("name", "Bertha"), fields::u8("new", 0)}}),
                            fields::text("message_of_the_day", "hello"), fields::elements("advertisements", {})});
    }

    void enterRoom(std::uint32_t self, std::uint32_t security = 9)
    {
        std::vector<Field> player{fields::objectId("id", self), fields::resourceId("icon", 1), fields::resourceId("name", 1'000'001),
                                  fields::objectId("room", 40), fields::resourceId("room_file", 2), fields::resourceId("room_name", 3)};
        player.push_back(fields::u32("security", security));
        player.push_back(fields::u8("ambient", 160));
        player.push_back(fields::u8("player_light", 5));
        player.push_back(fields::resourceId("background", 4));
        player.push_back(fields::resourceId("wading_sound", 5));
        for (const char* name : {"room_flags", "depth1", "depth2", "depth3"})
            player.push_back(fields::u32(name, 0));
        say(BP_PLAYER, std::move(player));
    }

    Dialect dialect;
    ServerLink link;
    ClientSession& session;
    std::int64_t now = 1'000'000; ///< microseconds
    std::function<void(const Message&)> heard{}; ///< told of each message after the session has followed it
};

} // namespace blak::wire
