// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/link.h"
#include "server/bots/coverage.h"
#include "server/bots/knowledge.h"
#include "server/bots/script.h"
#include "server/bots/surroundings.h"

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
    bool playing() const { return stage_ == Stage::Playing; }
    bool done() const { return done_; } ///< wants its connection closed
    /// When it next wants a tick.
    std::int64_t nextTick() const;

    std::vector<std::byte> output;

private:
    enum class Stage : std::uint8_t { Login, Menu, Picking, Entering, Playing, Leaving };

    void hear(const wire::Message& message);
    void logIn();
    void pick(const wire::Message& characters);
    void create(const wire::Message& choices);
    void use(std::uint32_t character);
    void count(const wire::Message& message);
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
    void drop(const Thing& thing);
    const Thing* choose(const std::vector<Thing>& things, const std::string& name, bool gettable);
    bool isNear(const Thing& thing) const;
    void send(std::string_view name, std::vector<wire::Field> fields = {});

    const BotSettings& settings_;
    Knowledge& knowledge_;
    Tally& tally_;
    ScriptRun& run_;
    std::string account_;
    Surroundings around_;
    wire::ClientLink link_;
    std::mt19937 random_;
    Stage stage_ = Stage::Login;
    bool done_ = false;
    bool waiting_ = false; ///< the server collects garbage
    std::int64_t now_ = 0;
    std::int64_t connectedAt_ = 0;
    std::int64_t playedTo_ = 0;
    std::int64_t nextAction_ = 0;
    std::int64_t nextPing_ = 0;
    std::int64_t pingedAt_ = 0; ///< 0 = no answer is awaited
    std::uint32_t self_ = 0;
    std::uint32_t room_ = 0;
    std::uint32_t roomFile_ = 0;
    std::uint32_t row_ = 0, column_ = 0; ///< 64 per square, squares from 1; 0 = unknown
    double heading_ = 0;
    std::vector<space::Cell> way_; ///< of a goto, the next square last
    std::uint32_t wayRoom_ = 0;
    int stuck_ = 0;                ///< steps of a goto that led nowhere
};

} // namespace blak::bots
