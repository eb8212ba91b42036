// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/windows/game_page.h"

#include "client/play/game_client.h"
#include "client/play/play_view.h"
#include "client/session/coordinates.h"
#include "client/session/typed_command.h"
#include "client/windows/cards.h"
#include "client/windows/chat_panel.h"
#include "client/windows/help_card.h"
#include "client/windows/keys_card.h"
#include "client/windows/map_card.h"
#include "client/windows/module_host.h"
#include "client/windows/settings_card.h"
#include "ui/icons.h"
#include "ui/status_strip.h"

#include <QEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace blak::client {
namespace {

using session::Topic;

constexpr int narrowest = 320, narrow = 620; ///< beside a document, say: below the latter there is no panel
constexpr std::size_t mostKept = 20; ///< lines; who types more waits for nothing
constexpr int overlayMargin = 12, chatHeight = 168, statusMilliseconds = 500;

} // namespace

GamePage::GamePage(GameClient& client, QWidget* parent)
    : QWidget(parent), client_(client), splitter_(new QSplitter(Qt::Horizontal, this)), view_(new PlayView(client, splitter_)),
      chat_(new ChatPanel(client, view_)), status_(new ui::StatusStrip(this)), look_(new LookCard(client, view_)), wares_(new WaresCard(client, view_)),
      contents_(new ContentsCard(client, view_)), trade_(new TradeCard(client, view_)), quests_(new QuestsCard(client, view_)),
      password_(new PasswordCard(client, view_)), map_(new MapCard(client, explored_, view_)), help_(new HelpCard(*view_)),
      settings_(new SettingsCard(*view_))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    makeBar(column);
    splitter_->addWidget(view_);
    splitter_->setStretchFactor(0, 1);
    splitter_->setCollapsible(0, false);
    splitter_->setSizes({1000, 280});
    splitter_->setHandleWidth(4);
    splitter_->setMinimumWidth(narrowest);
    column->addWidget(splitter_, 1);
    column->addWidget(status_);
    view_->installEventFilter(this);
    fetch_ = new QPushButton(QStringLiteral("Fetch the files of this server anew"), view_);
    fetch_->setObjectName(QStringLiteral("fetchFiles"));
    fetch_->setAutoDefault(false);
    fetch_->hide();
    connect(fetch_, &QPushButton::clicked, this, &GamePage::filesWanted);

    connect(chat_, &ChatPanel::entered, this, &GamePage::runLine);
    connect(chat_, &ChatPanel::leftTyping, view_, [this] { view_->setFocus(); });
    connect(view_, &PlayView::actionWanted, this, &GamePage::act);
    connect(view_, &PlayView::menuWanted, this, &GamePage::showObjectMenu);
    connect(contents_, &ContentsCard::thingGiven, view_, &PlayView::thingDropped);
    connect(view_, &PlayView::lookWanted, this, [this] {
        if (client_.hooks().action(QStringLiteral("look")))
            act(PlayAction::Look);
    });
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
    modules_ = new ModuleHost(client_, *this);
    connect(modules_, &ModuleHost::toolsChanged, this, &GamePage::showTools);
    KeysCard* keys = settings_->keysCard();
    connect(modules_, &ModuleHost::keysChanged, keys, [this, keys] { keys->setModuleKeys(modules_->keys()); });
    connect(keys, &KeysCard::moduleKeyWanted, this, [this](const ModuleKey& row, const QKeySequence& key) {
        modules_->bindKey(row, key);
        emit settings_->changed();
    });
    connect(modules_, &ModuleHost::failed, this, [this](const QString& why) {
        qWarning("%s", qPrintable(why));
        if (client_.game() != nullptr)
            client_.game()->say(why.toStdString());
    });
    connect(settings_, &SettingsCard::changed, this, [this] { modules_->configChanged(); });
    connect(settings_, &SettingsCard::themeChanged, this, [this] { modules_->colourChanged(QStringLiteral("window"), palette().color(QPalette::Window)); });
    connect(settings_, &SettingsCard::chatFontChanged, this, [this](const QFont& font) {
        chat_->setTextFont(font);
        modules_->fontChanged(QStringLiteral("chat"), font);
    });
    showTools();
}

