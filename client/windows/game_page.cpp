// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/windows/game_page.h"

#include "client/play/game_client.h"
#include "client/play/play_view.h"
#include "client/session/coordinates.h"
#include "client/session/typed_command.h"
#include "client/windows/cards.h"
#include "client/windows/chat_panel.h"
#include "client/windows/help_card.h"
#include "client/windows/map_card.h"
#include "client/windows/settings_card.h"
#include "client/windows/side_panel.h"
#include "client/windows/stat_bars.h"
#include "client/windows/thing_list.h"
#include "ui/icons.h"
#include "ui/status_strip.h"

#include <QEvent>
#include <QLineEdit>
#include <QMenu>
#include <QSplitter>
#include <QTimer>
#include <QToolBar>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <functional>

namespace blak::client {
namespace {

using session::Topic;

constexpr int narrowest = 320, narrow = 620; ///< beside a document, say: below the latter there is no panel
constexpr int overlayMargin = 12, chatHeight = 168, statusMilliseconds = 500;

} // namespace

GamePage::GamePage(GameClient& client, QWidget* parent)
    : QWidget(parent), client_(client), splitter_(new QSplitter(Qt::Horizontal, this)), view_(new PlayView(client, splitter_)),
      chat_(new ChatPanel(client, view_)), bars_(new StatBars(client, view_)), side_(new SidePanel(client, splitter_)),
      status_(new ui::StatusStrip(this)), look_(new LookCard(client, view_)), wares_(new WaresCard(client, view_)),
      contents_(new ContentsCard(client, view_)), trade_(new TradeCard(client, view_)), quests_(new QuestsCard(client, view_)),
      mail_(new MailCard(client, view_)), news_(new NewsCard(client, view_)), guild_(new GuildCard(client, view_)),
      admin_(new AdminCard(client, view_)), password_(new PasswordCard(client, view_)), map_(new MapCard(client, explored_, view_)), help_(new HelpCard(*view_)),
      settings_(new SettingsCard(*view_))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    makeBar(column);
    splitter_->addWidget(view_);
    splitter_->addWidget(side_);
    splitter_->setStretchFactor(0, 1);
    splitter_->setCollapsible(0, false);
    splitter_->setSizes({1000, 280});
    splitter_->setHandleWidth(4);
    splitter_->setMinimumWidth(narrowest);
    column->addWidget(splitter_, 1);
    column->addWidget(status_);
    view_->installEventFilter(this);

    connect(chat_, &ChatPanel::entered, this, &GamePage::runLine);
    connect(chat_, &ChatPanel::leftTyping, view_, [this] { view_->setFocus(); });
    connect(view_, &PlayView::actionWanted, this, &GamePage::act);
    connect(view_, &PlayView::chosen, this, &GamePage::answerChoice);
    connect(view_, &PlayView::menuWanted, this, &GamePage::showObjectMenu);
    connect(view_, &PlayView::lookWanted, this, [this] { act(PlayAction::Look); });
    connect(side_, &SidePanel::thingUsed, this, &GamePage::useThing);
    connect(side_, &SidePanel::thingMenuWanted, this, &GamePage::showThingMenu);
    connect(side_, &SidePanel::spellCast, this, &GamePage::cast);
    connect(side_, &SidePanel::abilityLooked, this, [this](quint32 id) {
        wire::GameObject ability;
        ability.id = id;
        client_.requests().look(ability);
        client_.flush();
    });
    connect(side_, &SidePanel::personChosen, this,
            [this](const QString& name) { chat_->beginTyping(QStringLiteral("/tell \"%1\" ").arg(name)); });
    connect(view_, &PlayView::wallsSeen, this, [this](const std::vector<std::uint32_t>& walls) {
        session::RoomFollower* follower = client_.follower();
        const scene::RoomScene* scene = follower == nullptr ? nullptr : follower->scene();
        if (scene == nullptr)
            return;
        if (std::exchange(exploredRoom_, follower->roomsEntered()) != follower->roomsEntered())
            explored_.enter(scene->room(), client_.game()->room().place().security);
        explored_.see(walls);
    });
    connect(&client_, &GameClient::ended, this, [this] {
        exploredRoom_ = 0;
        if (const auto saved = explored_.save(); !saved)
            qWarning("%s", saved.error().text().c_str());
    });
    connect(&client_, &GameClient::changed, this, &GamePage::refresh);
    auto* timer = new QTimer(this);
    connect(timer, &QTimer::timeout, this, &GamePage::showStatus);
    timer->start(statusMilliseconds);
}

