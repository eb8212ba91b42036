// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/play/key_table.h"
#include "client/session/explored.h"

#include <QPointer>
#include <QWidget>

#include <vector>

class QAction;
class QPushButton;
class QSplitter;
class QToolBar;
class QVBoxLayout;

namespace blak::ui {
class StatusStrip;
}

namespace blak::client {

class ChatPanel;
class ContentsCard;
class GameClient;
class HelpCard;
class LookCard;
class MapCard;
class ModuleHost;
class PasswordCard;
class PlayView;
class QuestsCard;
class SettingsCard;
class TradeCard;
class WaresCard;

/// The game: the world with the chat over it, cards where the server has something to show; the rest is what modules bring.
class GamePage : public QWidget
{
    Q_OBJECT

public:
    explicit GamePage(GameClient& client, QWidget* parent = nullptr);
    ~GamePage() override;

    PlayView* view() const { return view_; }
    ChatPanel* chat() const { return chat_; }
    ModuleHost* modules() const { return modules_; }
    LookCard* lookCard() const { return look_; }
    WaresCard* waresCard() const { return wares_; }
    TradeCard* tradeCard() const { return trade_; }
    QuestsCard* questsCard() const { return quests_; }
    ContentsCard* contentsCard() const { return contents_; }
    SettingsCard* settingsCard() const { return settings_; }

    /// What a typed line says; also for scripts. While the server asks to wait, what is for it is kept and said when it goes on.
    void runLine(const QString& line);
    void act(PlayAction action);
    /// An action by the name it has in scripts; false when the client has none of that name.
    bool actByName(const QString& name);
    /// A window by its name; false when nobody has one.
    bool openWindow(const QString& name);
    // For modules: where their widgets go. They belong to the module all the same.
    void showSidePanel(QWidget* panel);
    void showOverlay(QWidget* overlay);
    void placeOverlays();
    /// Another game begins: nothing of the old one stays.
    void clear();
    MapCard* mapCard() const { return map_; }
    /// Where what one has seen of the rooms is kept; before the first game.
    void keepMapIn(const std::filesystem::path& file);
    void refresh(quint32 topics);

signals:
    void leaveWanted();
    void companionsChanged(); ///< buddies, groups, aliases, who is not heard
    void nextPartWanted(int step); ///< of the window; 1 = the one that comes next
    void filesWanted(); ///< the server's files once more from the beginning

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeBar(QVBoxLayout* column);
    void showTools();
    void toggleMap();
    void openHelp();
    bool closesCard(const QKeyEvent& event);
    /// What a key or a menu wants now: while the server asks to wait it is neither done nor kept, and the answer is false.
    bool runAtOnce(const QString& line);
    bool carryOut(const QString& line);
    void keep(const QString& line);
    void showStatus();
    void offerFiles();
    void showObjectMenu(quint32 id, QPoint place);

    GameClient& client_;
    QSplitter* splitter_ = nullptr;
    PlayView* view_ = nullptr;
    ChatPanel* chat_ = nullptr;
    std::vector<QPointer<QWidget>> overlays_, panels_;
    QToolBar* bar_ = nullptr;
    QAction* toolsEnd_ = nullptr; ///< tools of modules stand before it
    QAction* menu_ = nullptr;
    std::vector<QAction*> tools_;
    ui::StatusStrip* status_ = nullptr;
    QPushButton* fetch_ = nullptr; ///< where a room is not the server's
    LookCard* look_ = nullptr;
    WaresCard* wares_ = nullptr;
    ContentsCard* contents_ = nullptr;
    TradeCard* trade_ = nullptr;
    QuestsCard* quests_ = nullptr;
    PasswordCard* password_ = nullptr;
    MapCard* map_ = nullptr;
    HelpCard* help_ = nullptr;
    SettingsCard* settings_ = nullptr;
    session::Explored explored_;
    quint64 exploredRoom_ = 0;
    bool resting_ = false;
    std::vector<QString> kept_; ///< lines typed while the server asked to wait
    ModuleHost* modules_ = nullptr;
};

} // namespace blak::client
