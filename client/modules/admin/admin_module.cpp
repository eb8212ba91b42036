// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/modules/admin/admin_module.h"

#include "client/modules/admin/admin_card.h"
#include "client/play/game_client.h"

namespace blak::client {

module::Info AdminModule::info() const
{
    using namespace module;
    return {QStringLiteral("admin"), 101, Event::UserChanged | Event::ToolButton, Info::normalPriority};
}

void AdminModule::begin(module::Host& host)
{
    host_ = &host;
    card_ = new AdminCard(host.client(), host.windowParent());
    host.addWindow(QStringLiteral("admin"), card_);
    host.addTool(QStringLiteral("admin"), QStringLiteral("Administration"), QStringLiteral("command"));
    card_->refresh();
}

bool AdminModule::userChanged(quint32 topics)
{
    if ((topics & static_cast<quint32>(session::Topic::Admin)) != 0)
        card_->refresh();
    return true;
}

bool AdminModule::toolButton(const QString& id)
{
    return id != QLatin1String("admin") || !host_->openWindow(id);
}

} // namespace blak::client
