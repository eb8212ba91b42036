// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/modules/merintr/guild_card.h"

#include "client/modules/merintr/shield_page.h"
#include "client/play/game_client.h"
#include "client/windows/card_parts.h"
#include "client/windows/text_view.h"
#include "ui/fonts.h"
#include "ui/number_text.h"
#include "ui/theme.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTextBrowser>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace blak::client {
namespace {

using wire::MessageId;

constexpr int idRole = Qt::UserRole;

} // namespace

GuildCard::GuildCard(GameClient& client, QWidget* parent)
    : Card(QStringLiteral("Guild"), QStringLiteral("pin"), parent), client_(client), head_(new QLabel(this)),
      members_(makeTree(QStringLiteral("Members"), {QStringLiteral("Name"), QStringLiteral("Rank")}, this)),
      guilds_(makeTree(QStringLiteral("Guilds"), {QStringLiteral("Guild"), QStringLiteral("With us")}, this)),
      founding_(new QWidget(this)), costs_(new QLabel(founding_)), name_(new QLineEdit(founding_)),
      secret_(new QCheckBox(QStringLiteral("Secret"), founding_)),
      halls_(makeTree(QStringLiteral("Halls"), {QStringLiteral("Hall"), QStringLiteral("Cost"), QStringLiteral("Rent")}, this)),
      shield_(new ShieldPage(client, this))
{
    head_->setWordWrap(true);
    body()->addWidget(head_);
    tabs_ = new QTabWidget(this);
    tabs_->addTab(makeListPage(members_, {"Promote", "Demote", "Exile", "Vote", "Hand over"}), QStringLiteral("Members"));
    tabs_->addTab(makeListPage(guilds_, {"Ally", "Enemy", "Peace"}), QStringLiteral("Guilds"));
    tabs_->addTab(makeHallsPage(tabs_), QStringLiteral("Halls"));
    tabs_->addTab(shield_, QStringLiteral("Shield"));
    sayWhenEmpty(members_, QStringLiteral("Who is in your guild stands here. Who has a guild can invite you."));
    sayWhenEmpty(guilds_, QStringLiteral("There are no other guilds."));
    sayWhenEmpty(halls_, QStringLiteral("Where somebody lets halls to guilds, they stand here."));
    body()->addWidget(tabs_, 1);
    auto* row = new QHBoxLayout;
    row->addStretch(1);
    addButtons(row, {"Leave", "Disband"});
    body()->addLayout(row);
    auto* form = new QVBoxLayout(founding_);
    form->setContentsMargins(0, 0, 0, 0);
    form->setSpacing(8);
    name_->setPlaceholderText(QStringLiteral("Name of the guild"));
    name_->setMinimumWidth(420);
    form->addWidget(costs_);
    form->addWidget(name_);
    form->addWidget(new QLabel(QStringLiteral("What its ranks are called, for men and for women, from the lowest:"), founding_));
    static constexpr const char* usual[]{"Apprentice", "Apprentice", "Member", "Member", "Officer",
                                         "Officer",    "Captain",    "Captain", "Master", "Mistress"};
    for (int rank = 0; rank < 5; ++rank) {
        auto* line = new QHBoxLayout;
        for (int gender = 0; gender < 2; ++gender) {
            auto* edit = new QLineEdit(QString::fromLatin1(usual[rank * 2 + gender]), founding_);
            edit->setAccessibleName(QStringLiteral("Rank %1, %2").arg(rank + 1).arg(gender == 0 ? QStringLiteral("male") : QStringLiteral("female")));
            ranks_ << edit;
            line->addWidget(edit);
        }
        form->addLayout(line);
    }
    auto* found = makeButton(QStringLiteral("Found it"), founding_, true);
    form->addWidget(secret_);
    form->addWidget(found, 0, Qt::AlignRight);
    body()->addWidget(founding_);
    connect(this, &Card::closed, this, [this] { // else the next news of a guild would open it again
        if (client_.game() != nullptr)
            client_.game()->guild().forgetCosts();
    });
    connect(found, &QPushButton::clicked, this, [this] {
        std::array<std::string, 10> titles;
        for (std::size_t i = 0; i < titles.size(); ++i)
            titles[i] = ranks_[static_cast<qsizetype>(i)]->text().toStdString();
        client_.requests().foundGuild(name_->text().toStdString(), titles, secret_->isChecked());
        client_.game()->guild().forgetCosts();
        client_.requests().askGuild();
        client_.flush();
        refresh();
    });
}

/// Buttons that do what they are called to what is chosen.
void GuildCard::addButtons(QHBoxLayout* row, std::initializer_list<const char*> names)
{
    for (const char* what : names) {
        auto* button = makeButton(QString::fromLatin1(what), this);
        button->setObjectName(QString::fromLatin1(what));
        connect(button, &QPushButton::clicked, this, [this, button] { act(button->objectName()); });
        row->addWidget(button);
        buttons_ << button;
    }
}

