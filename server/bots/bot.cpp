// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/bots/bot.h"

#include "formats/wire/fields.h"
#include "server/bots/names.h"

#include <algorithm>

namespace blak::bots {
namespace {

using wire::Field;
using namespace wire::fields;
using enum wire::MessageId;

constexpr std::int64_t second = 1'000'000;

/// The number of the first element of a list, 0 when it is empty.
std::uint32_t firstOf(const Field* list)
{
    return list == nullptr || list->items.empty() || list->items[0].items.empty() ? 0 : list->items[0].items[0].number;
}

wire::SessionSettings sessionOf(const BotSettings& settings, const std::string& account)
{
    wire::SessionSettings session;
    session.dialect = settings.dialect;
    session.account = account;
    session.password = settings.password;
    session.host = "bot";
    session.requestsEverything = false;
    return session;
}

} // namespace

Bot::Bot(const BotSettings& settings, Knowledge& knowledge, Tally& tally, ScriptRun& run, std::string account, unsigned seed)
    : settings_(settings), knowledge_(knowledge), tally_(tally), run_(run), account_(std::move(account)),
      session_(sessionOf(settings, account_), knowledge.resources()), random_(seed)
{
}

void Bot::connected(std::int64_t now)
{
    now_ = connectedAt_ = now;
    session_.connected(now);
}

/// Takes over what the session wants to send and what it has counted.
void Bot::collect()
{
    const auto bytes = session_.takeOutput();
    output.insert(output.end(), bytes.begin(), bytes.end());
    const wire::ClientSession::Counters& now = session_.counters();
    tally_.messagesIn += now.messagesIn - counted_.messagesIn;
    tally_.messagesOut += now.messagesOut - counted_.messagesOut;
    tally_.bytesIn += now.bytesIn - counted_.bytesIn;
    tally_.bytesOut += now.bytesOut - counted_.bytesOut;
    tally_.undecoded += now.undecoded - counted_.undecoded;
    counted_ = now;
}

void Bot::received(std::span<const std::byte> bytes, std::int64_t now)
{
    now_ = now;
    session_.received(bytes, now);
    while (!done_) {
        const auto message = session_.next();
        if (!message)
            break;
        hear(*message);
    }
    if (session_.stage() == wire::ClientSession::Stage::Ended && !done_) {
        tally_.refused += entered_ ? 0 : 1;
        done_ = true;
    }
    collect();
}

void Bot::hear(const wire::Message& message)
{
    count(message);
    switch (message.row->id) {
    case AP_GETCHOICE: done_ = done_ || entered_ || leaving_; break; // back in the menu
    case AP_LOGINFAILED:
    case AP_MESSAGE:
    case AP_NOCHARACTERS:
        ++tally_.refused;
        done_ = true;
        break;
    case BP_CHARACTERS: pick(); break;
    case BP_CHARINFO: create(message); break;
    case BP_CHARINFO_NOT_OK:
        if (++namesTried_ < namesOf(account_).size()) {
            session_.send(BP_SEND_CHARINFO); // the world wants other names
            break;
        }
        ++tally_.refused;
        done_ = true;
        break;
    case BP_ECHO_PING:
        if (session_.pingsAnswered() != pingsCounted_)
            tally_.pingTimes.push_back(static_cast<std::uint32_t>(session_.latency()));
        pingsCounted_ = session_.pingsAnswered();
        break;
    case BP_PLAYER:
        row_ = column_ = 0;
        way_.clear();
        break;
    case BP_ROOM_CONTENTS: findPlace(); break;
    case BP_MOVE:
        if ((numberOf(message, "id") & wire::idMask) != self())
            break;
        ++tally_.refusedMoves;
        way_.clear();
        setPlace(numberOf(message, "row"), numberOf(message, "column"));
        break;
    default: break;
    }
    if (!entered_ && session_.isPlaying())
        begin();
}

void Bot::begin()
{
    entered_ = true;
    ++tally_.entered;
    tally_.loginTimes.push_back(static_cast<std::uint32_t>(now_ - connectedAt_));
    nextAction_ = now_ + static_cast<std::int64_t>(static_cast<double>(random_() % 1000) * 1000 / settings_.actionsPerSecond);
}

void Bot::pick()
{
    if (session_.characters().empty()) {
        done_ = true;
        return;
    }
    const wire::Character& first = session_.characters().front();
    character_ = first.id;
    if (first.isNew)
        session_.send(BP_SEND_CHARINFO);
    else
        session_.use(first.id);
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
        icons.push_back({resourceId("icon", face(part))});
    std::vector<std::vector<Field>> statistics;
    for (const std::uint32_t value : {33u, 33u, 33u, 33u, 34u, 34u})
        statistics.push_back({u32("value", value)});
    session_.send(BP_NEW_CHARINFO,
                  {objectId("id", character_), text("name", namesOf(account_)[namesTried_]), text("description", ""), u8("gender", 1),
                   elements("face", std::move(icons)), u8("hair_palette", firstOf(choices.find("hair_palettes"))),
                   u8("skin_palette", firstOf(choices.find("skin_palettes"))), elements("stats", std::move(statistics)),
                   elements("spells", {}), elements("skills", {})});
}

void Bot::count(const wire::Message& message)
{
    switch (message.row->id) {
    case BP_SAID: ++tally_.heard; break;
    case BP_LOOK:
    case UC_LOOK_PLAYER: ++tally_.looked; break;
    case BP_INVENTORY_ADD: ++tally_.taken; break;
    case BP_INVENTORY_REMOVE: ++tally_.dropped; break;
    case BP_USE: ++tally_.used; break;
    case BP_SYS_MESSAGE: {
        ++tally_.systemMessages;
        const std::uint32_t resource = numberOf(message, "message");
        std::string text = knowledge_.text(resource).value_or("resource " + std::to_string(resource));
        if (tally_.systemTexts.size() < Tally::mostSystemTexts || tally_.systemTexts.contains(text))
            ++tally_.systemTexts[std::move(text)];
        break;
    }
    default: break;
    }
}

void Bot::findPlace()
{
    if (const wire::RoomObject* own = session_.room().own())
        setPlace(own->row, own->column);
}

void Bot::setPlace(std::uint32_t row, std::uint32_t column)
{
    row_ = row;
    column_ = column;
    if (const space::LoadedRoom* room = knowledge_.room(roomFile()); room != nullptr && row != 0)
        tally_.coverage.visit(roomFile(), knowledge_.text(roomFile()).value_or(""), *room, row, column);
}

std::int64_t Bot::nextTick() const { return playing() ? std::min(nextAction_, session_.nextTick()) : now_ + second; }

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
    session_.tick(now);
    collect();
    if (now < nextAction_)
        return;
    nextAction_ =
        std::max(nextAction_ + static_cast<std::int64_t>(static_cast<double>(second) / settings_.actionsPerSecond), now);
    if (session_.isWaiting())
        return;
    act();
    collect();
}

} // namespace blak::bots
