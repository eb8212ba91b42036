// SPDX-License-Identifier: GPL-3.0-or-later
// What the frame does while nobody does anything: nothing.
#include "studio/shell/document_area.h"
#include "studio/shell/studio_settings.h"
#include "studio/shell/studio_window.h"
#include "studio/shell/tool_strip.h"
#include "tests/studio/fake_documents.h"
#include "tests/support/shown_studio.h"
#include "ui/theme.h"

#include <QAction>
#include <QApplication>
#include <QElapsedTimer>
#include <QPointer>
#include <QTest>
#include <QToolButton>

#include <ctime>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;
using blak::test::FakeDocument;
using blak::test::FakeProject;

namespace {

/// Counts what the window is asked to do again and again when a layout never comes to an end.
class LayoutCounter : public QObject
{
public:
    int requests = 0;
    int paints = 0;

protected:
    bool eventFilter(QObject*, QEvent* event) override
    {
        requests += event->type() == QEvent::LayoutRequest;
        paints += event->type() == QEvent::Paint;
        return false;
    }
};

double processorMilliseconds() { return 1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

} // namespace

class TestAtRest : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> settings_;
    std::unique_ptr<FakeProject> project_;

    std::unique_ptr<StudioWindow> makeWindow(int width)
    {
        auto window = test::shownStudio(test::fakeTypes(), test::fakeActions(), {width, 800});
        QTest::qWait(50);
        return window;
    }

    /// Half a second of nothing.
    static void comparesToNothing(StudioWindow& window, const char* where)
    {
        window.finishBackgroundWork();
        QTest::qWait(1000); // timers that were under way
        LayoutCounter counter;
        qApp->installEventFilter(&counter);
        const double before = processorMilliseconds();
        constexpr int rest = 500;
        QTest::qWait(rest);
        const double used = processorMilliseconds() - before;
        qApp->removeEventFilter(&counter);
        QVERIFY2(counter.requests == 0,
                 qPrintable(QStringLiteral("%1: %2 layouts").arg(QLatin1String(where)).arg(counter.requests)));
        QVERIFY2(counter.paints <= 2, qPrintable(QStringLiteral("%1: %2 paints").arg(QLatin1String(where)).arg(counter.paints)));
        // The waiting itself turns the loop a few hundred times; an endless layout takes hundreds of milliseconds.
        QVERIFY2(used < 0.1 * rest,
                 qPrintable(QStringLiteral("%1: %2 ms of processor in %3 ms").arg(QLatin1String(where)).arg(used).arg(rest)));
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void init()
    {
        settings_ = std::make_unique<QTemporaryDir>();
        project_ = std::make_unique<FakeProject>();
        useSettingsFile(settings_->filePath(QStringLiteral("studio.ini")));
    }

    void nothingHappensAtRest_data()
    {
        QTest::addColumn<int>("width");
        QTest::newRow("narrow: buttons in the More menu") << 760;
        QTest::newRow("words give way") << 1000;
        QTest::newRow("all fits") << 1440;
    }

    void nothingHappensAtRest()
    {
        QFETCH(int, width);
        const auto window = makeWindow(width);
        comparesToNothing(*window, "welcome");
        window->open(project_->root());
        QTRY_VERIFY(!window->index().isRunning());
        window->open(project_->path("rooms/lantern.roo"));
        QTRY_VERIFY(window->documents().current() != nullptr);
        comparesToNothing(*window, "room");
        window->open(project_->path("sprites/keeper.bgf"));
        QTRY_COMPARE(window->perspective(), Perspective::Sprite);
        comparesToNothing(*window, "sprite");
    }

    /// The fit is made again when a widget of the document wants more room, and only then.
    /// "Play here" shows another document, whose tools take the place of those one of which is under the mouse.
    void aButtonLivesThroughItsOwnClick()
    {
        ToolStrip strip;
        QAction other(QStringLiteral("Other")), again(QStringLiteral("Again"));
        strip.set({{&again, true}}, {}, nullptr, {});
        strip.show();
        QPointer<QToolButton> clicked;
        for (auto* button : strip.findChildren<QToolButton*>())
            if (button->defaultAction() == &again)
                clicked = button;
        QVERIFY(clicked);
        bool livesOn = false;
        connect(&again, &QAction::triggered, this, [&] {
            strip.set({{&other, true}}, {}, nullptr, {});
            livesOn = clicked != nullptr;
        });
        QTest::mouseClick(clicked, Qt::LeftButton);
        QVERIFY(livesOn);
        for (const auto* button : strip.findChildren<QToolButton*>())
            QVERIFY(button->defaultAction() != &again); // and is no tool any more
        QTRY_VERIFY(clicked == nullptr);
    }

    void theToolStripFitsOnceForEachChange()
    {
        const auto window = makeWindow(1440);
        window->open(project_->path("rooms/lantern.roo"));
        QTRY_VERIFY(window->documents().current() != nullptr);
        window->finishBackgroundWork();
        auto* strip = window->findChild<ToolStrip*>();
        QTest::qWait(100);
        const int before = strip->fits();
        QTest::qWait(100);
        QCOMPARE(strip->fits(), before);
        auto* room = static_cast<FakeDocument*>(window->documents().current());
        room->combo()->setMinimumWidth(1350);
        QTRY_VERIFY(strip->fits() > before);
        QTest::qWait(100);
        QVERIFY(strip->fits() <= before + 3);
        QVERIFY(room->combo()->geometry().right() <= strip->width());
        bool more = false;
        for (const auto* button : strip->findChildren<QToolButton*>())
            more = more || (button->isVisible() && button->accessibleName() == QStringLiteral("More tools"));
        QVERIFY(more); // its buttons gave way
        const int narrowed = strip->fits();
        window->resize(1300, 800);
        QTRY_VERIFY(strip->fits() > narrowed);
    }
};

QTEST_MAIN(TestAtRest)
#include "tst_at_rest.moc"
