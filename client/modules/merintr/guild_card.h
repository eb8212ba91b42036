// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/windows/card.h"

#include <QStringList>

#include <initializer_list>

class QCheckBox;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QTabWidget;
class QTextBrowser;
class QTreeWidget;

namespace blak::client {

class GameClient;
class ShieldPage;

/// One's guild: members, ranks, others, halls, shield; founding one where somebody offers it.
class GuildCard : public Card
{
    Q_OBJECT

public:
    GuildCard(GameClient& client, QWidget* parent);
    void refresh();
    void open() override;

private:
    void act(const QString& what);
    void addButtons(QHBoxLayout* row, std::initializer_list<const char*> names);
    QWidget* makeListPage(QTreeWidget* list, std::initializer_list<const char*> names);
    QWidget* makeHallsPage(QWidget* parent);

    GameClient& client_;
    QTabWidget* tabs_ = nullptr;
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
    QLineEdit* hallPassword_ = nullptr;
    QPushButton* rent_ = nullptr;
    QPushButton* setPassword_ = nullptr;
    QPushButton* abandon_ = nullptr;
    ShieldPage* shield_ = nullptr;
};

} // namespace blak::client
