// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame_painter.h"

#include <QImage>
#include <QPaintEvent>
#include <QPainter>
#include <QScreen>
#include <QTest>
#include <QWidget>

using namespace blak;
using namespace blak::ui;

namespace {

std::uint32_t patternAt(int x, int y, int phase)
{
    return 0xFF000000u | static_cast<std::uint32_t>((x * 5 + phase) & 255) << 16 |
           static_cast<std::uint32_t>((y * 3) & 255) << 8 | static_cast<std::uint32_t>((x ^ y) & 255);
}

FramePainter::Draw pattern(int phase)
{
    return [phase](render::Frame& frame, const render::Rgb32Rows& rows) {
        for (int y = 0; y < frame.height(); ++y)
            for (int x = 0; x < frame.width(); ++x)
                rows.pixels[y * rows.stride + x] = patternAt(x, y, phase);
    };
}

bool showsPattern(const QImage& image, QPoint origin, QSize size, int phase)
{
    for (int y = 0; y < size.height(); ++y)
        for (int x = 0; x < size.width(); ++x)
            if (image.pixel(origin + QPoint(x, y)) != patternAt(x, y, phase))
                return false;
    return true;
}

class PatternWidget : public QWidget
{
public:
    using QWidget::QWidget;

    FramePainter frames;
    int phase = 0;

protected:
    void paintEvent(QPaintEvent* event) override
    {
        QPainter painter(this);
        frames.paint(painter, size(), event->region(), pattern(phase));
    }
};

} // namespace

class TestFramePainter : public QObject
{
    Q_OBJECT

private slots:
    void writesStraightIntoAPicture()
    {
        QImage picture(64, 40, QImage::Format_RGB32);
        picture.fill(Qt::white);
        QPainter painter(&picture);
        painter.translate(10, 6);
        FramePainter frames;
        frames.paint(painter, {40, 30}, QRect(0, 0, 40, 30), pattern(0));
        painter.end();
        QVERIFY(frames.wasDirect());
        QVERIFY(showsPattern(picture, {10, 6}, {40, 30}, 0));
        QCOMPARE(picture.pixel(9, 6), 0xFFFFFFFFu);
        QCOMPARE(picture.pixel(50, 6), 0xFFFFFFFFu);
        QCOMPARE(picture.pixel(10, 36), 0xFFFFFFFFu);
    }

    void countsInDevicePixels()
    {
        QImage picture(80, 60, QImage::Format_ARGB32_Premultiplied);
        picture.setDevicePixelRatio(2);
        picture.fill(Qt::white);
        QPainter painter(&picture);
        FramePainter frames;
        frames.paint(painter, {40, 30}, QRect(0, 0, 40, 30), pattern(3));
        painter.end();
        QVERIFY(frames.wasDirect());
        QCOMPARE(frames.frame().width(), 80);
        QVERIFY(showsPattern(picture, {}, {80, 60}, 3));
    }

    void goesThroughAnImageWhereItMust_data()
    {
        QTest::addColumn<int>("format");
        QTest::addColumn<QRect>("exposed");
        QTest::addColumn<bool>("clipped");
        QTest::newRow("another kind of pixels") << int(QImage::Format_RGBA8888) << QRect(0, 0, 32, 24) << false;
        QTest::newRow("a part only") << int(QImage::Format_RGB32) << QRect(0, 0, 32, 10) << false;
        QTest::newRow("a clip") << int(QImage::Format_RGB32) << QRect(0, 0, 32, 24) << true;
    }

    void goesThroughAnImageWhereItMust()
    {
        QFETCH(int, format);
        QFETCH(QRect, exposed);
        QFETCH(bool, clipped);
        QImage picture(32, 24, static_cast<QImage::Format>(format));
        picture.fill(Qt::white);
        QPainter painter(&picture);
        if (clipped)
            painter.setClipRect(0, 0, 32, 10);
        FramePainter frames;
        frames.paint(painter, {32, 24}, exposed, pattern(1));
        painter.end();
        QVERIFY(!frames.wasDirect());
        QVERIFY(showsPattern(picture, {}, clipped ? QSize(32, 10) : QSize(32, 24), 1));
        if (clipped)
            QCOMPARE(picture.pixel(5, 11), 0xFFFFFFFFu);
    }

    void reachesTheWindowWithoutACopy()
    {
        QWidget window;
        window.resize(200, 120);
        PatternWidget widget(&window);
        widget.setGeometry(30, 20, 100, 70);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QTest::qWait(20);
        widget.phase = 7;
        widget.repaint();
        QVERIFY(widget.frames.wasDirect());
        const QImage shown = window.screen()->grabWindow(window.winId()).toImage();
        QVERIFY(showsPattern(shown, {30, 20}, {100, 70}, 7));
        QVERIFY(showsPattern(widget.grab().toImage(), {}, {100, 70}, 7)); // a picture of the widget alone is the same
    }

    void leavesWhatLiesOverTheWidget()
    {
        QWidget window;
        window.resize(200, 120);
        PatternWidget widget(&window);
        widget.setGeometry(0, 0, 200, 120);
        QWidget over(&window);
        over.setAutoFillBackground(true);
        QPalette red;
        red.setColor(QPalette::Window, Qt::red);
        over.setPalette(red);
        over.setGeometry(150, 90, 50, 30);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QTest::qWait(20);
        widget.phase = 9;
        widget.repaint();
        const QImage shown = window.screen()->grabWindow(window.winId()).toImage();
        QCOMPARE(shown.pixel(170, 100), QColor(Qt::red).rgb());
        QCOMPARE(shown.pixel(20, 10), patternAt(20, 10, 9));
    }
};

QTEST_MAIN(TestFramePainter)
#include "tst_frame_painter.moc"
