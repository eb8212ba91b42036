// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/modules/mailnews/mail_and_news.h"

#include "client/modules/mailnews/mail_card.h"
#include "client/modules/mailnews/news_card.h"
#include "client/play/game_client.h"

namespace blak::client {

module::Info MailAndNews::info() const
{
    using namespace module;
    return {QStringLiteral("mailnews"), 102, Event::UserChanged | Event::ToolButton, Info::normalPriority};
}

void MailAndNews::begin(module::Host& host)
{
    host_ = &host;
    mail_ = new MailCard(host.client(), host.windowParent());
    news_ = new NewsCard(host.client(), host.windowParent());
    host.addWindow(QStringLiteral("mail"), mail_);
    host.addWindow(QStringLiteral("news"), news_);
    host.addTool(QStringLiteral("mail"), QStringLiteral("Letters"), QStringLiteral("resource"));
}

bool MailAndNews::userChanged(quint32 topics)
{
    if ((topics & static_cast<quint32>(session::Topic::Post)) != 0) {
        mail_->refresh();
        news_->refresh();
    }
    return true;
}

bool MailAndNews::toolButton(const QString& id)
{
    return id != QLatin1String("mail") || !host_->openWindow(id);
}

} // namespace blak::client
