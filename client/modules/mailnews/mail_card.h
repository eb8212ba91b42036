// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/windows/card.h"

#include <QStringList>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QTextBrowser;
class QTreeWidget;

namespace blak::client {

class GameClient;

/// Letters: those that came, and one to be written.
class MailCard : public Card
{
    Q_OBJECT

public:
    MailCard(GameClient& client, QWidget* parent);
    void refresh();
    void open() override;

private:
    void send();

    GameClient& client_;
    QTreeWidget* list_ = nullptr;
    QTextBrowser* text_ = nullptr;
    QLineEdit* to_ = nullptr;
    QPlainTextEdit* body_ = nullptr;
    QLabel* state_ = nullptr;
    bool sending_ = false;
    QString written_;
    QStringList recipients_;
};

} // namespace blak::client
