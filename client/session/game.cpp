// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/session/game.h"

#include "client/session/styled_text.h"
#include "formats/base/windows1252.h"
#include "formats/wire/fields.h"
#include "formats/wire/message_text.h"

#include <algorithm>

namespace blak::session {
namespace {

using wire::Field;
using wire::MessageId;
using namespace wire::fields;

constexpr std::size_t mostBackgroundPictures = 200;
constexpr std::size_t mostModules = 100;
constexpr std::size_t mostPackages = 10'000;
constexpr std::size_t mostSounds = 500; ///< between two frames
constexpr std::size_t mostAdminText = std::size_t{1} << 20;
constexpr std::uint8_t systemSpeech = 0;

} // namespace

std::string moduleName(std::string file)
{
    file = smallLetters(file.substr(file.find_last_of("/\\:") + 1));
    return file.substr(0, file.find('.'));
}

std::string Game::nameOf(std::uint32_t resource) const
{
    const std::string* text = session_.resources().find(resource);
    return text == nullptr ? std::string() : plainText(*text, dialect());
}

std::string Game::nameOf(const wire::GameObject& object) const
{
    return nameOf(object.name);
}

std::string Game::nameOf(std::uint8_t group, const Stat& stat) const
{
    static constexpr const char* usual[]{"Health", "Mana", "Vigor", "Experience"};
    const std::string name = nameOf(stat.name);
    if (group != conditionGroup || !smallLetters(name).ends_with(".bgf"))
        return name;
    return stat.number >= 1 && stat.number <= std::size(usual) ? usual[stat.number - 1] : "Condition";
}

bool Game::isIgnored(const std::string& name) const { return companions_->ignored.contains(smallLetters(name)); }

void Game::say(std::string text)
{
    chat_.add(ChatKind::Own, 0, std::move(text));
    mark(Topic::Chat);
}

void Game::enterRoom()
{
    sheet_.roomChanged();
    dealings_.forgetContents();
    dealings_.forgetWares();
    backgroundPictures_.clear();
    remoteView_.reset();
    mark(Topic::Room);
    mark(Topic::View);
}

void Game::leaveGame()
{
    sheet_.clear();
    dealings_.clear();
    post_.clear();
    guild_.clear();
    creation_.clear();
    effects_.clear();
    backgroundPictures_.clear();
    held_.clear();
    remoteView_.reset();
    minigame_.reset();
    buddiesHere_.clear();
    modules_.clear();
    movementPercent_ = 100;
    wantsQuit_ = false;
    sounds_.clear();
    sounds_.push_back({.kind = SoundOrder::Kind::StopLoops});
    changes_ = ~0u;
}

/// The parts that keep themselves what they show.
bool Game::hearParts(const wire::Message& message, double now)
{
    const auto touched = [this](bool was, Topic topic) {
        if (was)
            mark(topic);
        return was;
    };
    if (touched(sheet_.hear(message), Topic::Sheet) || touched(post_.hear(message, dialect(), session_.resources()), Topic::Post) ||
        touched(guild_.hear(message), Topic::Guild) || touched(creation_.hear(message), Topic::Creation) ||
        touched(effects_.hear(message, now), Topic::View))
        return true;
    const std::uint64_t looks = dealings_.looks();
    if (!dealings_.hear(message, session_.resources()))
        return false;
    mark(dealings_.looks() != looks ? Topic::Look : Topic::Dealings);
    return true;
}

void Game::hear(const wire::Message& message, double now)
{
    if (const auto order = soundOrderOf(message); order && sounds_.size() < mostSounds)
        sounds_.push_back(*order);
    if (hearParts(message, now))
        return;
    switch (message.row->id) {
    // Login.
    case MessageId::AP_GETCHOICE: leaveGame(); break;
    case MessageId::AP_DOWNLOAD: hearDownload(message); break;
    case MessageId::AP_CLIENT_PATCH:
    case MessageId::AP_CLIENT_PATCH_OLD:
        download_ = Download{std::string(textOf(message, "host")), std::string(textOf(message, "path")),
                             std::string(textOf(message, "reason")), {}, Download::Kind::Patch,
                             std::string(textOf(message, "cache_path")) + "/" + std::string(textOf(message, "cache_file"))};
        mark(Topic::Updates);
        break;
    case MessageId::AP_GETCLIENT:
        download_ = Download{std::string(textOf(message, "machine")), std::string(textOf(message, "file")),
                             "This server wants a newer client.", {}, Download::Kind::Program, {}};
        mark(Topic::Updates);
        break;
    case MessageId::AP_DELETERSC: // files of ours stay ours: a server deletes nothing but what it has brought
    case MessageId::AP_DELETEALLRSC:
    case MessageId::AP_SERVICEREPORT:
    case MessageId::AP_CREDITS: break;
    case MessageId::AP_RESYNC:
    case MessageId::AP_GETLOGIN:
    case MessageId::AP_LOGINOK: accountType_ = static_cast<std::uint8_t>(numberOf(message, "account_type")); [[fallthrough]];
    case MessageId::AP_LOGINFAILED:
    case MessageId::AP_GAME:
    case MessageId::AP_ADMIN:
    case MessageId::AP_ACCOUNTUSED:
    case MessageId::AP_TOOMANYLOGINS:
    case MessageId::AP_TIMEOUT:
    case MessageId::AP_NOCREDITS:
    case MessageId::AP_MESSAGE:
    case MessageId::AP_NOCHARACTERS:
    case MessageId::AP_GUEST:
    case MessageId::BP_LOGOFF:
    case MessageId::BP_QUIT:
    case MessageId::BP_WAIT:
    case MessageId::BP_UNWAIT:
    case MessageId::BP_RESYNC: mark(Topic::Stage); break;

    // The session answers these itself.
    case MessageId::BP_ECHO_PING:
    case MessageId::BP_ECHO_UDP_PING:
    case MessageId::BP_ROUNDTRIP1: break;
    case MessageId::BP_CHANGE_RESOURCE: changes_ = ~0u; break; // any name may be shown anywhere

    case MessageId::BP_SYS_MESSAGE:
    case MessageId::BP_MESSAGE:
    case MessageId::BP_SAID: hearSpeech(message); break;

    case MessageId::BP_PLAYER: enterRoom(); break;
    case MessageId::BP_ROOM_CONTENTS: mark(Topic::Room); break;
    case MessageId::BP_CHANGE: mark(Topic::Inventory); [[fallthrough]];
    case MessageId::BP_CREATE:
    case MessageId::BP_REMOVE:
    case MessageId::BP_MOVE:
    case MessageId::BP_TURN:
    case MessageId::BP_SHOOT:
    case MessageId::BP_RADIUS_SHOOT:
    case MessageId::BP_CHANGE_FLAGS:
    case MessageId::BP_ROOM_CONTENTS_FLAGS: mark(Topic::Objects); break;
    case MessageId::BP_INVALIDATE_DATA:
        dealings_.clear();
        held_.clear();
        sheet_.forgetIds();
        changes_ = ~0u;
        break;
    case MessageId::BP_INVENTORY:
    case MessageId::BP_INVENTORY_ADD:
    case MessageId::BP_INVENTORY_REMOVE:
    case MessageId::BP_USE:
    case MessageId::BP_UNUSE:
    case MessageId::BP_USE_LIST: mark(Topic::Inventory); break;
    case MessageId::BP_PLAYERS:
    case MessageId::BP_PLAYER_ADD:
    case MessageId::BP_PLAYER_REMOVE: hearPlayers(message); break;

    case MessageId::BP_LIGHT_AMBIENT:
    case MessageId::BP_LIGHT_PLAYER:
    case MessageId::BP_LIGHT_SHADING:
    case MessageId::BP_SECTOR_MOVE:
    case MessageId::BP_SECTOR_LIGHT:
    case MessageId::BP_WALL_ANIMATE:
    case MessageId::BP_SECTOR_ANIMATE:
    case MessageId::BP_CHANGE_TEXTURE:
    case MessageId::BP_SECTOR_CHANGE: mark(Topic::View); break;
    case MessageId::BP_XLAT_OVERRIDE: // reserved numbers: no client reads a body
    case MessageId::BP_WALL_SCROLL:
    case MessageId::BP_SECTOR_SCROLL: break;
    case MessageId::BP_BACKGROUND:
    case MessageId::BP_ADD_BG_OVERLAY:
    case MessageId::BP_CHANGE_BG_OVERLAY:
    case MessageId::BP_REMOVE_BG_OVERLAY:
    case MessageId::BP_PLAYER_OVERLAY: hearBackground(message); break;
    case MessageId::BP_SET_VIEW:
        remoteView_ = RemoteView{numberOf(message, "id") & wire::idMask, numberOf(message, "flags"),
                                 numberOf(message, "height"), static_cast<std::uint8_t>(numberOf(message, "light"))};
        mark(Topic::View);
        break;
    case MessageId::BP_RESET_VIEW:
        remoteView_.reset();
        mark(Topic::View);
        break;
    case MessageId::BP_MOVEMENT_SPEED_PERCENT:
        movementPercent_ = std::min(numberOf(message, "percent"), 1000u);
        break;

    case MessageId::BP_PLAY_WAVE: // told as orders above
    case MessageId::BP_PLAY_MUSIC:
    case MessageId::BP_PLAY_MIDI:
    case MessageId::BP_STOP_WAVE: break;

    case MessageId::BP_LOAD_MODULE:
    case MessageId::BP_UNLOAD_MODULE: hearModules(message); break;
    case MessageId::BP_ADMIN:
        adminText_ += textOf(message, "text");
        if (adminText_.size() > mostAdminText)
            adminText_.erase(0, adminText_.size() - mostAdminText);
        mark(Topic::Admin);
        break;
    case MessageId::BP_PASSWORD_OK:
    case MessageId::BP_PASSWORD_NOT_OK:
        passwordChanged_ = message.row->id == MessageId::BP_PASSWORD_OK;
        mark(Topic::Password);
        break;
    case MessageId::UC_SEND_QUIT:
        wantsQuit_ = true;
        mark(Topic::Stage);
        break;
    case MessageId::UC_MINIGAME_START:
    case MessageId::UC_MINIGAME_MOVE:
    case MessageId::UC_MINIGAME_PLAYER: hearMinigame(message); break;
    default: ++unhandled_; break;
    }
}

void Game::hearSpeech(const wire::Message& message)
{
    const Field* field = message.find("message");
    if (field == nullptr)
        return;
    ChatKind kind = message.row->id == MessageId::BP_SYS_MESSAGE ? ChatKind::System : ChatKind::Message;
    std::uint32_t speaker = systemSpeech;
    std::string name;
    if (message.row->id == MessageId::BP_SAID) {
        kind = chatKindOf(numberOf(message, "kind"));
        speaker = numberOf(message, "speaker") & wire::idMask;
        name = nameOf(numberOf(message, "name"));
        if (speaker != room().self() && isIgnored(name)) {
            session_.send(MessageId::BP_SAY_BLOCKED, {objectId("id", speaker)});
            return;
        }
    }
    chat_.add(kind, speaker, wire::messageText(*field, session_.resources()), std::move(name));
    mark(Topic::Chat);
}

/// Buddies are announced when they come and go, not when one comes oneself.
void Game::hearPlayers(const wire::Message& message)
{
    mark(Topic::Players);
    const auto isBuddy = [this](const wire::Player& player) {
        return player.id != room().self() && companions_->buddies.contains(smallLetters(nameOf(player.name)));
    };
    if (message.row->id == MessageId::BP_PLAYER_REMOVE) {
        const auto gone = buddiesHere_.find(numberOf(message, "id") & wire::idMask);
        if (gone == buddiesHere_.end())
            return;
        say(gone->second + " has left.");
        buddiesHere_.erase(gone);
        return;
    }
    const bool all = message.row->id == MessageId::BP_PLAYERS;
    std::map<std::uint32_t, std::string> here;
    for (const wire::Player& player : room().players())
        if (isBuddy(player))
            here.emplace(player.id, nameOf(player.name));
    for (const auto& [id, name] : here)
        if (!all && !buddiesHere_.contains(id))
            say(name + " is here.");
    buddiesHere_ = std::move(here);
}

void Game::hearBackground(const wire::Message& message)
{
    mark(Topic::View);
    const std::uint32_t id = numberOf(message, "id") & wire::idMask;
    switch (message.row->id) {
    case MessageId::BP_ADD_BG_OVERLAY:
    case MessageId::BP_CHANGE_BG_OVERLAY: {
        BackgroundPicture picture{id,
                                  numberOf(message, "icon"),
                                  numberOf(message, "name"),
                                  wire::lookOf(message.fields),
                                  static_cast<std::uint16_t>(numberOf(message, "angle")),
                                  static_cast<std::int16_t>(numberOf(message, "y"))};
        const auto it = std::ranges::find(backgroundPictures_, id, &BackgroundPicture::id);
        if (it != backgroundPictures_.end())
            *it = std::move(picture);
        else if (backgroundPictures_.size() < mostBackgroundPictures)
            backgroundPictures_.push_back(std::move(picture));
        break;
    }
    case MessageId::BP_REMOVE_BG_OVERLAY:
        std::erase_if(backgroundPictures_, [id](const BackgroundPicture& one) { return one.id == id; });
        break;
    case MessageId::BP_PLAYER_OVERLAY: {
        const auto place = static_cast<std::int8_t>(numberOf(message, "hotspot"));
        HeldPicture picture{0, place, wire::objectOf(message.find("object"))};
        picture.slot = picture.object.id;
        std::erase_if(held_, [&](const HeldPicture& one) { return one.slot == picture.slot; });
        constexpr std::size_t mostHeld = 16;
        if (place != 0 && held_.size() < mostHeld)
            held_.push_back(std::move(picture));
        break;
    }
    default: break; // BP_BACKGROUND is in the room's state
    }
}

void Game::hearModules(const wire::Message& message)
{
    const std::string name = moduleName(session_.resources().text(numberOf(message, "module")));
    if (message.row->id == MessageId::BP_UNLOAD_MODULE) {
        modules_.erase(name);
        if (name == "chess") // one has left the board
            minigame_.reset();
    } else if (!name.empty() && modules_.size() < mostModules)
        modules_.insert(name);
    mark(Topic::Modules);
}

void Game::hearMinigame(const wire::Message& message)
{
    mark(Topic::Minigame);
    switch (message.row->id) {
    case MessageId::UC_MINIGAME_START:
        minigame_ = Minigame{numberOf(message, "id") & wire::idMask, static_cast<std::uint8_t>(numberOf(message, "player")), {}, {}};
        break;
    case MessageId::UC_MINIGAME_MOVE:
        if (minigame_)
            minigame_->state = std::string(textOf(message, "state"));
        break;
    default:
        if (minigame_) {
            const auto number = static_cast<std::uint8_t>(numberOf(message, "player"));
            std::erase_if(minigame_->players, [number](const auto& one) { return one.first == number; });
            minigame_->players.emplace_back(number, std::string(textOf(message, "name")));
        }
        break;
    }
}

void Game::hearDownload(const wire::Message& message)
{
    Download download{std::string(textOf(message, "machine")), std::string(textOf(message, "path")),
                      std::string(textOf(message, "reason")), {}, Download::Kind::Packages, {}};
    for (const Field& element : itemsOf(message, "packages"))
        if (download.packages.size() < mostPackages)
            download.packages.push_back({numberIn(element.items, "time"), numberIn(element.items, "flags"),
                                         numberIn(element.items, "size"), std::string(textIn(element.items, "name"))});
    std::ranges::stable_sort(download.packages, {}, &Package::time);
    download_ = std::move(download);
    mark(Topic::Updates);
}

} // namespace blak::session
