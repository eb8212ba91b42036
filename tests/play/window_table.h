// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/play/play_view.h"
#include "client/session/own_motion.h"
#include "client/windows/client_window.h"
#include "client/windows/game_page.h"
#include "client/windows/login_page.h"
#include "tests/client/game_samples.h"
#include "tests/play/socket_server.h"

#include <QListWidget>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <memory>
#include <vector>

// A client's window at a server on a socket, in a world of one room.
namespace blak::client {

using namespace blak::wire::fields;
using enum blak::wire::MessageId;
using session::objectField;
using session::placedField;
using session::structure;

inline constexpr const char* roomFile = "terrace_13_float.roo";

/// A world folder with one room and the texts the tests speak of.
inline void makeWorld(const std::filesystem::path& folder)
{
    std::filesystem::create_directories(folder / "rooms");
    std::filesystem::copy_file(test::dataDir() / "rooms" / roomFile, folder / "rooms" / roomFile);
    const std::vector<std::pair<int, std::string>> texts{{2, roomFile},          {3, "The Terrace"},    {50, "thing.bgf"},
                                                         {60, "lantern"},        {61, "apple"},         {70, "%s says \"%q\""},
                                                         {71, "Odran"},          {72, "An old lantern."}, {80, "Health"},
                                                         {81, "light"},          {82, "Condition"}};
    std::ofstream out(folder / "texts.rsc", std::ios::binary);
    const auto number = [&](std::uint32_t value) { out.write(reinterpret_cast<const char*>(&value), 4); };
    out.write("RSC\x01", 4);
    number(4);
    number(static_cast<std::uint32_t>(texts.size()));
    for (const auto& [id, text] : texts) {
        number(static_cast<std::uint32_t>(id));
        out.write(text.c_str(), static_cast<std::streamsize>(text.size() + 1));
    }
}

/// A field of mainline (objectField, placedField) as another dialect writes it.
inline wire::Field inDialect(wire::Dialect dialect, wire::Field field)
{
    if (dialect == wire::Dialect::Open105 && field.type == wire::FieldType::Structure && field.name == "flags") {
        const std::uint32_t flags = numberIn(field.items, "flags");
        field.items = {u32("flags", flags), u8("effect", 0), u32("minimap", 0), u32("colour", 0), u8("kind", 0), u8("move_on", 0)};
        return field;
    }
    for (wire::Field& item : field.items)
        item = inDialect(dialect, std::move(item));
    return field;
}

struct Table
{
    explicit Table(wire::Dialect spoken = wire::Dialect::Mainline) : dialect(spoken), server(spoken)
    {
        makeWorld(world());
        window = std::make_unique<ClientWindow>(nullptr);
        window->resize(1000, 700);
        window->show();
        use();
    }

    /// The window connects to the server here. `updates`: where files of servers go; empty = they are not fetched.
    void use(const std::filesystem::path& updates = {})
    {
        ConnectWish wish;
        wish.updates = updates;
        wish.host = QStringLiteral("127.0.0.1");
        wish.port = server.port();
        wish.session.account = "wren";
        wish.session.password = "secret";
        wish.session.dialect = dialect;
        wish.world = world();
        window->setWish(wish);
    }

    std::filesystem::path world() const { return std::filesystem::path(folder.path().toStdString()) / "world"; }

    /// As far as the choice of a character, by the button.
    bool toCharacters()
    {
        QTest::mouseClick(window->login()->button(), Qt::LeftButton);
        return QTest::qWaitFor([&] {
            const auto* list = window->characters() == nullptr ? nullptr : window->characters()->findChild<QListWidget*>(QStringLiteral("characterList"));
            return window->page() == window->characters() && list != nullptr && list->count() == 1;
        });
    }

    /// As far as standing in the room, by the buttons.
    bool enter()
    {
        if (!toCharacters())
            return false;
        QTest::mouseClick(window->characters()->findChild<QPushButton*>(QStringLiteral("playCharacter")), Qt::LeftButton);
        if (!QTest::qWaitFor([&] { return server.take(BP_USE_CHARACTER).has_value(); }))
            return false;
        server.say(BP_PLAYER, player(session::Play::room().security));
        server.say(BP_ROOM_CONTENTS, {objectId("room", 40), elements("objects", {{inDialect(dialect, placedField(11, 320, 320, 4))},
                                                                                 {inDialect(dialect, placedField(20, 320, 384, flagsOfTheThing))}})});
        return QTest::qWaitFor([&] { return window->page() == window->game() && window->client().motion()->isPlaced(); });
    }

    /// BP_PLAYER, in the room with that security value.
    std::vector<wire::Field> player(std::uint32_t security) const
    {
        std::vector<wire::Field> fields{objectId("id", 11), resourceId("icon", 1), resourceId("name", 1'000'001), objectId("room", 40),
                                        resourceId("room_file", 2), resourceId("room_name", 3), u32("security", security), u8("ambient", 200),
                                        u8("player_light", 5), resourceId("background", 4), resourceId("wading_sound", 5)};
        for (const char* name : {"room_flags", "depth1", "depth2", "depth3"})
            fields.push_back(u32(name, 0));
        return fields;
    }

    template <typename Condition>
    bool until(Condition condition)
    {
        return QTest::qWaitFor(condition, 20'000);
    }

    std::uint32_t flagsOfTheThing = 0x10; ///< of what stands east of one
    QTemporaryDir folder;
    wire::Dialect dialect;
    SocketServer server;
    std::unique_ptr<ClientWindow> window;
};

inline wire::Field speech(const char* words)
{
    wire::Field text{"message", wire::FieldType::Message, 70, {}, {}};
    text.items.push_back({"parameter", wire::FieldType::Resource, 71, {}, {}});
    text.items.push_back({"parameter", wire::FieldType::Text, 0, words, {}});
    return text;
}

} // namespace blak::client
