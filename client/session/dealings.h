// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/objects.h"
#include "formats/wire/resource_book.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace blak::session {

/// What was looked at: things, people, spells, skills, news globes.
struct LookedAt
{
    enum class Kind : std::uint8_t { Thing, Player, Spell, Skill };

    Kind kind = Kind::Thing;
    wire::GameObject object{};
    bool editable = false;   ///< the description is one's own to change
    std::string description{}; ///< bytes, style codes in it
    std::string inscription{};
    std::string extra{}; ///< of players: guild, karma
    std::string url{};
    std::vector<std::string> facts{}; ///< of spells and skills (open105): school, level, mana, vigour
};

struct ForSale
{
    wire::GameObject object;
    std::uint32_t cost = 0;
};

/// A shop, or the keeper of a vault.
struct Wares
{
    wire::GameObject seller;
    std::vector<ForSale> items;
    bool isVault = false;
};

struct Contents
{
    std::uint32_t container = 0;
    std::vector<wire::GameObject> objects;
};

/// A trade between two: what each has laid on the table.
struct Trade
{
    bool byOther = false; ///< the other began it and waits for a counter-offer
    wire::GameObject partner{};
    std::vector<wire::GameObject> offered{}, wanted{}; ///< of oneself; of the other
    bool countered = false;                        ///< the one who began it may accept
};

struct Quest
{
    wire::GameObject object;
    std::string description, requirements;
};

struct Quests
{
    wire::GameObject giver;
    std::vector<Quest> quests;
};

/// Whether somebody can be asked for quests; open105 alone tells.
bool givesQuests(wire::Dialect dialect, const wire::GameObject& person);

/// What one does with things and with others, one at a time.
class Dealings
{
public:
    bool hear(const wire::Message& message, const wire::ResourceBook& resources);
    void clear() { *this = {}; }

    const std::optional<LookedAt>& looked() const { return looked_; }
    const std::optional<Wares>& wares() const { return wares_; }
    const std::optional<Contents>& contents() const { return contents_; }
    const std::optional<Trade>& trade() const { return trade_; }
    const std::optional<Quests>& quests() const { return quests_; }
    std::uint64_t looks() const { return looks_; } ///< how often something was looked at

    // The window was closed, the request was answered.
    void forgetLook() { looked_.reset(); }
    void forgetWares() { wares_.reset(); }
    void forgetContents() { contents_.reset(); }
    void forgetTrade() { trade_.reset(); }
    void forgetQuests() { quests_.reset(); }
    /// One has asked somebody for a trade, or has answered one who asked; the server repeats what one gives.
    void beginTrade(const wire::GameObject& partner, std::vector<wire::GameObject> things);
    void answerTrade(std::vector<wire::GameObject> things);

private:
    std::optional<LookedAt> looked_;
    std::optional<Wares> wares_;
    std::optional<Contents> contents_;
    std::optional<Trade> trade_;
    std::optional<Quests> quests_;
    std::uint64_t looks_ = 0;
};

} // namespace blak::session
