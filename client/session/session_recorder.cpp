// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/session/session_recorder.h"

#include "client/session/coordinates.h"
#include "client/session/requests.h"
#include "formats/base/windows1252.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string_view>

namespace blak::session {
namespace {

using wire::MessageId;

constexpr double square = 1024;          ///< client units
constexpr double longestWait = 30;       ///< seconds; who was away is not waited for
constexpr double shortestWait = 1500;    ///< milliseconds without anything
constexpr double followsWithin = 5000;   ///< milliseconds in which something comes of an act

std::string numberText(double value)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.2f", value);
    std::string out = text.data();
    while (out.ends_with('0'))
        out.pop_back();
    if (out.ends_with('.'))
        out.pop_back();
    return out;
}

/// In one line, as a script needs it.
std::string lineOf(std::string text)
{
    std::ranges::replace_if(text, [](char letter) { return static_cast<unsigned char>(letter) < ' '; }, ' ');
    constexpr std::size_t longest = 900;
    return text.substr(0, longest);
}

std::string nameById(const Game& game, std::uint32_t id)
{
    if (const wire::RoomObject* object = game.room().find(id))
        return game.nameOf(object->object);
    for (const wire::GameObject& thing : game.room().inventory())
        if (thing.id == id)
            return game.nameOf(thing);
    return {};
}

std::uint32_t idOf(const wire::Message& message, const char* field)
{
    const wire::Field* found = message.find(field);
    if (found == nullptr && message.find("objects") != nullptr && !message.find("objects")->items.empty()) {
        const wire::Field& first = message.find("objects")->items.front();
        return (first.items.empty() ? first.number : first.items.front().number) & wire::idMask;
    }
    return found == nullptr ? 0 : static_cast<std::uint32_t>(found->number) & wire::idMask;
}

const char* sayPrefix(std::int64_t kind)
{
    switch (static_cast<SayKind>(kind)) {
    case SayKind::Yell: return "/yell ";
    case SayKind::Broadcast: return "/broadcast ";
    case SayKind::Emote: return "/emote ";
    case SayKind::Guild: return "/guild ";
    case SayKind::GameMaster: return "/dm ";
    case SayKind::Message: return "/echo ";
    case SayKind::Normal: break;
    }
    return "";
}

/// What clients send by themselves: turns come with walking, lists with entering.
bool isAskedByPrograms(std::string_view name)
{
    constexpr std::array asked{"BP_REQ_TURN", "BP_PING", "BP_RESYNC", "BP_ROUNDTRIP2", "BP_UDP_PING", "BP_REQ_INVENTORY", "BP_SAY_BLOCKED",
                               "BP_USE_CHARACTER", "BP_NEW_CHARINFO", "BP_REQ_QUIT", "BP_AD_SELECTED"};
    return std::ranges::find(asked, name) != asked.end() || (name.starts_with("BP_SEND_") && name != "BP_SEND_MAIL") ||
           name.find("PREFERENCES") != std::string_view::npos;
}

/// How far a point is from the way between two others.
double away(double row, double column, double fromRow, double fromColumn, double toRow, double toColumn)
{
    const double dr = toRow - fromRow, dc = toColumn - fromColumn;
    const double length = dr * dr + dc * dc;
    const double share = length == 0 ? 0 : std::clamp(((row - fromRow) * dr + (column - fromColumn) * dc) / length, 0.0, 1.0);
    return std::hypot(row - fromRow - share * dr, column - fromColumn - share * dc);
}

} // namespace

void SessionRecorder::start(const std::string& room, double x, double y, int angle)
{
    *this = {};
    room_ = lineOf(room);
    way_.push_back({y / square + 0.5, x / square + 0.5});
    add("start " + room_ + " " + numberText(way_[0].row) + " " + numberText(way_[0].column) + " " + std::to_string(angle & 4095));
    add("within 20");
    add("expect-playing");
}

void SessionRecorder::add(std::string line)
{
    if (!isFull())
        lines_.push_back(std::move(line));
}

/// A way is given by the corners that matter (Douglas and Peucker).
void SessionRecorder::finishWay()
{
    if (way_.size() < 2)
        return;
    std::vector<bool> matters(way_.size(), false);
    matters.back() = true;
    std::vector<std::pair<std::size_t, std::size_t>> open{{0, way_.size() - 1}};
    while (!open.empty()) {
        const auto [from, to] = open.back();
        open.pop_back();
        double farthest = wayTolerance;
        std::size_t corner = 0;
        for (std::size_t i = from + 1; i < to; ++i)
            if (const double distance = away(way_[i].row, way_[i].column, way_[from].row, way_[from].column, way_[to].row, way_[to].column);
                distance > farthest) {
                farthest = distance;
                corner = i;
            }
        if (corner == 0)
            continue;
        matters[corner] = true;
        open.push_back({from, corner});
        open.push_back({corner, to});
    }
    for (std::size_t i = 1; i < way_.size(); ++i)
        if (matters[i])
            add("walk-to " + numberText(way_[i].row) + " " + numberText(way_[i].column));
    way_.erase(way_.begin(), way_.end() - 1);
}

/// Somebody who did nothing waited for something.
void SessionRecorder::waitUntil(double milliseconds)
{
    const double last = std::max(lastAct_, lastMove_);
    if (last >= 0 && milliseconds - last > shortestWait)
        add("wait " + numberText(std::min((milliseconds - last) / 1000, longestWait)));
}

void SessionRecorder::act(const std::string& line, double milliseconds)
{
    finishWay();
    waitUntil(milliseconds);
    add(line);
    lastAct_ = milliseconds;
}

