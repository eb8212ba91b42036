// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/client_session.h"
#include "server/bots/coverage.h"
#include "server/bots/knowledge.h"
#include "server/bots/script.h"

#include <map>
#include <random>
#include <string_view>
#include <vector>

namespace blak::bots {

enum class Script : std::uint8_t {
    Wander,     ///< moves, turns, looks at things, picks up and lays down, says something now and then
    Say,        ///< says something again and again
    LoginStorm, ///< logs in, enters the game, leaves, and so on
    Commands    ///< of a file
};

struct BotSettings
{
    wire::Dialect dialect = wire::Dialect::Mainline;
    Script script = Script::Wander;
    Program program;             ///< of Script::Commands
    double actionsPerSecond = 1; ///< a classic client moves once a second, one of open105 up to ten times
    std::string password;
};

/// Where a bot is in its script; outlives its connections.
struct ScriptRun
{
    std::size_t at = 0;
    std::vector<std::uint32_t> left; ///< of the repeats around, the innermost last; 0 = for ever
    std::int64_t until = 0;          ///< of a command that lasts; 0 = it has not begun
    bool finished = false;
};

/// What a swarm adds up. Latencies in microseconds.
struct Tally
{
    static constexpr std::size_t mostSystemTexts = 50;

    std::uint64_t messagesIn = 0, messagesOut = 0, bytesIn = 0, bytesOut = 0;
    std::uint64_t entered = 0, moves = 0, refusedMoves = 0, said = 0, heard = 0, lost = 0, refused = 0, undecoded = 0;
    std::uint64_t looked = 0, taken = 0, dropped = 0, used = 0; ///< what the server answered, not what was asked for
    std::uint64_t gaveUp = 0;                                   ///< "goto" without a way
    std::uint64_t scriptsFinished = 0;
    std::uint64_t systemMessages = 0;
    std::map<std::string, std::uint64_t> systemTexts; ///< their texts, the first 50 different ones
    std::int64_t playing = 0;                         ///< time in the game of all bots together
    Coverage coverage;
    std::vector<std::uint32_t> loginTimes; ///< from the connection to the character in the game
    std::vector<std::uint32_t> pingTimes;
};

/// One client. Bytes and the time (microseconds) come from outside; what it wants to send collects in `output`.
class Bot
{
public:
    Bot(const BotSettings& settings, Knowledge& knowledge, Tally& tally, ScriptRun& run, std::string account, unsigned seed);

    void connected(std::int64_t now);
    void received(std::span<const std::byte> bytes, std::int64_t now);
    void tick(std::int64_t now);
    bool playing() const { return entered_ && !leaving_; }
    bool done() const { return done_; } ///< wants its connection closed
    /// When it next wants a tick.
    std::int64_t nextTick() const;

    std::vector<std::byte> output;

private:
    void hear(const wire::Message& message);
    void pick();
    void create(const wire::Message& choices);
    void begin();
    void count(const wire::Message& message);
    void collect();
    void findPlace();
    void setPlace(std::uint32_t row, std::uint32_t column);

    // What it does (bot_play.cpp).
    void act();
    void runScript();
    bool runCommand(const Command& command);
    bool lasts(double seconds);
    void wander();
    void wanderStep();
    bool goTo(std::uint32_t row, std::uint32_t column);
    bool stepTowards(double row, double column);
    void sayWords(std::string words);
    void turn(std::uint32_t angle);
    void getOrDrop();
    void drop(const wire::GameObject& thing);
    bool fits(const wire::GameObject& thing, const std::string& name) const;
    const wire::GameObject* chooseCarried(const std::string& name);
    const wire::GameObject* chooseInRoom(const std::string& name, bool gettable);
    bool isNear(const wire::RoomObject& thing) const;
    std::uint32_t self() const { return session_.room().self(); }
    std::uint32_t roomFile() const { return session_.room().place().roomFile; }

    const BotSettings& settings_;
    Knowledge& knowledge_;
    Tally& tally_;
    ScriptRun& run_;
    std::string account_;
    wire::ClientSession session_;
    std::mt19937 random_;
    bool entered_ = false; ///< plays, or has played
    bool leaving_ = false;
    bool done_ = false;
    std::size_t namesTried_ = 0; ///< of namesOf(), that the world did not take
    wire::ClientSession::Counters counted_; ///< what of the session's counters the tally has
    std::uint64_t pingsCounted_ = 0;
    std::int64_t now_ = 0;
    std::int64_t connectedAt_ = 0;
    std::int64_t playedTo_ = 0;
    std::int64_t nextAction_ = 0;
    std::uint32_t character_ = 0; ///< the one to be played, before it is
    std::uint32_t row_ = 0, column_ = 0; ///< 64 per square, squares from 1; 0 = unknown
    double heading_ = 0;
    std::vector<space::Cell> way_; ///< of a goto, the next square last
    std::uint32_t wayRoom_ = 0;
    int stuck_ = 0;                ///< steps of a goto that led nowhere
};

} // namespace blak::bots
