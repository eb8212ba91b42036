// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBasicTimer>
#include <QPointingDevice>
#include <QTabBar>

#include <functional>
#include <optional>

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

    /// The tab below the mouse goes, if it does, by its cross. Where the strip scrolls, the cross of the next one stands there then, for the
    /// next click, as far as there are tabs to come from; behind the last one room may be left empty until settle().
    void closeByCross(int index, const std::function<void()>& close);
    /// The mouse left the strip: no room is left empty, and the tab in front is seen.
    void settle();

signals:
    /// So many px of the strip are to be left empty behind the last tab.
    void roomChanged(int room);

protected:
    void hideEvent(QHideEvent* event) override;
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
    void tabInserted(int index) override;
    void tabRemoved(int index) override;

private:
    /// Where the cross of a tab is to stand.
    struct HeldCross
    {
        int tab = 0; ///< the one that goes, then the next
        int x = 0; ///< on the screen
        int arrows = 0; ///< px that the arrows at the end take
    };

    int shownWidth() const;
    int crossOf(int index) const;
    void alignCross();
    void setRoom(int room);
    void scrollBy(int pixels);
    void showWhole(int index);
    void dragTo(int x);
    void endDrag();

    const QPointingDevice fingers_{QStringLiteral("tabs"), 0, QInputDevice::DeviceType::TouchPad, QPointingDevice::PointerType::Finger, QInputDevice::Capability::PixelScroll, 1, 0};
    int dragged_ = -1;   ///< the tab that is held, -1: none
    bool drags_ = false; ///< it was moved far enough
    QPoint heldAt_;      ///< on the screen
    std::optional<HeldCross> held_;
    int room_ = 0; ///< px, as roomChanged() told
    QBasicTimer atEdge_; ///< while a tab is held beyond an end of what is seen
};

} // namespace blak::ui::shell
