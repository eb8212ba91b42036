// SPDX-License-Identifier: GPL-3.0-or-later
// Frames and pictures dragged by the mouse as windows see it; the platform without windows hands no drags on.
#include "bgfeditor/bgfcore/png_file.h"
#include "tests/bgfeditor/sprite_frames.h"
#include "ui/theme.h"

#include <QApplication>
#include <QDrag>
#include <QDropEvent>
#include <QMimeData>
#include <QMouseEvent>
#include <QTimer>
#include <QWindow>

#include <functional>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::sprites;
using namespace blak::test;

namespace {

/// Stands for the window of another program: takes what is dropped, and gives a file to drag.
class Elsewhere : public QWidget
{
public:
    Elsewhere() { setAcceptDrops(true); }

    QImage image;
    QList<QUrl> files;
    QString gives;

protected:
    void dragEnterEvent(QDragEnterEvent* event) override { event->acceptProposedAction(); }
    void dropEvent(QDropEvent* event) override
    {
        image = qvariant_cast<QImage>(event->mimeData()->imageData());
        files = event->mimeData()->urls();
        event->acceptProposedAction();
    }
    void mouseMoveEvent(QMouseEvent* event) override
    {
        if ((event->buttons() & Qt::LeftButton) == 0 || gives.isEmpty())
            return;
        auto* carried = new QMimeData;
        carried->setUrls({QUrl::fromLocalFile(gives)});
        auto* drag = new QDrag(this);
        drag->setMimeData(carried);
        drag->exec(Qt::CopyAction);
    }
};

QWindow* windowOf(QWidget& widget) { return widget.window()->windowHandle(); }
QPoint inWindow(QWidget& widget, QPoint at) { return widget.mapTo(widget.window(), at); }

/// Press, some way, release. A drag waits for its end in a loop of its own, so the way goes on by a timer; `beside` is done in the middle.
void dragBetween(QWidget& from, QPoint start, QWidget& to, QPoint end, const std::function<void()>& beside = {})
{
    QTest::mousePress(windowOf(from), Qt::LeftButton, {}, inWindow(from, start));
    int step = 0;
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, [&] {
        ++step;
        if (step < 4)
            QTest::mouseMove(windowOf(to), inWindow(to, end) - QPoint(4 - step, 0));
        else if (step == 4) {
            QTest::mouseMove(windowOf(to), inWindow(to, end));
            if (beside)
                beside();
        } else {
            timer.stop();
            QTest::mouseRelease(windowOf(to), Qt::LeftButton, {}, inWindow(to, end));
        }
    });
    timer.start(10);
    const int far = QApplication::startDragDistance();
    QTest::mouseMove(windowOf(from), inWindow(from, start + QPoint(far, far)));
    QTest::mouseMove(windowOf(from), inWindow(from, start + QPoint(far + 4, far + 4)));
    QTRY_VERIFY(!timer.isActive());
}

} // namespace

class TestSpriteDragX : public QObject
{
    Q_OBJECT

    std::unique_ptr<FrameFolder> folder_;
    FramePage page_;

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void init()
    {
        folder_ = std::make_unique<FrameFolder>();
        page_ = folder_->open("one.bgf", 4, {0, 0});
    }

    void cleanup() { page_ = {}; }

    void aFrameIsDraggedToAnotherPlace()
    {
        const QRect last = page_.list->visualRect(page_.list->model()->index(3, 0));
        dragBetween(*page_.list->viewport(), page_.middleOf(0), *page_.list->viewport(), {last.right() - 4, last.center().y()});
        QCOMPARE(page_.colourOf(3), int(body));
        QCOMPARE(page_.colourOf(0), body + 1);
        QCOMPARE(page_.model().frame(), 3);
        QCOMPARE(page_.model().sprite().groups[0], (bgf::Group{3, 0, 1, 2})); // shows what it showed
        page_.view->undo();
        QCOMPARE(page_.colourOf(0), int(body));
        QVERIFY(!page_.view->isModified());
    }

