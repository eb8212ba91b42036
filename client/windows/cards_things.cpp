// SPDX-License-Identifier: GPL-3.0-or-later
// Cards about things: looking, shops, containers, trades, quests.
#include "client/play/game_client.h"
#include "client/play/sprite_pictures.h"
#include "client/windows/card_parts.h"
#include "client/windows/cards.h"
#include "client/windows/text_view.h"
#include "client/windows/thing_list.h"
#include "ui/fonts.h"
#include "ui/theme.h"

#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTextBrowser>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace blak::client {
namespace {

constexpr int pictureSize = 128;
constexpr int textWidth = 320, shortestText = 44, tallestText = 260;

void showText(QTextBrowser* browser, const std::vector<std::string>& parts, wire::Dialect dialect)
{
    browser->clear();
    QTextCursor cursor(browser->document());
    bool first = true;
    for (const std::string& part : parts) {
        if (part.empty())
            continue;
        if (!std::exchange(first, false)) {
            cursor.insertBlock();
            cursor.insertBlock();
        }
        insertStyled(cursor, part, dialect, {}, ui::theme().input);
    }
    browser->moveCursor(QTextCursor::Start);
}

} // namespace

LookCard::LookCard(GameClient& client, QWidget* parent)
    : Card(QStringLiteral("Look"), QStringLiteral("eye"), parent), client_(client), picture_(new QLabel(this)),
      name_(new QLabel(this)), text_(new QTextBrowser(this)), edit_(new QPlainTextEdit(this)), address_(new QLineEdit(this)),
      save_(makeButton(QStringLiteral("Keep description"), this))
{
    auto* row = new QHBoxLayout;
    row->addWidget(picture_);
    name_->setFont(ui::uiFont(13, QFont::DemiBold));
    name_->setWordWrap(true);
    row->addWidget(name_, 1);
    body()->addLayout(row);
    text_->setAccessibleName(QStringLiteral("Description"));
    text_->setMinimumWidth(textWidth);
    edit_->setAccessibleName(QStringLiteral("Your description"));
    edit_->setPlaceholderText(QStringLiteral("What others read who look at you"));
    edit_->setTabChangesFocus(true);
    edit_->setMaximumHeight(110);
    address_->setPlaceholderText(QStringLiteral("Homepage"));
    address_->setAccessibleName(QStringLiteral("Homepage"));
    body()->addWidget(text_, 1);
    body()->addWidget(edit_);
    body()->addWidget(address_);
    body()->addWidget(save_, 0, Qt::AlignRight);
    connect(save_, &QPushButton::clicked, this, [this] {
        session::Game* game = client_.game();
        if (game == nullptr || !game->dealings().looked())
            return;
        session::Requests ask = client_.requests();
        ask.describe(game->dealings().looked()->object, edit_->toPlainText().toStdString());
        if (address_->isVisible())
            ask.setHomepage(address_->text().toStdString());
        client_.flush();
        hide();
    });
    connect(this, &Card::closed, this, [this] {
        if (client_.game() != nullptr)
            client_.game()->dealings().forgetLook();
    });
}

void LookCard::refresh()
{
    session::Game* game = client_.game();
    if (game == nullptr || !game->dealings().looked())
        return hide();
    if (shown_ == game->dealings().looks() && isVisible())
        return;
    shown_ = game->dealings().looks();
    const session::LookedAt& looked = *game->dealings().looked();
    const QString name = QString::fromUtf8(game->nameOf(looked.object).c_str());
    setTitle(name.isEmpty() ? QStringLiteral("Look") : name);
    name_->setText(looked.object.amount ? QStringLiteral("%1 %2").arg(*looked.object.amount).arg(name) : name);
    const QPixmap picture = thingIcon(*client_.follower(), looked.object.icon, looked.object.look, pictureSize).pixmap(pictureSize, pictureSize);
    picture_->setPixmap(picture);
    picture_->setVisible(!picture.isNull());
    std::vector<std::string> parts{looked.description, looked.inscription, looked.extra, looked.url};
    parts.insert(parts.begin(), looked.facts.begin(), looked.facts.end());
    showText(text_, parts, game->dialect());
    // As tall as its text, within reason.
    QTextDocument* document = text_->document();
    const double before = document->textWidth();
    document->setTextWidth(textWidth - 2 * text_->frameWidth());
    const int height = static_cast<int>(std::ceil(document->size().height())) + 2 * text_->frameWidth() + 2;
    document->setTextWidth(before);
    text_->setFixedHeight(std::clamp(height, shortestText, tallestText));
    const bool player = looked.kind == session::LookedAt::Kind::Player;
    edit_->setVisible(looked.editable);
    address_->setVisible(looked.editable && player);
    save_->setVisible(looked.editable);
    edit_->setPlainText(plain(looked.editable ? looked.description : std::string(), game->dialect()));
    address_->setText(QString::fromLatin1(looked.url.c_str()));
    open();
    fit();
}