void GamePage::makeBar(QVBoxLayout* column)
{
    auto* bar = new QToolBar(this);
    bar->setIconSize({16, 16});
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    const auto add = [&](const char* icon, const char* text, auto act) {
        QAction* action = bar->addAction(ui::icon(QLatin1String(icon)), QString::fromLatin1(text));
        connect(action, &QAction::triggered, this, act);
    };
    add("resource", "Letters", [this] { openWindow(QStringLiteral("mail")); });
    add("pin", "Guild", [this] { openWindow(QStringLiteral("guild")); });
    add("user", "People", [this] { openWindow(QStringLiteral("who")); });
    add("room", "Map", [this] { map_->open(); });
    add("lock", "Password", [this] { openWindow(QStringLiteral("password")); });
    bar->addSeparator();
    add("settings", "Settings", [this] { settings_->open(); });
    add("help", "Help", [this] { help_->open(); });
    auto* stretch = new QWidget(bar);
    stretch->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(stretch);
    add("stop", "Leave", [this] { emit leaveWanted(); });
    column->addWidget(bar);
}

bool GamePage::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == view_ && event->type() == QEvent::Resize)
        placeOverlays();
    return QWidget::eventFilter(watched, event);
}

void GamePage::placeOverlays()
{
    const int width = std::clamp(view_->width() * 45 / 100, 240, 480);
    const int height = std::min(chatHeight, view_->height() / 2);
    chat_->setGeometry(overlayMargin, view_->height() - height - overlayMargin, width, height);
    bars_->resize(bars_->sizeHint());
    const int left = view_->width() - bars_->width() - overlayMargin;
    const bool fits = chat_->geometry().right() + overlayMargin < left; // else above
    bars_->move(left, fits ? view_->height() - bars_->height() - overlayMargin : overlayMargin);
}

void GamePage::resizeEvent(QResizeEvent* event)
{
    side_->setVisible(width() >= narrow);
    QWidget::resizeEvent(event);
}

void GamePage::keepMapIn(const std::filesystem::path& file)
{
    explored_ = session::Explored(file);
    exploredRoom_ = 0;
}

void GamePage::clear()
{
    for (Card* card : view_->findChildren<Card*>())
        card->hide();
    chat_->clear();
    choice_ = Choice::None;
    resting_ = false;
    refresh(~0u);
}

void GamePage::refresh(quint32 topics)
{
    const auto has = [topics](Topic topic) { return (topics & static_cast<quint32>(topic)) != 0; };
    if (client_.game() == nullptr)
        return;
    if (has(Topic::Chat))
        chat_->refresh();
    if (has(Topic::Sheet)) {
        bars_->refresh();
        placeOverlays();
    }
    side_->refresh(topics);
    if (has(Topic::Look))
        look_->refresh();
    if (has(Topic::Dealings)) {
        wares_->refresh();
        contents_->refresh();
        trade_->refresh();
        quests_->refresh();
    }
    if (has(Topic::Post)) {
        mail_->refresh();
        news_->refresh();
    }
    if (has(Topic::Guild))
        guild_->refresh();
    if (has(Topic::Admin))
        admin_->refresh();
    if (has(Topic::Password))
        password_->refresh();
    if (has(Topic::Stage) && client_.game()->serverWantsToQuit())
        emit leaveWanted();
}

void GamePage::showStatus()
{
    const session::Game* game = client_.game();
    if (game == nullptr || !isVisible())
        return;
    const session::OwnMotion& motion = *client_.motion();
    QStringList left{client_.session()->isWaiting() ? QStringLiteral("Waiting") : QStringLiteral("Playing")};
    const QString room = QString::fromUtf8(game->nameOf(game->room().place().roomName).c_str());
    left << (room.isEmpty() ? QString::fromStdString(client_.follower()->roomFile()) : room);
    left << QStringLiteral("row %1, col %2").arg(motion.row() / session::wireUnitsPerSquare).arg(motion.column() / session::wireUnitsPerSquare);
    if (client_.session()->latency() > 0)
        left << QStringLiteral("%1 ms to the server").arg(static_cast<double>(client_.session()->latency()) / 1000, 0, 'f', 1);
    if (!view_->frameTimes().empty())
        left << QStringLiteral("%1 ms a frame").arg(view_->frameTimes().back(), 0, 'f', 1);
    status_->setLeft(left);
    const auto dialect = wire::dialectNames[static_cast<std::size_t>(game->dialect())].name;
    status_->setRight({QString::fromLatin1(dialect.data(), static_cast<qsizetype>(dialect.size())),
                       QStringLiteral("%1:%2").arg(client_.wish().host).arg(client_.wish().port)});
}

