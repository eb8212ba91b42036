// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/modules/chess/chess.h"

#include "client/modules/chess/chess_card.h"
#include "client/play/game_client.h"

namespace blak::client {

module::Info Chess::info() const
{
    using namespace module;
    return {QStringLiteral("chess"), 110, Event::UserChanged, Info::normalPriority};
}

void Chess::begin(module::Host& host)
{
    card_ = new ChessCard(host.client(), host.windowParent());
    host.addWindow(QStringLiteral("chess"), card_);
    if (host.client().game() != nullptr && host.client().game()->minigame())
        card_->refresh();
}

bool Chess::userChanged(quint32 topics)
{
    if ((topics & static_cast<quint32>(session::Topic::Minigame)) != 0)
        card_->refresh();
    return true;
}

} // namespace blak::client
