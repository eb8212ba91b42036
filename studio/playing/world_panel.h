// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/playing/class_search.h"
#include "studio/playing/class_tree.h"

#include <QElapsedTimer>
#include <QHash>
#include <QSet>
#include <QVector>
#include <QWidget>
#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <memory>
#include <set>
#include <tuple>

class QTimer;
class QTreeWidget;
class QTreeWidgetItem;

namespace blak::ui {
class EmptyLabel;
class SearchField;
} // namespace blak::ui

namespace blak::ui::playing {

class ObjectLeads;
class PlayController;

/// What there is in the running world: the things of the room one is in, the sessions, the timers, all objects by their classes, and
/// whatever is searched for by class or number.
class WorldPanel : public QWidget
{
    Q_OBJECT

public:
    /// Rows of a part: the object, 0 = none; what it is; what stands beside.
    using Rows = QVector<std::tuple<qint64, QString, QString>>;

    explicit WorldPanel(PlayController& controller, QWidget* parent = nullptr);

    QTreeWidget* tree() const { return tree_; }
    SearchField* search() const { return search_; }

private:
    void refresh();
    void forgetObjects();
    void showRoom();
    void showSessions(const nlohmann::json& sessions);
    void renew();
    void forgetChosen();
    void choose();
    void find(const QString& words);
    void findObject(qint64 object, int asked);
    struct Found
    {
        QVector<ClassSearch::Part> parts; ///< not asked for yet
        qint64 left = 0;                  ///< objects of all parts that have no row
        Rows rows;
        QSet<qint64> objects; ///< that have one
    };
    void findNext(const std::shared_ptr<Found>& found, int asked, const QString& wanted);
    void showFound(Found& found, const QString& wanted);
    nlohmann::json nameProperty() const;
    QHash<qint64, QString> around() const;
    Rows objectRows(const nlohmann::json& answer) const;
    void showClasses();
    void showTimers();
    void expand(QTreeWidgetItem* item);
    void addClasses(QTreeWidgetItem* parent, const QVector<int>& ids);
    void ask(nlohmann::json request, std::function<void(const nlohmann::json&)> then);

    PlayController& controller_;
    SearchField* search_ = nullptr;
    QTreeWidget* tree_ = nullptr;
    EmptyLabel* empty_ = nullptr;
    QTreeWidgetItem *room_ = nullptr, *sessions_ = nullptr, *found_ = nullptr, *timers_ = nullptr, *objects_ = nullptr;
    ObjectLeads* leads_ = nullptr;
    ClassTree classes_; ///< as of when the objects were unfolded
    std::set<int> open_; ///< classes that are to be unfolded as soon as they are there
    qint64 chosen_ = 0, wanted_ = 0;       ///< the object that was chosen before numbers changed, and its number now; 0 = none
    QTreeWidgetItem* chosenIn_ = nullptr; ///< the part where its row was
    bool loads_ = false;                  ///< the world comes back from a state
    int finds_ = 0;  ///< answers to older searches are too late
    QTimer* timer_ = nullptr;
    QElapsedTimer roomKnown_; ///< since the client told its room last
};

} // namespace blak::ui::playing
