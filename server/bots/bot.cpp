// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/bots/bot.h"

#include "formats/base/md5.h"
#include "formats/space/movement.h"
#include "formats/wire/security.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace blak::bots {
namespace {

using wire::Field;
using wire::FieldType;

constexpr std::int64_t second = 1'000'000;
constexpr std::uint32_t idMask = 0x0FFFFFFF;
constexpr std::uint32_t walkingSpeed = 18;
constexpr double stepLength = 96; ///< of a move, 64 per square

Field number(std::string_view name, FieldType type, std::uint32_t value) { return {name, type, value, {}, {}}; }
Field textField(std::string_view name, std::string value) { return {name, FieldType::Text, 0, std::move(value), {}}; }

Field list(std::string_view name, std::vector<std::vector<Field>> rows)
{
    Field field{name, FieldType::List, 0, {}, {}};
    for (auto& row : rows)
        field.items.push_back({name, FieldType::Structure, 0, {}, std::move(row)});
    return field;
}

const Field* findIn(const std::vector<Field>& fields, std::string_view name)
{
    const auto it = std::ranges::find(fields, name, &Field::name);
    return it == fields.end() ? nullptr : &*it;
}

std::uint32_t numberOf(const wire::Message& message, std::string_view name)
{
    const Field* field = message.find(name);
    return field == nullptr ? 0 : field->number;
}

/// The number of the first element of a list, 0 when it is empty.
std::uint32_t firstOf(const Field* list)
{
    return list == nullptr || list->items.empty() || list->items[0].items.empty() ? 0 : list->items[0].items[0].number;
}

std::string passwordOf(const std::string& password)
{
    std::array<std::byte, 16> digest{};
    std::ranges::transform(md5(password), digest.begin(), [](std::uint8_t byte) { return std::byte{byte}; });
    std::string out;
    for (const std::byte byte : wire::passwordField(digest))
        out.push_back(static_cast<char>(byte));
    return out;
}

/// Letters only, as worlds want names.
std::string nameOf(std::string account)
{
    for (char& c : account)
        if (c >= '0' && c <= '9')
            c = static_cast<char>('a' + (c - '0'));
    std::erase_if(account, [](char c) { return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z'); });
    if (!account.empty() && account[0] >= 'a')
        account[0] = static_cast<char>(account[0] - 32);
    return account;
}

} // namespace

Bot::Bot(const BotSettings& settings, Knowledge& knowledge, Tally& tally, std::string account, unsigned seed)
    : settings_(settings), knowledge_(knowledge), tally_(tally), account_(std::move(account)),
      link_(settings.dialect, knowledge.formats(), [&knowledge](std::uint32_t id) { return knowledge.redbook(id); }),
      random_(seed)
{
}

void Bot::connected(std::int64_t now) { now_ = connectedAt_ = now; }

void Bot::send(std::string_view name, std::vector<Field> fields)
{
    const wire::MessageRow* row = wire::findMessage(settings_.dialect, wire::Direction::ToServer, name);
    if (row == nullptr)
        return;
    const auto frame = link_.send({row, std::move(fields), {}});
    if (!frame) {
        done_ = true;
        return;
    }
    ++tally_.messagesOut;
    tally_.bytesOut += frame.value().size();
    output.insert(output.end(), frame.value().begin(), frame.value().end());
}

void Bot::received(std::span<const std::byte> bytes, std::int64_t now)
{
    now_ = now;
    tally_.bytesIn += bytes.size();
    link_.feed(bytes);
    constexpr int mostFaults = 100; // a framing error repeats
    for (int faults = 0; !done_;) {
        const auto message = link_.next();
        if (!message) {
            ++tally_.undecoded;
            if (++faults > mostFaults)
                done_ = true;
            continue;
        }
        if (!message.value())
            return;
        ++tally_.messagesIn;
        hear(*message.value());
    }
}

void Bot::hear(const wire::Message& message)
{
    const std::string_view name = message.row->name;
    if (name == "AP_GETLOGIN") {
        logIn();
    } else if (name == "AP_GETCHOICE") {
        if (stage_ == Stage::Leaving || stage_ == Stage::Playing) {
            done_ = true; // back in the menu
            return;
        }
        stage_ = Stage::Menu;
        constexpr std::uint32_t newest = 0x7FFFFFFF;
        send("AP_REQ_GAME",
             {number("last_download", FieldType::I32, newest), number("catch", FieldType::I32, 0), textField("host", "bot")});
    } else if (name == "AP_LOGINFAILED" || name == "AP_MESSAGE" || name == "AP_NOCHARACTERS" || name == "AP_TOOMANYLOGINS" ||
               name == "BP_CHARINFO_NOT_OK") {
        ++tally_.refused;
        done_ = true;
    } else if (name == "BP_LOAD_MODULE" && stage_ == Stage::Menu) {
        stage_ = Stage::Picking;
        send("BP_SEND_CHARACTERS");
    } else if (name == "BP_CHARACTERS") {
        pick(message);
    } else if (name == "BP_CHARINFO") {
        create(message);
    } else if (name == "BP_CHARINFO_OK") {
        use(numberOf(message, "id"));
    } else if (name == "BP_ECHO_PING" && pingedAt_ != 0) {
        tally_.pingTimes.push_back(static_cast<std::uint32_t>(now_ - pingedAt_));
        pingedAt_ = 0;
    } else if (name == "BP_PLAYER") {
        self_ = numberOf(message, "id") & idMask;
        room_ = numberOf(message, "room");
        roomFile_ = numberOf(message, "room_file");
        row_ = column_ = 0;
    } else if (name == "BP_ROOM_CONTENTS") {
        placeFrom(message);
    } else if (name == "BP_MOVE" && (numberOf(message, "id") & idMask) == self_) {
        ++tally_.refusedMoves;
        row_ = numberOf(message, "row");
        column_ = numberOf(message, "column");
    } else if (name == "BP_SAID") {
        ++tally_.heard;
    } else if (name == "BP_WAIT") {
        waiting_ = true;
    } else if (name == "BP_UNWAIT") {
        waiting_ = false;
        send("BP_SEND_PLAYER"); // all ids have changed
        send("BP_SEND_ROOM_CONTENTS");
    }
    if (stage_ == Stage::Entering && (name == "BP_PLAYER" || name == "BP_MESSAGE")) {
        stage_ = Stage::Playing;
        ++tally_.entered;
        tally_.loginTimes.push_back(static_cast<std::uint32_t>(now_ - connectedAt_));
        nextAction_ = now_ + static_cast<std::int64_t>(static_cast<double>(random_() % 1000) * 1000 / settings_.actionsPerSecond);
        nextPing_ = now_ + static_cast<std::int64_t>(random_() % 1000) * 1000;
    }
}

void Bot::logIn()
{
    const bool extended = settings_.dialect == wire::Dialect::Open105;
    std::vector<Field> fields{number("major", FieldType::U8, extended ? 50 : 7),
                              number("minor", FieldType::U8, extended ? 70 : 36)};
    for (const char* name : {"os", "os_major", "os_minor", "memory", "cpu"})
        fields.push_back(number(name, FieldType::I32, 0));
    fields.push_back(number("width", FieldType::U16, 800));
    fields.push_back(number("height", FieldType::U16, 600));
    for (const char* name : {"colours", "bandwidth", "reserved"})
        fields.push_back(number(name, FieldType::U32, 0));
    fields.push_back(textField("account", account_));
    fields.push_back(textField("password", passwordOf(settings_.password)));
    send("AP_LOGIN", std::move(fields));
}

void Bot::pick(const wire::Message& characters)
{
    const Field* list = characters.find("characters");
    if (list == nullptr || list->items.empty()) {
        done_ = true;
        return;
    }
    const std::vector<Field>& first = list->items[0].items;
    const Field* id = findIn(first, "id");
    const Field* isNew = findIn(first, "new");
    self_ = id == nullptr ? 0 : id->number;
    if (isNew != nullptr && isNew->number != 0)
        send("BP_SEND_CHARINFO");
    else
        use(self_);
}

/// The first of everything, all statistics alike.
void Bot::create(const wire::Message& choices)
{
    const Field* male = choices.find("male");
    const auto face = [&](std::string_view part) {
        const Field* field = male == nullptr ? nullptr : findIn(male->items, part);
        return field == nullptr ? 0 : part == "head" ? field->number : firstOf(field);
    };
    std::vector<std::vector<Field>> icons;
    for (const char* part : {"head", "hair", "eyes", "noses", "mouths"})
        icons.push_back({number("icon", FieldType::Resource, face(part))});
    std::vector<std::vector<Field>> statistics;
    for (const std::uint32_t value : {33u, 33u, 33u, 33u, 34u, 34u})
        statistics.push_back({number("value", FieldType::U32, value)});
    send("BP_NEW_CHARINFO", {number("id", FieldType::Id, self_), textField("name", nameOf(account_)),
                             textField("description", ""), number("gender", FieldType::U8, 1), list("face", std::move(icons)),
                             number("hair_palette", FieldType::U8, firstOf(choices.find("hair_palettes"))),
                             number("skin_palette", FieldType::U8, firstOf(choices.find("skin_palettes"))),
                             list("stats", std::move(statistics)), list("spells", {}), list("skills", {})});
}

void Bot::use(std::uint32_t character)
{
    self_ = character;
    stage_ = Stage::Entering;
    send("BP_USE_CHARACTER", {number("id", FieldType::Id, character)});
}

void Bot::placeFrom(const wire::Message& contents)
{
    const Field* objects = contents.find("objects");
    if (objects == nullptr)
        return;
    for (const Field& element : objects->items) {
        if (element.items.empty())
            continue;
        const std::vector<Field>& placed = element.items[0].items; // room_object: object, row, column, ...
        const Field* object = findIn(placed, "object");
        const Field* id = object == nullptr ? nullptr : findIn(object->items, "id");
        const Field* row = findIn(placed, "row");
        const Field* column = findIn(placed, "column");
        if (id == nullptr || row == nullptr || column == nullptr || (id->number & idMask) != self_)
            continue;
        row_ = row->number;
        column_ = column->number;
    }
}

std::int64_t Bot::nextTick() const { return playing() ? std::min(nextAction_, nextPing_) : now_ + second; }

void Bot::tick(std::int64_t now)
{
    now_ = now;
    constexpr std::int64_t patience = 60 * second;
    if (!playing()) {
        if (now - connectedAt_ > patience) {
            ++tally_.refused;
            done_ = true;
        }
        return;
    }
    if (now >= nextPing_) {
        // Also keeps the connection alive: open105 hangs up after six silent seconds.
        nextPing_ = now + 2 * second;
        if (pingedAt_ == 0)
            pingedAt_ = now;
        send("BP_PING");
    }
    if (now < nextAction_)
        return;
    nextAction_ =
        std::max(nextAction_ + static_cast<std::int64_t>(static_cast<double>(second) / settings_.actionsPerSecond), now);
    if (!waiting_)
        act();
}

void Bot::act()
{
    constexpr std::uint32_t normal = 1;
    if (settings_.script == Script::LoginStorm) {
        stage_ = Stage::Leaving;
        send("BP_REQ_QUIT");
        return;
    }
    const auto dice = static_cast<unsigned>(random_() % 20);
    if (settings_.script == Script::Say || dice == 0) {
        ++tally_.said;
        send("BP_SAY_TO",
             {number("kind", FieldType::U8, normal), textField("text", "I am number " + std::to_string(tally_.said) + ".")});
    } else if (dice == 1) {
        heading_ = static_cast<double>(random_() % 4096);
        send("BP_REQ_TURN",
             {number("id", FieldType::Id, self_), number("angle", FieldType::U16, static_cast<std::uint32_t>(heading_))});
    } else if (dice == 2) {
        send("BP_REQ_LOOK", {number("id", FieldType::Stack, self_)});
    } else {
        step();
    }
}

/// A step ahead; along the walls where the room is known, else wherever the server lets it.
void Bot::step()
{
    if (row_ == 0 || column_ == 0)
        return;
    if (random_() % 8 == 0)
        heading_ = static_cast<double>(random_() % 4096);
    const double angle = heading_ * 2 * std::numbers::pi / 4096;
    double row = row_ + std::sin(angle) * stepLength;
    double column = column_ + std::cos(angle) * stepLength;
    if (const space::LoadedRoom* room = knowledge_.room(roomFile_)) {
        // The wire counts squares from 1, 64 units each; the geometry has 16 units for each of them.
        const auto point = [](double r, double c) { return space::Point{(c - 64) * 16, (r - 64) * 16}; };
        const auto moved = space::move(*room, space::Mover::player(), point(row_, column_), point(row, column));
        if (moved.touched)
            heading_ = static_cast<double>(random_() % 4096);
        row = moved.point.y / 16 + 64;
        column = moved.point.x / 16 + 64;
    }
    constexpr double least = 64;
    constexpr double most = 65535;
    row_ = static_cast<std::uint32_t>(std::clamp(row, least, most));
    column_ = static_cast<std::uint32_t>(std::clamp(column, least, most));
    std::vector<Field> fields{number("row", FieldType::U16, row_), number("column", FieldType::U16, column_),
                              number("speed", FieldType::U8, walkingSpeed), number("room", FieldType::Id, room_)};
    if (settings_.dialect == wire::Dialect::Open105)
        fields.push_back(number("angle", FieldType::U16, static_cast<std::uint32_t>(heading_)));
    ++tally_.moves;
    send("BP_REQ_MOVE", std::move(fields));
}

} // namespace blak::bots
