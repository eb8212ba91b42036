// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/debug_session.h"

#include <QTreeWidget>

class QLineEdit;

namespace blak::ui::code {

/// Rows of names and values that open by being asked for, a page at a time.
class ValueTree : public QTreeWidget
{
    Q_OBJECT

public:
    ValueTree(DebugSession& session, const QString& name, QWidget* parent = nullptr);

protected:
    QTreeWidgetItem* makeRow(const dap::Variable& variable, std::int64_t parent);
    void fill(QTreeWidgetItem* parent, std::int64_t reference, std::int64_t start, std::int64_t all);
    void setEmptySentence(const QString& sentence); ///< stands where no row does
    bool event(QEvent* event) override; ///< F2 changes a value here, whatever it is elsewhere
    void paintEvent(QPaintEvent* event) override;
    void updateGeometries() override;

    DebugSession& session_;
    quint64 generation_ = 0; ///< of the stop that the rows are of: late answers are for another one

private:
    void open(QTreeWidgetItem* item);

    QString emptySentence_;
    bool sharing_ = false; ///< columns get their widths
};

/// The variables of the frame that is looked at: parameters, locals, properties, class variables. F2 or a double click changes one.
class DebugVariables : public ValueTree
{
    Q_OBJECT

public:
    explicit DebugVariables(DebugSession& session, QWidget* parent = nullptr);

private:
    void refresh();
    void commit(QTreeWidgetItem* item, int column);

    bool filling_ = false;
};

/// Expressions, evaluated at every stop. Del takes one away; the field below adds one.
class DebugWatches : public QWidget
{
    Q_OBJECT

public:
    explicit DebugWatches(DebugSession& session, QWidget* parent = nullptr);

    QLineEdit& field() { return *field_; } ///< what one wants to watch is typed there

private:
    class Tree;
    Tree* tree_ = nullptr;
    QLineEdit* field_ = nullptr;
};

} // namespace blak::ui::code
