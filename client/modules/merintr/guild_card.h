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

/// One's guild: members, ranks, others, shield; founding one where somebody offers it.
class GuildCard : public Card
{
    Q_OBJECT

public:
    GuildCard(GameClient& client, QWidget* parent);
    void refresh();
    void open() override;

private:
    void act(const QString& what);

    GameClient& client_;
    QLabel* head_ = nullptr;
    QTreeWidget* members_ = nullptr;
    QTreeWidget* guilds_ = nullptr;
    QVector<QPushButton*> buttons_;
    QWidget* founding_ = nullptr;
    QLabel* costs_ = nullptr;
    QLineEdit* name_ = nullptr;
    QVector<QLineEdit*> ranks_;
    QCheckBox* secret_ = nullptr;
    QTreeWidget* halls_ = nullptr;
    QLabel* shield_ = nullptr;
};

} // namespace blak::client
