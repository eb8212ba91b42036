// SPDX-License-Identifier: GPL-3.0-or-later
// Cards about people: letters, news, guilds, administration, the password.
#include "client/play/game_client.h"
#include "client/windows/cards.h"
#include "client/windows/text_view.h"
#include "ui/fonts.h"
#include "ui/theme.h"

#include <QCheckBox>
#include <QDateTime>
#include <QHeaderView>
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

QTreeWidget* makeTree(const QString& name, const QStringList& columns, QWidget* parent)
{
    auto* tree = new QTreeWidget(parent);
    tree->setAccessibleName(name);
    tree->setHeaderLabels(columns);
    tree->setRootIsDecorated(false);
    tree->setUniformRowHeights(true);
    tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    tree->header()->setStretchLastSection(false);
    for (int i = 1; i < columns.size(); ++i)
        tree->header()->setSectionResizeMode(i, QHeaderView::ResizeToContents);
    tree->setMinimumSize(420, 130);
    return tree;
}

QPushButton* makeButton(const QString& text, QWidget* parent, bool primary = false)
{
    auto* button = new QPushButton(text, parent);
    button->setProperty("primary", primary);
    button->setAutoDefault(false);
    return button;
}

QString timeText(std::int64_t unix)
{
    return QDateTime::fromSecsSinceEpoch(unix).toString(QStringLiteral("yyyy-MM-dd hh:mm"));
}

QString latin(const std::string& text) { return QString::fromLatin1(text.c_str(), static_cast<qsizetype>(text.size())); }

} // namespace

MailCard::MailCard(GameClient& client, QWidget* parent)
    : Card(QStringLiteral("Letters"), QStringLiteral("resource"), parent), client_(client),
      list_(makeTree(QStringLiteral("Letters"), {QStringLiteral("From"), QStringLiteral("When")}, this)),
      text_(new QTextBrowser(this)), to_(new QLineEdit(this)), body_(new QPlainTextEdit(this)), state_(new QLabel(this))
{
    auto* tabs = new QTabWidget(this);
    auto* came = new QWidget(tabs);
    auto* cameColumn = new QVBoxLayout(came);
    auto* row = new QHBoxLayout;
    auto* fetch = makeButton(QStringLiteral("Fetch"), came);
    auto* remove = makeButton(QStringLiteral("Delete"), came);
    auto* answer = makeButton(QStringLiteral("Answer"), came);
    row->addWidget(fetch);
    row->addStretch(1);
    row->addWidget(remove);
    row->addWidget(answer);
    text_->setMinimumHeight(120);
    cameColumn->addWidget(list_);
    cameColumn->addWidget(text_, 1);
    cameColumn->addLayout(row);
    auto* write = new QWidget(tabs);
    auto* writeColumn = new QVBoxLayout(write);
    to_->setPlaceholderText(QStringLiteral("To: names, parted by commas"));
    to_->setAccessibleName(QStringLiteral("To"));
    body_->setAccessibleName(QStringLiteral("Letter"));
    auto* send = makeButton(QStringLiteral("Send"), write, true);
    writeColumn->addWidget(to_);
    writeColumn->addWidget(body_, 1);
    writeColumn->addWidget(send, 0, Qt::AlignRight);
    tabs->addTab(came, QStringLiteral("Came"));
    tabs->addTab(write, QStringLiteral("Write"));
    state_->setWordWrap(true);
    body()->addWidget(tabs, 1);
    body()->addWidget(state_);
    connect(fetch, &QPushButton::clicked, this, [this] {
        client_.game()->post().forgetLetters();
        client_.requests().askLetters();
        client_.flush();
    });
    connect(send, &QPushButton::clicked, this, &MailCard::send);
    connect(list_, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        text_->clear();
        session::Game* game = client_.game();
        if (item == nullptr || game == nullptr)
            return;
        const auto& letters = game->post().letters();
        const auto at = static_cast<std::size_t>(list_->indexOfTopLevelItem(item));
        if (at >= letters.size())
            return;
        QTextCursor cursor(text_->document());
        insertStyled(cursor, letters[at].body, game->dialect(), {}, ui::theme().input);
    });
    connect(remove, &QPushButton::clicked, this, [this] {
        if (QTreeWidgetItem* item = list_->currentItem()) {
            client_.requests().deleteLetter(item->data(0, idRole).toUInt());
            client_.game()->post().forgetLetters(); // their positions are others now
            client_.requests().askLetters();
            client_.flush();
        }
    });
    connect(answer, &QPushButton::clicked, this, [this, tabs] {
        if (QTreeWidgetItem* item = list_->currentItem()) {
            to_->setText(item->text(0));
            tabs->setCurrentIndex(1);
            body_->setFocus();
        }
    });
}

