// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/client_session.h"
#include "formats/wire/objects.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace blak::session {

enum class SayKind : std::uint8_t { Normal = 1, Yell = 2, Broadcast = 3, Emote = 6, Message = 7, GameMaster = 9, Guild = 10 };

enum class Gesture : std::uint8_t { Plain = 1, Happy, Sad, Wry, Wave = 8, Point, Dance };

enum class GameMasterCommand : std::uint8_t { GoToRoom = 1, GoToPlayer, GetPlayer };

/// What a player wants, as messages of the dialect. Each is true when it was sent: a dialect may not have it, and while the server
/// collects garbage nothing is. Texts are UTF-8; what Windows-1252 does not have becomes '?', what is too long is cut.
class Requests
{
public:
    static constexpr std::size_t longestSpeech = 512, longestDescription = 1000, longestLetter = 4096, longestAddress = 255;
    static constexpr std::size_t longestCommand = 498, mostRecipients = 20;

    explicit Requests(wire::ClientSession& session) : session_(session) {}

    // Speech.
    bool say(SayKind kind, const std::string& text);
    bool tell(std::span<const std::uint32_t> listeners, const std::string& text);
    bool act(Gesture gesture);

    // Moving.
    bool move(std::uint16_t row, std::uint16_t column, std::uint8_t speed, std::uint16_t angle);
    bool turn(std::uint16_t angle);
    bool go();
    bool rest();
    bool stand();

    // Things.
    bool look(const wire::GameObject& object);
    bool get(const wire::GameObject& object);
    bool drop(const wire::GameObject& object, std::uint32_t amount);
    bool use(const wire::GameObject& object);
    bool unuse(const wire::GameObject& object);
    bool apply(const wire::GameObject& object, const wire::GameObject& target);
    bool activate(const wire::GameObject& object);
    bool hide(const wire::GameObject& object);
    bool put(const wire::GameObject& object, const wire::GameObject& container);
    bool openContainer(const wire::GameObject& object);
    bool takeOut(const wire::GameObject& object); ///< of a container
    bool moveInInventory(std::uint32_t from, std::uint32_t to);

    // Others.
    bool attack(std::uint32_t object);
    bool cast(std::uint32_t spell, std::span<const wire::GameObject> targets);
    bool perform(std::uint32_t skill, std::span<const wire::GameObject> targets);
    bool offer(const wire::GameObject& partner, std::span<const wire::GameObject> things);
    bool counterOffer(std::span<const wire::GameObject> things);
    bool acceptOffer();
    bool cancelOffer();
    bool askWares(const wire::GameObject& seller);
    bool buy(const wire::GameObject& seller, std::span<const wire::GameObject> things);
    bool askVault(const wire::GameObject& keeper);
    bool deposit(const wire::GameObject& keeper, std::span<const wire::GameObject> things);
    bool withdraw(const wire::GameObject& keeper, std::span<const wire::GameObject> things);
    bool askQuests(std::uint32_t person);
    bool acceptQuest(std::uint32_t person, std::uint32_t quest);

    // Lists.
    bool askPlayers();
    bool askStats(std::uint8_t group);

    // Letters and news.
    bool askLetters();
    bool deleteLetter(std::uint32_t index);
    bool lookUpNames(std::span<const std::string> names);
    bool sendLetter(std::span<const std::uint32_t> recipients, const std::string& text);
    bool askArticles(std::uint16_t group);
    bool askArticle(std::uint16_t group, std::uint32_t article);
    bool post(std::uint16_t group, const std::string& title, const std::string& body);
    bool deleteArticle(std::uint16_t group, std::uint32_t article);

    // Oneself.
    bool describe(const wire::GameObject& object, const std::string& text);
    bool setHomepage(const std::string& address);
    bool changePassword(const std::string& old, const std::string& wanted);
    bool setSafety(bool on); ///< open105 has it among the preferences
    bool setPreferences(std::uint32_t bits);
    bool askPreferences();
    bool changeStatistics(std::span<const std::uint8_t> statistics);
    bool suicide();
    bool appeal(const std::string& text);
    bool rescue();
    bool balance();
    bool depositMoney(std::uint32_t amount);
    bool withdrawMoney(std::uint32_t amount);
    bool askTime();

    // Guilds.
    bool askGuild();
    bool askGuildList();
    bool guildCommand(wire::MessageId command, std::uint32_t id); ///< UC_INVITE, UC_EXILE, ... with one id
    bool guildCommand(wire::MessageId command);                   ///< UC_RENOUNCE, UC_DISBAND, ... with none
    bool setGuildRank(std::uint32_t member, std::uint8_t rank);
    bool foundGuild(const std::string& name, const std::array<std::string, 10>& ranks, bool secret);
    bool rentHall(std::uint32_t hall, const std::string& password);
    bool setGuildPassword(const std::string& password);
    bool askShield();  ///< of one's own guild
    bool askShields(); ///< the shapes there are
    bool abandonHall();
    bool claimShield(std::uint8_t colour1, std::uint8_t colour2, std::uint8_t shape, bool really);

    // Those who run the world.
    bool adminCommand(const std::string& command);
    bool gameMaster(GameMasterCommand command, const std::string& argument);

    bool miniGame(std::uint32_t object, const std::string& state);
    bool resetMiniGame(std::uint32_t object);

    // Before the game.
    bool askCreation();
    bool advertisementChosen(std::uint8_t number); ///< from 1, as the server told them
    bool create(std::vector<wire::Field> fields);

private:
    bool send(wire::MessageId id, std::vector<wire::Field> fields = {});
    bool toTargets(wire::MessageId id, wire::Field subject, std::span<const wire::GameObject> targets);

    wire::ClientSession& session_;
};

} // namespace blak::session
