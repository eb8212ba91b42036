// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/dock.h"
#include "studio/shell/document_area.h"
#include "studio/shell/loading_page.h"
#include "studio/shell/perspective_docks.h"
#include "studio/shell/problems_panel.h"
#include "studio/shell/studio_settings.h"
#include "studio/shell/studio_window.h"
#include "tests/studio/fake_documents.h"
#include "tests/support/shown_studio.h"
#include "ui/empty_label.h"
#include "ui/status_strip.h"
#include "ui/theme.h"

#include <QApplication>
#include <QProgressBar>
#include <QSemaphore>
#include <QTabBar>
#include <QTest>
#include <QThreadPool>
#include <QToolButton>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;
using blak::test::FakeDocument;
using blak::test::FakeProject;

namespace {

/// Rooms are read in a worker that waits until it may go on.
struct Gate
{
    QSemaphore open;
    std::atomic<int> started = 0;
    std::atomic<int> sawCancel = 0;

    QVector<DocumentType> types()
    {
        QVector<DocumentType> types = test::fakeTypes();
        DocumentType& room = types.first();
        room.icon = QStringLiteral("room");
        room.load = [this](const QString& path, std::shared_ptr<Project>,
                           const std::atomic<bool>& cancelled) -> Result<DocumentMaker> {
            ++started;
            open.acquire();
            sawCancel += cancelled ? 1 : 0;
            if (path.contains(QLatin1String("broken")))
                return Error{"broken.roo ends at byte 5, inside its head.", path.toStdString()};
            return DocumentMaker(
                [path](QWidget* parent) { return Result<DocumentView*>(new FakeDocument(path, QStringLiteral("room"), parent)); });
        };
        return types;
    }
};

} // namespace

