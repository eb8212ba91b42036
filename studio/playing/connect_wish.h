// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/play/auto_player.h"
#include "studio/play/session/play_session.h"

namespace blak::ui::playing {

/// How to reach a world that runs: the files are those of the scratch world and of the project. The account is not in it.
client::ConnectWish connectWishOf(const play::PlaySession& session);

/// An account of Play for a client that goes in by itself.
client::AutoAccount autoAccount(const play::PlayAccount& account);

/// The usual protocol of a dialect of Blakod.
wire::Dialect protocolOf(const QString& dialect);

} // namespace blak::ui::playing
