// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/module_api/host.h"

namespace blak::client {

class MailCard;
class NewsCard;

/// Letters and news ("mailnews.dll").
class MailAndNews : public module::Module
{
public:
    module::Info info() const override;
    void begin(module::Host& host) override;
    bool userChanged(quint32 topics) override;
    bool toolButton(const QString& id) override;

private:
    module::Host* host_ = nullptr;
    MailCard* mail_ = nullptr;
    NewsCard* news_ = nullptr;
};

} // namespace blak::client
