// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/debug_session.h"

#include <QWidget>

class QCheckBox;
class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace blak::ui {
class EmptyLabel;
}

namespace blak::ui::code {

/// All breakpoints: a tick takes one out for a while, Del for good, F2 or a double click sets its condition, Enter goes there; the
/// menu has the rest. Below: new ones on messages and properties, and errors.
class DebugBreakpoints : public QWidget
{
    Q_OBJECT

public:
    explicit DebugBreakpoints(DebugSession& session, QWidget* parent = nullptr);

signals:
    void chosen(const QString& path, int line);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();
    void commit(QTreeWidgetItem* item, int column);
    void goTo(QTreeWidgetItem* item);
    void edit(QTreeWidgetItem* item);
    void remove(QTreeWidgetItem* item);
    void addNew(const QString& key);
    void showMenu(const QPoint& at);
    void setErrors();
    QWidget* makeFoot();

    DebugSession& session_;
    QTreeWidget* tree_ = nullptr;
    QCheckBox* errors_ = nullptr;
    QCheckBox* debug_ = nullptr;
    QLineEdit* errorText_ = nullptr;
    EmptyLabel* empty_ = nullptr;
    bool filling_ = false;
};

} // namespace blak::ui::code
