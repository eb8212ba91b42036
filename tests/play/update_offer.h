// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/play/window_table.h"

namespace blak::test {

/// A login into which the server says nothing of the game, and a folder for what it offers: the client asks it for the game, with the
/// time of its last update.
inline void loginForUpdates(client::Table& table, client::ConnectWish& wish)
{
    wish.host = QStringLiteral("127.0.0.1");
    wish.port = table.server.port();
    wish.session.account = "wren";
    wish.world = table.world();
    wish.updates = std::filesystem::path(table.folder.path().toStdString()) / "updates";
    table.window->setWish(wish);
    table.server.leads = false;
    QTest::mouseClick(table.window->login()->button(), Qt::LeftButton);
}

/// The server offers one package of help, of 1024 bytes; `port`: where it is fetched on this machine.
inline void offerPackage(client::Table& table, quint16 port, const char* reason, std::uint32_t time, const char* name)
{
    using namespace wire::fields;
    table.server.say(wire::MessageId::AP_DOWNLOAD,
                     {u16("count", 1), text("machine", "127.0.0.1:" + std::to_string(port)), text("path", "/u"), text("reason", reason), text("demo", ""),
                      elements("packages", {{u32("time", time), u32("flags", 16), u32("size", 1024), text("name", name)}})});
}

} // namespace blak::test
