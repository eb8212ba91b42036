// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/modules/admin/admin_card.h"

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

AdminCard::AdminCard(GameClient& client, QWidget* parent)
    : Card(QStringLiteral("Administration"), QStringLiteral("command"), parent), client_(client), text_(new QPlainTextEdit(this)),
      line_(new QLineEdit(this))
{
    text_->setReadOnly(true);
    text_->setFont(ui::monoFont(11.5));
    text_->setMinimumSize(520, 260);
    text_->setMaximumBlockCount(5000);
    text_->setAccessibleName(QStringLiteral("Answers"));
    text_->setTabChangesFocus(true);
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

} // namespace blak::client
