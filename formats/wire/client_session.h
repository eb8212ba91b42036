// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/link.h"
#include "formats/wire/resource_book.h"
#include "formats/wire/room_state.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace blak::wire {

struct SessionSettings
{
    Dialect dialect = Dialect::Mainline;
    std::string account;
    std::string password;
    std::string host = "client";      ///< what one calls one's machine
    std::string character;            ///< to be played at once, any case; "" = the host chooses (use, create)
    std::uint16_t width = 800, height = 600;
    std::int32_t options = 0;         ///< open105: what the client does; 4 music, 8 lights of things, 0x10 weather
    std::string resourceHash;         ///< open105: MD5 of its .rsb; "" is accepted
    std::int32_t lastDownload = 0x7FFFFFFF; ///< time of the newest package one has; this one asks for none
    /// After entry, and after a collection of garbage: the inventory only, or all that windows show.
    bool requestsEverything = true;
    /// open105: pings and sends movements by datagrams too, where the server answers them.
    bool usesDatagrams = false;
};

/// One of the account's characters.
struct Character
{
    std::uint32_t id = 0;
    std::string name;
    bool isNew = false; ///< was never played: it has to be created first
};

/// The client's side of a session without a socket: login, the menu, the choice of a character, pings, epochs, and what the server
/// says about room and belongings. Bytes and the time (microseconds) come from outside; what has to be sent collects in `output`.
///
///     session.received(bytes, now);
///     while (auto message = session.next()) ...   // the session has followed it already
///     session.tick(now);
///     write(session.takeOutput());
class ClientSession
{
public:
    enum class Stage : std::uint8_t {
        Greeting, ///< awaits AP_GETLOGIN
        Login,    ///< sent its name and password
        Menu,     ///< may ask for the game, and has, unless the server said why not
        Picking,  ///< in the game without a character
        Entering, ///< has chosen one
        Playing,
        Leaving, ///< asked to go back to the menu
        Ended    ///< by refusal or by a stream that makes no sense; see why()
    };

    ClientSession(SessionSettings settings, ResourceBook& resources);

    void connected(std::int64_t now);
    void received(std::span<const std::byte> bytes, std::int64_t now);
    /// The next message; nothing when more bytes are needed or the session has ended. Frames that cannot be decoded are counted and
    /// left out.
    std::optional<Message> next();
    void tick(std::int64_t now);
    std::int64_t nextTick() const; ///< when it next wants one

    std::vector<std::byte> takeOutput() { return std::exchange(output_, {}); }
    const std::vector<std::byte>& output() const { return output_; }

    Stage stage() const { return stage_; }
    bool isPlaying() const { return stage_ == Stage::Playing; }
    /// The server collects garbage: what is sent now would be lost.
    bool isWaiting() const { return waiting_; }
    /// Why it was refused or ended, for people.
    const std::string& why() const { return why_; }
    Dialect dialect() const { return settings_.dialect; }
    const SessionSettings& settings() const { return settings_; }

    /// Sends a message; false when the dialect has none of that name, the mode is another one or it does not fit the layout.
    bool send(MessageId id, std::vector<Field> fields = {});
    /// The same by a datagram where those work (movements and attacks, open105).
    bool sendQuickly(MessageId id, std::vector<Field> fields = {});

    // The menu and the characters.
    void logIn(std::string account, std::string password); ///< again, after a refusal
    bool requestGame(); ///< after the menu refused it or a download is done
    void setLastDownload(std::int32_t time) { settings_.lastDownload = time; }
    bool use(std::uint32_t character);
    bool leave(); ///< to the menu
    const std::vector<Character>& characters() const { return characters_; }

    const RoomState& room() const { return room_; }
    RoomState& room() { return room_; }
    ResourceBook& resources() const { return resources_; }

    /// All that the windows of a client show, asked for anew.
    void requestEverything();

    // Latency, in microseconds; 0 = not measured yet.
    std::int64_t latency() const { return latency_; }
    std::uint64_t pingsAnswered() const { return pings_; }

    // Datagrams to be sent; only where settings ask for them.
    std::vector<std::vector<std::byte>> takeDatagrams() { return std::exchange(datagrams_, {}); }
    bool datagramsWork() const;

    /// Told of each message that was put into the output or into a datagram: for logs and recordings.
    std::function<void(const Message&)> onSend;

    struct Counters
    {
        std::uint64_t messagesIn = 0, messagesOut = 0, bytesIn = 0, bytesOut = 0, undecoded = 0;
    };
    const Counters& counters() const { return counters_; }
    const std::string& lastUndecoded() const { return lastUndecoded_; }

private:
    void follow(const Message& message);
    void followLogin(const Message& message);
    void followGame(const Message& message);
    void sendLogin();
    void learnCharacters(const Message& message);
    void learnNames(const Message& message);
    void requestAfterCollection();
    void end(std::string why);
    std::optional<std::vector<std::byte>> datagram(MessageId id, std::vector<Field> fields);
    void repeatLast(std::int64_t now);

    /// A place or a direction that went by datagram, which may be lost.
    struct Told
    {
        std::vector<Field> fields;
        std::int64_t at = 0;
    };

    SessionSettings settings_;
    ResourceBook& resources_;
    ClientLink link_;
    RoomState room_;
    Stage stage_ = Stage::Greeting;
    std::string why_;
    std::vector<std::byte> output_;
    std::vector<std::vector<std::byte>> datagrams_;
    std::vector<Character> characters_;
    bool waiting_ = false;
    bool invalidated_ = false; ///< all ids have changed and were not asked for again
    std::int64_t now_ = 0;
    std::int64_t nextPing_ = 0;
    std::int64_t pingedAt_ = 0; ///< 0 = no answer is awaited
    std::int64_t latency_ = 0;
    std::uint64_t pings_ = 0;
    std::uint32_t datagramSession_ = 0, datagramNumber_ = 0;
    std::int64_t datagramHeard_ = 0;
    std::map<MessageId, Told> told_; ///< the last BP_REQ_MOVE and BP_REQ_TURN
    Counters counters_;
    std::string lastUndecoded_;
    int faults_ = 0;
};

/// The MD5 digest of a password as it travels.
std::string passwordDigest(const std::string& password);

} // namespace blak::wire