void MailCard::open()
{
    if (client_.game() == nullptr)
        return;
    client_.game()->post().forgetLetters();
    client_.requests().askLetters();
    client_.flush();
    state_->clear();
    Card::open();
}

void MailCard::send()
{
    recipients_ = to_->text().split(QLatin1Char(','), Qt::SkipEmptyParts);
    for (QString& name : recipients_)
        name = name.trimmed();
    written_ = body_->toPlainText();
    if (recipients_.isEmpty() || written_.isEmpty()) {
        state_->setText(QStringLiteral("A letter needs somebody who gets it and something to read."));
        return;
    }
    std::vector<std::string> names;
    for (const QString& name : recipients_)
        names.push_back(name.toStdString());
    client_.game()->post().forgetNames();
    sending_ = client_.requests().lookUpNames(names);
    client_.flush();
    state_->setText(sending_ ? QStringLiteral("Looking for the names.") : QStringLiteral("At most twenty may get one letter."));
}

void MailCard::refresh()
{
    session::Game* game = client_.game();
    if (game == nullptr)
        return;
    session::Post& post = game->post();
    if (sending_ && post.foundNames()) {
        sending_ = false;
        std::vector<std::uint32_t> ids;
        QStringList missing;
        for (std::size_t i = 0; i < post.foundNames()->size(); ++i) {
            const std::uint32_t id = (*post.foundNames())[i];
            if (id != 0)
                ids.push_back(id);
            else if (static_cast<qsizetype>(i) < recipients_.size())
                missing << recipients_[static_cast<qsizetype>(i)];
        }
        post.forgetNames();
        const bool sent = missing.isEmpty() && client_.requests().sendLetter(ids, written_.toStdString());
        client_.flush();
        state_->setText(sent ? QStringLiteral("Sent.") : QStringLiteral("Nobody is called %1.").arg(missing.join(QStringLiteral(", "))));
        if (sent)
            body_->clear();
    }
    list_->clear();
    for (const session::Letter& letter : post.letters()) {
        auto* item = new QTreeWidgetItem(list_, {latin(letter.sender), timeText(letter.time)});
        item->setData(0, idRole, letter.index);
    }
    if (post.letters().empty() && post.mailboxWasEmpty())
        state_->setText(QStringLiteral("No letters."));
    else if (!post.letters().empty())
        list_->setCurrentItem(list_->topLevelItem(0));
}

NewsCard::NewsCard(GameClient& client, QWidget* parent)
    : Card(QStringLiteral("News"), QStringLiteral("world"), parent), client_(client),
      list_(makeTree(QStringLiteral("Articles"), {QStringLiteral("Title"), QStringLiteral("By"), QStringLiteral("When")}, this)),
      text_(new QTextBrowser(this)), title_(new QLineEdit(this)), article_(new QPlainTextEdit(this)),
      post_(makeButton(QStringLiteral("Post"), this, true))
{
    text_->setMinimumHeight(110);
    title_->setPlaceholderText(QStringLiteral("Title"));
    title_->setAccessibleName(QStringLiteral("Title"));
    article_->setMaximumHeight(80);
    article_->setAccessibleName(QStringLiteral("Article"));
    body()->addWidget(list_);
    body()->addWidget(text_, 1);
    body()->addWidget(title_);
    body()->addWidget(article_);
    body()->addWidget(post_, 0, Qt::AlignRight);
    connect(list_, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        if (item == nullptr || group_ < 0)
            return;
        client_.requests().askArticle(static_cast<std::uint16_t>(group_), item->data(0, idRole).toUInt());
        client_.flush();
    });
    connect(post_, &QPushButton::clicked, this, [this] {
        if (title_->text().trimmed().isEmpty() || group_ < 0)
            return;
        session::Requests ask = client_.requests();
        ask.post(static_cast<std::uint16_t>(group_), title_->text().toStdString(), article_->toPlainText().toStdString());
        ask.askArticles(static_cast<std::uint16_t>(group_));
        client_.flush();
        title_->clear();
        article_->clear();
    });
    connect(this, &Card::closed, this, [this] {
        group_ = -1;
        if (client_.game() != nullptr)
            client_.game()->post().forgetNews();
    });
}