void SessionRecorder::onThing(const Game& game, const wire::Message& message, const char* field, const char* command,
                              double milliseconds)
{
    const std::string name = nameById(game, idOf(message, field));
    if (name.empty())
        return add("# " + std::string(message.row->name) + " of something without a name");
    finishWay();
    if (target_ != name || milliseconds - lastAct_ > shortestWait) {
        act("target " + lineOf(name), milliseconds);
        target_ = name;
    }
    act(command, milliseconds);
}

void SessionRecorder::sent(const wire::Message& message, const Game& game, double milliseconds)
{
    if (message.row->family == wire::Family::Login || isFull())
        return;
    const auto ofCarried = [&](const char* command) {
        const std::string name = nameById(game, idOf(message, "id"));
        if (!name.empty())
            act(command + lineOf(name), milliseconds);
    };
    switch (message.row->id) {
    case MessageId::BP_REQ_MOVE: {
        const wire::Field *row = message.find("row"), *column = message.find("column");
        if (row == nullptr || column == nullptr)
            return;
        const space::Point at = pointOf(static_cast<int>(row->number), static_cast<int>(column->number));
        const Point point{at.y / square + 0.5, at.x / square + 0.5};
        if (way_.size() == 1)
            waitUntil(milliseconds);
        if (way_.empty() || std::hypot(way_.back().row - point.row, way_.back().column - point.column) > 0.02)
            way_.push_back(point);
        lastMove_ = milliseconds;
        return;
    }
    case MessageId::BP_SAY_TO: {
        const wire::Field *kind = message.find("kind"), *words = message.find("text");
        if (words == nullptr)
            return;
        const std::string said = lineOf(windows1252::toUtf8(words->text));
        act("type " + std::string(sayPrefix(kind == nullptr ? 1 : kind->number)) + said, milliseconds);
        if (kind == nullptr || static_cast<SayKind>(kind->number) == SayKind::Normal)
            add("expect-chat " + said);
        return;
    }
    case MessageId::BP_REQ_GO: return act("press go", milliseconds);
    case MessageId::BP_REQ_GET: return onThing(game, message, "id", "press get", milliseconds);
    case MessageId::BP_REQ_LOOK: return onThing(game, message, "id", "press look", milliseconds);
    case MessageId::BP_REQ_ATTACK: return onThing(game, message, "id", "press attack", milliseconds);
    case MessageId::BP_REQ_ACTIVATE: return onThing(game, message, "id", "type /activate", milliseconds);
    case MessageId::BP_SEND_OBJECT_CONTENTS: return onThing(game, message, "id", "type /open", milliseconds);
    case MessageId::BP_REQ_BUY: return onThing(game, message, "id", "type /buy", milliseconds);
    case MessageId::BP_REQ_USE:
    case MessageId::BP_REQ_UNUSE: return ofCarried("use ");
    case MessageId::BP_REQ_DROP: return ofCarried("drop ");
    case MessageId::UC_REST: return act("type /rest", milliseconds);
    case MessageId::UC_STAND: return act("type /stand", milliseconds);
    default:
        if (!isAskedByPrograms(message.row->name))
            act("# not repeated: " + std::string(message.row->name), milliseconds);
        return;
    }
}

void SessionRecorder::heard(const wire::Message& message, const Game& game, const std::string& roomFile, double milliseconds)
{
    if (isFull())
        return;
    if (!roomFile.empty() && roomFile != room_) {
        finishWay();
        way_.clear();
        room_ = roomFile;
        target_.clear();
        add("expect-room " + room_);
    }
    switch (message.row->id) {
    case MessageId::BP_PLAYER: // one stands somewhere else
    case MessageId::BP_ROOM_CONTENTS:
        finishWay();
        return;
    case MessageId::BP_LOOK:
        if (lastAct_ >= 0 && milliseconds - lastAct_ < followsWithin && game.dealings().looked())
            if (const std::string name = game.nameOf(game.dealings().looked()->object); !name.empty())
                add("expect-look " + lineOf(name));
        return;
    case MessageId::BP_INVENTORY: knowsThings_ = false; [[fallthrough]];
    case MessageId::BP_INVENTORY_ADD:
    case MessageId::BP_INVENTORY_REMOVE:
        if (knowsThings_ && lastAct_ >= 0 && milliseconds - lastAct_ < followsWithin)
            finishWay();
        return compareThings(game);
    default: return;
    }
}

/// What came and what went becomes an expectation; of several alike nothing can be said by name.
void SessionRecorder::compareThings(const Game& game)
{
    std::vector<std::string> now;
    for (const wire::GameObject& thing : game.room().inventory())
        now.push_back(game.nameOf(thing));
    std::ranges::sort(now);
    if (knowsThings_) {
        for (const std::string& name : now)
            if (!name.empty() && !std::ranges::binary_search(things_, name))
                add("expect-thing " + lineOf(name));
        for (const std::string& name : things_)
            if (!name.empty() && std::ranges::none_of(now, [&](const std::string& one) { return one.find(name) != std::string::npos; }))
                add("expect-no-thing " + lineOf(name));
    }
    things_ = std::move(now);
    knowsThings_ = true;
}

std::string SessionRecorder::textOf(const std::string& title, const std::vector<std::string>& lines)
{
    std::string out = "# " + lineOf(title) + "\n# blak play --project WORLD --script THIS\n";
    for (const std::string& line : lines)
        out += line + "\n";
    return out + "quit\n";
}

} // namespace blak::session
