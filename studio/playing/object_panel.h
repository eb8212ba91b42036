// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/playing/live_object.h"

#include <QVector>
#include <QWidget>

class QLabel;
class QTimer;
class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace blak::ui {
class EmptyLabel;
}

namespace blak::ui::playing {

class ObjectLeads;
class PlayController;

/// An object of the running world: its class, its properties and the variables of its class, which can be edited while it lives. Values
/// that are objects lead on; what was edited can become the default of the class, in its source. Kept up to date as long as it is
/// seen.
class ObjectPanel : public QWidget
{
    Q_OBJECT

public:
    explicit ObjectPanel(PlayController& controller, QWidget* parent = nullptr);

    void show(qint64 object);
    qint64 object() const { return live_.object(); }
    QTreeWidget* list() const { return list_; }
    QLabel* heading() const { return heading_; }
    QToolButton* writeButton() const { return write_; }

private:
    void look(qint64 object);
    void rename(qint64 object, qint64 now);
    void refresh();
    void take(const nlohmann::json& object);
    void showOwner();
    void showRows();
    void showRow(int number, const LiveProperty& property);
    void write(QTreeWidgetItem* item);
    void writeToSource();
    void refuse(const QString& why);
    void clear();

    PlayController& controller_;
    EmptyLabel* empty_ = nullptr;
    QWidget* head_ = nullptr;
    QLabel *heading_ = nullptr, *kind_ = nullptr;
    QToolButton *code_ = nullptr, *back_ = nullptr, *write_ = nullptr;
    ObjectLeads* leads_ = nullptr;
    QTreeWidget* list_ = nullptr;
    QTimer* timer_ = nullptr;
    LiveObject live_;
    QVector<qint64> before_; ///< where one came from
    bool filling_ = false;
};

} // namespace blak::ui::playing
