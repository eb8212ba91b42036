// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/dock_return.h"

#include "studio/shell/dock.h"

#include <QApplication>
#include <QEvent>
#include <QMainWindow>
#include <QTimer>

namespace blak::ui::shell {

DockReturn::DockReturn(QMainWindow& window) : QObject(&window), window_(window)
{
    connect(qApp, &QApplication::focusChanged, this, [this](const QWidget*, QWidget* now) { noteFocus(now); });
}

void DockReturn::watch(Dock* dock) { dock->installEventFilter(this); }

Dock* DockReturn::dockOf(QWidget* widget) const
{
    for (QWidget* one = widget; one != nullptr; one = one->parentWidget())
        if (auto* dock = qobject_cast<Dock*>(one); dock != nullptr && dock->parentWidget() == &window_)
            return dock;
    return nullptr;
}

void DockReturn::noteFocus(QWidget* now)
{
    if (now == nullptr)
        return;
    Dock* dock = dockOf(now);
    const bool isInDocument = window_.centralWidget() != nullptr && window_.centralWidget()->isAncestorOf(now);
    if (dock == nullptr && !isInDocument)
        return;
    if (dock != nullptr && last_ && dockOf(last_) != dock)
        from_[dock] = last_;
    last_ = now;
}

QVector<Dock*> DockReturn::seen() const
{
    QVector<Dock*> all = window_.findChildren<Dock*>(QString(), Qt::FindDirectChildrenOnly);
    all.removeIf([](const Dock* dock) { return !dock->isVisible() || dock->visibleRegion().isEmpty(); });
    return all;
}

void DockReturn::noteFront(Dock* dock, const QVector<Dock*>& seenBefore)
{
    if (seenBefore.contains(dock))
        return;
    front_.remove(dock);
    const auto tabs = window_.tabifiedDockWidgets(dock); // known for docks that are shown only
    for (Dock* other : seenBefore)
        if (tabs.contains(other))
            front_[dock] = other;
}

bool DockReturn::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Close)
        goBack(static_cast<Dock*>(watched));
    return QObject::eventFilter(watched, event);
}

/// Before it goes: Qt would give the keyboard to whatever comes next in the window.
void DockReturn::goBack(Dock* dock)
{
    Dock* front = front_.take(dock);
    if (front != nullptr && !front->isHidden() && !dock->visibleRegion().isEmpty() && window_.tabifiedDockWidgets(dock).contains(front))
        QTimer::singleShot(0, front, &QWidget::raise);
    QWidget* focused = QApplication::focusWidget();
    if (focused == nullptr || dockOf(focused) != dock)
        return;
    if (QWidget* from = from_.value(dock); from != nullptr && from->isVisible() && from->isEnabled())
        from->setFocus(Qt::OtherFocusReason);
    else
        emit nowhere();
}

} // namespace blak::ui::shell
