// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QWidget>
#include <nlohmann/json_fwd.hpp>

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
    qint64 object() const { return object_; }
    QTreeWidget* list() const { return list_; }
    QLabel* heading() const { return heading_; }
    QToolButton* writeButton() const { return write_; }

private:
    void refresh();
    void take(const nlohmann::json& object);
    void takeClass(const nlohmann::json& type);
    void showOwner(const nlohmann::json& properties);
    QTreeWidgetItem* row(int number, const QString& name, const nlohmann::json& value);
    void write(QTreeWidgetItem* item);
    void writeToSource();
    void clear();

    PlayController& controller_;
    EmptyLabel* empty_ = nullptr;
    QWidget* head_ = nullptr;
    QLabel *heading_ = nullptr, *kind_ = nullptr;
    QToolButton *code_ = nullptr, *back_ = nullptr, *write_ = nullptr;
    ObjectLeads* leads_ = nullptr;
    QTreeWidget* list_ = nullptr;
    QTimer* timer_ = nullptr;
    qint64 object_ = -1;
    QVector<qint64> before_; ///< where one came from
    QString class_, classFile_;
    int properties_ = 0;           ///< rows; those of class variables follow
    QHash<QString, bool> written_; ///< names of what was edited by hand; true: a class variable
    bool filling_ = false;
};

/// "18", "$", "OBJECT 640 Keeper", "\"text\"": a value of the control channel for people.
QString valueText(const nlohmann::json& value);
/// What somebody wrote as a value; null text = it is none. Numbers, $, yes and no, OBJECT 640.
bool valueFromText(const QString& text, nlohmann::json& value);

} // namespace blak::ui::playing