void NewsCard::refresh()
{
    session::Game* game = client_.game();
    if (game == nullptr || !game->post().news())
        return hide();
    const session::NewsGroup& news = *game->post().news();
    if (group_ != news.group) {
        group_ = news.group;
        text_->clear();
        if (!news.listed && news.mayRead) {
            client_.requests().askArticles(news.group);
            client_.flush();
        }
    }
    const QString name = QString::fromUtf8(game->nameOf(news.globe).c_str());
    setTitle(name.isEmpty() ? QStringLiteral("News") : name);
    for (QWidget* widget : std::initializer_list<QWidget*>{title_, article_, post_})
        widget->setVisible(news.mayPost);
    if (list_->topLevelItemCount() != static_cast<int>(news.articles.size())) {
        list_->clear();
        for (const session::Article& article : news.articles) {
            auto* item = new QTreeWidgetItem(list_, {latin(article.title), latin(article.poster), timeText(article.time)});
            item->setData(0, idRole, article.number);
        }
    }
    if (news.body) {
        text_->clear();
        QTextCursor cursor(text_->document());
        insertStyled(cursor, *news.body, game->dialect(), {}, ui::theme().input);
    } else if (!news.description.empty()) {
        text_->setPlainText(plain(news.description, game->dialect()));
    }
    open();
}

GuildCard::GuildCard(GameClient& client, QWidget* parent)
    : Card(QStringLiteral("Guild"), QStringLiteral("pin"), parent), client_(client), head_(new QLabel(this)),
      members_(makeTree(QStringLiteral("Members"), {QStringLiteral("Name"), QStringLiteral("Rank")}, this)),
      guilds_(makeTree(QStringLiteral("Guilds"), {QStringLiteral("Guild"), QStringLiteral("With us")}, this)),
      founding_(new QWidget(this)), costs_(new QLabel(founding_)), name_(new QLineEdit(founding_)),
      secret_(new QCheckBox(QStringLiteral("Secret"), founding_)),
      halls_(makeTree(QStringLiteral("Halls"), {QStringLiteral("Hall"), QStringLiteral("Cost"), QStringLiteral("Rent")}, this)),
      shield_(new QLabel(this))
{
    head_->setWordWrap(true);
    body()->addWidget(head_);
    auto* tabs = new QTabWidget(this);
    tabs->addTab(members_, QStringLiteral("Members"));
    tabs->addTab(guilds_, QStringLiteral("Guilds"));
    tabs->addTab(halls_, QStringLiteral("Halls"));
    body()->addWidget(tabs, 1);
    body()->addWidget(shield_);
    auto* row = new QHBoxLayout;
    for (const char* what : {"Promote", "Demote", "Exile", "Vote", "Ally", "Enemy", "Peace", "Leave", "Disband"}) {
        auto* button = makeButton(QString::fromLatin1(what), this);
        button->setObjectName(QString::fromLatin1(what));
        connect(button, &QPushButton::clicked, this, [this, button] { act(button->objectName()); });
        row->addWidget(button);
        buttons_ << button;
    }
    body()->addLayout(row);
    auto* form = new QVBoxLayout(founding_);
    form->setContentsMargins(0, 0, 0, 0);
    name_->setPlaceholderText(QStringLiteral("Name of the guild"));
    form->addWidget(costs_);
    form->addWidget(name_);
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
    connect(halls_, &QTreeWidget::itemActivated, this, [this](const QTreeWidgetItem* item) {
        client_.requests().rentHall(item->data(0, idRole).toUInt(), {});
        client_.flush();
    });
}

