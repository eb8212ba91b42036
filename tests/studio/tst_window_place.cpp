// SPDX-License-Identifier: GPL-3.0-or-later
// Where the window stands when the studio begins: all of it on the screen, with the frame that a window manager gives it.
#include "studio/shell/studio_settings.h"
#include "studio/shell/window_place.h"

#include <QApplication>
#include <QScreen>
#include <QTemporaryDir>
#include <QTest>
#include <QWidget>

using namespace blak::ui::shell;

class TestWindowPlace : public QObject
{
    Q_OBJECT

    QTemporaryDir settings_;

private slots:
    void initTestCase() { useSettingsFile(settings_.filePath(QStringLiteral("studio.ini"))); }

    void fitted_data()
    {
        QTest::addColumn<QRect>("window");
        QTest::addColumn<QRect>("wanted");
        QTest::newRow("fits") << QRect(100, 100, 800, 600) << QRect(100, 100, 800, 600);
        QTest::newRow("as large as the screen") << QRect(1, 18, 1280, 800) << QRect(1, 18, 1278, 781);
        QTest::newRow("larger than the screen") << QRect(1, 18, 4000, 3000) << QRect(1, 18, 1278, 781);
        QTest::newRow("below the screen") << QRect(200, 400, 800, 600) << QRect(200, 199, 800, 600);
        QTest::newRow("its frame above the screen") << QRect(0, 0, 800, 600) << QRect(1, 18, 800, 600);
        QTest::newRow("right of the screen") << QRect(1000, 50, 800, 600) << QRect(479, 50, 800, 600);
    }
    void fitted()
    {
        QFETCH(QRect, window);
        QFETCH(QRect, wanted);
        QCOMPARE(fittedTo(window, QMargins(1, 18, 1, 1), QRect(0, 0, 1280, 800)), wanted);
        QCOMPARE(fittedTo(wanted, QMargins(1, 18, 1, 1), QRect(0, 0, 1280, 800)), wanted);
    }

    /// Another scale makes another window: one that fills the screen does so again, whatever was noted at the other scale.
    void aWindowThatFillsTheScreenFillsItAgain()
    {
        for (const Qt::WindowState state : {Qt::WindowMaximized, Qt::WindowFullScreen, Qt::WindowNoState}) {
            ScreenShare share;
            {
                QWidget window;
                window.resize(500, 400);
                window.show();
                window.setWindowState(state);
                share = shareOf(window);
            }
            QWidget other;
            other.resize(700, 300);
            takeShare(other, share);
            other.show();
            QCOMPARE(other.isMaximized(), state == Qt::WindowMaximized);
            QCOMPARE(other.isFullScreen(), state == Qt::WindowFullScreen);
            other.setWindowState(Qt::WindowNoState);
            QTRY_COMPARE(other.size(), QSize(500, 400));
        }
    }

    /// The frame is known when the window is shown, not before; windows of this platform have one of 2 px.
    void aSizeThatWasAskedForIsLimitedToTheScreen()
    {
        const QRect screen = QGuiApplication::primaryScreen()->availableGeometry();
        for (const QSize& asked : {screen.size(), screen.size() * 3}) {
            QWidget window;
            placeWindow(window, asked);
            window.show();
            keepOnScreen(window);
            QVERIFY(window.frameGeometry() != window.geometry());
            QTRY_VERIFY2(screen.contains(window.frameGeometry()), qPrintable(QStringLiteral("%1x%2").arg(window.width()).arg(window.height())));
            QVERIFY(window.frameGeometry().width() >= screen.width() - 1 && window.frameGeometry().height() >= screen.height() - 1);
        }
        QWidget small;
        placeWindow(small, {400, 300});
        small.show();
        keepOnScreen(small);
        QTest::qWait(50);
        QCOMPARE(small.size(), QSize(400, 300));
    }
};

QTEST_MAIN(TestWindowPlace)
#include "tst_window_place.moc"
