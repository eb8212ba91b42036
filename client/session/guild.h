// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/codec.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace blak::session {

/// What one may do in one's guild: bits of GuildInfo::commands (protocol reference 1B.5).
enum class GuildCommand : std::uint32_t {
    Invite = 1,
    Exile = 2,
    Renounce = 4,
    Promote = 8,
    Demote = 0x10,
    Vote = 0x20,
    Abdicate = 0x40,
    Roster = 0x80,
    Ally = 0x100,
    EndAlliance = 0x200,
    Enemy = 0x400,
    Peace = 0x800,
    SetRank = 0x1000,
    Disband = 0x2000,
    AbandonHall = 0x4000,
    SetPassword = 0x8000
};

struct GuildMember
{
    std::uint32_t id = 0;
    std::string name;
    std::uint8_t rank = 0, gender = 0; ///< rank 1..5; gender 1 male, 2 female
};

struct GuildInfo
{
    std::string name;
    std::optional<std::string> password; ///< of the hall
    std::uint32_t commands = 0;
    std::uint32_t guild = 0;
    std::array<std::string, 10> ranks; ///< male and female of each, the lowest first
    std::uint32_t vote = 0;
    std::vector<GuildMember> members;

    bool may(GuildCommand command) const { return (commands & static_cast<std::uint32_t>(command)) != 0; }
    std::string rankOf(const GuildMember& member) const;
};

struct GuildList
{
    struct Guild
    {
        std::uint32_t id = 0;
        std::string name;
    };
    std::vector<Guild> guilds;
    std::vector<std::uint32_t> allies, enemies, alliedBy, enemyOf;
};

struct GuildHall
{
    std::uint32_t id = 0, name = 0, cost = 0, rent = 0;
};

struct GuildShield
{
    std::uint32_t guild = 0; ///< 0 = nobody has this design
    std::string name;
    std::uint8_t colour1 = 0, colour2 = 0, shape = 0;
};

class Guild
{
public:
    bool hear(const wire::Message& message);
    void clear() { *this = {}; }

    const std::optional<GuildInfo>& info() const { return info_; }
    const std::optional<GuildList>& list() const { return list_; }
    const std::optional<std::vector<GuildHall>>& halls() const { return halls_; }
    const std::optional<GuildShield>& shield() const { return shield_; }
    const std::vector<std::uint32_t>& shieldIcons() const { return shieldIcons_; }
    std::uint64_t shieldAnswers() const { return shieldAnswers_; } ///< how often shield() was told
    std::uint32_t shieldError() const { return shieldError_; } ///< resource, 0 = none
    /// One may found a guild: what it costs, and what a secret one costs.
    const std::optional<std::pair<std::uint32_t, std::uint32_t>>& foundingCosts() const { return costs_; }

    void forgetHalls() { halls_.reset(); }
    void forgetCosts() { costs_.reset(); }

private:
    std::optional<GuildInfo> info_;
    std::optional<GuildList> list_;
    std::optional<std::vector<GuildHall>> halls_;
    std::optional<GuildShield> shield_;
    std::vector<std::uint32_t> shieldIcons_;
    std::uint64_t shieldAnswers_ = 0;
    std::uint32_t shieldError_ = 0;
    std::optional<std::pair<std::uint32_t, std::uint32_t>> costs_;
};

} // namespace blak::session
