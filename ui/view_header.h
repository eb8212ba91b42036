// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAction;
class QHBoxLayout;
class QLabel;
class QToolButton;

namespace blak::ui {

/// The 26 px line over a view: its name, what it shows, and at the right its switches ("Top view  Sector mode ... 80 % fit").
class ViewHeader : public QWidget
{
    Q_OBJECT

public:
    explicit ViewHeader(const QString& title, QWidget* parent = nullptr);

    void setTitle(const QString& title);
    void setDetail(const QString& detail);

    /// Both stand at the right, in the order they are added.
    QToolButton* addButton(const QString& iconName, const QString& toolTip, bool checkable = false);
    QToolButton* addAction(QAction* action);
    /// An arrow up or down: to what comes before, to what comes next.
    QToolButton* addArrow(Qt::ArrowType arrow, const QString& toolTip);
    void addWidget(QWidget* widget);

private:
    QHBoxLayout* row_ = nullptr;
    QLabel* title_ = nullptr;
    QLabel* detail_ = nullptr;
};

} // namespace blak::ui