QWidget* GuildCard::makeListPage(QTreeWidget* list, std::initializer_list<const char*> names)
{
    auto* page = new QWidget(tabs_);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 8, 0, 0);
    column->addWidget(list, 1);
    auto* row = new QHBoxLayout;
    row->addStretch(1);
    addButtons(row, names);
    column->addLayout(row);
    // What is done to somebody waits for somebody to be chosen.
    const auto count = static_cast<qsizetype>(names.size());
    const QList<QPushButton*> ofThem = buttons_.mid(buttons_.size() - count);
    const auto follow = [list, ofThem] {
        for (QPushButton* button : ofThem)
            button->setEnabled(list->currentItem() != nullptr);
    };
    connect(list, &QTreeWidget::currentItemChanged, this, follow);
    follow();
    return page;
}

/// Halls that somebody lets, and the one that the guild has.
QWidget* GuildCard::makeHallsPage(QWidget* parent)
{
    auto* page = new QWidget(parent);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 8, 0, 0);
    column->addWidget(halls_, 1);
    hallPassword_ = new QLineEdit(page);
    hallPassword_->setPlaceholderText(QStringLiteral("Password of the hall"));
    hallPassword_->setAccessibleName(QStringLiteral("Password of the hall"));
    rent_ = makeButton(QStringLiteral("Rent"), page, true);
    setPassword_ = makeButton(QStringLiteral("Set password"), page);
    abandon_ = makeButton(QStringLiteral("Give up the hall"), page);
    auto* row = new QHBoxLayout;
    row->addWidget(hallPassword_, 1);
    for (QPushButton* button : {abandon_, setPassword_, rent_})
        row->addWidget(button);
    column->addLayout(row);
    rent_->setEnabled(false);
    connect(halls_, &QTreeWidget::currentItemChanged, rent_, [this] { rent_->setEnabled(halls_->currentItem() != nullptr); });
    const auto rent = [this] {
        const QTreeWidgetItem* hall = halls_->currentItem();
        if (hall == nullptr || client_.game() == nullptr)
            return;
        client_.requests().rentHall(hall->data(0, idRole).toUInt(), hallPassword_->text().toStdString());
        client_.game()->guild().forgetHalls();
        client_.requests().askGuild();
        client_.flush();
        refresh();
    };
    connect(rent_, &QPushButton::clicked, this, rent);
    connect(halls_, &QTreeWidget::itemActivated, this, rent);
    connect(setPassword_, &QPushButton::clicked, this, [this] {
        if (client_.game() == nullptr)
            return;
        client_.requests().setGuildPassword(hallPassword_->text().toStdString());
        client_.requests().askGuild();
        client_.flush();
    });
    connect(abandon_, &QPushButton::clicked, this, [this] {
        if (client_.game() == nullptr)
            return;
        client_.requests().abandonHall();
        client_.requests().askGuild();
        client_.flush();
    });
    return page;
}

void GuildCard::open()
{
    if (client_.game() == nullptr)
        return;
    client_.requests().askGuild();
    client_.requests().askGuildList();
    shield_->ask();
    client_.flush();
    refresh();
    Card::open();
}

void GuildCard::act(const QString& what)
{
    session::Requests ask = client_.requests();
    session::Game* game = client_.game();
    if (game == nullptr)
        return;
    const QTreeWidgetItem* member = members_->currentItem();
    const QTreeWidgetItem* other = guilds_->currentItem();
    const std::uint32_t memberId = member == nullptr ? 0 : member->data(0, idRole).toUInt();
    const std::uint32_t guildId = other == nullptr ? 0 : other->data(0, idRole).toUInt();
    const auto rankBy = [&](int step) {
        if (!game->guild().info())
            return;
        for (const session::GuildMember& one : game->guild().info()->members)
            if (one.id == memberId)
                ask.setGuildRank(memberId, static_cast<std::uint8_t>(std::clamp(one.rank + step, 1, 5)));
    };
    if (what == QLatin1String("Promote") && memberId != 0)
        rankBy(1);
    else if (what == QLatin1String("Demote") && memberId != 0)
        rankBy(-1);
    else if (what == QLatin1String("Exile") && memberId != 0)
        ask.guildCommand(MessageId::UC_EXILE, memberId);
    else if (what == QLatin1String("Vote") && memberId != 0)
        ask.guildCommand(MessageId::UC_VOTE, memberId);
    else if (what == QLatin1String("Hand over") && memberId != 0)
        ask.guildCommand(MessageId::UC_ABDICATE, memberId);
    else if (what == QLatin1String("Ally") && guildId != 0)
        ask.guildCommand(MessageId::UC_MAKE_ALLIANCE, guildId);
    else if (what == QLatin1String("Enemy") && guildId != 0)
        ask.guildCommand(MessageId::UC_MAKE_ENEMY, guildId);
    else if (what == QLatin1String("Peace") && guildId != 0) {
        ask.guildCommand(MessageId::UC_END_ALLIANCE, guildId);
        ask.guildCommand(MessageId::UC_END_ENEMY, guildId);
    } else if (what == QLatin1String("Leave"))
        ask.guildCommand(MessageId::UC_RENOUNCE);
    else if (what == QLatin1String("Disband"))
        ask.guildCommand(MessageId::UC_DISBAND);
    ask.askGuild();
    ask.askGuildList();
    client_.flush();
}

