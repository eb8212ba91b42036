// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/session/own_motion.h"
#include "formats/roo/room.h"
#include "tests/support/shared_data.h"
#include "tests/wire/fake_server.h"

#include <QTest>

namespace blak::session {

inline wire::Field structure(std::string_view name, std::vector<wire::Field> items)
{
    return {name, wire::FieldType::Structure, 0, {}, std::move(items)};
}

inline wire::Field stillAnimation(std::uint32_t group)
{
    return structure("animation", {wire::fields::u8("kind", 1), wire::fields::u16("group", group)});
}

inline wire::Field appearanceList() { return wire::fields::elements("overlays", {}); }

/// The structure `object` of mainline.
inline wire::Field objectField(std::string_view name, std::uint32_t id, std::uint32_t nameResource, std::uint32_t flags)
{
    using namespace wire::fields;
    return structure(name, {{"id", wire::FieldType::Stack, id, {}, {}},
                            resourceId("icon", 50),
                            resourceId("name", nameResource),
                            structure("flags", {u32("flags", flags), u32("rarity", 0)}),
                            structure("light", {u16("flags", 0)}),
                            stillAnimation(1),
                            appearanceList()});
}

inline wire::Field placedField(std::uint32_t id, std::uint32_t row, std::uint32_t column, std::uint32_t flags = 0x10)
{
    using namespace wire::fields;
    return structure("object", {objectField("object", id, 60, flags), u16("row", row), u16("column", column), u16("angle", 0),
                                structure("motion", {stillAnimation(2), appearanceList()})});
}

/// A client without a window and the server it speaks to, in one of the rooms of the tests.
struct Play
{
    static constexpr const char* roomName = "terrace_13_float.roo";

    Play()
        : session(settings(), book), server(wire::Dialect::Mainline, session), game(session),
          follower(game, std::make_shared<render::AssetStore>(std::vector<std::filesystem::path>{}),
                   {test::dataDir() / "rooms"}),
          motion(game, follower)
    {
        book.set(2, roomName);
        book.set(50, "thing.bgf");
        book.set(60, "lantern");
        server.heard = [this](const wire::Message& message) {
            const double now = static_cast<double>(server.now) / 1000;
            game.hear(message, now);
            follower.hear(message, now);
            motion.hear(message, now);
        };
        server.admit();
        server.offerCharacters(false);
        session.use(11);
        server.hear();
    }

    static wire::SessionSettings settings()
    {
        wire::SessionSettings settings;
        settings.account = "wren";
        return settings;
    }

    static roo::Room room()
    {
        auto read = roo::read(test::bytesOf(test::dataDir() / "rooms" / roomName), roomName);
        if (!read)
            qFatal("%s", read.error().text().c_str());
        return std::move(read).value();
    }

    void enter(std::uint32_t security = room().security) { server.enterRoom(11, security); }

    /// Stands at a square of the wire, from 1.
    void contents(std::vector<wire::Field> others, std::uint32_t row, std::uint32_t column)
    {
        std::vector<std::vector<wire::Field>> rows{{placedField(11, row, column, 0x4)}};
        for (wire::Field& other : others)
            rows.push_back({std::move(other)});
        server.say(wire::MessageId::BP_ROOM_CONTENTS,
                   {wire::fields::objectId("room", 40), wire::fields::elements("objects", std::move(rows))});
        server.hear();
    }

    void pass(double milliseconds, const scene::WalkInput& input = {})
    {
        constexpr double step = 16;
        for (double left = milliseconds; left > 0; left -= step) {
            server.now += static_cast<std::int64_t>(std::min(step, left) * 1000);
            const double now = static_cast<double>(server.now) / 1000;
            follower.advance(now);
            motion.advance(input, now);
        }
    }

    double now() const { return static_cast<double>(server.now) / 1000; }

    wire::ResourceBook book;
    wire::ClientSession session;
    wire::FakeServer server;
    Game game;
    RoomFollower follower;
    OwnMotion motion;
};

} // namespace blak::session
