// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/client_session.h"
#include "tests/wire/recordings.h"

#include <functional>
#include <map>
#include <memory>

namespace blak::wire {

/// What a client with the texts of formats files knows: the formats stand for the texts.
inline ResourceBook bookOf(const std::filesystem::path& file, const std::string& redbook)
{
    std::ifstream in(file);
    ResourceBook book;
    const json content = json::parse(in);
    for (const auto& [id, text] : content.at("formats").items())
        book.set(static_cast<std::uint32_t>(std::stoul(id)), text.get<std::string>());
    book.setRedbook(redbook);
    return book;
}

/// A recorded session as a fake server: what it sent goes to one ClientSession for each of its connections.
class SessionPlayback
{
public:
    struct Connection
    {
        std::unique_ptr<ResourceBook> book;
        std::unique_ptr<ClientSession> session;
    };
    /// Told of each message after the session has followed it; the entry is the line of the recording.
    using Heard = std::function<void(int connection, ClientSession&, const Message&, const json& entry)>;

    SessionPlayback(Dialect dialect, std::filesystem::path formats) : dialect_(dialect), formats_(std::move(formats)) {}

    void play(const std::filesystem::path& file, const Heard& heard)
    {
        connections.clear();
        std::string redbook;
        bool first = true;
        for (const std::string& line : linesOf(file)) {
            const json entry = json::parse(line);
            if (std::exchange(first, false)) {
                redbook = entry.at("redbook").get<std::string>();
                continue;
            }
            if (entry.at("dir") != "s2c" || entry.at("mode") == "admin")
                continue;
            const int number = entry.at("conn").get<int>();
            Connection& connection = connections[number];
            if (!connection.session) {
                connection.book = std::make_unique<ResourceBook>(bookOf(formats_, redbook));
                SessionSettings settings;
                settings.dialect = dialect_;
                settings.account = "bravo";
                connection.session = std::make_unique<ClientSession>(settings, *connection.book);
            }
            const std::int64_t now = entry.at("t_ms").get<std::int64_t>() * 1000;
            connection.session->received(bytesOfHex(entry.at("raw").get<std::string>()), now);
            // What the recorded client chose, its session may have done in another way; it only has to follow.
            while (auto message = connection.session->next())
                heard(number, *connection.session, *message, entry);
            sent += connection.session->takeOutput().size();
        }
    }

    std::map<int, Connection> connections;
    std::size_t sent = 0;

private:
    Dialect dialect_;
    std::filesystem::path formats_;
};

} // namespace blak::wire
