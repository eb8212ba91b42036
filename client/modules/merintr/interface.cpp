// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/modules/merintr/interface.h"

#include "client/modules/merintr/amount_card.h"
#include "client/modules/merintr/guild_card.h"
#include "client/modules/merintr/side_panel.h"
#include "client/modules/merintr/stat_bars.h"
#include "client/play/game_client.h"
#include "client/play/play_view.h"
#include "client/windows/cards.h"
#include "client/windows/chat_panel.h"
#include "client/windows/game_page.h"
#include "client/windows/thing_list.h"

#include <QMenu>
#include <QTreeWidget>

#include <algorithm>
#include <functional>
#include <utility>

namespace blak::client {

using session::Topic;

module::Info Interface::info() const
{
    using namespace module;
    return {QStringLiteral("merintr"), 100, Event::UserChanged | Event::StateChanged | Event::ToolButton, Info::normalPriority};
}

void Interface::begin(module::Host& host)
{
    host_ = &host;
    GameClient& client = host.client();
    PlayView* view = host.page().view();
    side_ = new SidePanel(client, &host.page());
    bars_ = new StatBars(client, view);
    guild_ = new GuildCard(client, host.windowParent());
    host.addSidePanel(side_);
    host.addOverlay(bars_);
    amount_ = new AmountCard(host.windowParent());
    host.addWindow(QStringLiteral("guild"), guild_);
    host.addWindow(QStringLiteral("amount"), amount_);
    host.addWindow(QStringLiteral("who"), side_->people());
    host.addTool(QStringLiteral("guild"), QStringLiteral("Guild"), QStringLiteral("pin"));
    host.addTool(QStringLiteral("who"), QStringLiteral("People"), QStringLiteral("user"));
    connect(side_, &SidePanel::thingUsed, this, &Interface::useThing);
    connect(side_, &SidePanel::thingMenuWanted, this, &Interface::showThingMenu);
    connect(side_, &SidePanel::spellCast, this, &Interface::cast);
    connect(view, &PlayView::chosen, this, &Interface::answerChoice);
    connect(side_, &SidePanel::abilityLooked, this, [this](quint32 id) {
        wire::GameObject ability;
        ability.id = id;
        host_->client().requests().look(ability);
        host_->client().flush();
    });
    connect(side_, &SidePanel::personChosen, this,
            [this](const QString& name) { host_->page().chat()->beginTyping(QStringLiteral("/tell \"%1\" ").arg(name)); });
    connect(side_, &SidePanel::personMenuWanted, this, &Interface::showPersonMenu);
    connect(view, &PlayView::thingDropped, this, &Interface::dropThing);
    connect(side_->things(), &ThingList::moved, this, &Interface::moveThing);
    userChanged(~0u);
}

void Interface::end()
{
    if (choice_ != Choice::None)
        host_->page().view()->endChoice();
    disconnect(host_->page().view(), nullptr, this, nullptr);
}

bool Interface::userChanged(quint32 topics)
{
    const auto has = [topics](Topic topic) { return (topics & static_cast<quint32>(topic)) != 0; };
    if (host_->client().game() == nullptr)
        return true;
    side_->refresh(topics);
    if (has(Topic::Sheet)) {
        bars_->refresh();
        host_->placeAgain();
    }
    if (has(Topic::Guild))
        guild_->refresh();
    return true;
}

bool Interface::stateChanged(module::State, module::State now)
{
    if (now < module::State::Playing)
        choice_ = Choice::None;
    return true;
}

bool Interface::toolButton(const QString& id)
{
    return (id != QLatin1String("guild") && id != QLatin1String("who")) || !host_->openWindow(id);
}

void Interface::useThing(quint32 id)
{
    GameClient& client = host_->client();
    const session::Game* game = client.game();
    const wire::GameObject* thing = game == nullptr ? nullptr : game->room().carried(id);
    if (thing == nullptr)
        return;
    session::Requests ask = client.requests();
    if (game->room().inUse().contains(id))
        ask.unuse(*thing);
    else
        ask.use(*thing);
    client.flush();
}

void Interface::showThingMenu(quint32 id, QPoint place)
{
    GameClient& client = host_->client();
    PlayView* view = host_->page().view();
    session::Game* game = client.game();
    const wire::GameObject* found = game == nullptr ? nullptr : game->room().carried(id);
    if (found == nullptr)
        return;
    const wire::GameObject thing = *found; // the list may change while the menu is open
    auto* menu = new QMenu(view);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [&](const QString& text, std::function<void(session::Requests&)> act) {
        connect(menu->addAction(text), &QAction::triggered, this, [this, act] {
            if (host_->client().game() == nullptr)
                return;
            session::Requests ask = host_->client().requests();
            act(ask);
            host_->client().flush();
        });
    };
    const bool used = game->room().inUse().contains(id);
    add(used ? QStringLiteral("Stop using") : QStringLiteral("Use"),
        [thing, used](session::Requests& ask) { used ? ask.unuse(thing) : ask.use(thing); });
    add(QStringLiteral("Look"), [thing](session::Requests& ask) { ask.look(thing); });
    const std::uint32_t all = thing.amount.value_or(1);
    add(QStringLiteral("Drop"), [thing, all](session::Requests& ask) { ask.drop(thing, all); });
    if (all > 1)
        connect(menu->addAction(QStringLiteral("Drop some…")), &QAction::triggered, this, [this, thing] { dropThing(thing.id, 0); });
    connect(menu->addAction(QStringLiteral("Apply to…")), &QAction::triggered, this, [this, id] {
        choice_ = Choice::Apply;
        chooser_ = id;
        host_->page().view()->beginChoice(QStringLiteral("Apply it to what? Click it, or press Esc."));
    });
    if (const wire::RoomObject* target = game->room().find(view->target())) {
        const wire::Traits traits = wire::traitsOf(game->dialect(), target->object.flags);
        const wire::GameObject other = target->object;
        const QString name = QString::fromUtf8(game->nameOf(other).c_str());
        if (traits.container)
            add(QStringLiteral("Put into %1").arg(name), [thing, other](session::Requests& ask) { ask.put(thing, other); });
        if (traits.offerable || traits.isPlayer())
            add(QStringLiteral("Offer to %1").arg(name),
                [this, thing, other](session::Requests&) { offer(thing, other, static_cast<int>(thing.amount.value_or(1))); });
        add(QStringLiteral("Bring to %1 for keeping").arg(name),
            [thing, other](session::Requests& ask) { ask.deposit(other, std::vector{thing}); });
    }
    menu->popup(place);
}

void Interface::showPersonMenu(const QString& name, QPoint place)
{
    const session::Game* game = host_->client().game();
    if (game == nullptr)
        return;
    auto* menu = new QMenu(side_);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const std::string small = session::smallLetters(name.toStdString());
    const auto add = [&](const QString& text, const QString& line) {
        connect(menu->addAction(text), &QAction::triggered, this, [this, line] { host_->page().runLine(line); });
    };
    connect(menu->addAction(QStringLiteral("Tell…")), &QAction::triggered, this,
            [this, name] { host_->page().chat()->beginTyping(QStringLiteral("/tell \"%1\" ").arg(name)); });
    add(game->companions().buddies.contains(small) ? QStringLiteral("No buddy any more") : QStringLiteral("Buddy"), QStringLiteral("/buddy ") + name);
    add(game->isIgnored(name.toStdString()) ? QStringLiteral("Hear again") : QStringLiteral("Do not hear"), QStringLiteral("/ignore ") + name);
    menu->popup(place);
}

/// Mainline counts from the end of the list, and from 1; open105 names the things.
void Interface::moveThing(int from, int to)
{
    GameClient& client = host_->client();
    if (client.game() == nullptr)
        return;
    const auto& things = client.game()->room().inventory();
    const int count = static_cast<int>(things.size());
    if (from < 0 || to < 0 || from >= count || to >= count)
        return;
    if (wire::isOpen(client.game()->dialect()))
        client.requests().moveInInventory(things[static_cast<std::size_t>(from)].id, things[static_cast<std::size_t>(to)].id);
    else
        client.requests().moveInInventory(static_cast<quint32>(count - from), static_cast<quint32>(count - (to > from ? to + 1 : to) + 1));
    client.session()->room().moveInInventory(static_cast<std::size_t>(from), static_cast<std::size_t>(to));
    client.flush();
    side_->refresh(static_cast<quint32>(Topic::Inventory));
}

/// A thing that was dragged into the world or a window: given, put, used on what is there, or laid down.
void Interface::dropThing(quint32 thing, quint32 onto)
{
    GameClient& client = host_->client();
    const session::Game* game = client.game();
    const wire::GameObject* found = game == nullptr ? nullptr : game->room().carried(thing);
    if (found == nullptr || thing == onto)
        return;
    const wire::GameObject carried = *found;
    if (onto == 0 || onto == game->room().self())
        return withAmount(carried, QStringLiteral("Lay down how many"), [this, carried](int amount) {
            host_->client().requests().drop(carried, static_cast<std::uint32_t>(amount));
        });
    const wire::RoomObject* inTheRoom = game->room().find(onto);
    const wire::GameObject* target = inTheRoom != nullptr ? &inTheRoom->object : game->room().carried(onto); // a bag, say
    if (target == nullptr)
        return; // it is gone
    const wire::GameObject other = *target;
    const wire::Traits traits = wire::traitsOf(game->dialect(), other.flags);
    if (traits.container)
        return withAmount(carried, QStringLiteral("Put in how many"), [this, carried, other](int amount) { put(carried, other, amount); });
    if (traits.offerable || traits.isPlayer())
        return withAmount(carried, QStringLiteral("Offer how many"), [this, carried, other](int amount) { offer(carried, other, amount); });
    client.requests().apply(carried, other);
    client.flush();
}

/// What is in a container that stands open is asked for again.
void Interface::put(const wire::GameObject& thing, const wire::GameObject& container, int amount)
{
    wire::GameObject some = thing;
    if (some.amount)
        some.amount = static_cast<std::uint32_t>(amount);
    session::Requests ask = host_->client().requests();
    ask.put(some, container);
    const auto& open = host_->client().game()->dealings().contents();
    if (open && open->container == container.id)
        ask.openContainer(container);
}

void Interface::offer(const wire::GameObject& thing, const wire::GameObject& other, int amount)
{
    wire::GameObject some = thing;
    if (some.amount)
        some.amount = static_cast<std::uint32_t>(amount);
    host_->client().game()->dealings().beginTrade(other, {some});
    host_->client().requests().offer(other, std::vector{some});
    host_->page().tradeCard()->refresh();
}

/// Asks where there are several.
void Interface::withAmount(const wire::GameObject& thing, const QString& what, std::function<void(int)> act)
{
    const auto doIt = [this, act](int amount) {
        if (host_->client().game() == nullptr)
            return;
        act(amount);
        host_->client().flush();
    };
    const int most = static_cast<int>(std::min<std::uint32_t>(thing.amount.value_or(1), 1'000'000'000));
    if (most <= 1)
        return doIt(1);
    amount_->ask(QStringLiteral("%1: %2?").arg(QString::fromUtf8(host_->client().game()->nameOf(thing).c_str()), what), most, doIt);
}

void Interface::cast(quint32 id, bool skill, int targets)
{
    GameClient& client = host_->client();
    PlayView* view = host_->page().view();
    session::Game* game = client.game();
    if (game == nullptr)
        return;
    chooser_ = id;
    choice_ = skill ? Choice::Perform : Choice::Cast;
    if (targets == 0)
        return actOn(0);
    if (view->target() != 0)
        return actOn(view->target());
    view->beginChoice(QStringLiteral("On what? Click it, or press Esc."));
}

/// Nothing chosen is nothing done.
void Interface::answerChoice(quint32 id)
{
    if (id == 0)
        choice_ = Choice::None;
    else
        actOn(id);
}

void Interface::actOn(quint32 id)
{
    GameClient& client = host_->client();
    const Choice what = std::exchange(choice_, Choice::None);
    session::Game* game = client.game();
    if (game == nullptr || what == Choice::None)
        return;
    std::vector<wire::GameObject> targets;
    if (const wire::RoomObject* object = game->room().find(id))
        targets.push_back(object->object);
    session::Requests ask = client.requests();
    if (what == Choice::Apply) {
        const wire::GameObject* thing = game->room().carried(chooser_);
        if (thing != nullptr && !targets.empty())
            ask.apply(*thing, targets.front());
    } else if (what == Choice::Cast) {
        ask.cast(chooser_, targets);
    } else if (wire::isOpen(game->dialect())) {
        ask.perform(chooser_, targets);
    }
    client.flush();
}

} // namespace blak::client
