// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/module_api/host.h"

namespace blak::client {

class AdminCard;

/// The window of administrators ("admin.dll"): the server has it loaded for their accounts alone.
class AdminModule : public module::Module
{
public:
    module::Info info() const override;
    void begin(module::Host& host) override;
    bool userChanged(quint32 topics) override;
    bool toolButton(const QString& id) override;

private:
    module::Host* host_ = nullptr;
    AdminCard* card_ = nullptr;
};

} // namespace blak::client
