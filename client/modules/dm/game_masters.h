// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/module_api/host.h"

namespace blak::client {

/// The typed commands of those who run a game ("dm.dll"): the server has it loaded for their accounts alone.
class GameMasters : public module::Module
{
public:
    module::Info info() const override;
    void begin(module::Host& host) override;
    void end() override;
    bool textCommand(const QString& line) override;

private:
    void goTo(const QString& command, const QString& name);

    module::Host* host_ = nullptr;
};

} // namespace blak::client
