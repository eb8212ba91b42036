// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/play/auto_player.h"

#include <QMainWindow>

#include <map>
#include <nlohmann/json.hpp>

class QLabel;
class QSettings;
class QPushButton;
class QStackedWidget;
class QTextBrowser;
class QTimer;

namespace blak::client {

class GamePage;
class LedFrame;
class LedWatch;
class SoundStage;

/// The client as another program leads it, line by line (docs/client.md, "Led by another program"): that program says where to go and as
/// whom, exchanges rooms, pictures, texts and sounds while one plays, and is told where the character stands and what was clicked. Nobody
/// is asked for anything.
class LedWindow : public QMainWindow
{
    Q_OBJECT

public:
    explicit LedWindow(QWidget* parent = nullptr);
    ~LedWindow() override;

    /// A line of whoever leads. One that asks for what there is not is left out.
    void take(const nlohmann::json& line);
    /// Keys, volumes and the like are those of the client as people start it, and are kept there. They outlive this.
    void keepSettings(QSettings& settings);
    GameClient& client() { return *client_; }

signals:
    void told(const nlohmann::json& line);

protected:
    void closeEvent(QCloseEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void enter(const nlohmann::json& line);
    void say(const QString& text, const QString& button);
    void exchangeRoom(const nlohmann::json& line);
    void exchangeSprite(const nlohmann::json& line);
    void exchangePalette(const std::filesystem::path& file);
    void setGhost(const std::string& ghost);
    void save();
    bool takeWatch(const std::string& what, const nlohmann::json& line);
    bool takeFrame(const std::string& what, const nlohmann::json& line);
    void tell(const char* event, nlohmann::json line = nlohmann::json::object());
    void tellPlace();
    void tellThings();
    nlohmann::json place() const;

    GameClient* client_ = nullptr;
    AutoPlayer* player_ = nullptr;
    QStackedWidget* pages_ = nullptr;
    QWidget* noticePage_ = nullptr;
    QLabel* notice_ = nullptr;
    QPushButton* again_ = nullptr;
    GamePage* game_ = nullptr;
    SoundStage* sounds_ = nullptr;
    LedFrame* frame_ = nullptr;
    LedWatch* watch_ = nullptr;
    QTextBrowser* said_ = nullptr;
    QSettings* settings_ = nullptr;
    QString keptKeys_, keptPeople_; ///< as they were kept last
    QTimer *steps_ = nullptr, *looks_ = nullptr;
    WorldFiles files_;
    std::map<std::string, std::vector<std::byte>> sprites_; ///< not those of the files, by name
    nlohmann::json place_, things_; ///< as they were told last
    int turn_ = 0; ///< of whoever leads: which of its wishes to be in or out is followed
    bool leads_ = false; ///< the connection ends because it was wanted
};

} // namespace blak::client
