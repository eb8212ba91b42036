// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/modules/mailnews/news_card.h"

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

NewsCard::NewsCard(GameClient& client, QWidget* parent)
    : Card(QStringLiteral("News"), QStringLiteral("world"), parent), client_(client),
      list_(makeTree(QStringLiteral("Articles"), {QStringLiteral("Title"), QStringLiteral("By"), QStringLiteral("When")}, this)),
      text_(new QTextBrowser(this)), title_(new QLineEdit(this)), article_(new QPlainTextEdit(this)),
      post_(makeButton(QStringLiteral("Post"), this, true)), delete_(makeButton(QStringLiteral("Delete"), this))
{
    text_->setMinimumHeight(110);
    text_->setAccessibleName(QStringLiteral("The article"));
    sayWhenEmpty(list_, QStringLiteral("Nobody has written anything yet."));
    title_->setPlaceholderText(QStringLiteral("Title"));
    title_->setAccessibleName(QStringLiteral("Title"));
    article_->setMaximumHeight(80);
    article_->setAccessibleName(QStringLiteral("Article"));
    article_->setPlaceholderText(QStringLiteral("Article"));
    article_->setTabChangesFocus(true);
    body()->addWidget(list_);
    body()->addWidget(text_, 1);
    body()->addWidget(title_);
    body()->addWidget(article_);
    auto* row = new QHBoxLayout;
    row->addStretch(1);
    row->addWidget(delete_);
    row->addWidget(post_);
    body()->addLayout(row);
    connect(delete_, &QPushButton::clicked, this, [this] {
        const QTreeWidgetItem* item = list_->currentItem();
        if (item == nullptr || group_ < 0)
            return;
        session::Requests ask = client_.requests();
        ask.deleteArticle(static_cast<std::uint16_t>(group_), item->data(0, idRole).toUInt());
        ask.askArticles(static_cast<std::uint16_t>(group_));
        client_.flush();
        text_->clear();
    });
    connect(list_, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        delete_->setEnabled(item != nullptr);
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
    delete_->setVisible(wire::isOpen(game->dialect())); // elsewhere there is no such message
    delete_->setEnabled(list_->currentItem() != nullptr);
    if (list_->topLevelItemCount() != static_cast<int>(news.articles.size())) {
        list_->clear();
        for (const session::Article& article : news.articles) {
            auto* item = new QTreeWidgetItem(list_, {latin(article.title), latin(article.poster), timeText(article.time)});
            item->setData(0, idRole, article.number);
            item->setToolTip(0, latin(article.title)); // it may be longer than its column
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

} // namespace blak::client
