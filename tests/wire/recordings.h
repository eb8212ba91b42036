// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/codec.h"
#include "formats/wire/frame.h"
#include "formats/wire/security.h"

#include <QTest>

#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>
#include <zlib.h>

/// Recorded sessions, one JSON object per line (../shared/wire/README.md, tests/data/wire/README.md): every frame goes through
/// framing, mask, check words and the message table, and back.
namespace blak::wire {

using nlohmann::json;

inline std::vector<std::byte> bytesOfHex(const std::string& hex)
{
    const QByteArray raw = QByteArray::fromHex(QByteArray::fromStdString(hex));
    const auto view = std::as_bytes(std::span(raw.constData(), static_cast<std::size_t>(raw.size())));
    return {view.begin(), view.end()};
}

inline std::vector<std::string> linesOf(const std::filesystem::path& file)
{
    std::string content;
    gzFile in = gzopen(file.c_str(), "rb"); // reads plain files too
    std::array<char, 65536> part{};
    for (int size = gzread(in, part.data(), part.size()); size > 0; size = gzread(in, part.data(), part.size()))
        content.append(part.data(), static_cast<std::size_t>(size));
    gzclose(in);
    std::vector<std::string> lines;
    for (std::size_t start = 0; start < content.size();) {
        const std::size_t end = std::min(content.find('\n', start), content.size());
        lines.push_back(content.substr(start, end - start));
        start = end + 1;
    }
    return lines;
}

/// What a folder of recordings came to.
struct Counts
{
    int whole = 0;                      ///< decoded to the last byte and encoded to the same bytes
    std::map<std::string, int> surplus; ///< the same, but bytes were left after the last field
    std::map<std::string, int> refused;
    int badChecks = 0; ///< check words that differ from the recording's verdict
    int badMasks = 0;

    friend bool operator==(const Counts&, const Counts&) = default;
};

class Recordings
{
public:
    Recordings(Dialect dialect, const ResourceFormats& formats) : dialect_(dialect), formats_(formats) {}

    void replay(const std::filesystem::path& file)
    {
        file_ = file.filename().string();
        connections_.clear();
        bool first = true;
        for (const std::string& line : linesOf(file)) {
            const json entry = json::parse(line);
            if (first) {
                redbook_ = entry.at("redbook").get<std::string>();
                announced += entry.at("frames_s2c").get<int>() + entry.at("frames_c2s").get<int>();
            } else if (entry.at("dir") != "event" && entry.at("mode") != "admin")
                frame(entry);
            first = false;
        }
    }

    Counts toServer;
    Counts toClient;
    int announced = 0;           ///< frames, as the files' headers have it
    std::set<std::string> names; ///< of all messages

private:
    struct Connection
    {
        TypeMask mask;
        std::optional<SecurityStreams> streams;
    };

    void frame(const json& entry)
    {
        const bool fromServer = entry.at("dir") == "s2c";
        const auto raw = bytesOfHex(entry.at("raw").get<std::string>());
        FrameReader reader(largestServerPayload);
        reader.feed(raw);
        auto next = reader.next();
        if (!next || !next.value()) { // deliberate framing errors of clients
            ++(fromServer ? toClient : toServer).refused["frame"];
            return;
        }
        Frame frame = std::move(*next.value());
        Connection& connection = connections_[entry.at("conn").get<int>()];
        const bool login = fromServer ? frame.epoch == 0 : entry.at("mode") == "login";
        if (fromServer) {
            toClient.badChecks += frame.check != static_cast<std::uint16_t>(payloadCrc(frame.payload));
            const std::uint8_t mask = connection.mask.next();
            toClient.badMasks += mask != entry.at("mask").get<int>();
            frame.payload[0] ^= std::byte{mask};
        } else if (!login && connection.streams) {
            const bool right = clientCheck(connection.streams->next(), frame.payload) == frame.check;
            toServer.badChecks += right != (entry.at("check") == "ok");
        }
        decodeAndEncode(entry, frame.payload, login, fromServer, connection);
    }

    void decodeAndEncode(const json& entry, const std::vector<std::byte>& payload, bool login, bool fromServer,
                         Connection& connection)
    {
        Counts& counts = fromServer ? toClient : toServer;
        const auto name = entry.at("name").is_string() ? entry.at("name").get<std::string>() : std::string("unnamed");
        const auto direction = fromServer ? Direction::ToClient : Direction::ToServer;
        const auto message = decode(dialect_, direction, login, payload, formats_);
        if (!message) {
            ++counts.refused[name];
            return;
        }
        if (!name.ends_with(message.value().row->name.substr(3)))
            QFAIL(qPrintable(
                QString::fromStdString(file_ + ": " + name + " decodes as " + std::string(message.value().row->name))));
        names.insert(name);
        const auto again = encode(dialect_, message.value());
        if (!again || again.value() != payload) {
            const std::string why = again ? "other bytes" : again.error().text();
            QFAIL(qPrintable(QString::fromStdString(file_ + ": " + name + " does not encode back: " + why)));
        }
        if (message.value().surplus.empty())
            ++counts.whole;
        else
            ++counts.surplus[name];
        if (fromServer)
            follow(message.value(), connection);
    }

    /// What a client keeps from the server's messages for the frames that follow.
    void follow(const Message& message, Connection& connection)
    {
        if (message.row->id == MessageId::BP_ECHO_PING && message.find("token") != nullptr) // 1997 masks nothing
            connection.mask.restart(static_cast<std::uint8_t>(message.find("token")->number ^ TypeMask::echoKey), redbook_);
        if (message.row->id != MessageId::AP_GETCHOICE)
            return;
        SecurityStreams::Seeds seeds{};
        const auto& items = message.find("seeds")->items;
        for (std::size_t i = 0; i < seeds.size(); ++i)
            seeds[i] = items[i].items[0].number;
        connection.streams.emplace(seeds);
    }

    Dialect dialect_;
    const ResourceFormats& formats_;
    std::string file_;
    std::string redbook_;
    std::map<int, Connection> connections_;
};

inline ResourceFormats formatsOf(const std::filesystem::path& file)
{
    std::ifstream in(file);
    ResourceFormats formats;
    const json content = json::parse(in);
    for (const auto& [id, text] : content.at("formats").items())
        formats.set(static_cast<std::uint32_t>(std::stoul(id)), text.get<std::string>());
    return formats;
}

inline QString described(const Counts& counts)
{
    std::string text = "whole " + std::to_string(counts.whole) + ", bad checks " + std::to_string(counts.badChecks) +
                       ", bad masks " + std::to_string(counts.badMasks);
    for (const auto& [name, count] : counts.surplus)
        text += ", surplus " + name + " " + std::to_string(count);
    for (const auto& [name, count] : counts.refused)
        text += ", refused " + name + " " + std::to_string(count);
    return QString::fromStdString(text);
}

} // namespace blak::wire
