// SPDX-License-Identifier: GPL-3.0-or-later
// Every step of every tour: not done before, done by what "Show me" does, and told from what it is not.
#include "formats/base/file_io.h"
#include "formats/roo/room.h"
#include "studio/shell/document_area.h"
#include "studio/shell/editors.h"
#include "studio/shell/studio_settings.h"
#include "studio/shell/studio_window.h"
#include "studio/shell/tour_bar.h"
#include "studio/shell/tours.h"
#include "tests/formats/small_room.h"
#include "tests/support/shown_studio.h"
#include "ui/theme.h"

#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;

class TestTours : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> settings_, project_;
    QString root_;

    void write(const QString& name, std::span<const std::byte> bytes)
    {
        const QString path = root_ + u'/' + name;
        QDir().mkpath(QFileInfo(path).absolutePath());
        QVERIFY(static_cast<bool>(writeFileAtomically(path.toStdString(), bytes)));
    }

    std::unique_ptr<StudioWindow> makeWindow()
    {
        return test::shownStudio(documentTypes(), editorActions());
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void init()
    {
        settings_ = std::make_unique<QTemporaryDir>();
        project_ = std::make_unique<QTemporaryDir>();
        useSettingsFile(settings_->filePath(QStringLiteral("studio.ini")));
        root_ = QFileInfo(project_->path()).canonicalFilePath();
        const auto room = roo::write(test::smallRoom(roo::Format::V14));
        write(QStringLiteral("rooms/inn.roo"), room);
        write(QStringLiteral("rooms/mill.roo"), room);
        const std::string_view text = "Keeper is Creature\nmessages:\nend\n";
        write(QStringLiteral("kod/keeper.kod"), std::as_bytes(std::span(text)));
    }

    void eachStepIsSeenWhenItWasDone_data()
    {
        QTest::addColumn<QString>("id");
        for (const char* id : {"open", "look", "walk", "text", "compare"})
            QTest::newRow(id) << QString::fromLatin1(id);
    }

    void eachStepIsSeenWhenItWasDone()
    {
        QFETCH(QString, id);
        const auto window = makeWindow();
        const QVector<Tour> tours = toursOf(*window, root_);
        QCOMPARE(tours.size(), 7); // those through a running world: tests/playing/tst_tours.cpp
        window->startTour(id, root_);
        TourBar& bar = window->tour();
        QVERIFY(bar.isVisible());
        QCOMPARE(bar.step(), 0);
        qsizetype steps = 0;
        for (const Tour& tour : tours)
            if (tour.id == id)
                steps = tour.steps.size();
        QVERIFY(steps >= 2);
        QVERIFY(!isTourFinished(id));
        auto* show = bar.findChildren<QPushButton*>().first();
        QSet<int> seen;
        while (bar.step() < steps) {
            const int step = bar.step();
            QVERIFY2(!seen.contains(step), "the tour turns in a circle");
            seen.insert(step);
            bar.look();
            QCOMPARE(bar.step(), step); // nothing was done yet
            QVERIFY(bar.accessibleName().size() > 20);
            QTest::mouseClick(show, Qt::LeftButton);
            QTRY_VERIFY2(bar.step() > step,
                         qPrintable(QStringLiteral("step %1 of %2: %3").arg(step + 1).arg(id, bar.accessibleName())));
            window->finishBackgroundWork();
            bar.look();
            const QWidget* there = window->childAt(bar.geometry().center()); // not under a dock that came with this step
            QVERIFY2(there == &bar || bar.isAncestorOf(there), qPrintable(QStringLiteral("step %1").arg(step + 1)));
        }
        QVERIFY(isTourFinished(id));
        const QString first = id == QLatin1String("look") ? QStringLiteral("Walk through it") : QStringLiteral("Look at a room"); // the project is open
        QPushButton* next = nullptr;
        for (auto* button : bar.findChildren<QPushButton*>())
            if (button->isVisible() && button->text() == QStringLiteral("Next: ") + first)
                next = button;
        QVERIFY(next != nullptr);
        bar.leave();
        QVERIFY(!bar.isVisible());
    }

    void afterTheLastTourNoneIsOffered()
    {
        const auto window = makeWindow();
        for (const char* id : {"look", "walk", "text", "compare", "play", "debug"})
            setTourFinished(QLatin1String(id));
        window->open(root_);
        window->finishBackgroundWork();
        window->open(root_ + QStringLiteral("/rooms/inn.roo"));
        window->finishBackgroundWork();
        window->startTour(QStringLiteral("open"), root_);
        QVERIFY(isTourFinished(QStringLiteral("open")));
        for (const auto* button : window->tour().findChildren<QPushButton*>())
            QVERIFY2(!button->isVisible() || !button->text().startsWith(QStringLiteral("Next")), qPrintable(button->text()));
        QVERIFY2(window->tour().accessibleName().contains(QStringLiteral("all tours")), qPrintable(window->tour().accessibleName()));
    }

    void theNextTourIsOneClickAway()
    {
        const auto window = makeWindow();
        window->open(root_);
        window->finishBackgroundWork();
        window->open(root_ + QStringLiteral("/rooms/inn.roo"));
        window->finishBackgroundWork();
        window->startTour(QStringLiteral("open"), root_);
        for (auto* button : window->tour().findChildren<QPushButton*>())
            if (button->isVisible() && button->text() == QStringLiteral("Next: Look at a room")) {
                QTest::mouseClick(button, Qt::LeftButton);
                break;
            }
        QCOMPARE(window->tour().step(), 2);
        QVERIFY(!isTourFinished(QStringLiteral("look")));
    }

    /// As when the window comes anew at another scale.
    void aTourGoesOnWhereItWas()
    {
        const auto window = makeWindow();
        window->open(root_);
        window->finishBackgroundWork();
        window->startTour(QStringLiteral("text"), root_, 1);
        QCOMPARE(window->tour().step(), 1);
        QCOMPARE(window->tour().tourId(), QStringLiteral("text"));
        window->startTour(QStringLiteral("text"), root_, 99);
        QVERIFY(isTourFinished(QStringLiteral("text")));
    }

    void whoKnowsAStepPassesItOver()
    {
        const auto window = makeWindow();
        window->open(root_);
        window->finishBackgroundWork();
        window->open(root_ + QStringLiteral("/rooms/inn.roo"));
        window->finishBackgroundWork();
        window->startTour(QStringLiteral("look"), root_);
        QCOMPARE(window->tour().step(), 2);
    }

    /// "Under Rooms at the left" is on no page of Welcome.
    void aTourLeavesWelcomeWhereTheProjectIsOpen()
    {
        const auto window = makeWindow();
        window->open(root_);
        window->finishBackgroundWork();
        window->setPerspective(Perspective::Welcome);
        window->startTour(QStringLiteral("open"), root_);
        QVERIFY(window->tour().step() > 0);
        QCOMPARE(window->perspective(), Perspective::Room);
        window->closeProject(); // then there is nothing to open a room of
        window->tour().look();
        QCOMPARE(window->tour().step(), 0);
    }
};

QTEST_MAIN(TestTours)
#include "tst_tours.moc"