WaresCard::WaresCard(GameClient& client, QWidget* parent)
    : Card(QStringLiteral("For sale"), QStringLiteral("tag"), parent), client_(client),
      list_(new ThingList(client, QStringLiteral("For sale"), this)), total_(new QLabel(this)), amount_(new QSpinBox(this)),
      buy_(makeButton(QStringLiteral("Buy"), this, true))
{
    list_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    list_->setMinimumSize(340, 220);
    amount_->setRange(1, 100'000);
    amount_->setPrefix(QStringLiteral("amount "));
    amount_->setAccessibleName(QStringLiteral("Amount"));
    auto* row = new QHBoxLayout;
    row->addWidget(total_, 1);
    row->addWidget(amount_);
    row->addWidget(buy_);
    body()->addWidget(list_, 1);
    body()->addLayout(row);
    const auto count = [this] {
        session::Game* game = client_.game();
        quint64 sum = 0;
        if (game != nullptr && game->dealings().wares())
            for (const wire::GameObject& one : list_->chosen())
                for (const session::ForSale& item : game->dealings().wares()->items)
                    if (item.object.id == one.id)
                        sum += static_cast<quint64>(item.cost) * (one.amount ? static_cast<quint64>(amount_->value()) : 1u);
        const std::vector<wire::GameObject> chosen = list_->chosen();
        amount_->setEnabled(std::ranges::any_of(chosen, [](const wire::GameObject& one) { return one.amount.has_value(); }));
        total_->setText(sum > 0 ? QStringLiteral("%1 in all").arg(sum) : QString());
        buy_->setEnabled(!list_->selectedItems().isEmpty());
    };
    connect(list_, &QListWidget::itemSelectionChanged, this, count);
    connect(amount_, &QSpinBox::valueChanged, this, count);
    connect(buy_, &QPushButton::clicked, this, [this] {
        session::Game* game = client_.game();
        if (game == nullptr || !game->dealings().wares())
            return;
        const session::Wares& wares = *game->dealings().wares();
        std::vector<wire::GameObject> things = list_->chosen();
        for (wire::GameObject& one : things)
            if (one.amount)
                one.amount = static_cast<std::uint32_t>(amount_->value());
        session::Requests ask = client_.requests();
        if (wares.isVault)
            ask.withdraw(wares.seller, things);
        else
            ask.buy(wares.seller, things);
        client_.flush();
        game->dealings().forgetWares();
        hide();
    });
    connect(this, &Card::closed, this, [this] {
        if (client_.game() != nullptr)
            client_.game()->dealings().forgetWares();
    });
    count();
}

void WaresCard::refresh()
{
    session::Game* game = client_.game();
    if (game == nullptr || !game->dealings().wares())
        return hide();
    const session::Wares& wares = *game->dealings().wares();
    setTitle(QString::fromUtf8(game->nameOf(wares.seller).c_str()) +
             (wares.isVault ? QStringLiteral(" keeps") : QStringLiteral(" sells")));
    list_->setEmptySentence(wares.isVault ? QStringLiteral("Nothing of yours is kept here.") : QStringLiteral("There is nothing for sale."));
    buy_->setText(wares.isVault ? QStringLiteral("Take") : QStringLiteral("Buy"));
    std::vector<wire::GameObject> things;
    QStringList prices;
    for (const session::ForSale& item : wares.items) {
        things.push_back(item.object);
        prices << (item.object.amount ? QStringLiteral("%1 each").arg(item.cost) : QString::number(item.cost));
    }
    list_->show(things, prices);
    amount_->setVisible(std::ranges::any_of(things, [](const wire::GameObject& one) { return one.amount.has_value(); }));
    emit list_->itemSelectionChanged(); // rows are made quietly
    open();
}

ContentsCard::ContentsCard(GameClient& client, QWidget* parent)
    : Card(QStringLiteral("Inside"), QStringLiteral("join"), parent), client_(client),
      list_(new ThingList(client, QStringLiteral("Inside"), this))
{
    list_->setMinimumSize(280, 180);
    list_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    auto* take = makeButton(QStringLiteral("Take"), this, true);
    body()->addWidget(list_, 1);
    body()->addWidget(take, 0, Qt::AlignRight);
    list_->setEmptySentence(QStringLiteral("There is nothing in it."));
    take->setEnabled(false);
    connect(list_, &QListWidget::itemSelectionChanged, take, [this, take] { take->setEnabled(!list_->selectedItems().isEmpty()); });
    const auto takeThem = [this] {
        session::Game* game = client_.game();
        if (game == nullptr || !game->dealings().contents())
            return;
        session::Requests ask = client_.requests();
        for (const wire::GameObject& one : list_->chosen())
            ask.takeOut(one);
        // What is left is asked for again.
        if (const wire::RoomObject* container = game->room().find(game->dealings().contents()->container))
            ask.openContainer(container->object);
        client_.flush();
    };
    connect(take, &QPushButton::clicked, this, takeThem);
    connect(list_, &QListWidget::itemActivated, this, takeThem);
    connect(this, &Card::closed, this, [this] {
        if (client_.game() != nullptr)
            client_.game()->dealings().forgetContents();
    });
}

void ContentsCard::refresh()
{
    session::Game* game = client_.game();
    if (game == nullptr || !game->dealings().contents())
        return hide();
    const session::Contents& contents = *game->dealings().contents();
    if (const wire::RoomObject* container = game->room().find(contents.container))
        setTitle(QString::fromUtf8(game->nameOf(container->object).c_str()));
    list_->show(contents.objects);
    emit list_->itemSelectionChanged(); // rows are made quietly
    open();
}

bool ContentsCard::takesThings() const
{
    session::Game* game = client_.game();
    return game != nullptr && game->dealings().contents();
}

void ContentsCard::takeThing(quint32 id)
{
    if (takesThings())
        emit thingGiven(id, client_.game()->dealings().contents()->container);
}

TradeCard::TradeCard(GameClient& client, QWidget* parent)
    : Card(QStringLiteral("Trade"), QStringLiteral("packet"), parent), client_(client), state_(new QLabel(this)),
      own_(new ThingList(client, QStringLiteral("You give"), this)),
      others_(new ThingList(client, QStringLiteral("You get"), this)), offer_(makeButton(QStringLiteral("Offer"), this, true)),
      accept_(makeButton(QStringLiteral("Accept"), this, true))
{
    own_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    state_->setWordWrap(true);
    for (ThingList* list : {own_, others_})
        list->setMinimumSize(220, 150);
    own_->setEmptySentence(QStringLiteral("Nothing."));
    others_->setEmptySentence(QStringLiteral("Nothing yet."));
    auto* lists = new QHBoxLayout;
    for (auto [title, list] : {std::pair{QStringLiteral("You give"), own_}, {QStringLiteral("You get"), others_}}) {
        auto* column = new QVBoxLayout;
        column->addWidget(new QLabel(title, this));
        column->addWidget(list, 1);
        lists->addLayout(column);
    }
    auto* cancel = makeButton(QStringLiteral("Leave it"), this);
    auto* row = new QHBoxLayout;
    row->addStretch(1);
    for (QPushButton* button : {cancel, offer_, accept_})
        row->addWidget(button);
    body()->addWidget(state_);
    body()->addLayout(lists, 1);
    body()->addLayout(row);
    connect(offer_, &QPushButton::clicked, this, &TradeCard::offer);
    connect(accept_, &QPushButton::clicked, this, [this] {
        client_.requests().acceptOffer();
        client_.flush();
        client_.game()->dealings().forgetTrade();
        hide();
    });
    const auto giveUp = [this] {
        session::Game* game = client_.game();
        if (game == nullptr)
            return;
        if (game->dealings().trade())
            client_.requests().cancelOffer();
        client_.flush();
        game->dealings().forgetTrade();
        choosing_ = false;
        hide();
    };
    connect(cancel, &QPushButton::clicked, this, giveUp);
    connect(this, &Card::closed, this, giveUp);
}

void TradeCard::begin(const wire::GameObject& partner)
{
    partner_ = partner;
    choosing_ = true;
    refresh();
}

/// While one chooses what one gives.
bool TradeCard::takesThings() const { return offer_->isVisible(); }
void TradeCard::takeThing(quint32 id) { own_->choose(id); }

void TradeCard::offer()
{
    session::Game* game = client_.game();
    if (game == nullptr)
        return;
    const std::vector<wire::GameObject> things = own_->chosen();
    session::Requests ask = client_.requests();
    if (choosing_) {
        game->dealings().beginTrade(partner_, things);
        ask.offer(partner_, things);
    } else {
        game->dealings().answerTrade(things);
        ask.counterOffer(things);
    }
    choosing_ = false;
    client_.flush();
    refresh();
}

void TradeCard::refresh()
{
    session::Game* game = client_.game();
    const bool trade = game != nullptr && game->dealings().trade();
    if (!trade && !choosing_)
        return hide();
    const QString name = QString::fromUtf8(game->nameOf(trade ? game->dealings().trade()->partner : partner_).c_str());
    setTitle(name.isEmpty() ? QStringLiteral("Trade") : QStringLiteral("Trade with ") + name);
    const bool mustChoose = choosing_ || (trade && game->dealings().trade()->byOther && game->dealings().trade()->offered.empty() &&
                                          !game->dealings().trade()->countered);
    own_->show(mustChoose ? game->room().inventory() : game->dealings().trade()->offered);
    others_->show(trade ? game->dealings().trade()->wanted : std::vector<wire::GameObject>());
    offer_->setVisible(mustChoose);
    offer_->setText(choosing_ ? QStringLiteral("Offer") : QStringLiteral("Offer this for it"));
    accept_->setVisible(trade && !game->dealings().trade()->byOther && game->dealings().trade()->countered);
    state_->setText(choosing_    ? QStringLiteral("Choose what you want to give.")
                    : mustChoose ? QStringLiteral("Choose what you give for it, or nothing.")
                    : accept_->isVisibleTo(this) ? QStringLiteral("This is what you would get.")
                                                 : QStringLiteral("The other thinks about it."));
    open();
}

QuestsCard::QuestsCard(GameClient& client, QWidget* parent)
    : Card(QStringLiteral("Quests"), QStringLiteral("book"), parent), client_(client), list_(new QListWidget(this)),
      text_(new QTextBrowser(this))
{
    list_->setAccessibleName(QStringLiteral("Quests"));
    list_->setMinimumSize(320, 90);
    text_->setMinimumHeight(140);
    text_->setAccessibleName(QStringLiteral("What is wanted"));
    auto* accept = makeButton(QStringLiteral("Accept"), this, true);
    accept->setEnabled(false);
    sayWhenEmpty(list_, QStringLiteral("No quests for you now."));
    body()->addWidget(list_);
    body()->addWidget(text_, 1);
    body()->addWidget(accept, 0, Qt::AlignRight);
    connect(list_, &QListWidget::currentRowChanged, this, [this, accept](int row) {
        session::Game* game = client_.game();
        text_->clear();
        accept->setEnabled(row >= 0);
        if (game == nullptr || !game->dealings().quests() || row < 0)
            return;
        const session::Quest& quest = game->dealings().quests()->quests.at(static_cast<std::size_t>(row));
        showText(text_, {quest.description, quest.requirements}, game->dialect());
    });
    connect(accept, &QPushButton::clicked, this, [this] {
        session::Game* game = client_.game();
        if (game == nullptr || !game->dealings().quests() || list_->currentRow() < 0)
            return;
        const session::Quests& quests = *game->dealings().quests();
        client_.requests().acceptQuest(quests.giver.id, quests.quests.at(static_cast<std::size_t>(list_->currentRow())).object.id);
        client_.flush();
        game->dealings().forgetQuests();
        hide();
    });
    connect(this, &Card::closed, this, [this] {
        if (client_.game() != nullptr)
            client_.game()->dealings().forgetQuests();
    });
}

void QuestsCard::refresh()
{
    session::Game* game = client_.game();
    if (game == nullptr || !game->dealings().quests())
        return hide();
    const session::Quests& quests = *game->dealings().quests();
    setTitle(QString::fromUtf8(game->nameOf(quests.giver).c_str()));
    list_->clear();
    for (const session::Quest& quest : quests.quests)
        list_->addItem(QString::fromUtf8(game->nameOf(quest.object).c_str()));
    list_->setCurrentRow(0);
    open();
}

} // namespace blak::client
