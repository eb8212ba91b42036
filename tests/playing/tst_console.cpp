// SPDX-License-Identifier: GPL-3.0-or-later
// The line for commands of administrators: what Esc does to it.
#include "played_studio.h"

#include "studio/playing/play_tools.h"
#include "ui/theme.h"

#include <QLineEdit>

using namespace blak::ui;
using Studio = blak::play::PlayedStudio;

class TestConsole : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    /// Esc clears a command that was begun, so that its rest is not typed into the game; in an empty line it leaves.
    void escClearsBeforeItLeaves()
    {
        const Studio studio({});
        auto* shown = new playing::ConsolePanel(*studio.play);
        shell::Dock dock(QStringLiteral("test.console"), QStringLiteral("Console"), nullptr);
        QSignalSpy escaped(&dock, &shell::Dock::escaped);
        dock.addPage(shown, shown);
        dock.showPageOf(shown);
        dock.show();
        dock.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&dock));
        QLineEdit& line = *shown->line();
        line.setEnabled(true); // also without a world
        line.setFocus();
        QTest::keyClicks(&line, QStringLiteral("show o"));
        QTest::keyClick(&line, Qt::Key_Escape);
        QVERIFY(line.text().isEmpty() && line.hasFocus());
        QVERIFY(escaped.isEmpty());
        QTest::keyClick(&line, Qt::Key_Escape);
        QTRY_COMPARE(escaped.size(), 1);
    }
};

QTEST_MAIN(TestConsole)
#include "tst_console.moc"
