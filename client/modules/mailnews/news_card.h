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

/// The articles of a news globe.
class NewsCard : public Card
{
    Q_OBJECT

public:
    NewsCard(GameClient& client, QWidget* parent);
    void refresh();

private:
    GameClient& client_;
    QTreeWidget* list_ = nullptr;
    QTextBrowser* text_ = nullptr;
    QLineEdit* title_ = nullptr;
    QPlainTextEdit* article_ = nullptr;
    QPushButton* post_ = nullptr;
    QPushButton* delete_ = nullptr;
    int group_ = -1;
};

} // namespace blak::client
