// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBasicTimer>
#include <QPointingDevice>
#include <QTabBar>

#include <functional>

namespace blak::ui::shell {

/// The tabs over the documents. They keep their places where QTabBar would begin anew, are dragged without a picture of the tab that
/// goes (that of QTabBar loses its words where the strip is scrolled), and the wheel moves the strip, not the document in front.
class DocumentTabs : public QTabBar
{
    Q_OBJECT

public:
    using QTabBar::QTabBar;

    /// QTabBar begins anew with another width or title, too; the tab in front stays where it is as far as it is seen whole there.
    void keepPlace(const std::function<void()>& change);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void timerEvent(QTimerEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    /// The title of the tab in front is bold: every tab has the width for that, so that none moves when another comes to the front or
    /// none is. To the pixel, measured as QTabBar measures: at the least difference it lays all of them out anew, scrolled to the
    /// beginning and from there just so far that the one in front is seen.
    QSize tabSizeHint(int index) const override;
    void tabRemoved(int index) override;

private:
    int shownWidth() const;
    void scrollBy(int pixels);
    void showWhole(int index);
    void dragTo(int x);
    void endDrag();

    const QPointingDevice fingers_{QStringLiteral("tabs"), 0, QInputDevice::DeviceType::TouchPad, QPointingDevice::PointerType::Finger, QInputDevice::Capability::PixelScroll, 1, 0};
    int dragged_ = -1;   ///< the tab that is held, -1: none
    bool drags_ = false; ///< it was moved far enough
    QPoint heldAt_;      ///< on the screen
    QBasicTimer atEdge_; ///< while a tab is held beyond an end of what is seen
};

} // namespace blak::ui::shell
