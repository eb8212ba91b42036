// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/windows/module_services.h"

#include "client/play/game_client.h"
#include "client/play/play_view.h"
#include "client/windows/game_page.h"
#include "client/windows/map_card.h"
#include "client/windows/module_host.h"

#include <QWidget>

#include <algorithm>
#include <array>

namespace blak::client {
namespace {

constexpr std::size_t mostKeys = 200, mostItems = 50; ///< of one module

QString utf8(const std::string& text) { return QString::fromUtf8(text.c_str()); }

module::Thing thingOf(const session::Game& game, const wire::GameObject& object)
{
    module::Thing thing;
    thing.id = object.id;
    thing.name = utf8(game.nameOf(object));
    thing.amount = object.amount.value_or(1);
    thing.flags = object.flags.flags;
    thing.isUsed = game.room().inUse().contains(object.id);
    return thing;
}

module::Thing placedThing(const session::Game& game, const wire::RoomObject& object)
{
    constexpr double unitsPerSquare = 64;
    module::Thing thing = thingOf(game, object.object);
    thing.place = QPointF(object.column / unitsPerSquare, object.row / unitsPerSquare);
    return thing;
}

} // namespace

ModuleServices::~ModuleServices() { takeAll(); }

void ModuleServices::takeAll()
{
    for (const QPointer<QWidget>& widget : std::exchange(widgets_, {}))
        delete widget.data();
    windows_.clear();
    pages_.clear();
    keys_.clear();
    tools_.clear();
    menuItems_.clear();
    help_.clear();
}

bool ModuleServices::send(quint8 type, const QByteArray& body)
{
    wire::ClientSession* session = host_.client_.session();
    if (session == nullptr)
        return false;
    std::vector<std::byte> payload{std::byte{type}};
    for (const char byte : body)
        payload.push_back(static_cast<std::byte>(byte));
    const bool inLogin = session->stage() < wire::ClientSession::Stage::Picking;
    auto message = wire::decode(session->dialect(), wire::Direction::ToServer, inLogin, payload, session->resources().formats());
    if (!message || !message.value().surplus.empty())
        return false;
    const bool sent = session->send(message.value().row->id, std::move(message.value().fields));
    host_.client_.flush();
    return sent;
}

QString ModuleServices::dialect() const
{
    const session::Game* game = host_.client_.game();
    const auto name = wire::dialectNames[static_cast<std::size_t>(game == nullptr ? wire::Dialect::Mainline : game->dialect())].name;
    return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
}

int ModuleServices::latency() const
{
    return host_.client_.session() == nullptr ? 0 : static_cast<int>(std::min<std::int64_t>(host_.client_.session()->latency(), INT32_MAX));
}

module::State ModuleServices::state() const { return host_.state(); }

QString ModuleServices::text(quint32 resource) const
{
    const session::Game* game = host_.client_.game();
    return game == nullptr ? QString() : utf8(game->nameOf(resource));
}

std::optional<module::Thing> ModuleServices::find(quint32 object) const
{
    const session::Game* game = host_.client_.game();
    if (game == nullptr)
        return std::nullopt;
    if (const wire::RoomObject* found = game->room().find(object))
        return placedThing(*game, *found);
    if (const wire::GameObject* carried = game->room().carried(object))
        return thingOf(*game, *carried);
    return std::nullopt;
}

module::Room ModuleServices::room() const
{
    module::Room room;
    const session::Game* game = host_.client_.game();
    if (game == nullptr)
        return room;
    const wire::OwnPlace& place = game->room().place();
    room.id = place.room;
    room.name = utf8(game->nameOf(place.roomName));
    room.file = QString::fromStdString(host_.client_.follower()->roomFile());
    room.ambientLight = place.ambient;
    for (const wire::RoomObject& object : game->room().objects())
        room.things << placedThing(*game, object);
    return room;
}

module::Player ModuleServices::player() const
{
    module::Player player;
    const session::Game* game = host_.client_.game();
    if (game == nullptr)
        return player;
    player.id = game->room().self();
    player.name = utf8(game->nameOf(game->room().place().name));
    if (const session::OwnMotion* motion = host_.client_.motion(); motion != nullptr && motion->isPlaced()) {
        constexpr double unitsPerSquare = 1024;
        player.place = QPointF(motion->body().x / unitsPerSquare + 1, motion->body().y / unitsPerSquare + 1);
        player.angle = motion->body().angle;
    }
    for (const wire::GameObject& thing : game->room().inventory())
        player.things << thingOf(*game, thing);
    return player;
}

QList<module::User> ModuleServices::users() const
{
    QList<module::User> users;
    if (const session::Game* game = host_.client_.game())
        for (const wire::Player& one : game->room().players())
            users << module::User{one.id, utf8(game->nameOf(one.name))};
    return users;
}

module::Effects ModuleServices::effects() const
{
    module::Effects effects;
    const session::Game* game = host_.client_.game();
    if (game == nullptr)
        return effects;
    const session::ViewEffects& now = game->effects();
    effects.blind = now.isBlind();
    effects.paralysed = now.isParalysed();
    effects.any = now.isAnyOn(host_.client_.now());
    static constexpr std::array names{"", "rain", "snow", "sand", "fireworks"};
    effects.weather = QLatin1String(names.at(static_cast<std::size_t>(now.weather())));
    return effects;
}

QByteArray ModuleServices::lightTable(int level) const
{
    if (host_.client_.assets() == nullptr)
        return {};
    const auto& light = host_.client_.assets()->tables().light;
    const auto& table = light[static_cast<std::size_t>(std::clamp(level, 0, static_cast<int>(light.size()) - 1))];
    return {reinterpret_cast<const char*>(table.data()), static_cast<qsizetype>(table.size())};
}

bool ModuleServices::isMapShown() const { return host_.page_.mapCard()->isVisible(); }
void ModuleServices::showMap(bool shown) { shown ? host_.page_.mapCard()->open() : host_.page_.mapCard()->hide(); }
quint32 ModuleServices::target() const { return host_.page_.view()->target(); }
void ModuleServices::setTarget(quint32 object) { host_.page_.view()->setTarget(object); }
QWidget* ModuleServices::windowParent() { return host_.page_.view(); }

void ModuleServices::addWindow(const QString& name, QWidget* window)
{
    widgets_.emplace_back(window);
    windows_.insert(name, window);
}

bool ModuleServices::openWindow(const QString& name) { return host_.page_.openWindow(name); }

void ModuleServices::addSidePanel(QWidget* panel)
{
    widgets_.emplace_back(panel);
    host_.page_.showSidePanel(panel);
}

void ModuleServices::addOverlay(QWidget* overlay)
{
    widgets_.emplace_back(overlay);
    host_.page_.showOverlay(overlay);
}

void ModuleServices::addPage(module::State state, QWidget* page)
{
    page->hide();
    widgets_.emplace_back(page);
    pages_.insert(state, page);
}

void ModuleServices::addTool(const QString& id, const QString& text, const QString& icon)
{
    if (tools_.size() < mostItems)
        tools_.push_back({id, text, icon});
    emit host_.toolsChanged();
}

void ModuleServices::addMenuItem(const QString& id, const QString& text)
{
    if (menuItems_.size() < mostItems)
        menuItems_.push_back({id, text, {}});
    emit host_.toolsChanged();
}

void ModuleServices::addKey(module::State state, const QKeySequence& key, const QString& action)
{
    if (keys_.size() < mostKeys)
        keys_.push_back({state, key, action});
    emit host_.keysChanged();
}

void ModuleServices::addHelp(const QString& command, const QString& usage, const QString& help)
{
    if (help_.size() < mostItems)
        help_.push_back({command, usage, help});
}

void ModuleServices::say(const QString& line)
{
    if (session::Game* game = host_.client_.game()) {
        game->say(line.toStdString());
        host_.page_.refresh(static_cast<quint32>(session::Topic::Chat));
    }
}

void ModuleServices::placeAgain() { host_.page_.placeOverlays(); }
void ModuleServices::post(const QString& to, const QString& what, const QVariant& data) { host_.post(name_, to, what, data); }
QStringList ModuleServices::loadedModules() const { return host_.loaded(); }
void ModuleServices::unloadMe() { host_.unload(name_); }
GameClient& ModuleServices::client() { return host_.client_; }
GamePage& ModuleServices::page() { return host_.page_; }

} // namespace blak::client
