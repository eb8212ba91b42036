// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/link.h"
#include "server/bots/knowledge.h"

#include <random>
#include <string_view>
#include <vector>

namespace blak::bots {

enum class Script : std::uint8_t {
    Wander,    ///< moves, turns, looks, says something now and then
    Say,       ///< says something again and again
    LoginStorm ///< logs in, enters the game, leaves, and so on
};

struct BotSettings
{
    wire::Dialect dialect = wire::Dialect::Mainline;
    Script script = Script::Wander;
    double actionsPerSecond = 1; ///< a classic client moves once a second, one of open105 up to ten times
    std::string password;
};

/// What a swarm adds up. Latencies in microseconds.
struct Tally
{
    std::uint64_t messagesIn = 0, messagesOut = 0, bytesIn = 0, bytesOut = 0;
    std::uint64_t entered = 0, moves = 0, refusedMoves = 0, said = 0, heard = 0, lost = 0, refused = 0, undecoded = 0;
    std::vector<std::uint32_t> loginTimes; ///< from the connection to the character in the game
    std::vector<std::uint32_t> pingTimes;
};

/// One client. Bytes and the time (microseconds) come from outside; what it wants to send collects in `output`.
class Bot
{
public:
    Bot(const BotSettings& settings, Knowledge& knowledge, Tally& tally, std::string account, unsigned seed);

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
    void placeFrom(const wire::Message& contents);
    void act();
    void step();
    void send(std::string_view name, std::vector<wire::Field> fields = {});

    const BotSettings& settings_;
    Knowledge& knowledge_;
    Tally& tally_;
    std::string account_;
    wire::ClientLink link_;
    std::mt19937 random_;
    Stage stage_ = Stage::Login;
    bool done_ = false;
    bool waiting_ = false; ///< the server collects garbage
    std::int64_t now_ = 0;
    std::int64_t connectedAt_ = 0;
    std::int64_t nextAction_ = 0;
    std::int64_t nextPing_ = 0;
    std::int64_t pingedAt_ = 0; ///< 0 = no answer is awaited
    std::uint32_t self_ = 0;
    std::uint32_t room_ = 0;
    std::uint32_t roomFile_ = 0;
    std::uint32_t row_ = 0, column_ = 0; ///< 64 per square, squares from 1; 0 = unknown
    double heading_ = 0;
};

} // namespace blak::bots
