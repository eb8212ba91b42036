// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/module_api/host.h"

namespace blak::client {

class ChessCard;

/// Chess ("chess.dll"): loaded when one sits down at a board, unloaded when one leaves it.
class Chess : public module::Module
{
public:
    module::Info info() const override;
    void begin(module::Host& host) override;
    bool userChanged(quint32 topics) override;

private:
    ChessCard* card_ = nullptr;
};

} // namespace blak::client
