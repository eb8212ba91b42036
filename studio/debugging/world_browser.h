// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/debug_session.h"
#include "studio/debugging/debug_host.h"

#include <QWidget>

#include <functional>
#include <nlohmann/json.hpp>

class QComboBox;
class QLabel;
class QLineEdit;
class QSpinBox;
class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace blak::ui {
class EmptyLabel;
}

namespace blak::ui::debugging {

/// The world that is debugged, while it runs or stands: objects by class or number, with their values, who refers to them, their
/// owners and how they were a while ago; timers, posted messages that wait, sessions, accounts.
class WorldBrowser : public QWidget
{
    Q_OBJECT

public:
    enum class View { Objects, Timers, Posts, Sessions, Accounts };

    WorldBrowser(DebugHost host, code::DebugSession& session, QWidget* parent = nullptr);

    void showView(View view);
    /// Its values and what belongs to it; it is remembered, to go back to.
    void openObject(qint64 object);
    qint64 object() const { return object_; }

private:
    using Json = nlohmann::json;
    void ask(Json request, std::function<void(const Json&)> then);
    void stateChanged();
    void refresh();
    void search();
    void listClasses();
    void listInstances(const QString& className);
    void listTimers(const Json& rows, bool posts);
    void listSessions(const Json& rows);
    void listAccounts(const Json& rows);
    void addOrigin(QTreeWidgetItem* item, const Json& row);
    void setColumns(const QStringList& titles);
    void activated(QTreeWidgetItem* item);
    void fill(QTreeWidgetItem* item);
    void fillValues(const Json& rows);
    QTreeWidgetItem* addObject(QTreeWidgetItem* parent, const Json& row, const QString& how = {});
    void compare();
    void back();
    void goToSource(const QString& className);

    DebugHost host_;
    code::DebugSession& session_;
    QComboBox* view_ = nullptr;
    QLineEdit* field_ = nullptr;
    QToolButton* refresh_ = nullptr;
    QToolButton* back_ = nullptr;
    QToolButton* source_ = nullptr;
    QToolButton* compare_ = nullptr;
    QSpinBox* seconds_ = nullptr;
    QLabel* title_ = nullptr;
    QTreeWidget* rows_ = nullptr;
    QTreeWidget* values_ = nullptr;
    QWidget* details_ = nullptr;
    EmptyLabel* empty_ = nullptr;
    QVector<qint64> before_; ///< objects that were shown
    qint64 object_ = -1;
    QString className_;
    quint64 asked_ = 0, askedObject_ = 0; ///< late answers are for something else
};

} // namespace blak::ui::debugging
