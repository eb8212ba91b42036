// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/wire/client_session.h"

#include "formats/base/byte_writer.h"
#include "formats/base/md5.h"
#include "formats/wire/fields.h"
#include "formats/wire/security.h"

#include <algorithm>

namespace blak::wire {
namespace {

using namespace fields;
using enum MessageId;

constexpr std::int64_t second = 1'000'000;
constexpr int mostFaults = 100; ///< frames without sense in one go; a framing error repeats
constexpr std::size_t mostCharacters = 1000;

bool equalIgnoringCase(std::string_view a, std::string_view b)
{
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
    return std::ranges::equal(a, b, {}, lower, lower);
}

struct Version
{
    std::uint8_t major, minor;
};

/// What the clients of a dialect say they are (section 8 of the protocol reference).
Version versionOf(Dialect dialect)
{
    switch (dialect) {
    case Dialect::Open105:
    case Dialect::Open29: return {50, 70};
    case Dialect::Mainline: return {7, 36};
    default: return {7, 10};
    }
}

/// Servers of open105 hang up after six silent seconds, the others after twenty or thirty.
std::int64_t pingPeriodOf(Dialect dialect) { return isOpen(dialect) ? second : 2 * second; }

} // namespace

std::string passwordDigest(const std::string& password)
{
    std::array<std::byte, 16> digest{};
    std::ranges::transform(md5(password), digest.begin(), [](std::uint8_t byte) { return std::byte{byte}; });
    std::string out;
    for (const std::byte byte : passwordField(digest))
        out.push_back(static_cast<char>(byte));
    return out;
}

ClientSession::ClientSession(SessionSettings settings, ResourceBook& resources)
    : settings_(std::move(settings)), resources_(resources),
      link_(settings_.dialect, resources.formats(), [&resources](std::uint32_t id) { return resources.redbook(id); })
{
}

void ClientSession::connected(std::int64_t now) { now_ = now; }

void ClientSession::received(std::span<const std::byte> bytes, std::int64_t now)
{
    now_ = now;
    counters_.bytesIn += bytes.size();
    faults_ = 0;
    link_.feed(bytes);
}

std::optional<Message> ClientSession::next()
{
    while (stage_ != Stage::Ended) {
        auto message = link_.next();
        if (!message) {
            ++counters_.undecoded;
            lastUndecoded_ = message.error().text();
            if (++faults_ > mostFaults)
                end("The server sends what makes no sense: " + lastUndecoded_ + ".");
            continue;
        }
        if (!message.value())
            return std::nullopt;
        ++counters_.messagesIn;
        follow(*message.value());
        return std::move(message.value());
    }
    return std::nullopt;
}

void ClientSession::end(std::string why)
{
    stage_ = Stage::Ended;
    why_ = std::move(why);
}

bool ClientSession::send(MessageId id, std::vector<Field> fields)
{
    const MessageRow* row = findMessage(settings_.dialect, Direction::ToServer, id);
    if (row == nullptr || stage_ == Stage::Ended)
        return false;
    const Message message{row, std::move(fields), {}};
    const auto frame = link_.send(message);
    if (!frame)
        return false;
    ++counters_.messagesOut;
    counters_.bytesOut += frame.value().size();
    output_.insert(output_.end(), frame.value().begin(), frame.value().end());
    if (onSend)
        onSend(message);
    return true;
}

bool ClientSession::datagramsWork() const
{
    constexpr std::int64_t patience = 6 * second;
    return datagramHeard_ != 0 && now_ - datagramHeard_ < patience;
}

/// i32 session, u32 number (grows), u16 low half of the CRC of what follows the epoch, u8 epoch, type and data.
std::optional<std::vector<std::byte>> ClientSession::datagram(MessageId id, std::vector<Field> fields)
{
    const MessageRow* row = findMessage(settings_.dialect, Direction::ToServer, id);
    if (row == nullptr || datagramSession_ == 0 || !link_.inGame())
        return std::nullopt;
    const Message message{row, std::move(fields), {}};
    const auto payload = encode(settings_.dialect, message);
    if (!payload)
        return std::nullopt;
    if (onSend)
        onSend(message);
    ByteWriter out;
    out.u32(datagramSession_);
    out.u32(++datagramNumber_);
    out.u16(static_cast<std::uint16_t>(payloadCrc(payload.value())));
    out.u8(link_.epoch());
    out.raw(payload.value());
    return out.take();
}

bool ClientSession::sendQuickly(MessageId id, std::vector<Field> fields)
{
    told_.erase(id);
    if (!settings_.usesDatagrams || !datagramsWork())
        return send(id, std::move(fields));
    auto bytes = datagram(id, fields);
    if (bytes)
        datagrams_.push_back(std::move(*bytes));
    if (bytes && (id == BP_REQ_MOVE || id == BP_REQ_TURN))
        told_[id] = {std::move(fields), now_};
    return bytes.has_value();
}

/// Where one stays is said once more by the stream: else a datagram that was lost would leave one elsewhere for everybody else.
void ClientSession::repeatLast(std::int64_t now)
{
    constexpr std::int64_t after = 700'000;
    for (auto it = told_.begin(); it != told_.end() && !waiting_;) {
        if (now - it->second.at < after) {
            ++it;
            continue;
        }
        const MessageId id = it->first;
        std::vector<Field> fields = std::move(it->second.fields);
        it = told_.erase(it);
        send(id, std::move(fields));
    }
}

void ClientSession::logIn(std::string account, std::string password)
{
    settings_.account = std::move(account);
    settings_.password = std::move(password);
    if (stage_ == Stage::Login)
        sendLogin();
}

void ClientSession::sendLogin()
{
    const bool extended = isOpen(settings_.dialect);
    const Version version = versionOf(settings_.dialect);
    std::vector<Field> fields{u8("major", version.major), u8("minor", version.minor)};
    for (const char* name : {"os", "os_major", "os_minor", "memory", "cpu"})
        fields.push_back(i32(name, extended && std::string_view(name) == "memory" ? settings_.options : 0));
    fields.push_back(u16("width", settings_.width));
    fields.push_back(u16("height", settings_.height));
    for (const char* name : {"colours", "bandwidth", "reserved"})
        fields.push_back(u32(name, 0));
    fields.push_back(text("account", settings_.account));
    fields.push_back(text("password", passwordDigest(settings_.password)));
    if (extended) // from 50.43 on the server reads it, and leaves a login without it unanswered; empty is accepted
        fields.push_back(text("resource_hash", settings_.resourceHash));
    send(AP_LOGIN, std::move(fields));
}

bool ClientSession::requestGame()
{
    const Version version = versionOf(settings_.dialect);
    return send(AP_REQ_GAME, {i32("last_download", settings_.lastDownload),
                              i32("catch", (version.major * 100 + version.minor) * 3 + 3), text("host", settings_.host)});
}

bool ClientSession::use(std::uint32_t character)
{
    if (stage_ != Stage::Picking || !send(BP_USE_CHARACTER, {objectId("id", character)}))
        return false;
    stage_ = Stage::Entering;
    return true;
}

bool ClientSession::leave()
{
    if (!send(BP_REQ_QUIT))
        return false;
    stage_ = Stage::Leaving;
    return true;
}

void ClientSession::follow(const Message& message)
{
    learnNames(message);
    room_.hear(message);
    if (message.row->family == Family::Login)
        followLogin(message);
    else
        followGame(message);
}

void ClientSession::followLogin(const Message& message)
{
    switch (message.row->id) {
    case AP_GETLOGIN:
        stage_ = Stage::Login;
        sendLogin();
        break;
    case AP_LOGINOK:
        datagramSession_ = numberOf(message, "session");
        why_.clear();
        break;
    case AP_LOGINFAILED: why_ = "The server does not know this name with this password."; break;
    case AP_GETCHOICE: {
        const bool back = stage_ == Stage::Leaving || stage_ == Stage::Playing || stage_ == Stage::Picking ||
                          stage_ == Stage::Entering;
        stage_ = Stage::Menu;
        waiting_ = invalidated_ = false;
        pingedAt_ = 0;
        datagramHeard_ = 0;
        room_.clear();
        characters_.clear();
        if (!back)
            requestGame();
        break;
    }
    case AP_GAME:
        stage_ = Stage::Picking;
        nextPing_ = now_;
        break;
    case AP_MESSAGE:
        why_ = std::string(textOf(message, "text"));
        if (numberOf(message, "action") != 0)
            end(why_);
        break;
    case AP_ACCOUNTUSED: end("Somebody is logged in with this account."); break;
    case AP_TOOMANYLOGINS: end("The server has refused too many logins in a row."); break;
    case AP_TIMEOUT: end("The server heard nothing for too long."); break;
    case AP_NOCREDITS: end("This account has no credits left."); break;
    case AP_NOCHARACTERS: why_ = "This account owns no character."; break;
    case AP_GETCLIENT: end("The server wants a newer client."); break;
    case AP_GUEST:
        if (numberOf(message, "status") != 0)
            end("The server is full of guests.");
        break;
    case AP_RESYNC: end("The server lost the thread of the stream."); break;
    case AP_ADMIN: end("The server wants to speak in lines of text, for an administrator's terminal."); break;
    default: break;
    }
}

void ClientSession::followGame(const Message& message)
{
    switch (message.row->id) {
    case BP_ECHO_PING:
        if (pingedAt_ != 0) {
            latency_ = now_ - pingedAt_;
            pingedAt_ = 0;
            ++pings_;
        }
        break;
    case BP_ECHO_UDP_PING: datagramHeard_ = std::max<std::int64_t>(now_, 1); break;
    case BP_ROUNDTRIP1: send(BP_ROUNDTRIP2, {u32("cookie", numberOf(message, "cookie"))}); break;
    case BP_RESYNC: end("The server lost the thread of the stream."); break;
    case BP_LOAD_MODULE:
        if (stage_ == Stage::Picking && characters_.empty())
            send(BP_SEND_CHARACTERS);
        break;
    case BP_CHARACTERS:
        learnCharacters(message);
        if (!settings_.character.empty())
            for (const Character& one : characters_)
                if (!one.isNew && equalIgnoringCase(one.name, settings_.character)) {
                    use(one.id);
                    break;
                }
        break;
    case BP_CHARINFO_OK: use(numberOf(message, "id") & idMask); break;
    case BP_MOVE:
    case BP_TURN: // the server has put oneself elsewhere: what was told before is old
        if ((numberOf(message, "id") & idMask) == room_.self())
            told_.erase(message.row->id == BP_MOVE ? BP_REQ_MOVE : BP_REQ_TURN);
        break;
    case BP_WAIT:
        waiting_ = true;
        told_.clear();
        break;
    case BP_INVALIDATE_DATA: invalidated_ = true; break;
    case BP_UNWAIT:
        waiting_ = false;
        if (invalidated_)
            requestAfterCollection();
        break;
    case BP_PLAYER:
        told_.clear(); // another room
        [[fallthrough]];
    case BP_MESSAGE:
        if (stage_ == Stage::Entering) {
            stage_ = Stage::Playing;
            if (settings_.requestsEverything)
                requestEverything();
            else
                send(BP_REQ_INVENTORY);
        }
        break;
    case BP_QUIT:
        stage_ = Stage::Leaving;
        room_.clear();
        break;
    case BP_LOGOFF: end("The server ended the session."); break;
    default: break;
    }
}

void ClientSession::requestAfterCollection()
{
    invalidated_ = false;
    send(BP_SEND_PLAYER);
    send(BP_SEND_ROOM_CONTENTS);
    if (settings_.requestsEverything) {
        send(BP_SEND_PLAYERS);
        requestEverything();
    } else {
        send(BP_REQ_INVENTORY);
    }
}

void ClientSession::requestEverything()
{
    send(BP_REQ_INVENTORY);
    send(BP_SEND_STAT_GROUPS);
    for (const std::uint32_t group : {1u, 2u}) // 3 and 4 come with the spells and the skills
        send(BP_SEND_STATS, {u8("group", group)});
    send(BP_SEND_SPELLS);
    send(BP_SEND_SKILLS);
    constexpr std::uint32_t ofPlayer = 1; // those of the room come unasked; servers complain of a question for them
    send(BP_SEND_ENCHANTMENTS, {u8("kind", ofPlayer)});
    send(UC_REQ_PREFERENCES); // open105; elsewhere there is no such message
}

void ClientSession::learnCharacters(const Message& message)
{
    characters_.clear();
    for (const Field& element : itemsOf(message, "characters"))
        if (characters_.size() < mostCharacters)
            characters_.push_back({numberIn(element.items, "id") & idMask, std::string(textIn(element.items, "name")),
                                   numberIn(element.items, "new") != 0});
}

/// Names of players are resources of the running world: only these messages tell them.
void ClientSession::learnNames(const Message& message)
{
    const auto learnPlayer = [this](const Field* player) {
        if (player != nullptr)
            resources_.learn(numberIn(player->items, "name"), std::string(textIn(player->items, "text")));
    };
    if (message.row->id == BP_CHANGE_RESOURCE)
        resources_.learn(numberOf(message, "resource"), std::string(textOf(message, "text")));
    else if (message.row->id == BP_PLAYER_ADD)
        learnPlayer(message.find("player"));
    else if (message.row->id == BP_PLAYERS)
        for (const Field& element : itemsOf(message, "players"))
            learnPlayer(element.items.empty() ? nullptr : &element.items.front());
}

std::int64_t ClientSession::nextTick() const { return link_.inGame() ? nextPing_ : now_ + second; }

void ClientSession::tick(std::int64_t now)
{
    now_ = now;
    if (!link_.inGame() || stage_ == Stage::Ended)
        return;
    repeatLast(now);
    if (now < nextPing_)
        return;
    nextPing_ = now + pingPeriodOf(settings_.dialect);
    // Before any game message has come the epoch is not known: such a frame would be dropped.
    if (link_.epoch() == 0)
        return;
    if (pingedAt_ == 0)
        pingedAt_ = now;
    send(BP_PING);
    if (settings_.usesDatagrams)
        if (auto bytes = datagram(BP_UDP_PING, {}))
            datagrams_.push_back(std::move(*bytes));
}

} // namespace blak::wire
