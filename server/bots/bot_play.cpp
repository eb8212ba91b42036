// SPDX-License-Identifier: GPL-3.0-or-later
// What a bot does in the game: wandering, and the commands of a script.
#include "formats/space/movement.h"
#include "formats/wire/fields.h"
#include "server/bots/bot.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace blak::bots {
namespace {

using namespace wire::fields;
using enum wire::MessageId;

constexpr std::uint32_t walkingSpeed = 18;
constexpr double stepLength = 96; // of a move, 64 per square
constexpr std::uint32_t square = 64;
constexpr std::uint32_t reach = 3 * square; // from how far worlds let one take things
constexpr std::uint32_t angles = 4096;
constexpr std::uint32_t normalSpeech = 1;

std::string small(std::string text)
{
    std::ranges::transform(text, text.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return text;
}

/// The wire counts squares from 1, 64 units each; the geometry has 16 units for each of them.
space::Point pointOf(double row, double column) { return {(column - square) * 16, (row - square) * 16}; }

} // namespace

void Bot::act()
{
    switch (settings_.script) {
    case Script::LoginStorm:
        leaving_ = true;
        session_.leave();
        return;
    case Script::Say: return sayWords("I am number " + std::to_string(tally_.said + 1) + ".");
    case Script::Wander: return wander();
    case Script::Commands: return runScript();
    }
}

/// Ends: every repeat holds a command that takes a turn.
void Bot::runScript()
{
    const Program& program = settings_.program;
    while (run_.at < program.size()) {
        const Command& command = program[run_.at];
        if (command.kind == CommandKind::Repeat) {
            run_.left.push_back(command.times);
            ++run_.at;
        } else if (command.kind == CommandKind::End) {
            std::uint32_t& left = run_.left.back();
            if (left == 1) {
                run_.left.pop_back();
                ++run_.at;
            } else {
                left -= left == 0 ? 0 : 1;
                run_.at = command.partner + 1;
            }
        } else {
            if (runCommand(command)) {
                ++run_.at;
                run_.until = 0;
            }
            return;
        }
    }
    if (!run_.finished)
        ++tally_.scriptsFinished;
    run_.finished = true;
}

/// One turn of a command. True when it is done.
bool Bot::runCommand(const Command& command)
{
    switch (command.kind) {
    case CommandKind::Wait: return lasts(command.seconds);
    case CommandKind::Wander: wander(); return lasts(command.seconds);
    case CommandKind::Walk: wanderStep(); return lasts(command.seconds);
    case CommandKind::Goto: return goTo(command.row, command.column);
    case CommandKind::Turn: turn(command.angle); break;
    case CommandKind::Say: sayWords(command.text); break;
    case CommandKind::Look:
        if (const wire::GameObject* thing = chooseInRoom(command.text, false))
            session_.send(BP_REQ_LOOK, {thing->stack()});
        break;
    case CommandKind::Get:
        if (const wire::GameObject* thing = chooseInRoom(command.text, true))
            session_.send(BP_REQ_GET, {thing->stack()});
        break;
    case CommandKind::Drop:
        if (const wire::GameObject* thing = chooseCarried(command.text))
            drop(*thing);
        break;
    case CommandKind::Use:
        if (const wire::GameObject* thing = chooseCarried(command.text))
            session_.send(BP_REQ_USE, {thing->stack()});
        break;
    case CommandKind::Unuse:
        if (const wire::GameObject* thing = chooseCarried(command.text))
            session_.send(BP_REQ_UNUSE, {thing->stack()});
        break;
    case CommandKind::Go: session_.send(BP_REQ_GO); break;
    case CommandKind::Logoff:
        ++run_.at; // the next connection goes on behind it
        run_.until = 0;
        leaving_ = true;
        session_.leave();
        return false;
    case CommandKind::Repeat:
    case CommandKind::End: break; // runScript
    }
    return true;
}

/// True when the time of the command is over.
bool Bot::lasts(double seconds)
{
    if (run_.until == 0)
        run_.until = now_ + static_cast<std::int64_t>(seconds * 1'000'000);
    return now_ >= run_.until;
}

void Bot::wander()
{
    const auto dice = static_cast<unsigned>(random_() % 40);
    if (dice < 2)
        sayWords("I am number " + std::to_string(tally_.said + 1) + ".");
    else if (dice < 4)
        turn(static_cast<std::uint32_t>(random_() % angles));
    else if (const auto& things = session_.room().objects(); dice < 6 && !things.empty())
        session_.send(BP_REQ_LOOK, {things[random_() % things.size()].object.stack()});
    else if (dice < 7)
        getOrDrop();
    else
        wanderStep();
}

/// What it has is laid down again before it takes something else, so that a world is not emptied.
void Bot::getOrDrop()
{
    const auto& carried = session_.room().inventory();
    if (!carried.empty() && random_() % 2 == 0)
        return drop(carried[random_() % carried.size()]);
    constexpr std::size_t enough = 5;
    if (carried.size() >= enough)
        return;
    const wire::GameObject* thing = chooseInRoom("any", true);
    if (thing != nullptr && isNear(*session_.room().find(thing->id)))
        session_.send(BP_REQ_GET, {thing->stack()});
}

void Bot::drop(const wire::GameObject& thing)
{
    if (settings_.dialect == wire::Dialect::Mainline)
        session_.send(BP_REQ_DROP, {elements("objects", {{thing.stack()}})});
    else
        session_.send(BP_REQ_DROP, {thing.stack()});
}

bool Bot::fits(const wire::GameObject& thing, const std::string& name) const
{
    return name == "any" || small(knowledge_.text(thing.name).value_or("")).find(name) != std::string::npos;
}

/// By a part of the name, or any.
const wire::GameObject* Bot::chooseCarried(const std::string& name)
{
    std::vector<const wire::GameObject*> fitting;
    for (const wire::GameObject& thing : session_.room().inventory())
        if (fits(thing, name))
            fitting.push_back(&thing);
    return fitting.empty() ? nullptr : fitting[random_() % fitting.size()];
}

/// By a part of the name, or any: then one that is near, where there is one. Never itself.
const wire::GameObject* Bot::chooseInRoom(const std::string& name, bool gettable)
{
    std::vector<const wire::GameObject*> fitting, near;
    for (const wire::RoomObject& thing : session_.room().objects()) {
        if (thing.object.id == self() || !fits(thing.object, name) ||
            (gettable && !wire::traitsOf(settings_.dialect, thing.object.flags).gettable))
            continue;
        fitting.push_back(&thing.object);
        if (isNear(thing))
            near.push_back(&thing.object);
    }
    const auto& from = near.empty() ? fitting : near;
    return from.empty() ? nullptr : from[random_() % from.size()];
}

bool Bot::isNear(const wire::RoomObject& thing) const
{
    const auto distance = [](std::uint32_t a, std::uint32_t b) { return a > b ? a - b : b - a; };
    return distance(thing.row, row_) <= reach && distance(thing.column, column_) <= reach;
}

void Bot::sayWords(std::string words)
{
    ++tally_.said;
    session_.send(BP_SAY_TO, {u8("kind", normalSpeech), text("text", std::move(words))});
}

void Bot::turn(std::uint32_t angle)
{
    heading_ = static_cast<double>(angle);
    session_.send(BP_REQ_TURN, {objectId("id", self()), u16("angle", angle)});
}

/// A step ahead; along the walls where the room is known, else wherever the server lets it.
void Bot::wanderStep()
{
    if (row_ == 0 || column_ == 0)
        return;
    if (random_() % 8 == 0)
        heading_ = static_cast<double>(random_() % angles);
    const double angle = heading_ * 2 * std::numbers::pi / angles;
    if (!stepTowards(row_ + std::sin(angle) * stepLength, column_ + std::cos(angle) * stepLength))
        heading_ = static_cast<double>(random_() % angles);
}

/// Towards a place of the protocol's coordinates. False when a wall was in the way.
bool Bot::stepTowards(double row, double column)
{
    bool free = true;
    if (const space::LoadedRoom* room = knowledge_.room(roomFile())) {
        const auto moved = space::move(*room, space::Mover::player(), pointOf(row_, column_), pointOf(row, column));
        free = !moved.touched;
        row = moved.point.y / 16 + square;
        column = moved.point.x / 16 + square;
    }
    constexpr double least = square;
    constexpr double most = 65535;
    setPlace(static_cast<std::uint32_t>(std::clamp(row, least, most)),
             static_cast<std::uint32_t>(std::clamp(column, least, most)));
    std::vector<wire::Field> fields{u16("row", row_), u16("column", column_), u8("speed", walkingSpeed),
                                    objectId("room", session_.room().place().room)};
    if (wire::isOpen(settings_.dialect))
        fields.push_back(u16("angle", static_cast<std::uint32_t>(heading_)));
    ++tally_.moves;
    session_.send(BP_REQ_MOVE, std::move(fields));
    return free;
}

/// One step of the way to a square. True when it is there, or there is no way.
bool Bot::goTo(std::uint32_t row, std::uint32_t column)
{
    constexpr int patience = 12;
    constexpr double nearEnough = 24; // of 64
    if (row_ == 0 || column_ == 0)
        return false;
    if (run_.until == 0)
        wayRoom_ = session_.room().place().room;
    else if (session_.room().place().room != wayRoom_ && wayRoom_ != 0)
        return true; // an exit was on the way
    const space::Cell from{static_cast<std::int32_t>(row_ / square) - 1, static_cast<std::int32_t>(column_ / square) - 1};
    const space::Cell to{static_cast<std::int32_t>(row) - 1, static_cast<std::int32_t>(column) - 1};
    if (way_.empty()) {
        stuck_ = run_.until == 0 ? 0 : stuck_;
        run_.until = now_; // has begun
        bool known = false;
        if (const space::LoadedRoom* room = knowledge_.room(roomFile()))
            for (const auto kind : {space::MoveGrid::Kind::Player, space::MoveGrid::Kind::Monster})
                if (const auto grid = space::MoveGrid::of(room->room(), kind); grid && way_.empty()) {
                    way_ = grid->findPath(from, to);
                    known = true;
                }
        if (known && way_.empty()) {
            ++tally_.gaveUp;
            return true;
        }
        std::ranges::reverse(way_);
        if (way_.size() > 1)
            way_.pop_back(); // where it stands
        if (way_.empty())
            way_.push_back(to); // straight on, for want of a map
    }
    const auto middle = [](std::int32_t cell) { return static_cast<double>(cell + 1) * square + square / 2.0; };
    const double aimRow = middle(way_.back().row);
    const double aimColumn = middle(way_.back().column);
    const double far = std::hypot(aimRow - row_, aimColumn - column_);
    const double part = far > stepLength ? stepLength / far : 1;
    const std::uint32_t oldRow = row_, oldColumn = column_;
    if (far > nearEnough) {
        heading_ = std::fmod(std::atan2(aimRow - row_, aimColumn - column_) / (2 * std::numbers::pi) * angles + angles, angles);
        stepTowards(row_ + (aimRow - row_) * part, column_ + (aimColumn - column_) * part);
    }
    const double left = std::hypot(aimRow - row_, aimColumn - column_);
    if (left <= nearEnough)
        way_.pop_back();
    if (left <= nearEnough && way_.empty())
        return true;
    if (left > nearEnough && row_ == oldRow && column_ == oldColumn) {
        way_.clear();
        if (++stuck_ >= patience) {
            ++tally_.gaveUp;
            return true;
        }
    }
    return false;
}

} // namespace blak::bots
