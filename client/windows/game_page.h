// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/play/key_table.h"
#include "client/session/explored.h"

#include <QWidget>

class QSplitter;

namespace blak::ui {
class StatusStrip;
}

namespace blak::client {

class AdminCard;
class ChatPanel;
class ContentsCard;
class GameClient;
class GuildCard;
class HelpCard;
class LookCard;
class MailCard;
class MapCard;
class NewsCard;
class PasswordCard;
class PlayView;
class QuestsCard;
class SettingsCard;
class SidePanel;
class StatBars;
class TradeCard;
class WaresCard;

/// The game: the world with chat and bars over it, the panel at the right, cards where the server has something to show.
class GamePage : public QWidget
{
    Q_OBJECT

public:
    explicit GamePage(GameClient& client, QWidget* parent = nullptr);

    PlayView* view() const { return view_; }
    ChatPanel* chat() const { return chat_; }
    SidePanel* side() const { return side_; }
    StatBars* bars() const { return bars_; }
    LookCard* lookCard() const { return look_; }
    WaresCard* waresCard() const { return wares_; }
    TradeCard* tradeCard() const { return trade_; }
    ContentsCard* contentsCard() const { return contents_; }
    MailCard* mailCard() const { return mail_; }
    GuildCard* guildCard() const { return guild_; }
    SettingsCard* settingsCard() const { return settings_; }

    /// What a typed line says; also for scripts.
    void runLine(const QString& line);
    void act(PlayAction action);
    /// Another game begins: nothing of the old one stays.
    void clear();
    MapCard* mapCard() const { return map_; }
    /// Where what one has seen of the rooms is kept; before the first game.
    void keepMapIn(const std::filesystem::path& file);
    void refresh(quint32 topics);

signals:
    void leaveWanted();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeBar(class QVBoxLayout* column);
    void placeOverlays();
    void showStatus();
    void openWindow(const QString& name);
    void useThing(quint32 id);
    void showThingMenu(quint32 id, QPoint place);
    void showObjectMenu(quint32 id, QPoint place);
    void cast(quint32 id, bool skill, int targets);
    void answerChoice(quint32 id);

    GameClient& client_;
    QSplitter* splitter_ = nullptr;
    PlayView* view_ = nullptr;
    ChatPanel* chat_ = nullptr;
    StatBars* bars_ = nullptr;
    SidePanel* side_ = nullptr;
    ui::StatusStrip* status_ = nullptr;
    LookCard* look_ = nullptr;
    WaresCard* wares_ = nullptr;
    ContentsCard* contents_ = nullptr;
    TradeCard* trade_ = nullptr;
    QuestsCard* quests_ = nullptr;
    MailCard* mail_ = nullptr;
    NewsCard* news_ = nullptr;
    GuildCard* guild_ = nullptr;
    AdminCard* admin_ = nullptr;
    PasswordCard* password_ = nullptr;
    MapCard* map_ = nullptr;
    HelpCard* help_ = nullptr;
    SettingsCard* settings_ = nullptr;
    session::Explored explored_;
    quint64 exploredRoom_ = 0;
    bool resting_ = false;
    // What waits for a choice in the world.
    enum class Choice : std::uint8_t { None, Cast, Perform, Apply };
    Choice choice_ = Choice::None;
    quint32 chooser_ = 0;
};

} // namespace blak::client
