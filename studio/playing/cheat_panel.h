// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QScrollArea>
#include <nlohmann/json.hpp>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QSlider;
class QStandardItemModel;
class QToolButton;

namespace blak::ui {
class FindBox;
class MatchCompleter;
}

namespace blak::ui::playing {

class PlayController;

/// What a tester wants of a world that players must not: another room, another hour, a thing, a skill, no walls.
class CheatPanel : public QScrollArea
{
    Q_OBJECT

public:
    explicit CheatPanel(PlayController& controller, QWidget* parent = nullptr);
    FindBox* rooms() const { return rooms_; }
    QSlider* hour() const { return hour_; }
    QLineEdit* thing() const { return thing_; }
    QComboBox* skills() const { return skills_; }

private:
    void refresh();
    void listRooms();
    void listThings();
    void go();
    void setHour();
    void give();
    /// The class that somebody means by a row of the list, its class, its name or a part of them; empty: none.
    QString heldClass(const QString& typed) const;
    void refuse(const QString& why, const std::vector<std::string>& instead);
    void listSkills();
    void teach();
    using Values = std::map<std::string, nlohmann::json>;
    using Done = std::function<void(bool good)>;
    void cheat(const char* name, Values values, Done done = {});
    void run(const nlohmann::json& requests, Values values, Done done = {});

    PlayController& controller_;
    FindBox* rooms_ = nullptr;
    QSlider* hour_ = nullptr;
    QLabel* hourText_ = nullptr;
    QLineEdit* thing_ = nullptr;
    QStandardItemModel* things_ = nullptr; ///< what can be held, as players call it with its class, which is also the data
    MatchCompleter* thingMatches_ = nullptr;
    QHash<QString, QString> classes_;    ///< all there are, by small name; none until they are known
    QComboBox* skills_ = nullptr;
    QToolButton *fly_ = nullptr, *through_ = nullptr;
    bool listed_ = false;          ///< rooms, things and skills were asked for
    std::optional<int> hourAsked_; ///< the hour a request is on its way for
    bool hourWaits_ = false;       ///< another hour was chosen meanwhile
};

} // namespace blak::ui::playing