GamePage::~GamePage()
{
    delete std::exchange(modules_, nullptr); // before what its modules stand on
}

void GamePage::makeBar(QVBoxLayout* column)
{
    bar_ = new QToolBar(this);
    bar_->setIconSize({16, 16});
    bar_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    const auto add = [&](const char* icon, const char* text, auto act) {
        QAction* action = bar_->addAction(ui::icon(QLatin1String(icon)), QString::fromLatin1(text));
        connect(action, &QAction::triggered, this, act);
        return action;
    };
    toolsEnd_ = add("room", "Map", [this] { toggleMap(); });
    add("lock", "Password", [this] { openWindow(QStringLiteral("password")); });
    bar_->addSeparator();
    menu_ = add("more", "More", [] {});
    menu_->setMenu(new QMenu(this));
    add("settings", "Settings", [this] { settings_->open(); });
    add("help", "Help", [this] { openHelp(); });
    auto* stretch = new QWidget(bar_);
    stretch->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar_->addWidget(stretch);
    add("stop", "Leave", [this] { emit leaveWanted(); });
    if (auto* button = qobject_cast<QToolButton*>(bar_->widgetForAction(menu_)))
        button->setPopupMode(QToolButton::InstantPopup);
    column->addWidget(bar_);
}

void GamePage::toggleMap() { map_->isVisible() ? map_->hide() : map_->open(); }

/// The tools and menu items of the modules that are there.
void GamePage::showTools()
{
    for (QAction* action : std::exchange(tools_, {}))
        delete action;
    for (const ModuleHost::Item& item : modules_->tools()) {
        auto* action = new QAction(ui::icon(item.icon), item.text, this);
        connect(action, &QAction::triggered, this, [this, id = item.id] { modules_->toolButton(id); });
        bar_->insertAction(toolsEnd_, action);
        tools_.push_back(action);
    }
    const auto items = modules_->menuItems();
    menu_->setVisible(!items.empty());
    for (const ModuleHost::Item& item : items) {
        auto* action = new QAction(item.text, this);
        connect(action, &QAction::triggered, this, [this, id = item.id] { modules_->menuItem(id); });
        menu_->menu()->addAction(action);
        tools_.push_back(action);
    }
}

void GamePage::showSidePanel(QWidget* panel)
{
    panels_.emplace_back(panel);
    splitter_->addWidget(panel);
    splitter_->setStretchFactor(0, 1);
    constexpr int usualWidth = 280;
    QList<int> sizes{std::max(narrowest, splitter_->width() - usualWidth)};
    while (sizes.size() < splitter_->count())
        sizes << usualWidth;
    splitter_->setSizes(sizes);
    panel->setVisible(width() >= narrow);
}

void GamePage::showOverlay(QWidget* overlay)
{
    overlays_.emplace_back(overlay);
    overlay->setParent(view_);
    placeOverlays();
}

bool GamePage::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == view_ && event->type() == QEvent::Resize)
        placeOverlays();
    if (watched == view_ && event->type() == QEvent::KeyPress && closesCard(*static_cast<QKeyEvent*>(event)))
        return true;
    return QWidget::eventFilter(watched, event);
}

/// Escape in the world closes the card in front; what the view itself has begun, a choice or looking with the mouse, ends before that.
bool GamePage::closesCard(const QKeyEvent& event)
{
    if (event.key() != Qt::Key_Escape || event.isAutoRepeat() || view_->isChoosing() || view_->looksByMouse())
        return false;
    const QList<Card*> cards = view_->findChildren<Card*>(QString(), Qt::FindDirectChildrenOnly); // the uppermost is the last
    const auto front = std::find_if(cards.rbegin(), cards.rend(), [](const Card* card) { return card->isVisible(); });
    if (front == cards.rend())
        return false;
    (*front)->shut();
    return true;
}

