// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/icons.h"
#include "ui/renew_look.h"
#include "ui/theme.h"

#include <QApplication>
#include <QSpinBox>
#include <QRegularExpression>
#include <QTest>
#include <QTimer>

#include <memory>

using namespace blak::ui;

/// The look of the program is taken off and put on again: by the choice of a theme, and to give memory back.
class TestLook : public QObject
{
    Q_OBJECT

    static void throwAwayWhatWasNeverShown()
    {
        QWidget window;
        window.show();
        QApplication::processEvents();
        auto* hidden = new QWidget(&window);
        for (int i = 0; i < 300; ++i)
            new QSpinBox(hidden); // asks the look how it reacts to keys, long before it is shown
        renewLook(); // the tables of the sheet are others
        setTheme(ThemeKind::Light);
        delete hidden;
        QVector<QByteArray> others; // what was theirs is somebody else's now
        for (int i = 0; i < 2000; ++i)
            others.append(QByteArray(static_cast<int>(sizeof(QSpinBox)) + i % 64, '\x5a'));
        setTheme(ThemeKind::Dark);
        QVERIFY(window.isVisible());
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    /// What never was shown is styled by a change of theme like all else, and goes while the sheet of before is long gone.
    void partsThatWereNeverShownMayGoAfterTheLookWasMadeAnew()
    {
        QTimer::singleShot(0, this, [] {
            throwAwayWhatWasNeverShown();
            QApplication::quit();
        });
        QApplication::exec(); // Qt takes a look off from a running program only
    }

    void anIconOfNoSizeIsNoPicture()
    {
        QTest::failOnWarning(QRegularExpression(QStringLiteral("QPainter")));
        QVERIFY(icon(QStringLiteral("undo")).pixmap(QSize(0, 16)).isNull());
        QVERIFY(icon(QStringLiteral("undo")).pixmap(QSize(16, 0)).isNull());
        QVERIFY(!icon(QStringLiteral("undo")).pixmap(QSize(16, 16)).isNull());
    }
};

QTEST_MAIN(TestLook)
#include "tst_look.moc"
