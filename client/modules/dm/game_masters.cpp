// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/modules/dm/game_masters.h"

#include "client/play/game_client.h"
#include "client/windows/game_page.h"
#include "client/windows/map_card.h"

#include <algorithm>
#include <optional>

namespace blak::client {
namespace {

struct Command
{
    const char* name;
    const char* usage;
    const char* help;
};

constexpr Command commands[]{{"goroom", "NUMBER", "Go to a room."},
                             {"goplayer", "NAME", "Go to a player."},
                             {"getplayer", "NAME", "Bring a player here."},
                             {"dm", "TEXT", "Speak to all as one who runs the world."},
                             {"echo", "TEXT", "A line to the room, without a name."},
                             {"showmap", "", "The map shows every wall."},
                             {"hidemap", "", "The map shows what was seen."},
                             {"reset", "", "Ask the server for everything anew."}};

/// The player whose name it is, or begins so; nothing when several do.
std::optional<quint32> playerCalled(const QList<module::User>& users, const QString& name)
{
    std::optional<quint32> only;
    for (const module::User& user : users) {
        if (user.name.compare(name, Qt::CaseInsensitive) == 0)
            return user.id;
        if (!user.name.startsWith(name, Qt::CaseInsensitive))
            continue;
        if (only)
            return std::nullopt;
        only = user.id;
    }
    return only;
}

} // namespace

module::Info GameMasters::info() const
{
    using namespace module;
    return {QStringLiteral("dm"), 104, Event::TextCommand, Info::normalPriority};
}

void GameMasters::begin(module::Host& host)
{
    host_ = &host;
    for (const Command& one : commands)
        host.addHelp(QLatin1String(one.name), QLatin1String(one.usage), QLatin1String(one.help));
}

void GameMasters::end() { host_->page().mapCard()->view()->setShowsAll(false); }

void GameMasters::goTo(const QString& command, const QString& name)
{
    const auto player = playerCalled(host_->users(), name);
    if (!player)
        return host_->say(QStringLiteral("Nobody in the game has that name, or several have."));
    // Players are told by their numbers.
    host_->client().requests().gameMaster(command == QLatin1String("goplayer") ? session::GameMasterCommand::GoToPlayer
                                                                                : session::GameMasterCommand::GetPlayer,
                                          std::to_string(*player));
    host_->client().flush();
}

bool GameMasters::textCommand(const QString& line)
{
    const QString text = line.trimmed();
    if (!text.startsWith(QLatin1Char('/')))
        return true;
    const QString name = text.section(QLatin1Char(' '), 0, 0).mid(1).toLower();
    const QString rest = text.section(QLatin1Char(' '), 1).trimmed();
    const auto* row = std::find_if(std::begin(commands), std::end(commands), [&](const Command& one) { return name == QLatin1String(one.name); });
    if (row == std::end(commands))
        return true;
    if (rest.isEmpty() && row->usage[0] != '\0') {
        host_->say(QStringLiteral("/%1 %2").arg(name, QLatin1String(row->usage)));
        return false;
    }
    session::Requests ask = host_->client().requests();
    if (name == QLatin1String("goroom"))
        ask.gameMaster(session::GameMasterCommand::GoToRoom, rest.toStdString());
    else if (name == QLatin1String("dm"))
        ask.say(session::SayKind::GameMaster, rest.toStdString());
    else if (name == QLatin1String("echo"))
        ask.say(session::SayKind::Message, rest.toStdString());
    else if (name == QLatin1String("showmap") || name == QLatin1String("hidemap"))
        host_->page().mapCard()->view()->setShowsAll(name == QLatin1String("showmap"));
    else if (name == QLatin1String("reset"))
        host_->client().session()->requestEverything();
    else
        goTo(name, rest);
    host_->client().flush();
    return false;
}

} // namespace blak::client
