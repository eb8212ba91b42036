// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/shell/perspectives.h"

#include <QWidget>

class QButtonGroup;
class QHBoxLayout;
class QLabel;
class QMenuBar;
class QPushButton;

namespace blak::ui::shell {

/// The 34 px bar at the top: menus, perspective tabs in the middle of the window, the command box at the right.
class TopBar : public QWidget
{
    Q_OBJECT

public:
    explicit TopBar(QWidget* parent = nullptr);

    QMenuBar* menuBar() const { return menuBar_; }
    void addPerspective(Perspective perspective, const QString& text, const QString& iconName, const QString& toolTip);
    /// Welcome has no tab: then none is checked.
    void setPerspective(Perspective perspective);
    void setCommandKey(const QString& key);

signals:
    void perspectiveChosen(Perspective perspective);
    void commandsRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    void placeTabs();
    void setCommandWide(bool wide); ///< else only its sign

    QMenuBar* menuBar_ = nullptr;
    QWidget* tabs_ = nullptr;
    QHBoxLayout* tabRow_ = nullptr;
    QButtonGroup* group_ = nullptr;
    QPushButton* commandBox_ = nullptr;
    bool isCommandWide_ = true;
    QLabel* commandKey_ = nullptr;
};

} // namespace blak::ui::shell
