// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/fields.h"
#include "formats/wire/server_link.h"

#include <QTcpServer>
#include <QTcpSocket>

#include <functional>
#include <optional>
#include <vector>

namespace blak::client {

/// A server on a socket for one client at a time; what it says is up to the test.
class SocketServer : public QObject
{
public:
    explicit SocketServer(wire::Dialect dialect = wire::Dialect::Mainline) : dialect_(dialect)
    {
        listener_.listen(QHostAddress::LocalHost);
        connect(&listener_, &QTcpServer::newConnection, this, [this] {
            socket = listener_.nextPendingConnection();
            link.emplace(dialect_, "Success.");
            connect(socket, &QTcpSocket::readyRead, this, &SocketServer::read);
            if (greets)
                say(wire::MessageId::AP_GETLOGIN);
        });
    }

    quint16 port() const { return listener_.serverPort(); }

    void say(wire::MessageId id, std::vector<wire::Field> content = {})
    {
        const wire::MessageRow* row = wire::findMessage(dialect_, wire::Direction::ToClient, id);
        const auto frame = link->send({row, std::move(content), {}});
        if (!frame)
            qFatal("%s", frame.error().text().c_str());
        socket->write(reinterpret_cast<const char*>(frame.value().data()), static_cast<qint64>(frame.value().size()));
    }

    /// Bytes of a message of the game, whatever they are.
    void sayBytes(std::span<const std::byte> payload)
    {
        std::vector<std::byte> frame;
        if (link->sendGame(payload, frame))
            socket->write(reinterpret_cast<const char*>(frame.data()), static_cast<qint64>(frame.size()));
    }

    /// The first message of that kind that has come; taken.
    std::optional<wire::Message> take(wire::MessageId id)
    {
        for (auto it = heard.begin(); it != heard.end(); ++it)
            if (it->row->id == id) {
                wire::Message message = std::move(*it);
                heard.erase(it);
                return message;
            }
        return std::nullopt;
    }

    bool greets = true;  ///< says AP_GETLOGIN at once
    bool leads = true;   ///< lets who asks into the game
    bool offersNew = false; ///< the character was never played
    std::string advertisement; ///< its address; empty = none
    bool answers = true; ///< leads a client as far as the choice of a character
    QTcpSocket* socket = nullptr;
    std::optional<wire::ServerLink> link;
    std::vector<wire::Message> heard;

private:
    void read()
    {
        using namespace wire::fields;
        using enum wire::MessageId;
        const QByteArray bytes = socket->readAll();
        link->feed(std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size()))));
        for (wire::Received next = link->next(); next.verdict == wire::Verdict::Accepted; next = link->next()) {
            const wire::MessageId id = next.message.row->id;
            heard.push_back(std::move(next.message));
            if (!answers)
                continue;
            if (id == AP_LOGIN) {
                std::vector<wire::Field> ok{u8("account_type", 0)};
                if (dialect_ == wire::Dialect::Open105)
                    ok.push_back(i32("session", 77));
                say(AP_LOGINOK, std::move(ok));
                std::vector<std::vector<wire::Field>> seeds;
                for (std::uint32_t seed = 1; seed <= 5; ++seed)
                    seeds.push_back({u32("seed", seed * 77)});
                say(AP_GETCHOICE, {elements("seeds", std::move(seeds))});
            } else if (id == AP_REQ_GAME && leads) {
                say(AP_GAME);
                say(BP_LOAD_MODULE, {resourceId("module", 3)});
            } else if (id == BP_SEND_CHARACTERS) {
                std::vector<std::vector<wire::Field>> advertised;
                if (!advertisement.empty())
                    advertised.push_back({text("file", "ad1.bmp"), text("url", advertisement)});
                say(BP_CHARACTERS, {elements("characters", {{objectId("id", 11), text("name", "Wren"), u8("new", offersNew)}}),
                                    text("message_of_the_day", "Mind the ~Bwick~n."), elements("advertisements", advertised)});
            } else if (id == BP_PING) {
                if (dialect_ == wire::Dialect::Classic97)
                    say(BP_ECHO_PING);
                else
                    say(BP_ECHO_PING, {u8("token", link->echoByte()), resourceId("redbook", 999)});
            }
        }
    }

    wire::Dialect dialect_;
    QTcpServer listener_;
};

} // namespace blak::client
