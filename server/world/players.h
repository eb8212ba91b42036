// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace blak::world {

/// A connection as `who` lists it.
struct PlayerLine
{
    std::int64_t session = 0;
    std::int64_t account = 0; ///< 0 = nobody logged in
    std::string name;         ///< of the account, "?" before the login
    int version = 0;          ///< of the client, major * 100 + minor
    std::string address;
    std::string where; ///< "Game - Bravona (4490)", "Game - pick", "Maintenance"
    bool inGame = false;
};

/// A character that a collection has renumbered; `now` is -1 when the object is gone.
struct RenamedObject
{
    std::int64_t was = 0;
    std::int64_t now = 0;
};

// What a ban keeps out.
#define BLAK_BAN_KINDS(X)                                                                                                        \
    X(Address, "address") /* or a net: "10.1.0.0/16" */                                                                          \
    X(Account, "account") /* by name */                                                                                          \
    X(Pattern, "pattern") /* accounts whose names fit; * stands for any text, ? for one character */

enum class BanKind : std::uint8_t {
#define X(name, text) name,
    BLAK_BAN_KINDS(X)
#undef X
};

std::string_view banKindName(BanKind kind);
std::optional<BanKind> banKindNamed(std::string_view text);

/// Whether a name fits a pattern of BanKind::Pattern, without case. Time at most the product of the two lengths.
bool fitsPattern(std::string_view text, std::string_view pattern);

struct Ban
{
    BanKind kind = BanKind::Address;
    std::string what;
    std::string reason;
    std::string by;         ///< the administrator
    std::int64_t since = 0; ///< Unix time
    std::int64_t until = 0; ///< Unix time, 0 = for ever
};

enum class MessageTable : std::uint8_t { Regular, System, User };

/// Bytes that connections have taken.
struct PlayersMemory
{
    std::size_t sessions = 0, motd = 0, buffers = 0, blocks = 0;
};

/// The connections around a world, as the world and its administrators see them. A world works without any.
class Players
{
public:
    virtual ~Players() = default;

    // For Blakod.
    virtual bool sendPacket(std::int64_t session, std::span<const std::byte> bytes) = 0; ///< false: there is no such session
    virtual void resourceChanged(std::int64_t resource, std::string_view text) = 0;
    virtual std::optional<std::int64_t> inactiveSeconds(std::int64_t session) = 0;
    virtual std::optional<std::vector<std::uint8_t>> address(std::int64_t session) = 0; ///< 16 bytes, IPv6

    // Around collections and loads.
    virtual void collecting() = 0; ///< who chooses a character goes back to the menu
    virtual void collected(std::span<const RenamedObject> users) = 0;
    virtual void kickOffAll() = 0;   ///< out of the game, back to the menu
    virtual void forgetValues() = 0; ///< all ids of the machine have become void

    // For administrators.
    virtual std::vector<PlayerLine> list() = 0;
    virtual bool kickOffAccount(std::int64_t account) = 0; ///< false when it is not in the game
    virtual bool hangUpAccount(std::int64_t account) = 0;
    virtual bool hangUpSession(std::int64_t session) = 0;
    virtual void hangUpAll() = 0;
    virtual bool blockAddress(std::string_view address) = 0; ///< false when it is none
    virtual Result<void> ban(const Ban& ban) = 0;            ///< hangs up whom it concerns
    virtual Result<void> unban(BanKind kind, std::string_view what) = 0;
    virtual std::vector<Ban> bans() = 0;
    /// How many messages of each number (0 to 255) clients in the game have sent since the start: to their character, to System,
    /// user commands.
    virtual std::vector<std::uint64_t> messageCounts(MessageTable table) = 0;
    virtual PlayersMemory memory() = 0;
    virtual std::uint64_t transmittedLastMinute() = 0; ///< bytes
    virtual std::int64_t lastDatagram() = 0;           ///< Unix time of the last good one, 0 = none yet
    /// Reads the table of messages of our own anew: how many it holds. The one in use stays when the file makes no sense.
    virtual Result<std::size_t> reloadProtocol() = 0;
    virtual void tellAdministrators(std::string_view text) = 0;
    virtual void optionsChanged() = 0; ///< of the configuration
};

} // namespace blak::world
