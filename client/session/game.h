// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/session/chat.h"
#include "client/session/companions.h"
#include "client/session/creation.h"
#include "client/session/dealings.h"
#include "client/session/guild.h"
#include "client/session/post.h"
#include "client/session/sheet.h"
#include "client/session/sounds.h"
#include "client/session/view_effects.h"
#include "formats/wire/client_session.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace blak::session {

/// Parts of the game that windows show.
enum class Topic : std::uint32_t {
    Stage = 1,       ///< login, menu, playing, waiting
    Room = 2,        ///< another room, or all its contents
    Objects = 4,     ///< single things of the room
    Inventory = 8,   ///< things and what is in use
    Players = 0x10,  ///< who list
    Chat = 0x20,
    Sheet = 0x40,    ///< statistics, spells, skills, enchantments
    Look = 0x80,
    Dealings = 0x100, ///< shop, trade, container, quests
    Post = 0x200,
    Guild = 0x400,
    Creation = 0x800,
    Admin = 0x1000,
    Password = 0x2000,
    Minigame = 0x4000,
    View = 0x8000,   ///< light, background, effects, player overlays
    Modules = 0x10000,
    Updates = 0x20000
};

/// A picture far away: sun, moon, a hill.
struct BackgroundPicture
{
    std::uint32_t id = 0, icon = 0, name = 0;
    wire::Look look;
    std::uint16_t angle = 0;
    std::int16_t y = 0;
};

/// What one holds before one's own eyes.
struct HeldPicture
{
    std::uint32_t slot = 0; ///< 1 right, 2 left
    std::int8_t place = 0;  ///< 1 NW 2 N 3 NE 4 E 5 SE 6 S 7 SW 8 W 9 middle
    wire::GameObject object;
};

/// The view from somewhere else (BP_SET_VIEW).
struct RemoteView
{
    std::uint32_t object = 0, flags = 0, height = 0;
    std::uint8_t light = 0;
};

struct Package
{
    std::uint32_t time = 0, flags = 0, size = 0;
    std::string name;
};

/// What the server wants to be fetched before one may play.
struct Download
{
    /// Packages for the files; a patch of open105, whose list of files is fetched first; another version of the program.
    enum class Kind : std::uint8_t { Packages, Patch, Program };

    std::string machine, path, reason;
    std::vector<Package> packages;
    Kind kind = Kind::Packages;
    std::string manifest; ///< of a patch: path and name of the list
};

struct Minigame
{
    std::uint32_t object = 0;
    std::uint8_t ownNumber = 0;
    std::string state; ///< bytes as the server has them
    std::vector<std::pair<std::uint8_t, std::string>> players;
};

/// "..\\bin\\Merintr.DLL" is merintr: modules are known by name, never loaded by a path that a server gives.
std::string moduleName(std::string file);

/// Everything a client knows of the game, on top of a wire::ClientSession: each message of the server changes it and names the
/// topics it touched. No Qt, no sockets, no clock.
class Game
{
public:
    explicit Game(wire::ClientSession& session) : session_(session) {}

    /// A message that the session has followed. `now` in milliseconds.
    void hear(const wire::Message& message, double now);

    /// Topics that changed since the last call, a sum of Topic.
    std::uint32_t takeChanges() { return std::exchange(changes_, 0u); }
    void mark(Topic topic) { changes_ |= static_cast<std::uint32_t>(topic); }

    wire::ClientSession& session() const { return session_; }
    const wire::RoomState& room() const { return session_.room(); }
    wire::Dialect dialect() const { return session_.dialect(); }

    const Chat& chat() const { return chat_; }
    const Sheet& sheet() const { return sheet_; }
    Dealings& dealings() { return dealings_; }
    const Dealings& dealings() const { return dealings_; }
    Post& post() { return post_; }
    Guild& guild() { return guild_; }
    Creation& creation() { return creation_; }
    const ViewEffects& effects() const { return effects_; }
    const std::vector<BackgroundPicture>& backgroundPictures() const { return backgroundPictures_; }
    const std::vector<HeldPicture>& held() const { return held_; }
    const std::optional<RemoteView>& remoteView() const { return remoteView_; }
    const std::optional<Download>& download() const { return download_; }
    std::optional<Download> takeDownload() { return std::exchange(download_, std::nullopt); }
    std::uint8_t accountType() const { return accountType_; } ///< as AP_LOGINOK has it
    const std::optional<Minigame>& minigame() const { return minigame_; }
    const std::string& adminText() const { return adminText_; }
    const std::optional<bool>& passwordChanged() const { return passwordChanged_; } ///< the answer to the last wish
    void forgetPasswordAnswer() { passwordChanged_.reset(); }
    const std::set<std::string>& modules() const { return modules_; } ///< names without path and ending, small letters
    std::uint32_t movementPercent() const { return movementPercent_; }  ///< open105
    bool serverWantsToQuit() const { return wantsQuit_; }

    /// Sounds since the last call.
    std::vector<SoundOrder> takeSounds() { return std::exchange(sounds_, {}); }

    /// Something that the client itself has to say.
    void say(std::string text);

    /// Whom one knows. Those of the host outlive the game; without them the game has its own.
    Companions& companions() const { return *companions_; }
    void keepCompanionsIn(Companions& kept) { companions_ = &kept; }
    bool isIgnored(const std::string& name) const;

    std::string nameOf(std::uint32_t resource) const; ///< UTF-8, without style
    std::string nameOf(const wire::GameObject& object) const;

    /// What a statistic is called. Worlds name those of the condition by a picture: then by its place.
    std::string nameOf(std::uint8_t group, const Stat& stat) const;

    std::uint64_t unhandled() const { return unhandled_; } ///< messages that nothing here takes; should be none

private:
    void hearSpeech(const wire::Message& message);
    void hearBackground(const wire::Message& message);
    void hearModules(const wire::Message& message);
    void hearMinigame(const wire::Message& message);
    void hearDownload(const wire::Message& message);
    void hearPlayers(const wire::Message& message);
    void enterRoom();
    void leaveGame();
    bool hearParts(const wire::Message& message, double now);

    wire::ClientSession& session_;
    Companions own_;
    Companions* companions_ = &own_;
    std::map<std::uint32_t, std::string> buddiesHere_; ///< by id: whoever goes is not in the list any more
    std::uint32_t changes_ = 0;
    Chat chat_;
    Sheet sheet_;
    Dealings dealings_;
    Post post_;
    Guild guild_;
    Creation creation_;
    ViewEffects effects_;
    std::vector<BackgroundPicture> backgroundPictures_;
    std::vector<HeldPicture> held_;
    std::optional<RemoteView> remoteView_;
    std::optional<Download> download_;
    std::optional<Minigame> minigame_;
    std::string adminText_;
    std::optional<bool> passwordChanged_;
    std::set<std::string> modules_;
    std::vector<SoundOrder> sounds_;
    std::uint32_t movementPercent_ = 100;
    std::uint8_t accountType_ = 0;
    bool wantsQuit_ = false;
    std::uint64_t unhandled_ = 0;
};

} // namespace blak::session