/// The chat at the left, overlays at the right, one over the other; where both do not fit beside each other, these are at the top.
void GamePage::placeOverlays()
{
    const int width = std::clamp(view_->width() * 45 / 100, 240, 480);
    const int height = std::min(chatHeight, view_->height() / 2);
    chat_->setGeometry(overlayMargin, view_->height() - height - overlayMargin, width, height);
    fetch_->resize(fetch_->sizeHint());
    fetch_->move((view_->width() - fetch_->width()) / 2, view_->height() / 2); // below what is said of it
    std::erase_if(overlays_, [](const QPointer<QWidget>& one) { return one.isNull(); });
    int above = view_->height() - overlayMargin, below = overlayMargin;
    for (const QPointer<QWidget>& one : overlays_) {
        QWidget* overlay = one.data();
        if (overlay == nullptr)
            continue;
        overlay->resize(overlay->sizeHint());
        if (overlay->isHidden())
            continue;
        const int left = view_->width() - overlay->width() - overlayMargin;
        const bool fits = chat_->geometry().right() + overlayMargin < left;
        overlay->move(left, fits ? above - overlay->height() : below);
        (fits ? above : below) += fits ? -overlay->height() - overlayMargin : overlay->height() + overlayMargin;
    }
}

void GamePage::resizeEvent(QResizeEvent* event)
{
    std::erase_if(panels_, [](const QPointer<QWidget>& one) { return one.isNull(); });
    for (const QPointer<QWidget>& one : panels_)
        if (QWidget* panel = one.data())
            panel->setVisible(width() >= narrow);
    QWidget::resizeEvent(event);
    if (modules_ != nullptr)
        modules_->resized(size(), view_->geometry());
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
    resting_ = false;
    kept_.clear();
    refresh(~0u);
    modules_->userChanged(~0u);
}

void GamePage::refresh(quint32 topics)
{
    const auto has = [topics](Topic topic) { return (topics & static_cast<quint32>(topic)) != 0; };
    if (client_.game() == nullptr)
        return;
    if (has(Topic::Chat))
        chat_->refresh();
    if (has(Topic::Room))
        offerFiles();
    if (has(Topic::Look))
        look_->refresh();
    if (has(Topic::Dealings)) {
        wares_->refresh();
        contents_->refresh();
        trade_->refresh();
        quests_->refresh();
    }
    if (has(Topic::Password))
        password_->refresh();
    if (has(Topic::Stage) && client_.game()->serverWantsToQuit())
        return emit leaveWanted();
    if (has(Topic::Stage) && !client_.session()->isWaiting())
        for (const QString& line : std::exchange(kept_, {}))
            if (!carryOut(line))
                kept_.push_back(line);
}

/// A room that is not the one of the server is not entered: its right file can be had where this server's files are fetched at all.
void GamePage::offerFiles()
{
    const session::RoomFollower* follower = client_.follower();
    fetch_->setVisible(follower != nullptr && follower->scene() == nullptr && !follower->problem().empty() && !client_.wish().updates.empty());
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
    if (client_.game() != nullptr && modules_->textCommand(line) && !carryOut(line))
        keep(line);
}

bool GamePage::runAtOnce(const QString& line)
{
    return client_.game() != nullptr && (!modules_->textCommand(line) || carryOut(line));
}

/// False when nothing was done, as the server has asked to wait.
bool GamePage::carryOut(const QString& line)
{
    if (client_.game() == nullptr) // a module has left
        return true;
    const session::Companions before = client_.companions();
    const session::TypedResult result = session::runTyped(*client_.game(), line.toStdString(), view_->target());
    if (result.tooEarly)
        return false;
    if (client_.companions() != before)
        emit companionsChanged();
    if (!result.complaint.empty())
        client_.game()->say(result.complaint);
    if (!result.window.empty() && !openWindow(QString::fromStdString(result.window)))
        client_.game()->say("This server gives no window for that.");
    client_.flush();
    if (client_.game() == nullptr) // the server did not take it
        return true;
    const quint32 topics = client_.game()->takeChanges() | static_cast<quint32>(Topic::Chat);
    refresh(topics);
    modules_->userChanged(topics);
    if (result.wantsToLeave)
        emit leaveWanted();
    return true;
}

