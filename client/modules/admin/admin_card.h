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

/// What an administrator asks and the server answers.
class AdminCard : public Card
{
    Q_OBJECT

public:
    AdminCard(GameClient& client, QWidget* parent);
    void refresh();

private:
    GameClient& client_;
    QPlainTextEdit* text_ = nullptr;
    QLineEdit* line_ = nullptr;
};

} // namespace blak::client
