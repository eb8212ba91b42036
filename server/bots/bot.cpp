// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/bots/bot.h"

#include "formats/base/md5.h"
#include "formats/wire/security.h"
#include "server/bots/fields.h"

#include <algorithm>

namespace blak::bots {
namespace {

using wire::Field;
using wire::FieldType;

constexpr std::int64_t second = 1'000'000;

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

Bot::Bot(const BotSettings& settings, Knowledge& knowledge, Tally& tally, ScriptRun& run, std::string account, unsigned seed)
    : settings_(settings), knowledge_(knowledge), tally_(tally), run_(run), account_(std::move(account)),
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
    around_.hear(message);
    count(message);
    if (name == "AP_GETLOGIN") {
        logIn();
    } else if (name == "AP_GETCHOICE") {
        if (stage_ == Stage::Leaving || stage_ == Stage::Playing) {
            done_ = true; // back in the menu
            return;
        }
        stage_ = Stage::Menu;
        constexpr std::uint32_t newest = 0x7FFFFFFF;
        send("AP_REQ_GAME", {numberField("last_download", FieldType::I32, newest), numberField("catch", FieldType::I32, 0),
                             textField("host", "bot")});
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
        way_.clear();
    } else if (name == "BP_ROOM_CONTENTS") {
        findPlace();
    } else if (name == "BP_MOVE" && (numberOf(message, "id") & idMask) == self_) {
        ++tally_.refusedMoves;
        way_.clear();
        setPlace(numberOf(message, "row"), numberOf(message, "column"));
    } else if (name == "BP_CHANGE_RESOURCE") {
        if (const Field* text = message.find("text"))
            knowledge_.learn(numberOf(message, "resource"), text->text);
    } else if (name == "BP_WAIT") {
        waiting_ = true;
    } else if (name == "BP_UNWAIT") {
        waiting_ = false;
        send("BP_SEND_PLAYER"); // all ids have changed
        send("BP_SEND_ROOM_CONTENTS");
        send("BP_REQ_INVENTORY");
    }
    if (stage_ == Stage::Entering && (name == "BP_PLAYER" || name == "BP_MESSAGE")) {
        stage_ = Stage::Playing;
        ++tally_.entered;
        tally_.loginTimes.push_back(static_cast<std::uint32_t>(now_ - connectedAt_));
        nextAction_ = now_ + static_cast<std::int64_t>(static_cast<double>(random_() % 1000) * 1000 / settings_.actionsPerSecond);
        nextPing_ = now_ + static_cast<std::int64_t>(random_() % 1000) * 1000;
        send("BP_REQ_INVENTORY");
    }
}

void Bot::logIn()
{
    const bool extended = settings_.dialect == wire::Dialect::Open105;
    std::vector<Field> fields{numberField("major", FieldType::U8, extended ? 50 : 7),
                              numberField("minor", FieldType::U8, extended ? 70 : 36)};
    for (const char* name : {"os", "os_major", "os_minor", "memory", "cpu"})
        fields.push_back(numberField(name, FieldType::I32, 0));
    fields.push_back(numberField("width", FieldType::U16, 800));
    fields.push_back(numberField("height", FieldType::U16, 600));
    for (const char* name : {"colours", "bandwidth", "reserved"})
        fields.push_back(numberField(name, FieldType::U32, 0));
    fields.push_back(textField("account", account_));
    fields.push_back(textField("password", passwordOf(settings_.password)));
    if (extended) // from 50.43 on the 105 server reads it, and leaves a login without it unanswered; empty is accepted
        fields.push_back(textField("resource_hash", ""));
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
        icons.push_back({numberField("icon", FieldType::Resource, face(part))});
    std::vector<std::vector<Field>> statistics;
    for (const std::uint32_t value : {33u, 33u, 33u, 33u, 34u, 34u})
        statistics.push_back({numberField("value", FieldType::U32, value)});
    send("BP_NEW_CHARINFO",
         {numberField("id", FieldType::Id, self_), textField("name", nameOf(account_)), textField("description", ""),
          numberField("gender", FieldType::U8, 1), listField("face", std::move(icons)),
          numberField("hair_palette", FieldType::U8, firstOf(choices.find("hair_palettes"))),
          numberField("skin_palette", FieldType::U8, firstOf(choices.find("skin_palettes"))),
          listField("stats", std::move(statistics)), listField("spells", {}), listField("skills", {})});
}

void Bot::use(std::uint32_t character)
{
    self_ = character;
    stage_ = Stage::Entering;
    send("BP_USE_CHARACTER", {numberField("id", FieldType::Id, character)});
}

void Bot::count(const wire::Message& message)
{
    const std::string_view name = message.row->name;
    if (name == "BP_SAID") {
        ++tally_.heard;
    } else if (name == "BP_LOOK" || name == "UC_LOOK_PLAYER") {
        ++tally_.looked;
    } else if (name == "BP_INVENTORY_ADD") {
        ++tally_.taken;
    } else if (name == "BP_INVENTORY_REMOVE") {
        ++tally_.dropped;
    } else if (name == "BP_USE") {
        ++tally_.used;
    } else if (name == "BP_SYS_MESSAGE") {
        ++tally_.systemMessages;
        const std::uint32_t resource = numberOf(message, "message");
        std::string text = knowledge_.text(resource).value_or("resource " + std::to_string(resource));
        if (tally_.systemTexts.size() < Tally::mostSystemTexts || tally_.systemTexts.contains(text))
            ++tally_.systemTexts[std::move(text)];
    }
}

void Bot::findPlace()
{
    if (const Thing* self = around_.findInRoom(self_))
        setPlace(self->row, self->column);
}

void Bot::setPlace(std::uint32_t row, std::uint32_t column)
{
    row_ = row;
    column_ = column;
    if (const space::LoadedRoom* room = knowledge_.room(roomFile_); room != nullptr && row != 0)
        tally_.coverage.visit(roomFile_, knowledge_.text(roomFile_).value_or(""), *room, row, column);
}

std::int64_t Bot::nextTick() const { return playing() ? std::min(nextAction_, nextPing_) : now_ + second; }

void Bot::tick(std::int64_t now)
{
    now_ = now;
    constexpr std::int64_t patience = 60 * second;
    if (playing())
        tally_.playing += now - std::max(playedTo_, connectedAt_);
    playedTo_ = now;
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

} // namespace blak::bots