void GamePage::runLine(const QString& line)
{
    if (client_.game() == nullptr)
        return;
    const session::TypedResult result = session::runTyped(*client_.game(), line.toStdString(), view_->target());
    if (!result.complaint.empty())
        client_.game()->say(result.complaint);
    client_.flush();
    refresh(static_cast<quint32>(Topic::Chat));
    if (!result.window.empty())
        openWindow(QString::fromStdString(result.window));
    if (result.wantsToLeave)
        emit leaveWanted();
}

void GamePage::openWindow(const QString& name)
{
    if (name == QLatin1String("mail"))
        mail_->open();
    else if (name == QLatin1String("guild"))
        guild_->open();
    else if (name == QLatin1String("who"))
        side_->setCurrentWidget(side_->people());
    else if (name == QLatin1String("admin"))
        admin_->open();
    else if (name == QLatin1String("password"))
        password_->open();
    else if (name == QLatin1String("help"))
        help_->open();
}

void GamePage::act(PlayAction action)
{
    switch (action) {
    case PlayAction::Chat: return chat_->beginTyping();
    case PlayAction::Command: return chat_->beginTyping(QStringLiteral("/"));
    case PlayAction::Help: return help_->open();
    case PlayAction::Map: return map_->isVisible() ? map_->hide() : map_->open();
    case PlayAction::Rest:
        resting_ = !resting_;
        return runLine(resting_ ? QStringLiteral("/rest") : QStringLiteral("/stand"));
    case PlayAction::Go:
    case PlayAction::Attack:
        if (client_.motion() != nullptr)
            client_.motion()->report(client_.now()); // where one stands decides what happens
        return runLine(action == PlayAction::Go ? QStringLiteral("/go") : QStringLiteral("/attack"));
    case PlayAction::Get: return runLine(QStringLiteral("/get"));
    case PlayAction::Look: return runLine(QStringLiteral("/look"));
    default: break;
    }
}

void GamePage::useThing(quint32 id)
{
    const session::Game* game = client_.game();
    const wire::GameObject* thing = game == nullptr ? nullptr : game->room().carried(id);
    if (thing == nullptr)
        return;
    session::Requests ask = client_.requests();
    if (game->room().inUse().contains(id))
        ask.unuse(*thing);
    else
        ask.use(*thing);
    client_.flush();
}

void GamePage::showThingMenu(quint32 id, QPoint place)
{
    session::Game* game = client_.game();
    const wire::GameObject* found = game == nullptr ? nullptr : game->room().carried(id);
    if (found == nullptr)
        return;
    const wire::GameObject thing = *found; // the list may change while the menu is open
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [&](const QString& text, std::function<void(session::Requests&)> act) {
        connect(menu->addAction(text), &QAction::triggered, this, [this, act] {
            if (client_.game() == nullptr)
                return;
            session::Requests ask = client_.requests();
            act(ask);
            client_.flush();
        });
    };
    const bool used = game->room().inUse().contains(id);
    add(used ? QStringLiteral("Stop using") : QStringLiteral("Use"),
        [thing, used](session::Requests& ask) { used ? ask.unuse(thing) : ask.use(thing); });
    add(QStringLiteral("Look"), [thing](session::Requests& ask) { ask.look(thing); });
    const std::uint32_t all = thing.amount.value_or(1);
    add(QStringLiteral("Drop"), [thing, all](session::Requests& ask) { ask.drop(thing, all); });
    if (all > 1) {
        add(QStringLiteral("Drop 1"), [thing](session::Requests& ask) { ask.drop(thing, 1); });
        add(QStringLiteral("Drop %1").arg(all / 2), [thing, all](session::Requests& ask) { ask.drop(thing, all / 2); });
    }
    connect(menu->addAction(QStringLiteral("Apply to…")), &QAction::triggered, this, [this, id] {
        choice_ = Choice::Apply;
        chooser_ = id;
        view_->beginChoice(QStringLiteral("Apply it to what? Click it, or press Esc."));
    });
    if (const wire::RoomObject* target = game->room().find(view_->target())) {
        const wire::Traits traits = wire::traitsOf(game->dialect(), target->object.flags);
        const wire::GameObject other = target->object;
        const QString name = QString::fromUtf8(game->nameOf(other).c_str());
        if (traits.container)
            add(QStringLiteral("Put into %1").arg(name), [thing, other](session::Requests& ask) { ask.put(thing, other); });
        if (traits.offerable || traits.isPlayer())
            add(QStringLiteral("Offer to %1").arg(name), [this, thing, other](session::Requests& ask) {
                client_.game()->dealings().beginTrade(other);
                ask.offer(other, std::vector{thing});
                trade_->refresh();
            });
        add(QStringLiteral("Bring to %1 for keeping").arg(name),
            [thing, other](session::Requests& ask) { ask.deposit(other, std::vector{thing}); });
    }
    menu->popup(place);
}

