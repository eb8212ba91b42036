// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/testing/test_clients.h"

#include "formats/wire/message_text.h"
#include "server/sessions/settings.h"

#include <algorithm>

namespace blak::testing {
namespace {

constexpr std::int64_t firstSession = 1'000'000; ///< far from those of connections
constexpr std::size_t mostTold = 100'000;
constexpr int deepest = 16; ///< structures within lists within structures

} // namespace

TestClients::TestClients(world::World& world)
    : world_(world), before_(world.players()), protocol_(serve::Settings::from(world.config(), world.vm().dialect()).protocol)
{
    texts_.readFolder(world.path("Rsc", "rsc/"));
    learnTexts();
    world_.setPlayers(this);
}

void TestClients::learnTexts()
{
    for (const auto& [id, text] : world_.vm().dynamicResources())
        texts_.set(static_cast<std::uint32_t>(id), text);
}

TestClients::~TestClients() { world_.setPlayers(before_); }

std::int64_t TestClients::connect(std::int64_t character)
{
    const auto known = std::ranges::find(sessions_, character, [](const auto& entry) { return entry.second; });
    if (known != sessions_.end())
        return known->first;
    const std::int64_t session = firstSession + static_cast<std::int64_t>(sessions_.size());
    sessions_.emplace(session, character);
    return session;
}

bool TestClients::sendPacket(std::int64_t session, std::span<const std::byte> bytes)
{
    const auto known = sessions_.find(session);
    if (known == sessions_.end())
        return before_ != nullptr && before_->sendPacket(session, bytes);
    const auto message = wire::decode(protocol_, wire::Direction::ToClient, false, bytes, texts_.formats());
    if (!message) {
        if (undecoded_.empty())
            undecoded_ = message.error().text();
        return true;
    }
    for (const wire::Field& field : message.value().fields)
        hear(known->second, field, 0);
    return true;
}

void TestClients::hear(std::int64_t character, const wire::Field& field, int depth)
{
    if (told_.size() >= mostTold || depth > deepest)
        return;
    switch (field.type) {
    case wire::FieldType::Text: told_.push_back({character, field.text}); return;
    case wire::FieldType::Message: told_.push_back({character, wire::messageText(field, texts_)}); return;
    default:
        for (const wire::Field& item : field.items)
            hear(character, item, depth + 1);
    }
}

void TestClients::resourceChanged(std::int64_t resource, std::string_view text)
{
    texts_.set(static_cast<std::uint32_t>(resource), std::string(text));
    if (before_ != nullptr)
        before_->resourceChanged(resource, text);
}

std::optional<std::int64_t> TestClients::inactiveSeconds(std::int64_t session)
{
    return sessions_.contains(session) ? std::optional<std::int64_t>(0) : std::nullopt;
}

/// The loopback address.
std::optional<std::vector<std::uint8_t>> TestClients::address(std::int64_t session)
{
    if (!sessions_.contains(session))
        return std::nullopt;
    std::vector<std::uint8_t> bytes(16);
    bytes.back() = 1;
    return bytes;
}

void TestClients::collected(std::span<const world::RenamedObject> users)
{
    for (auto& [session, character] : sessions_)
        if (const auto it = std::ranges::find(users, character, &world::RenamedObject::was); it != users.end())
            character = it->now;
}

} // namespace blak::testing
