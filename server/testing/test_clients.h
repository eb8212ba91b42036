// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/codec.h"
#include "formats/wire/dialect.h"
#include "formats/wire/resource_book.h"
#include "server/world/world.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace blak::testing {

/// Clients of a test: they have sessions and hear what Blakod sends to them, and say nothing. While they are there they stand in
/// the place of the world's own connections, which hear nothing then.
class TestClients final : public world::Players
{
public:
    explicit TestClients(world::World& world);
    ~TestClients() override;

    /// A session for the character; the same one when it has one.
    std::int64_t connect(std::int64_t character);

    /// Texts that the machine has made since: names of characters.
    void learnTexts();

    struct Told
    {
        std::int64_t character = 0;
        std::string text; ///< Windows-1252, style codes still in it
    };
    /// Texts in the order they came: of messages, and every text that stands in another message.
    const std::vector<Told>& told() const { return told_; }
    void forget() { told_.clear(); }
    /// Packets that were no message of the protocol: the first of them, as an error of the test.
    const std::string& undecoded() const { return undecoded_; }

    bool sendPacket(std::int64_t session, std::span<const std::byte> bytes) override;
    void resourceChanged(std::int64_t resource, std::string_view text) override;
    std::optional<std::int64_t> inactiveSeconds(std::int64_t session) override;
    std::optional<std::vector<std::uint8_t>> address(std::int64_t session) override;
    void collecting() override {}
    void collected(std::span<const world::RenamedObject> users) override;
    void kickOffAll() override {}
    void forgetValues() override {}
    std::vector<world::PlayerLine> list() override { return {}; }
    bool kickOffAccount(std::int64_t) override { return false; }
    bool hangUpAccount(std::int64_t) override { return false; }
    bool hangUpSession(std::int64_t) override { return false; }
    void hangUpAll() override {}
    bool blockAddress(std::string_view) override { return false; }
    Result<void> ban(const world::Ban&) override { return Error{"there are no connections in a test", ""}; }
    Result<void> unban(world::BanKind, std::string_view) override { return Error{"there are no connections in a test", ""}; }
    std::vector<world::Ban> bans() override { return {}; }
    std::vector<std::uint64_t> messageCounts(world::MessageTable) override { return std::vector<std::uint64_t>(256); }
    world::PlayersMemory memory() override { return {}; }
    std::uint64_t transmittedLastMinute() override { return 0; }
    std::int64_t lastDatagram() override { return 0; }
    Result<std::size_t> reloadProtocol() override { return std::size_t{0}; }
    void tellAdministrators(std::string_view) override {}
    void optionsChanged() override {}

private:
    void hear(std::int64_t character, const wire::Field& field, int depth);

    world::World& world_;
    world::Players* const before_;
    wire::Dialect protocol_;
    wire::ResourceBook texts_;
    std::map<std::int64_t, std::int64_t> sessions_; ///< characters
    std::vector<Told> told_;
    std::string undecoded_;
};

} // namespace blak::testing
