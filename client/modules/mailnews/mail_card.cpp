// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/modules/mailnews/mail_card.h"

#include "client/play/game_client.h"
#include "client/windows/card_parts.h"
#include "client/windows/text_view.h"
#include "ui/fonts.h"
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
    text_->setAccessibleName(QStringLiteral("The letter"));
    sayWhenEmpty(list_, QStringLiteral("No letters."));
    cameColumn->addWidget(list_);
    cameColumn->addWidget(text_, 1);
    cameColumn->addLayout(row);
    auto* write = new QWidget(tabs);
    auto* writeColumn = new QVBoxLayout(write);
    to_->setPlaceholderText(QStringLiteral("To: names, parted by commas"));
    to_->setAccessibleName(QStringLiteral("To"));
    body_->setAccessibleName(QStringLiteral("Letter"));
    body_->setPlaceholderText(QStringLiteral("The letter"));
    body_->setTabChangesFocus(true);
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
    for (QPushButton* ofOne : {remove, answer})
        ofOne->setEnabled(false);
    connect(list_, &QTreeWidget::currentItemChanged, this, [this, remove, answer](QTreeWidgetItem* item) {
        text_->clear();
        for (QPushButton* ofOne : {remove, answer})
            ofOne->setEnabled(item != nullptr);
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
    if (!post.letters().empty())
        list_->setCurrentItem(list_->topLevelItem(0));
}

} // namespace blak::client