void GuildCard::open()
{
    if (client_.game() == nullptr)
        return;
    client_.requests().askGuild();
    client_.requests().askGuildList();
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
    if (guild.foundingCosts()) {
        costs_->setText(QStringLiteral("A guild costs %1, a secret one %2.")
                            .arg(guild.foundingCosts()->first)
                            .arg(guild.foundingCosts()->second));
        Card::open();
    }
    using session::GuildCommand;
    const auto& info = guild.info();
    head_->setText(info ? QStringLiteral("%1, %2 members").arg(latin(info->name)).arg(info->members.size())
                        : QStringLiteral("You are in no guild."));
    const auto may = [&](const char* name, GuildCommand command) {
        for (QPushButton* button : buttons_)
            if (button->objectName() == QLatin1String(name))
                button->setVisible(info && info->may(command));
    };
    may("Promote", GuildCommand::Promote);
    may("Demote", GuildCommand::Demote);
    may("Exile", GuildCommand::Exile);
    may("Vote", GuildCommand::Vote);
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
        }
    }
    halls_->clear();
    if (guild.halls())
        for (const session::GuildHall& hall : *guild.halls()) {
            auto* item = new QTreeWidgetItem(halls_, {QString::fromUtf8(game->nameOf(hall.name).c_str()), QString::number(hall.cost),
                                                      QString::number(hall.rent)});
            item->setData(0, idRole, hall.id);
        }
    shield_->setVisible(guild.shield().has_value());
    if (guild.shield())
        shield_->setText(guild.shield()->guild == 0
                             ? QStringLiteral("This shield belongs to nobody.")
                             : QStringLiteral("Shield of %1: colours %2 and %3, shape %4")
                                   .arg(latin(guild.shield()->name))
                                   .arg(guild.shield()->colour1)
                                   .arg(guild.shield()->colour2)
                                   .arg(guild.shield()->shape));
}

AdminCard::AdminCard(GameClient& client, QWidget* parent)
    : Card(QStringLiteral("Administration"), QStringLiteral("command"), parent), client_(client), text_(new QPlainTextEdit(this)),
      line_(new QLineEdit(this))
{
    text_->setReadOnly(true);
    text_->setFont(ui::monoFont(11.5));
    text_->setMinimumSize(520, 260);
    text_->setMaximumBlockCount(5000);
    text_->setAccessibleName(QStringLiteral("Answers"));
    line_->setFont(ui::monoFont(12));
    line_->setPlaceholderText(QStringLiteral("Command"));
    line_->setAccessibleName(QStringLiteral("Command"));
    body()->addWidget(text_, 1);
    body()->addWidget(line_);
    connect(line_, &QLineEdit::returnPressed, this, [this] {
        if (client_.game() == nullptr)
            return;
        client_.requests().adminCommand(line_->text().toStdString());
        client_.flush();
        line_->clear();
    });
}

void AdminCard::refresh()
{
    session::Game* game = client_.game();
    if (game == nullptr)
        return;
    text_->setPlainText(latin(game->adminText()));
    text_->moveCursor(QTextCursor::End);
}

PasswordCard::PasswordCard(GameClient& client, QWidget* parent)
    : Card(QStringLiteral("Change your password"), QStringLiteral("lock"), parent), client_(client), old_(new QLineEdit(this)),
      new_(new QLineEdit(this)), again_(new QLineEdit(this)), state_(new QLabel(this))
{
    for (auto [edit, text] : {std::pair{old_, QStringLiteral("Password now")}, {new_, QStringLiteral("New password")},
                              {again_, QStringLiteral("New password again")}}) {
        edit->setEchoMode(QLineEdit::Password);
        edit->setPlaceholderText(text);
        edit->setAccessibleName(text);
        edit->setMinimumWidth(260);
        body()->addWidget(edit);
    }
    state_->setWordWrap(true);
    auto* change = makeButton(QStringLiteral("Change"), this, true);
    body()->addWidget(state_);
    body()->addWidget(change, 0, Qt::AlignRight);
    connect(change, &QPushButton::clicked, this, [this] {
        if (new_->text().isEmpty() || new_->text() != again_->text()) {
            state_->setText(QStringLiteral("The new password has to be written twice alike."));
            return;
        }
        client_.requests().changePassword(old_->text().toStdString(), new_->text().toStdString());
        client_.flush();
        state_->setText(QStringLiteral("Asking the server."));
    });
}

void PasswordCard::refresh()
{
    session::Game* game = client_.game();
    if (game == nullptr || !game->passwordChanged())
        return;
    state_->setText(*game->passwordChanged() ? QStringLiteral("The password is changed.")
                                             : QStringLiteral("The server did not change it. Is the old password right?"));
    game->forgetPasswordAnswer();
    for (QLineEdit* edit : {old_, new_, again_})
        edit->clear();
}

} // namespace blak::client
