// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/modules/char/character_module.h"

#include "client/modules/char/character_page.h"
#include "client/play/game_client.h"
#include "client/windows/game_page.h"
#include "client/windows/settings_card.h"

namespace blak::client {

module::Info CharacterModule::info() const
{
    using namespace module;
    return {QStringLiteral("char"), 103, Event::UserChanged, Info::normalPriority};
}

void CharacterModule::begin(module::Host& host)
{
    page_ = new CharacterPage(host.client());
    QObject::connect(page_, &CharacterPage::leaveWanted, &host.page(), &GamePage::leaveWanted);
    page_->setShowsAdvertisements(host.page().settingsCard()->showsAdvertisements());
    host.addPage(module::State::Characters, page_);
    page_->refresh();
}

bool CharacterModule::userChanged(quint32 topics)
{
    constexpr auto shown = static_cast<quint32>(session::Topic::Stage) | static_cast<quint32>(session::Topic::Creation);
    if ((topics & shown) != 0)
        page_->refresh();
    return true;
}

} // namespace blak::client
