// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/session/game.h"
#include "client/windows/card.h"

class QLabel;
class QLineEdit;
class QListWidget;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;
class QTextBrowser;

// The windows of the game, each a card over the world. refresh() shows what the game knows; a card opens itself where the server
// has something new for it.
namespace blak::client {

class GameClient;
class ThingList;

/// What was looked at; one's own description can be changed here.
class LookCard : public Card
{
    Q_OBJECT

public:
    LookCard(GameClient& client, QWidget* parent);
    void refresh();

private:
    GameClient& client_;
    QLabel* picture_ = nullptr;
    QLabel* name_ = nullptr;
    QTextBrowser* text_ = nullptr;
    QPlainTextEdit* edit_ = nullptr;
    QLineEdit* address_ = nullptr;
    QPushButton* save_ = nullptr;
    quint64 shown_ = 0;
};

/// A shop, or what a keeper has of oneself.
class WaresCard : public Card
{
    Q_OBJECT

public:
    WaresCard(GameClient& client, QWidget* parent);
    void refresh();
    ThingList* list() const { return list_; }
    QPushButton* buy() const { return buy_; }

private:
    GameClient& client_;
    ThingList* list_ = nullptr;
    QLabel* total_ = nullptr;
    QSpinBox* amount_ = nullptr;
    QPushButton* buy_ = nullptr;
};

class ContentsCard : public Card
{
    Q_OBJECT

public:
    ContentsCard(GameClient& client, QWidget* parent);
    void refresh();

signals:
    void thingGiven(quint32 thing, quint32 container); ///< what one carries was dragged here

protected:
    bool takesThings() const override;
    void takeThing(quint32 id) override;

private:
    GameClient& client_;
    ThingList* list_ = nullptr;
};

/// Two heaps on a table: what one gives and what one gets.
class TradeCard : public Card
{
    Q_OBJECT

public:
    TradeCard(GameClient& client, QWidget* parent);
    void refresh();
    /// Asks somebody for a trade: choose the things first.
    void begin(const wire::GameObject& partner);

protected:
    bool takesThings() const override;
    void takeThing(quint32 id) override;

private:
    void offer();

    GameClient& client_;
    QLabel* state_ = nullptr;
    ThingList* own_ = nullptr;
    ThingList* others_ = nullptr;
    QPushButton* offer_ = nullptr;
    QPushButton* accept_ = nullptr;
    wire::GameObject partner_;
    bool choosing_ = false;
};

class QuestsCard : public Card
{
    Q_OBJECT

public:
    QuestsCard(GameClient& client, QWidget* parent);
    void refresh();

private:
    GameClient& client_;
    QListWidget* list_ = nullptr;
    QTextBrowser* text_ = nullptr;
};

class PasswordCard : public Card
{
    Q_OBJECT

public:
    PasswordCard(GameClient& client, QWidget* parent);
    void refresh();

private:
    GameClient& client_;
    QLineEdit* old_ = nullptr;
    QLineEdit* new_ = nullptr;
    QLineEdit* again_ = nullptr;
    QLabel* state_ = nullptr;
};

} // namespace blak::client
