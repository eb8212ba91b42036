// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/windows/cards.h"

#include "client/play/game_client.h"
#include "client/windows/card_parts.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace blak::client {

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
