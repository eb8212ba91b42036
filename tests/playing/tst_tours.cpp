// SPDX-License-Identifier: GPL-3.0-or-later
// The tours through a running world, by what "Show me" does: each step is not done before, and seen when it was done.
#include "played_studio.h"

#include "kodide/ui/debug_adapter.h"
#include "studio/debugging/debug_controller.h"
#include "studio/shell/studio_debug.h"
#include "studio/shell/tour_bar.h"
#include "studio/shell/tours.h"
#include "ui/theme.h"

#include <QPushButton>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;
using Studio = blak::play::PlayedStudio;

class TestRunTours : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void eachStepIsSeenWhenItWasDone_data()
    {
        QTest::addColumn<int>("steps");
        QTest::newRow("play") << 6;
        QTest::newRow("debug") << 7;
    }

    void eachStepIsSeenWhenItWasDone()
    {
        QFETCH(int, steps);
        const QString id = QLatin1String(QTest::currentDataTag());
        Studio studio{QString()};
        const QString blak = qEnvironmentVariable("BLAK_BIN_DIR") + QStringLiteral("/blak");
        auto* debug = attachDebugger(*studio.window, std::make_unique<code::DebugAdapter>(blak), blak);
        joinDebuggerToPlay(*debug, *studio.play);
        const QStringList before = studio.world.inventory();
        const QString root = studio.window->index().root();
        for (const Tour& tour : toursOf(*studio.window, root))
            if (tour.id == id)
                QCOMPARE(tour.steps.size(), qsizetype(steps));
        studio.window->startTour(id, root);
        TourBar& bar = studio.window->tour();
        auto* show = bar.findChildren<QPushButton*>().first();
        QVERIFY(!isTourFinished(id));
        QSet<int> seen;
        while (bar.step() < steps) {
            const int step = bar.step();
            QVERIFY2(!seen.contains(step), "the tour turns in a circle");
            seen.insert(step);
            bar.look();
            QCOMPARE(bar.step(), step); // nothing was done yet
            const auto isDone = [&] {
                bar.look();
                return bar.step() > step;
            };
            bool isSeen = false;
            for (int press = 0; press < 2 && !isSeen; ++press) { // the traveller has to be met first
                QTest::mouseClick(show, Qt::LeftButton);
                isSeen = QTest::qWaitFor(isDone, Studio::patience / 2);
            }
            QVERIFY2(isSeen, qPrintable(QStringLiteral("step %1 of %2: %3").arg(step + 1).arg(id, bar.accessibleName())));
        }
        QVERIFY(isTourFinished(id));
        QVERIFY(seen.size() >= steps - 2); // the project is open already, and its first room with it
        QCOMPARE(studio.world.inventory(), before);
        if (studio.play->isBusy())
            studio.play->stop();
        QTRY_VERIFY_WITH_TIMEOUT(!studio.play->isBusy(), Studio::patience);
    }
};

QTEST_MAIN(TestRunTours)
#include "tst_tours.moc"
