// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMap>
#include <QObject>
#include <QPointer>
#include <QVector>

class QMainWindow;
class QWidget;

namespace blak::ui::shell {

class Dock;

/// What was before a dock came: where the keyboard was, and which tab was in front of its place. When somebody closes the dock, both are
/// as they were.
class DockReturn : public QObject
{
    Q_OBJECT

public:
    explicit DockReturn(QMainWindow& window);

    void watch(Dock* dock);
    /// The dock has come to the front of the tabs of its place; these were seen before.
    void noteFront(Dock* dock, const QVector<Dock*>& seenBefore);
    /// Docks of the window that are seen.
    QVector<Dock*> seen() const;

signals:
    /// A dock with the keyboard is closed, and where it came from is gone.
    void nowhere();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void noteFocus(QWidget* now);
    Dock* dockOf(QWidget* widget) const;
    void goBack(Dock* dock);

    QMainWindow& window_;
    QPointer<QWidget> last_; ///< had the keyboard, in a dock or a document; menus and bars do not count
    QMap<const Dock*, QPointer<QWidget>> from_;
    QMap<const Dock*, QPointer<Dock>> front_;
};

} // namespace blak::ui::shell
