// SPDX-License-Identifier: GPL-3.0-or-later
// The Find dock takes the place of the project and leaves the widths of the window as they were.
#include "kodide/ui/code_editor.h"
#include "kodide/ui/find_panel.h"
#include "studio/shell/editors.h"
#include "studio/shell/opening.h"
#include "studio/shell/problems_panel.h"
#include "tests/studio/shell_fixture.h"
#include "ui/toast.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLineEdit>
#include <QTreeView>
#include <QTreeWidget>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;

class TestFindDock : public QObject, test::ShellFixture
{
    Q_OBJECT

    /// Of a usual size, with a room of the project.
    std::unique_ptr<StudioWindow> windowWithARoom(Perspective perspective)
    {
        auto window = makeWindow({1280, 800});
        openProjectIn(*window);
        window->open(project_->path("rooms/square.roo"));
        if (!QTest::qWaitFor([&] { return window->documents().current() != nullptr; }))
            qFatal("the room did not open");
        window->setPerspective(perspective);
        QApplication::processEvents();
        return window;
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void init() { begin(); }
    void cleanup()
    {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // what tool strips no longer show goes a little later
        QVERIFY(QApplication::topLevelWidgets().isEmpty());
    }

    /// What cannot be replaced is said in passing: nothing of it is wrong with the project.
    void whatCannotBeReplacedIsAToast()
    {
        const auto window = makeWindow();
        openProjectIn(*window);
        window->finishBackgroundWork();
        const int before = window->problems().list()->model()->rowCount();
        emit window->findPanel().failed(QStringLiteral("Nothing is ticked."));
        QVERIFY(window->toasts().sentences().contains(QStringLiteral("Nothing is ticked.")));
        window->finishBackgroundWork();
        QCOMPARE(window->problems().list()->model()->rowCount(), before);
    }

    /// As the window was arranged by itself, and as the user drew it; also when it is asked for again.
    void findKeepsTheWidthOfTheSide_data()
    {
        QTest::addColumn<int>("width"); // px; 0: as it was arranged
        QTest::addColumn<Perspective>("perspective");
        QTest::addRow("room, as arranged") << 0 << Perspective::Room;
        QTest::addRow("code, as arranged") << 0 << Perspective::Code;
        QTest::addRow("code, narrower") << 170 << Perspective::Code;
        QTest::addRow("code, wider") << 390 << Perspective::Code;
    }
    void findKeepsTheWidthOfTheSide()
    {
        QFETCH(int, width);
        QFETCH(Perspective, perspective);
        const auto window = windowWithARoom(perspective);
        QApplication::processEvents();
        Dock* project = dockOf(*window, "project");
        Dock* find = dockOf(*window, "find");
        project->show();
        project->raise();
        if (width > 0)
            window->resizeDocks({project}, {width}, Qt::Horizontal);
        QApplication::processEvents();
        const int before = project->width();
        if (width > 0)
            QCOMPARE(before, width);
        const int middle = window->centralWidget()->width();
        for (int i = 0; i < 2; ++i) {
            window->findInFiles();
            QApplication::processEvents();
            QTest::qWait(20);
            QVERIFY(find->isVisible() && !find->visibleRegion().isEmpty());
            QCOMPARE(find->width(), before);
            QCOMPARE(window->centralWidget()->width(), middle);
        }
        project->raise();
        QApplication::processEvents();
        QCOMPARE(project->width(), before);
    }

    /// A hit is opened where texts are shown: what was found stands there, too, for the next.
    void aHitTakesWhatWasFoundAlong()
    {
        const auto window = test::shownStudio(documentTypes(), editorActions(), {1280, 800});
        window->open(project_->root());
        QTRY_VERIFY(!window->opening().isUnderWay());
        window->setPerspective(Perspective::Sprite);
        QTRY_VERIFY(window->perspective() == Perspective::Sprite);
        window->findInFiles();
        auto* panel = window->findChild<code::FindPanel*>();
        panel->findField()->setText(QStringLiteral("Keeper"));
        QTRY_VERIFY(!panel->isSearching());
        QTRY_VERIFY(panel->tree()->topLevelItemCount() > 0);
        const QTreeWidgetItem* hit = panel->tree()->topLevelItem(0)->child(0);
        QTest::mouseClick(panel->tree()->viewport(), Qt::LeftButton, {}, panel->tree()->visualItemRect(hit).center());
        QTest::keyClick(panel->tree(), Qt::Key_Return);
        QTRY_VERIFY(window->perspective() == Perspective::Code);
        QTRY_VERIFY(!window->opening().isUnderWay());
        QVERIFY(dockOf(*window, "find")->isVisible() && !dockOf(*window, "find")->visibleRegion().isEmpty());
        QTest::qWait(20); // what is queued comes before the next click
        // Where one goes by oneself it does not follow.
        window->setPerspective(Perspective::Room);
        QVERIFY(!dockOf(*window, "find")->isVisible());
    }

    /// Undo after a replacement: the replacement where that was asked for, and where a text has nothing of its own; else what was typed there.
    void undoTakesTheReplacementBackWhereItWasMade()
    {
        const auto window = test::shownStudio(documentTypes(), editorActions(), {1280, 800});
        addEditorKeys(window->actions());
        const QString hit = project_->path("kod/hit.kod"), other = project_->path("kod/other.kod");
        const auto write = [](const QString& path, const QByteArray& text) {
            QFile file(path);
            QVERIFY(QDir().mkpath(QFileInfo(path).path()) && file.open(QIODevice::WriteOnly));
            file.write(text);
        };
        const auto content = [](const QString& path) {
            QFile file(path);
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        write(hit, "Hit is Object\nend\n");
        write(other, "Other is Object\nend\n");
        window->open(project_->root());
        QTRY_VERIFY(!window->opening().isUnderWay());
        window->open(other);
        QTRY_VERIFY(window->documents().current() != nullptr && !window->opening().isUnderWay());
        auto* editor = window->documents().current()->findChild<code::CodeEditor*>();
        QVERIFY(editor != nullptr);
        code::FindPanel& panel = window->findPanel();
        const auto replace = [&] {
            window->findInFiles();
            panel.findField()->clear();
            panel.findField()->setFocus();
            QTest::keyClicks(panel.findField(), QStringLiteral("Hit"));
            panel.replaceField()->setFocus();
            panel.replaceField()->clear();
            QTest::keyClicks(panel.replaceField(), QStringLiteral("Miss"));
            QTRY_VERIFY(!panel.isSearching() && panel.tree()->topLevelItemCount() == 1);
            panel.replaceTicked();
            QTRY_COMPARE(content(hit), QByteArray("Miss is Object\nend\n"));
        };
        const QByteArray before = content(hit);
        replace(); // in the panel, though letters were typed into its fields
        QTest::keyClick(panel.replaceField(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(content(hit), before);
        replace(); // in a text that has nothing to undo
        window->toasts().clear();
        editor->textKeys()->setFocus();
        QTest::keyClick(editor->textKeys(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(content(hit), before);
        QVERIFY(!window->toasts().sentences().contains(QStringLiteral("There is nothing to undo.")));
        QTest::keyClicks(editor->textKeys(), QStringLiteral("x")); // in one that has
        replace();
        editor->textKeys()->setFocus();
        QTest::keyClick(editor->textKeys(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(!window->documents().current()->isModified());
        QCOMPARE(content(hit), QByteArray("Miss is Object\nend\n"));
    }

    /// Lines as they are and as they would be fit into the width that is there: what the user reads beside them does not move.
    void replacingLeavesTheWidth_data()
    {
        QTest::addColumn<int>("width"); // px; 0: as it was arranged
        QTest::addRow("as arranged") << 0;
        QTest::addRow("narrower") << 170;
        QTest::addRow("wider") << 390;
    }
    void replacingLeavesTheWidth()
    {
        QFETCH(int, width);
        const auto window = windowWithARoom(Perspective::Code);
        Dock* project = dockOf(*window, "project");
        project->show();
        QApplication::processEvents();
        if (width > 0)
            window->resizeDocks({project}, {width}, Qt::Horizontal);
        QTest::qWait(20);
        const int before = project->width(), middle = window->centralWidget()->width();
        window->findInFiles();
        auto* panel = window->findChild<code::FindPanel*>();
        panel->findField()->setText(QStringLiteral("Keeper"));
        QTRY_VERIFY(!panel->isSearching());
        QVERIFY(panel->tree()->topLevelItemCount() > 0);
        const QTreeWidgetItem* hit = panel->tree()->topLevelItem(0)->child(0);
        const int oneLine = panel->tree()->visualItemRect(hit).height();
        for (const QString& with : {QStringLiteral("Warden"), QString(), QStringLiteral("TheKeeperOfAllTheKeysOfTheLanternInnAndItsCellars")}) {
            panel->replaceField()->setText(with);
            QTest::qWait(50);
            QCOMPARE(panel->tree()->visualItemRect(hit).height() > oneLine * 3 / 2, !with.isEmpty()); // one below the other
            QVERIFY(hit->toolTip(0).contains(QStringLiteral("Keeper"), Qt::CaseInsensitive));
            QCOMPARE(hit->toolTip(0).count(u'\n'), with.isEmpty() ? 0 : 1); // whole, as it is and as it would be
            QVERIFY(hit->toolTip(0).contains(with));
            QCOMPARE(dockOf(*window, "find")->width(), before);
            QCOMPARE(window->centralWidget()->width(), middle);
        }
    }

    /// Nor does it change as one goes to the tabs beside, to another perspective, or begins anew.
    void theSideKeepsItsWidthWhileThereIsSomethingToReplaceBy()
    {
        const auto window = windowWithARoom(Perspective::Code);
        Dock* project = dockOf(*window, "project");
        Dock* find = dockOf(*window, "find");
        project->show();
        QTest::qWait(20);
        const int before = project->width();
        const auto isSo = [before](const Dock* dock) {
            QTest::qWait(50);
            return dock->isVisible() && dock->width() == before;
        };
        window->findInFiles();
        auto* panel = window->findChild<code::FindPanel*>();
        panel->findField()->setText(QStringLiteral("Keeper"));
        QTRY_VERIFY(!panel->isSearching());
        panel->replaceField()->setText(QStringLiteral("Warden"));
        QVERIFY(isSo(find));
        project->raise();
        QVERIFY(isSo(project));
        window->setPerspective(Perspective::Room);
        QVERIFY(isSo(project));
        window->setPerspective(Perspective::Code);
        find->raise();
        QVERIFY(isSo(find));
        window->findInFiles(); // which begins anew
        QVERIFY(panel->replaceField()->text().isEmpty() && isSo(find));
        // Who makes it wider keeps that.
        panel->replaceField()->setText(QStringLiteral("Warden"));
        constexpr int chosen = 350;
        window->resizeDocks({find}, {chosen}, Qt::Horizontal);
        QTest::qWait(20);
        panel->replaceField()->clear();
        QTest::qWait(50);
        QCOMPARE(find->width(), chosen);
    }
};

QTEST_MAIN(TestFindDock)
#include "tst_find_dock.moc"
