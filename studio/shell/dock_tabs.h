// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>

class QMainWindow;
class QPoint;
class QTabBar;

namespace blak::ui::shell {

class Dock;

/// What a dock without a title, one of several tabs, has in place of the buttons there: a menu on its tab to float and to close it, and
/// a double click that floats it. A click gives the keyboard to what one types into (Dock::isForTyping). Knows, too, which dock was used last, for commands that do the same.
class DockTabs : public QObject
{
    Q_OBJECT

public:
    explicit DockTabs(QMainWindow& window);

    void watch(QTabBar* bar);
    /// The dock of a tab; null: of something else.
    Dock* dockAt(const QTabBar& bar, int tab) const;
    /// The one that has the keyboard, or had it before a menu or the palette; null: a document has it, or the dock is not seen.
    Dock* used() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void noteFocus(QWidget* now);
    void offer(Dock* dock, const QPoint& at);

    QMainWindow& window_;
    QPointer<Dock> used_;
};

} // namespace blak::ui::shell
