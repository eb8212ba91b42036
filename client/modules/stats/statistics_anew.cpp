// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/modules/stats/statistics_anew.h"

#include "client/modules/stats/statistics_card.h"
#include "client/play/game_client.h"

namespace blak::client {

module::Info StatisticsAnew::info() const
{
    using namespace module;
    return {QStringLiteral("stats"), 106, Event::ServerMessage | Event::UserChanged, Info::normalPriority};
}

void StatisticsAnew::begin(module::Host& host)
{
    host_ = &host;
    card_ = new StatisticsCard(host.client(), host.windowParent());
    host.addWindow(QStringLiteral("stats"), card_);
    offer(); // the server asks for the module and says what can be chosen in one go
}

/// The client has not followed it yet: it is shown when it has.
bool StatisticsAnew::serverMessage(const module::ServerMessage& message)
{
    offered_ = offered_ || message.name == QLatin1String("BP_REQ_STAT_CHANGE");
    if (message.name == QLatin1String("BP_CHANGED_STATS_NOT_OK"))
        host_->say(QStringLiteral("The server does not take that choice."));
    return true;
}

bool StatisticsAnew::userChanged(quint32 topics)
{
    if (offered_ && (topics & static_cast<quint32>(session::Topic::Sheet)) != 0)
        offer();
    return true;
}

void StatisticsAnew::offer()
{
    offered_ = false;
    if (const session::Game* game = host_->client().game(); game != nullptr && !game->sheet().statChoice().empty())
        card_->offer(game->sheet().statChoice());
}

} // namespace blak::client
