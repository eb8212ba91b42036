// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/debugging/test_runner.h"

#include <QWidget>

class QLabel;
class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace blak::ui {
class EmptyLabel;
}

namespace blak::ui::debugging {

/// Tests in Blakod with how they went: the first failed one is chosen; Enter or a double click goes to the line.
class TestsPanel : public QWidget
{
    Q_OBJECT

public:
    explicit TestsPanel(TestRunner& runner, QWidget* parent = nullptr);

signals:
    void runWanted(const QString& filter); ///< empty = all
    void debugWanted(const QString& test);
    void chosen(const blak::ui::debugging::TestResult& result);

private:
    void take(const QVector<TestResult>& results, bool all);
    void showResult(QTreeWidgetItem& item, const TestResult& result);
    void showMenu(const QPoint& at);
    void count();

    TestRunner& runner_;
    QTreeWidget* tree_ = nullptr;
    QToolButton* run_ = nullptr;
    QToolButton* stop_ = nullptr;
    QLabel* sum_ = nullptr;
    EmptyLabel* empty_ = nullptr;
    QString why_; ///< the last run came to nothing; empty: it did not
    QMap<QString, TestResult> results_; ///< by name
};

} // namespace blak::ui::debugging