void GuildCard::refresh()
{
    session::Game* game = client_.game();
    if (game == nullptr)
        return;
    const session::Guild& guild = game->guild();
    founding_->setVisible(guild.foundingCosts().has_value());
    tabs_->setVisible(!guild.foundingCosts()); // who founds one has nothing to see in them
    if (guild.foundingCosts()) {
        costs_->setText(QStringLiteral("A guild costs %1, a secret one %2.")
                            .arg(guild.foundingCosts()->first)
                            .arg(guild.foundingCosts()->second));
        Card::open();
    }
    using session::GuildCommand;
    const auto& info = guild.info();
    head_->setText(info ? QStringLiteral("%1, %2").arg(latin(info->name), ui::counted(static_cast<qlonglong>(info->members.size()), QStringLiteral("1 member"), QStringLiteral("%1 members")))
                        : QStringLiteral("You are in no guild."));
    const QVariant member = members_->currentItem() == nullptr ? QVariant() : members_->currentItem()->data(0, idRole);
    const QVariant other = guilds_->currentItem() == nullptr ? QVariant() : guilds_->currentItem()->data(0, idRole);
    const auto may = [&](const char* name, GuildCommand command) {
        for (QPushButton* button : buttons_)
            if (button->objectName() == QLatin1String(name))
                button->setVisible(info && info->may(command));
    };
    may("Promote", GuildCommand::Promote);
    may("Demote", GuildCommand::Demote);
    may("Exile", GuildCommand::Exile);
    may("Vote", GuildCommand::Vote);
    may("Hand over", GuildCommand::Abdicate);
    may("Ally", GuildCommand::Ally);
    may("Enemy", GuildCommand::Enemy);
    may("Peace", GuildCommand::Peace);
    may("Leave", GuildCommand::Renounce);
    may("Disband", GuildCommand::Disband);
    members_->clear();
    if (info)
        for (const session::GuildMember& one : info->members) {
            auto* item = new QTreeWidgetItem(members_, {latin(one.name), latin(info->rankOf(one))});
            item->setData(0, idRole, one.id);
            if (member == one.id)
                members_->setCurrentItem(item); // who was chosen stays so
        }
    guilds_->clear();
    if (guild.list()) {
        const session::GuildList& list = *guild.list();
        const auto in = [](const std::vector<std::uint32_t>& ids, std::uint32_t id) { return std::ranges::find(ids, id) != ids.end(); };
        for (const session::GuildList::Guild& one : list.guilds) {
            QStringList relations;
            if (in(list.allies, one.id))
                relations << QStringLiteral("ally");
            if (in(list.enemies, one.id))
                relations << QStringLiteral("enemy");
            if (in(list.alliedBy, one.id))
                relations << QStringLiteral("counts us as ally");
            if (in(list.enemyOf, one.id))
                relations << QStringLiteral("counts us as enemy");
            auto* item = new QTreeWidgetItem(guilds_, {latin(one.name), relations.join(QStringLiteral(", "))});
            item->setData(0, idRole, one.id);
            if (other == one.id)
                guilds_->setCurrentItem(item);
        }
    }
    halls_->clear();
    if (guild.halls())
        for (const session::GuildHall& hall : *guild.halls()) {
            auto* item = new QTreeWidgetItem(halls_, {QString::fromUtf8(game->nameOf(hall.name).c_str()), QString::number(hall.cost),
                                                      QString::number(hall.rent)});
            item->setData(0, idRole, hall.id);
            for (const int column : {1, 2})
                item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
        }
    const bool sets = info && info->may(GuildCommand::SetPassword);
    rent_->setVisible(guild.halls().has_value());
    setPassword_->setVisible(sets);
    abandon_->setVisible(info && info->may(GuildCommand::AbandonHall));
    hallPassword_->setVisible(guild.halls().has_value() || sets);
    if (info && info->password && !hallPassword_->hasFocus() && hallPassword_->text().isEmpty())
        hallPassword_->setText(latin(*info->password));
    shield_->refresh();
}

} // namespace blak::client
