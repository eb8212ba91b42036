// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/debug_session.h"

#include <QTreeWidget>

class QCheckBox;

namespace blak::ui {
class EmptyLabel;
}

namespace blak::ui::code {

/// Who called whom, innermost first. A click looks at the frame.
class DebugStack : public QTreeWidget
{
    Q_OBJECT

public:
    explicit DebugStack(DebugSession& session, QWidget* parent = nullptr);

signals:
    void chosen(const QString& path, int line);

private:
    void refresh();

    DebugSession& session_;
};

/// All breakpoints: a tick takes one out for a while, Del for good, F2 or a double click sets its condition, Enter goes there.
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

    DebugSession& session_;
    QTreeWidget* tree_ = nullptr;
    QCheckBox* errors_ = nullptr;
    EmptyLabel* empty_ = nullptr;
    bool filling_ = false;
};

} // namespace blak::ui::code