    /// The picture at the pointer leaves the mark of where the frame would come in sight.
    void theMarkIsSeenWhileAFrameIsDragged()
    {
        QWidget& list = *page_.list->viewport();
        const QRect third = page_.list->visualRect(page_.list->model()->index(2, 0));
        QRect picture;
        int marked = 0, free = 0;
        const QPoint end(third.left() + 8, third.center().y());
        dragBetween(list, page_.middleOf(0), list, end, [&] {
            const auto* drag = page_.list->findChild<QDrag*>();
            QVERIFY(drag != nullptr && !drag->pixmap().isNull());
            picture = QRect(end - drag->hotSpot(), (QSizeF(drag->pixmap().size()) / drag->pixmap().devicePixelRatio()).toSize());
            const QImage seen = list.grab().toImage();
            for (int x = third.left() - 4; x <= third.left() + 4; ++x)
                for (int y = third.top(); y < third.bottom(); ++y)
                    if (seen.pixelColor(x, y) == theme().accent) {
                        ++marked;
                        free += !picture.contains(x, y);
                    }
        });
        QVERIFY2(marked > 100, qPrintable(QString::number(marked)));
        QCOMPARE(free, marked);
        QVERIFY(!picture.contains(end));
        QCOMPARE(page_.colourOf(1), int(body)); // and there it came
    }

    /// Where it was, and where nothing takes it, nothing happens.
    void aFrameThatIsLetGoWhereItWasStays()
    {
        dragBetween(*page_.list->viewport(), page_.middleOf(1), *page_.list->viewport(), page_.middleOf(1) + QPoint(3, 0));
        QVERIFY(!page_.view->isModified());
        QCOMPARE(page_.model().frameCount(), 4);
    }

    void aFrameIsDraggedToAnotherProgram()
    {
        Elsewhere other;
        other.setGeometry(400, 0, 200, 200);
        other.show();
        QVERIFY(QTest::qWaitForWindowExposed(&other));
        dragBetween(*page_.list->viewport(), page_.middleOf(2), other, {100, 100});
        QCOMPARE(other.image.size(), QSize(20, 30));
        QCOMPARE(other.files.size(), 1);
        const auto picture = bgfcore::readPng(other.files[0].toLocalFile().toStdString(), page_.model().palette());
        QVERIFY(picture);
        QCOMPARE(picture.value().indices, *page_.model().indices(2));
        QCOMPARE(page_.model().frameCount(), 4); // a copy went
        QVERIFY(!page_.view->isModified());
    }

    void aFrameIsDraggedToAnotherSprite()
    {
        const FramePage second = folder_->open("two.bgf", 1, {400, 0});
        dragBetween(*page_.list->viewport(), page_.middleOf(3), *second.list->viewport(), second.middleOf(0) + QPoint(2, 0));
        QCOMPARE(second.model().frameCount(), 2);
        QCOMPARE(second.colourOf(1), body + 3);
        QCOMPARE(page_.model().frameCount(), 4);
    }

    void aPictureIsDraggedInFromAnotherProgram()
    {
        Elsewhere other;
        other.setGeometry(400, 0, 200, 200);
        other.show();
        QVERIFY(QTest::qWaitForWindowExposed(&other));
        other.gives = folder_->path("given.png");
        QVERIFY(bgfcore::writePng(other.gives.toStdString(), {5, 7, std::vector<std::uint8_t>(35, 0x44), page_.model().palette()}, true));
        page_.model().setFrame(0);
        dragBetween(other, {100, 100}, *page_.list->viewport(), page_.middleOf(2));
        QCOMPARE(page_.model().frameCount(), 5);
        QCOMPARE(page_.model().bitmap(1)->width, 5); // behind the one that was shown
        QCOMPARE(page_.colourOf(1), 0x44);

        page_.view->setGeometry(0, 320, 700, 400);
        page_.view->show();
        QVERIFY(QTest::qWaitForWindowExposed(page_.view.get()));
        dragBetween(other, {100, 100}, *page_.view, {300, 200}); // onto the canvas
        QCOMPARE(page_.model().frameCount(), 6);
    }
};

QTEST_MAIN(TestSpriteDragX)
#include "tst_sprite_drag_x.moc"
