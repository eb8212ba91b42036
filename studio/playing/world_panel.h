// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <nlohmann/json_fwd.hpp>

class QTimer;
class QTreeWidget;
class QTreeWidgetItem;

namespace blak::ui {
class EmptyLabel;
class SearchField;
} // namespace blak::ui

namespace blak::ui::playing {

class PlayController;

/// What there is in the running world: the things of the room one is in, the sessions, and whatever is searched for by class or number.
class WorldPanel : public QWidget
{
    Q_OBJECT

public:
    explicit WorldPanel(PlayController& controller, QWidget* parent = nullptr);

    QTreeWidget* tree() const { return tree_; }
    SearchField* search() const { return search_; }

private:
    void refresh();
    void showRoom();
    void showSessions(const nlohmann::json& sessions);
    void find(const QString& words);

    PlayController& controller_;
    SearchField* search_ = nullptr;
    QTreeWidget* tree_ = nullptr;
    EmptyLabel* empty_ = nullptr;
    QTreeWidgetItem *room_ = nullptr, *sessions_ = nullptr, *found_ = nullptr;
    QTimer* timer_ = nullptr;
};

} // namespace blak::ui::playing