void GamePage::keep(const QString& line)
{
    if (kept_.size() >= mostKept)
        client_.game()->say("The world stands still and is told no more until it goes on.");
    else if (kept_.push_back(line); kept_.size() == 1)
        client_.game()->say("The world stands still. It is told this when it goes on.");
    refresh(static_cast<quint32>(Topic::Chat));
}

bool GamePage::openWindow(const QString& name)
{
    if (name == QLatin1String("password"))
        password_->open();
    else if (name == QLatin1String("help"))
        openHelp();
    else if (QWidget* window = modules_->window(name); auto* card = qobject_cast<Card*>(window))
        card->open();
    else if (window == nullptr)
        return false;
    else {
        for (QWidget* inner = window; inner != nullptr && inner != this; inner = inner->parentWidget())
            if (auto* stack = qobject_cast<QStackedWidget*>(inner->parentWidget()))
                if (auto* tabs = qobject_cast<QTabWidget*>(stack->parentWidget()))
                    tabs->setCurrentWidget(inner);
        window->show();
        window->raise();
    }
    return true;
}

void GamePage::openHelp()
{
    QString rows;
    for (const ModuleKey& row : modules_->keys())
        if (row.isInTheWorld() && !row.key.isEmpty())
            rows += QStringLiteral("<tr><td><b>%1</b></td><td>%2 (%3)</td></tr>")
                        .arg(row.key.toString(QKeySequence::NativeText).toHtmlEscaped(), row.action.toHtmlEscaped(), row.module.toHtmlEscaped());
    for (const ModuleHost::HelpRow& row : modules_->help())
        rows += QStringLiteral("<tr><td><b>/%1</b> %2</td><td>%3</td></tr>")
                    .arg(row.command.toHtmlEscaped(), row.usage.toHtmlEscaped(), row.text.toHtmlEscaped());
    help_->setMore(rows);
    help_->open();
}

bool GamePage::actByName(const QString& name)
{
    for (const PlayActionRow& row : playActions())
        if (name == QLatin1String(row.name)) {
            view_->perform(row.action);
            return true;
        }
    return false;
}

void GamePage::act(PlayAction action)
{
    switch (action) {
    case PlayAction::Chat: return chat_->beginTyping();
    case PlayAction::Command: return chat_->beginTyping(QStringLiteral("/"));
    case PlayAction::Help: return help_->isVisible() ? help_->shut() : openHelp();
    case PlayAction::Map: return toggleMap();
    case PlayAction::Rest:
        if (runAtOnce(resting_ ? QStringLiteral("/stand") : QStringLiteral("/rest")))
            resting_ = !resting_;
        return;
    case PlayAction::Go:
    case PlayAction::Attack:
        if (client_.motion() != nullptr)
            client_.motion()->report(client_.now()); // where one stands decides what happens
        runAtOnce(action == PlayAction::Go ? QStringLiteral("/go") : QStringLiteral("/attack"));
        return;
    case PlayAction::Get: runAtOnce(QStringLiteral("/get")); return;
    case PlayAction::Look: runAtOnce(QStringLiteral("/look")); return;
    case PlayAction::NextPart: emit nextPartWanted(1); return;
    default: break;
    }
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
            connect(menu->addAction(text), &QAction::triggered, this, [this, line] { runAtOnce(line); });
    };
    add(traits.examinable, QStringLiteral("Look"), QStringLiteral("/look"));
    add(traits.gettable, QStringLiteral("Take"), QStringLiteral("/get"));
    add(traits.container, QStringLiteral("Open"), QStringLiteral("/open"));
    add(traits.activatable, QStringLiteral("Work it"), QStringLiteral("/activate"));
    add(traits.buyable, QStringLiteral("Buy"), QStringLiteral("/buy"));
    add(session::givesQuests(game->dialect(), object), QStringLiteral("Quests"), QStringLiteral("/quests"));
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

} // namespace blak::client
