// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/module_api/host.h"

namespace blak::client {

class StatisticsCard;

/// Lets one choose one's statistics anew where a server of open105 offers it ("stats.dll").
class StatisticsAnew : public module::Module
{
public:
    module::Info info() const override;
    void begin(module::Host& host) override;
    bool serverMessage(const module::ServerMessage& message) override;
    bool userChanged(quint32 topics) override;

private:
    void offer();

    module::Host* host_ = nullptr;
    StatisticsCard* card_ = nullptr;
    bool offered_ = false;
};

} // namespace blak::client