class TestLoading : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> settings_;
    std::unique_ptr<FakeProject> project_;
    std::unique_ptr<Gate> gate_;

    std::unique_ptr<StudioWindow> makeWindow()
    {
        return test::shownStudio(gate_->types(), test::fakeActions());
    }

    /// Opens the project, which brings its first room along.
    void openProjectIn(StudioWindow& window)
    {
        window.open(project_->root());
        QTRY_VERIFY(!window.index().isRunning());
        QTRY_COMPARE(gate_->started.load(), 1);
    }

    static FakeDocument* documentOf(StudioWindow& window, const QString& path)
    {
        return dynamic_cast<FakeDocument*>(window.documents().find(path));
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void init()
    {
        settings_ = std::make_unique<QTemporaryDir>();
        project_ = std::make_unique<FakeProject>();
        QFile::remove(project_->path("rooms/broken.roo"));
        gate_ = std::make_unique<Gate>();
        useSettingsFile(settings_->filePath(QStringLiteral("studio.ini")));
    }

    void cleanup()
    {
        gate_->open.release(100);
        QThreadPool::globalInstance()->waitForDone();
        QCoreApplication::processEvents();
    }

    void theWindowAnswersWhileAFileIsRead()
    {
        const auto window = makeWindow();
        openProjectIn(*window);
        auto* page = qobject_cast<LoadingPage*>(window->documents().current());
        QVERIFY(page != nullptr);
        QCOMPARE(page->title(), QStringLiteral("lantern.roo"));
        QCOMPARE(window->perspective(), Perspective::Room);
        auto* label = page->findChild<EmptyLabel*>();
        auto* bar = window->findChild<QProgressBar*>();
        QVERIFY(!label->isVisible()); // nothing flickers for a blink
        QTRY_VERIFY(label->isVisible());
        QVERIFY(bar->isVisible());
        QCOMPARE(bar->height(), 2);
        QTRY_VERIFY(window->status().left().contains(QStringLiteral("Opening lantern.roo")));

        gate_->open.release();
        QTRY_VERIFY(documentOf(*window, project_->path("rooms/lantern.roo")) != nullptr);
        QCOMPARE(window->documents().documents().size(), 1);
        QCOMPARE(window->documents().current(), documentOf(*window, project_->path("rooms/lantern.roo")));
        QVERIFY(!bar->isVisible());
        QVERIFY(window->docks().dock(QStringLiteral("room/inspector"))->isVisible());
        QTRY_VERIFY(window->status().left().contains(QStringLiteral("Sector mode")));
    }

    /// That there are no problems is said once it is known.
    void problemsWaitForWhatIsOpened()
    {
        const auto window = makeWindow();
        const auto sentence = [&] { return window->problems().findChild<EmptyLabel*>()->text(); };
        QCOMPARE(sentence(), QStringLiteral("No problems."));
        openProjectIn(*window);
        QVERIFY(qobject_cast<LoadingPage*>(window->documents().current()) != nullptr);
        QTRY_COMPARE(sentence(), QStringLiteral("The files are being opened."));
        gate_->open.release();
        QTRY_COMPARE(sentence(), QStringLiteral("No problems."));
    }

    void longWorkCanBeCancelledInTheStatusBar()
    {
        const auto window = makeWindow();
        openProjectIn(*window);
        auto* cancel = window->findChild<QToolButton*>(QStringLiteral("cancelProgress"));
        QVERIFY(cancel != nullptr);
        QVERIFY(!cancel->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(cancel->isVisible(), 10000);
        QTest::mouseClick(cancel, Qt::LeftButton);
        QVERIFY(window->documents().documents().isEmpty());
        QVERIFY(!cancel->isVisible());
        QVERIFY(!window->findChild<QProgressBar*>()->isVisible());
    }

    void documentsKeepTheirPlaceAndWhatTheyWereTold()
    {
        const auto window = makeWindow();
        openProjectIn(*window);
        window->open(project_->path("rooms/square.roo"), {{QStringLiteral("zoom"), 250}});
        window->open(project_->path("sprites/keeper.bgf"));
        QCOMPARE(window->documents().documents().size(), 3);
        window->saveSession(); // loses nothing meanwhile
        QCOMPARE(StudioSettings().value(QStringLiteral("session/documents")).toList().size(), 3);
        gate_->open.release(2);
        QTRY_VERIFY(documentOf(*window, project_->path("rooms/lantern.roo")) != nullptr);
        QTRY_VERIFY(documentOf(*window, project_->path("rooms/square.roo")) != nullptr);
        const auto documents = window->documents().documents();
        QCOMPARE(documents.size(), 3);
        QCOMPARE(documents[0]->title(), QStringLiteral("lantern.roo"));
        QCOMPARE(documents[1]->title(), QStringLiteral("square.roo"));
        QCOMPARE(documents[2]->title(), QStringLiteral("keeper.bgf"));
        QCOMPARE(window->documents().current(), documents[2]); // what was being looked at stays
        QCOMPARE(static_cast<FakeDocument*>(documents[1])->zoom, 250);
        auto* tabs = window->documents().findChild<QTabBar*>();
        QCOMPARE(tabs->count(), 3);
        for (int i = 0; i < 3; ++i)
            QCOMPARE(tabs->tabText(i), documents[i]->title());
        QCOMPARE(tabs->currentIndex(), 2);
        window->setPerspective(Perspective::Room); // goes back to a room that came in the meantime
        QVERIFY(dynamic_cast<FakeDocument*>(window->documents().current()) != nullptr);
    }

    void closingThePageStopsTheWork()
    {
        const auto window = makeWindow();
        openProjectIn(*window);
        window->closeDocument(window->documents().current());
        QVERIFY(window->documents().documents().isEmpty());
        gate_->open.release();
        QTRY_COMPARE(gate_->sawCancel.load(), 1);
        QTest::qWait(30);
        QVERIFY(window->documents().documents().isEmpty());
        QCOMPARE(window->problems().count(Severity::Error), 0);
    }

    void aFileThatCannotBeReadIsAProblemAndNoTab()
    {
        project_->write(QStringLiteral("rooms/broken.roo"), "ROO\xB1\x0d");
        const auto window = makeWindow();
        openProjectIn(*window);
        gate_->open.release();
        QTRY_VERIFY(window->documents().documents().isEmpty());
        QTRY_COMPARE(window->problems().count(Severity::Error), 1);
        QVERIFY(window->problems().shownSentences().first().contains(QStringLiteral("ends at byte 5")));
    }

    void aWindowMayGoWhileAFileIsRead()
    {
        {
            const auto window = makeWindow();
            openProjectIn(*window);
        }
        gate_->open.release();
        QTRY_COMPARE(gate_->sawCancel.load(), 1);
    }

    void waitingForEverythingWaitsForFiles()
    {
        const auto window = makeWindow();
        openProjectIn(*window);
        gate_->open.release();
        window->finishBackgroundWork();
        QVERIFY(documentOf(*window, project_->path("rooms/lantern.roo")) != nullptr);
        QVERIFY(documentOf(*window, project_->path("rooms/lantern.roo"))->prepared);
    }
};

QTEST_MAIN(TestLoading)
#include "tst_loading.moc"
