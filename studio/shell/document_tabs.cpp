// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/document_tabs.h"

#include <QApplication>
#include <QCursor>
#include <QMouseEvent>
#include <QTimerEvent>
#include <QToolButton>
#include <QWheelEvent>

#include <algorithm>
#include <utility>

namespace blak::ui::shell {
namespace {

constexpr int edgePause = 150; // ms between two steps of a tab that is held beyond the end of the strip
constexpr int wheelShare = 2;  // eighths of a degree for a px: a notch is 60 px

} // namespace

void DocumentTabs::keepPlace(const std::function<void()>& change)
{
    if (held_) {
        change();
        return alignCross();
    }
    const int before = tabRect(currentIndex()).left();
    change();
    const QRect now = tabRect(currentIndex());
    int shift = std::min(before, shownWidth() - now.width()) - now.left();
    shift = std::max(shift, -now.left());
    if (count() > 0 && shift != 0)
        scrollBy(shift);
}

void DocumentTabs::closeByCross(int index, const std::function<void()>& close)
{
    const int arrows = width() - shownWidth();
    if (arrows == 0 || !rect().contains(mapFromGlobal(QCursor::pos()))) // none is scrolled, or no mouse did it
        return close();
    held_ = HeldCross{index, mapToGlobal(QPoint(crossOf(index), 0)).x(), arrows};
    close();
    alignCross();
}

/// px, its middle.
int DocumentTabs::crossOf(int index) const
{
    const QWidget* cross = tabButton(index, QTabBar::RightSide);
    return cross == nullptr ? tabRect(index).right() : cross->geometry().center().x();
}

void DocumentTabs::alignCross()
{
    if (!held_ || count() == 0 || !isVisible())
        return;
    const int tab = std::min(held_->tab, count() - 1);
    const int wanted = mapFromGlobal(QPoint(held_->x, 0)).x();
    scrollBy(wanted - crossOf(tab));
    if (const int missing = crossOf(tab) - wanted; missing > 0) // it would have to go farther: the strip ends where its tabs will
        setRoom(width() + room_ - (tabRect(count() - 1).right() + 1 - missing + held_->arrows));
}

void DocumentTabs::setRoom(int room)
{
    room_ = room;
    emit roomChanged(room);
}

void DocumentTabs::settle()
{
    const bool isHeld = std::exchange(held_, std::nullopt).has_value();
    if (room_ > 0) {
        const int before = tabRect(0).left();
        setRoom(0);
        scrollBy(before - tabRect(0).left());
    }
    if (isHeld)
        showWhole(currentIndex());
}

void DocumentTabs::hideEvent(QHideEvent* event)
{
    QTabBar::hideEvent(event);
    settle();
}

void DocumentTabs::resizeEvent(QResizeEvent* event)
{
    keepPlace([&] { QTabBar::resizeEvent(event); });
}

void DocumentTabs::mousePressEvent(QMouseEvent* event)
{
    held_.reset(); // one goes on with something else
    const int pressed = event->button() == Qt::LeftButton ? tabAt(event->position().toPoint()) : -1;
    QTabBar::mousePressEvent(event); // brings it to the front
    endDrag();
    dragged_ = pressed == currentIndex() ? pressed : -1;
    heldAt_ = event->globalPosition().toPoint();
}

void DocumentTabs::mouseMoveEvent(QMouseEvent* event)
{
    QTabBar::mouseMoveEvent(event);
    if (dragged_ < 0)
        return;
    if ((event->buttons() & Qt::LeftButton) == 0)
        return endDrag();
    drags_ = drags_ || (event->globalPosition().toPoint() - heldAt_).manhattanLength() >= QApplication::startDragDistance();
    if (drags_)
        dragTo(event->position().toPoint().x());
}

void DocumentTabs::mouseReleaseEvent(QMouseEvent* event)
{
    QTabBar::mouseReleaseEvent(event);
    endDrag();
}

void DocumentTabs::timerEvent(QTimerEvent* event)
{
    if (event->timerId() != atEdge_.timerId())
        return QTabBar::timerEvent(event);
    if ((QApplication::mouseButtons() & Qt::LeftButton) == 0) // let go of where nobody tells
        return endDrag();
    dragTo(mapFromGlobal(QCursor::pos()).x());
}

void DocumentTabs::wheelEvent(QWheelEvent* event)
{
    event->accept();
    held_.reset();
    const QPoint exact = event->pixelDelta(), turned = event->angleDelta();
    const QPoint by = exact.isNull() ? turned / wheelShare : exact;
    scrollBy(std::abs(by.x()) > std::abs(by.y()) ? by.x() : by.y());
}

QSize DocumentTabs::tabSizeHint(int index) const
{
    QSize size = QTabBar::tabSizeHint(index);
    if (index == currentIndex() && !property("aside").toBool())
        return size; // QTabBar has measured it so
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    const QFontMetrics front(bold);
    const auto widthIn = [&](const QFontMetrics& metrics) { return metrics.size(Qt::TextShowMnemonic, tabText(index)).width(); };
    size.rwidth() += widthIn(QFontMetrics(front)) - widthIn(fontMetrics());
    return size;
}

void DocumentTabs::tabInserted(int index)
{
    QTabBar::tabInserted(index);
    held_.reset();
}

void DocumentTabs::tabRemoved(int index)
{
    QTabBar::tabRemoved(index);
    if (held_ && index < held_->tab)
        --held_->tab;
    endDrag(); // it may be the one that is held, or stand at another place
}

/// Px that the arrows at the end leave to the tabs.
int DocumentTabs::shownWidth() const
{
    int right = width();
    for (const QToolButton* arrow : findChildren<QToolButton*>(QString(), Qt::FindDirectChildrenOnly))
        if (!arrow->isHidden() && arrow->objectName().startsWith(QLatin1String("Scroll")))
            right = std::min(right, arrow->x());
    return right;
}

/// To the right by so many px, as fingers on a touch pad do: QTabBar has no other way to be told.
void DocumentTabs::scrollBy(int pixels)
{
    if (count() == 0 || pixels == 0)
        return;
    const QPointF middle(rect().center());
    QWheelEvent event(middle, mapToGlobal(middle), {pixels, 0}, {pixels, 0}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false, Qt::MouseEventSynthesizedByApplication, &fingers_);
    const int before = tabRect(0).left();
    QTabBar::wheelEvent(&event);
    const int moved = tabRect(0).left() - before;
    for (int tab = 0; tab < count(); ++tab) // which Qt leaves where they were
        if (QWidget* closing = tabButton(tab, QTabBar::RightSide))
            closing->move(closing->x() + moved, closing->y());
}

void DocumentTabs::showWhole(int index)
{
    const QRect now = tabRect(index);
    scrollBy(now.left() < 0 ? -now.left() : std::min(0, shownWidth() - now.right() - 1));
}

/// The tab that is held goes past its neighbour as soon as it would still be below the mouse there.
void DocumentTabs::dragTo(int x)
{
    const bool isBefore = x < 0, isBehind = x >= shownWidth();
    const auto goal = [this, x] {
        const QRect own = tabRect(dragged_);
        if (dragged_ > 0 && x < own.left() && x < tabRect(dragged_ - 1).left() + own.width())
            return dragged_ - 1;
        if (dragged_ + 1 < count() && x > own.right() && x > tabRect(dragged_ + 1).right() - own.width())
            return dragged_ + 1;
        return dragged_;
    };
    for (int next = goal(); next != dragged_; next = isBefore || isBehind ? dragged_ : goal()) { // what is behind an end is not seen: one at a time
        moveTab(dragged_, next);
        dragged_ = next;
    }
    showWhole(dragged_);
    if ((isBefore && dragged_ > 0) || (isBehind && dragged_ + 1 < count())) {
        if (!atEdge_.isActive())
            atEdge_.start(edgePause, this);
    } else {
        atEdge_.stop();
    }
}

void DocumentTabs::endDrag()
{
    atEdge_.stop();
    dragged_ = -1;
    drags_ = false;
}

} // namespace blak::ui::shell