void GamePage::showObjectMenu(quint32 id, QPoint place)
{
    session::Game* game = client_.game();
    const wire::RoomObject* found = game == nullptr ? nullptr : game->room().find(id);
    if (found == nullptr)
        return;
    view_->setTarget(id);
    const wire::GameObject object = found->object;
    const wire::Traits traits = wire::traitsOf(game->dialect(), object.flags);
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [&](bool there, const QString& text, const QString& line) {
        if (there)
            connect(menu->addAction(text), &QAction::triggered, this, [this, line] { runLine(line); });
    };
    add(traits.examinable, QStringLiteral("Look"), QStringLiteral("/look"));
    add(traits.gettable, QStringLiteral("Take"), QStringLiteral("/get"));
    add(traits.container, QStringLiteral("Open"), QStringLiteral("/open"));
    add(traits.activatable, QStringLiteral("Work it"), QStringLiteral("/activate"));
    add(traits.buyable, QStringLiteral("Buy"), QStringLiteral("/buy"));
    add(traits.attackable, QStringLiteral("Attack"), QStringLiteral("/attack"));
    if (traits.offerable || traits.isPlayer())
        connect(menu->addAction(QStringLiteral("Trade…")), &QAction::triggered, this, [this, object] { trade_->begin(object); });
    if (traits.isPlayer()) {
        const QString name = QString::fromUtf8(game->nameOf(object).c_str());
        connect(menu->addAction(QStringLiteral("Tell…")), &QAction::triggered, this,
                [this, name] { chat_->beginTyping(QStringLiteral("/tell \"%1\" ").arg(name)); });
        connect(menu->addAction(QStringLiteral("Invite into the guild")), &QAction::triggered, this, [this, id] {
            client_.requests().guildCommand(wire::MessageId::UC_INVITE, id);
            client_.flush();
        });
    }
    menu->popup(place);
}

void GamePage::cast(quint32 id, bool skill, int targets)
{
    session::Game* game = client_.game();
    if (game == nullptr)
        return;
    chooser_ = id;
    choice_ = skill ? Choice::Perform : Choice::Cast;
    if (targets == 0)
        return answerChoice(0);
    if (view_->target() != 0)
        return answerChoice(view_->target());
    view_->beginChoice(QStringLiteral("On what? Click it, or press Esc."));
}

void GamePage::answerChoice(quint32 id)
{
    const Choice what = std::exchange(choice_, Choice::None);
    session::Game* game = client_.game();
    if (game == nullptr || what == Choice::None)
        return;
    std::vector<wire::GameObject> targets;
    if (const wire::RoomObject* object = game->room().find(id))
        targets.push_back(object->object);
    session::Requests ask = client_.requests();
    if (what == Choice::Apply) {
        const wire::GameObject* thing = game->room().carried(chooser_);
        if (thing != nullptr && !targets.empty())
            ask.apply(*thing, targets.front());
    } else if (what == Choice::Cast) {
        ask.cast(chooser_, targets);
    } else if (game->dialect() == wire::Dialect::Open105) {
        ask.perform(chooser_, targets);
    }
    client_.flush();
}

} // namespace blak::client
