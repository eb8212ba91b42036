// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/command_palette.h"
#include "studio/shell/dock.h"
#include "studio/shell/document_area.h"
#include "studio/shell/perspective_docks.h"
#include "studio/shell/picture_button.h"
#include "studio/shell/project_browser.h"
#include "studio/shell/project_model.h"
#include "studio/shell/recent_projects.h"
#include "studio/shell/session.h"
#include "studio/shell/settings_dialog.h"
#include "studio/shell/shortcut_page.h"
#include "studio/shell/studio_settings.h"
#include "studio/shell/studio_window.h"
#include "studio/shell/tool_strip.h"
#include "tests/studio/shell_fixture.h"
#include "tests/support/ordinary_user.h"
#include "ui/empty_label.h"
#include "ui/place_path.h"
#include "ui/search_field.h"
#include "ui/status_strip.h"
#include "ui/theme.h"
#include "ui/toast.h"

#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTabBar>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include <memory>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;
using blak::test::FakeDocument;
using blak::test::FakeProject;

class TestShell : public QObject, test::ShellFixture
{
    Q_OBJECT

    static QStringList rowsOf(const QAbstractItemModel& model, const QModelIndex& parent = {})
    {
        QStringList rows;
        for (int row = 0; row < model.rowCount(parent); ++row) {
            const QModelIndex index = model.index(row, 0, parent);
            rows << index.data().toString();
            rows << rowsOf(model, index);
        }
        return rows;
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void init() { begin(); }

    void cleanup()
    {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // what tool strips no longer show goes a little later
        QVERIFY(QApplication::topLevelWidgets().isEmpty());
    }

    void aFolderOpensWithItsFirstRoomAndItsFilesListed()
    {
        const auto window = makeWindow();
        project_->write(QStringLiteral("rooms/broken.roo"), "no room"); // the first by name must be one that opens
        openProjectIn(*window);
        QTRY_VERIFY(window->documents().current() != nullptr);
        QCOMPARE(window->documents().current()->title(), QStringLiteral("lantern.roo"));
        QCOMPARE(window->perspective(), Perspective::Room);
        const QStringList rows = rowsOf(*window->browser().tree()->model());
        for (const char* wanted : {"Rooms", "lantern.roo", "square.roo", "Blakod", "creature", "keeper.kod", "Sprites",
                                   "keeper.bgf", "Textures", "grd04107.bgf"})
            QVERIFY2(rows.contains(QLatin1String(wanted)), wanted);
        QCOMPARE(recentProjects().size(), 1);
        QCOMPARE(recentProjects().first().files, 6);
    }

    void everyFileHasItsGroup()
    {
        project_->write(QStringLiteral("run/savegame/gameuser.1700000000"), "saved");
        project_->write(QStringLiteral("run/blakserv.cfg"), "[Socket]\n");
        project_->write(QStringLiteral("resource/door.wav"), QByteArray("RIFF\x04\0\0\0WAVE", 12));
        project_->write(QStringLiteral("notes.txt"), "read me");
        project_->write(QStringLiteral("thing.bin"), QByteArray("\1\0\2", 3));
        const auto window = makeWindow();
        openProjectIn(*window);
        const QStringList rows = rowsOf(*window->browser().tree()->model());
        QCOMPARE(window->index().files().size(), 11);
        for (const char* wanted : {"Saved games", "savegame", "gameuser.1700000000", "Configuration", "blakserv.cfg", "Sounds",
                                   "door.wav", "Texts", "notes.txt", "Other files", "thing.bin"})
            QVERIFY2(rows.contains(QLatin1String(wanted)), wanted);
        QVERIFY(rows.indexOf(QStringLiteral("Rooms")) < rows.indexOf(QStringLiteral("Saved games"))); // what one comes for first
        QVERIFY(rows.indexOf(QStringLiteral("Texts")) < rows.indexOf(QStringLiteral("Other files")));
    }

    void aPlaceInAPathIsGoneTo()
    {
        const QString place = QStringLiteral("row 3:4");
        const QString path = placePath(project_->path("rooms/square.roo"), place);
        QCOMPARE(placedFile(path)->place, place);
        QCOMPARE(placedFile(path)->file, project_->path("rooms/square.roo"));
        QVERIFY(!placedFile(project_->path("rooms/square.roo")));
        QVERIFY(!placedFile(QStringLiteral("place:12")));
        const auto window = makeWindow();
        openProjectIn(*window);
        window->open(path);
        QTRY_VERIFY(window->documents().find(project_->path("rooms/square.roo")) != nullptr);
        auto* document = static_cast<FakeDocument*>(window->documents().find(project_->path("rooms/square.roo")));
        QTRY_COMPARE(document->wentTo, place);
        document->zoom = 130;
        window->open(project_->path("rooms/lantern.roo"));
        emit document->openRequested(placePath(document->path(), QStringLiteral("sector 1"))); // it is open already
        QCOMPARE(window->documents().current(), document);
        QCOMPARE(document->wentTo, QStringLiteral("sector 1"));
        QCOMPARE(document->zoom, 130); // a place is no state to go back to
    }

    void theFilterNarrowsWhileTypingAndEnterOpens()
    {
        const auto window = makeWindow();
        openProjectIn(*window);
        SearchField* filter = window->browser().filter();
        filter->setFocus();
        QTest::keyClicks(filter, QStringLiteral("rooms squ"));
        QTRY_VERIFY(!rowsOf(*window->browser().tree()->model()).contains(QStringLiteral("lantern.roo")));
        QVERIFY(rowsOf(*window->browser().tree()->model()).contains(QStringLiteral("square.roo")));
        QTest::keyClick(filter, Qt::Key_Return);
        QTRY_VERIFY(window->documents().find(project_->path("rooms/square.roo")) != nullptr);
        QTest::keyClick(filter, Qt::Key_Escape);
        QTRY_VERIFY(rowsOf(*window->browser().tree()->model()).contains(QStringLiteral("lantern.roo")));
    }

    void thousandsOfFilesAreIndexedWithoutBlockingAndCancelled()
    {
        for (int i = 0; i < 3000; ++i)
            project_->write(QStringLiteral("many/room%1.roo").arg(i), "ROO\xB1\x0d");
        const auto window = makeWindow();
        window->open(project_->root());
        QVERIFY(window->index().isRunning()); // open() came back before the walk was over
        QTRY_VERIFY_WITH_TIMEOUT(!window->index().isRunning(), 30000);
        QCOMPARE(window->index().files().size(), 3006);
        window->closeProject();
        QVERIFY(window->isWelcomeShown());
        window->open(project_->root());
        window->index().cancel();
        QTRY_VERIFY(!window->index().isRunning());
        QVERIFY(window->index().files().isEmpty());
        QVERIFY(window->toasts().sentences().isEmpty()); // the user asked for it: nothing to report
    }

    void aLoneFileBringsItsSurroundings()
    {
        const auto window = makeWindow();
        window->open(project_->path("rooms/square.roo"));
        QTRY_VERIFY(window->documents().current() != nullptr);
        QCOMPARE(window->documents().documents().size(), 1);
        QCOMPARE(window->documents().current()->title(), QStringLiteral("square.roo"));
    }

    void whatCannotBeOpenedStandsInTheProblems()
    {
        const auto window = makeWindow();
        openProjectIn(*window);
        window->open(project_->path("rooms/broken.roo"));
        window->open(QStringLiteral("/nowhere/at/all.roo"));
        QTRY_COMPARE(window->problems().count(Severity::Error), 2);
        QVERIFY(window->problems().shownSentences().contains(
            QStringLiteral("broken.roo is encrypted, so its geometry cannot be read.")));
        QVERIFY(window->toasts().sentences().contains(QStringLiteral("all.roo is not there.")));
        QVERIFY(QApplication::activeModalWidget() == nullptr);
        window->open(project_->path("kod/creature/keeper.kod"));
        QVERIFY(window->toasts().sentences().contains(QStringLiteral("keeper.kod has no editor in this build.")));
        QCOMPARE(window->problems().count(Severity::Error), 2);
    }

    void problemsOfDocumentsAreListedFilteredAndVisited()
    {
        const auto window = makeWindow();
        window->open(project_->path("rooms/lantern.roo"));
        QTRY_VERIFY(window->documents().current() != nullptr);
        FakeDocument* room = current(*window);
        Diagnostic line, tag;
        line.code = "unclosed sector";
        line.message = "Line 87 has no sector behind it.";
        line.place = "Line 87";
        tag.severity = Severity::Warning;
        tag.code = "tag without user";
        tag.message = "Tag 9 has no user.";
        tag.place = "Sector 12";
        room->find({line, tag});
        QTRY_COMPARE(window->problems().total(), 2);
        QTest::keyClick(window.get(), Qt::Key_F8);
        QCOMPARE(room->shown, QStringList{QStringLiteral("Line 87 has no sector behind it.")});
        SearchField* filter = window->problems().filter();
        QTest::keyClicks(filter, QStringLiteral("tag"));
        QTRY_COMPARE(window->problems().shownSentences(), QStringList{QStringLiteral("Tag 9 has no user.")});
        window->closeDocument(room);
        QTRY_COMPARE(window->problems().total(), 0);
    }

    void theThemeSwitchesAndIsRemembered()
    {
        const auto window = makeWindow();
        const QColor before = window->palette().palette().color(QPalette::WindowText);
        window->actions().action(QStringLiteral("studio.theme.light"))->trigger();
        QVERIFY(!theme().isDark());
        QVERIFY(window->palette().palette().color(QPalette::WindowText) != before);
        QCOMPARE(StudioSettings().value(QStringLiteral("appearance/theme")).toString(), QStringLiteral("light"));
        QVERIFY(window->actions().action(QStringLiteral("studio.theme.light"))->isChecked());
        QVERIFY(!window->actions().action(QStringLiteral("studio.theme.dark"))->isChecked());
        window->palette().open(QStringLiteral(">dark"));
        QCOMPARE(window->palette().shownTexts().value(0), QStringLiteral("Dark theme"));
        window->palette().dismiss();
        window->actions().action(QStringLiteral("studio.theme.dark"))->trigger();
        QVERIFY(theme().isDark());
        window->actions().action(QStringLiteral("studio.theme.dark"))->trigger(); // stays
        QVERIFY(theme().isDark());
    }

    /// Ctrl+W: the key that is down must not add the row to those that are chosen.
    void theTreeChoosesTheCurrentDocumentAlone()
    {
        const auto window = makeWindow();
        openProjectIn(*window);
        for (const char* room : {"rooms/lantern.roo", "rooms/square.roo"})
            window->open(project_->path(room));
        QTRY_COMPARE(window->browser().selectedFiles(), QStringList{project_->path("rooms/square.roo")});
        QTest::keyPress(window.get(), Qt::Key_Control, Qt::ControlModifier);
        QTest::keyClick(window.get(), Qt::Key_W, Qt::ControlModifier);
        QTRY_COMPARE(window->browser().selectedFiles(), QStringList{project_->path("rooms/lantern.roo")});
        QTest::keyRelease(window.get(), Qt::Key_Control);
    }

    /// Docks of one perspective are not those of another: what had the focus is gone, and the document has it, not the next button.
    void thePerspectiveGivesTheFocusToItsDocument()
    {
        const auto window = makeWindow();
        openProjectIn(*window);
        window->open(project_->path("sprites/keeper.bgf"));
        window->open(project_->path("rooms/lantern.roo"));
        window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window.get()));
        window->showOutput();
        for (const Perspective perspective : {Perspective::Sprite, Perspective::Room, Perspective::Sprite}) {
            window->setPerspective(perspective);
            QWidget* focus = QApplication::focusWidget();
            DocumentView* document = window->documents().current();
            QVERIFY(document != nullptr && focus != nullptr);
            QVERIFY2(focus == document || document->isAncestorOf(focus) || window->docks().dock(QStringLiteral("output"))->isAncestorOf(focus),
                     focus->metaObject()->className());
        }
        DocumentView* left = window->documents().current();
        left->setFocus();
        window->closeDocument(left);
        QVERIFY(window->documents().current() != nullptr);
        QVERIFY(window->documents().current()->isAncestorOf(QApplication::focusWidget()) ||
                window->documents().current() == QApplication::focusWidget());
    }

    /// Of a folder that may not be read one hears, and keeps what was open.
    void aFolderThatMayNotBeReadClosesNothing()
    {
        QTemporaryDir secret;
        const auto window = makeWindow();
        openProjectIn(*window);
        const QString before = window->index().root();
        QVERIFY(QFile::setPermissions(secret.path(), {}));
        {
            const test::OrdinaryUser user;
            window->open(secret.path());
            QTRY_VERIFY(!window->index().isRunning());
        }
        QVERIFY(QFile::setPermissions(secret.path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        QCOMPARE(window->index().root(), before);
        QTRY_COMPARE(window->problems().shownSentences().filter(QStringLiteral("you have no permission")).size(), 1);
    }

    void closingTheLastDocumentLeavesNothingOfIt()
    {
        const auto window = makeWindow();
        openProjectIn(*window);
        window->open(project_->path("sprites/keeper.bgf"));
        QTRY_COMPARE(window->perspective(), Perspective::Sprite);
        QVERIFY(window->windowTitle().startsWith(QStringLiteral("keeper.bgf")));
        const auto toolTexts = [&] {
            QStringList texts;
            for (const auto* button : window->findChild<ToolStrip*>()->findChildren<QToolButton*>())
                if (button->defaultAction() != nullptr)
                    texts << button->defaultAction()->text();
            return texts;
        };
        QVERIFY(toolTexts().contains(QStringLiteral("Pencil")));
        window->closeDocument(window->documents().current());
        QVERIFY(window->documents().current() == nullptr);
        QVERIFY(!window->windowTitle().contains(QStringLiteral("keeper.bgf")));
        QVERIFY(!toolTexts().contains(QStringLiteral("Pencil")));
        QTRY_COMPARE(window->status().left().value(0), QStringLiteral("Ready"));
        QVERIFY(!window->actions().action(QStringLiteral("sprite.tool.pencil"))->isEnabled());
        auto* empty = window->documents().findChild<QLabel*>(QStringLiteral("emptyLabel"));
        QVERIFY(empty != nullptr && empty->isVisible());
        QVERIFY2(empty->text().startsWith(QStringLiteral("No sprite is open.")), qPrintable(empty->text()));
        window->setPerspective(Perspective::Code);
        QVERIFY2(empty->text().startsWith(QStringLiteral("No text is open.")), qPrintable(empty->text()));
    }

    void theFrameOfTheProjectIsThereAtOnce()
    {
        for (int i = 0; i < 3000; ++i)
            project_->write(QStringLiteral("many/room%1.roo").arg(i), "ROO\xB1\x0d");
        const auto window = makeWindow();
        window->open(project_->root());
        QVERIFY(window->index().isRunning());
        QVERIFY(!window->isWelcomeShown());
        QCOMPARE(window->perspective(), Perspective::Room);
        QVERIFY(window->browser().isVisible());
        window->index().cancel();
        QTRY_VERIFY(!window->index().isRunning());
        QVERIFY(window->isWelcomeShown()); // nothing came of it
        window->open(project_->path("sprites/keeper.bgf"));
        QTRY_VERIFY(window->documents().current() != nullptr);
    }

    void namesakesSayWhereTheyLieAndMarksDiffer()
    {
        project_->write(QStringLiteral("old/lantern.roo"), "ROO\xB1\x0d");
        const auto window = makeWindow();
        openProjectIn(*window);
        window->open(project_->path("rooms/lantern.roo"));
        QAbstractItemModel* model = window->browser().tree()->model();
        const auto detailOf = [&](const QString& path) {
            return static_cast<ProjectModel*>(model)->indexOf(path).data(ProjectModel::DetailRole).toString();
        };
        const auto markOf = [&](const QString& path) {
            return static_cast<ProjectModel::Mark>(
                static_cast<ProjectModel*>(model)->indexOf(path).data(ProjectModel::MarkRole).toInt());
        };
        QCOMPARE(detailOf(project_->path("rooms/lantern.roo")), QStringLiteral("rooms"));
        QCOMPARE(detailOf(project_->path("old/lantern.roo")), QStringLiteral("old"));
        QCOMPARE(detailOf(project_->path("rooms/square.roo")), QString());
        QCOMPARE(markOf(project_->path("rooms/square.roo")), ProjectModel::Mark::None);
        QCOMPARE(markOf(project_->path("rooms/lantern.roo")), ProjectModel::Mark::Open);
        auto* room = static_cast<FakeDocument*>(window->documents().find(project_->path("rooms/lantern.roo")));
        room->setModified(true);
        QCOMPARE(markOf(project_->path("rooms/lantern.roo")), ProjectModel::Mark::Unsaved);
        room->setModified(false);
        QCOMPARE(markOf(project_->path("rooms/lantern.roo")), ProjectModel::Mark::Open);

        auto* tabs = window->documents().findChild<QTabBar*>();
        const auto hasTab = [&](const QByteArray& text) {
            for (int i = 0; i < tabs->count(); ++i)
                if (tabs->tabText(i) == QString::fromUtf8(text))
                    return true;
            return false;
        };
        QVERIFY(hasTab("lantern.roo"));
        window->open(project_->path("old/lantern.roo"));
        QTRY_VERIFY(hasTab("lantern.roo \u00b7 rooms"));
        QVERIFY(hasTab("lantern.roo \u00b7 old"));
        project_->write(QStringLiteral("old/rooms/lantern.roo"), "ROO\xB1\x0d"); // two trees are laid out alike
        window->open(project_->path("old/rooms/lantern.roo"));
        const QByteArray first = QFileInfo(project_->root()).fileName().toUtf8();
        window->closeDocument(window->documents().find(project_->path("old/lantern.roo")));
        QTRY_VERIFY(hasTab("lantern.roo \u00b7 old"));
        QVERIFY(hasTab("lantern.roo \u00b7 " + first));
        window->closeDocument(window->documents().find(project_->path("old/rooms/lantern.roo")));
        QVERIFY(hasTab("lantern.roo"));
    }

    /// Kinds of documents are the editors' business: the shell goes by what every document says of itself. Comparisons and merges, which
    /// take several files, it opens by their names.
    void theShellKnowsNoKindOfDocument()
    {
        QDir folder(qEnvironmentVariable("BLAK_SOURCE_DIR") + QStringLiteral("/studio/shell"));
        const QStringList files = folder.entryList({QStringLiteral("*.cpp"), QStringLiteral("*.h")}, QDir::Files);
        QVERIFY(files.size() > 60);
        const QRegularExpression view(
            QStringLiteral("#include \"(kodide|roomedit|bgfeditor|studio/sound|studio/views)/[a-z_/]*(?<!compare)(?<!merge)_view\\.h\""));
        const QRegularExpression cast(
            QStringLiteral("(qobject|dynamic|static)_cast<(const )?(code|rooms|sprites|sound|views|textures)::"));
        const QRegularExpression kind(QStringLiteral("([kK]ind|typeIds?)_?[^;]*==[^;]*\"(room|sprite|code|text|bof|sound)\"|"
                                                     "\"(room|sprite|code)/")); // nor a panel of one
        for (const QString& name : files) {
            if (name == QLatin1String("perspective_rows.cpp"))
                continue; // the table that says which perspective takes which kinds
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QString text = QString::fromUtf8(file.readAll());
            if (name == QLatin1String("editors.cpp"))
                continue; // collects what the editors offer
            QVERIFY2(!view.match(text).hasMatch(), qPrintable(name + QStringLiteral(": ") + view.match(text).captured()));
            QVERIFY2(!cast.match(text).hasMatch(), qPrintable(name + QStringLiteral(": ") + cast.match(text).captured()));
            QVERIFY2(!kind.match(text).hasMatch(), qPrintable(name + QStringLiteral(": ") + kind.match(text).captured()));
        }
    }

    /// As after a game that ends: one is back where one came from, not at the neighbour.
    void closingGoesBackToWhatWasShownBefore()
    {
        const auto window = makeWindow();
        openProjectIn(*window);
        for (const char* file : {"rooms/lantern.roo", "sprites/keeper.bgf", "rooms/square.roo"})
            window->open(project_->path(file));
        QTRY_COMPARE(window->documents().documents().size(), 3);
        DocumentView* last = window->documents().find(project_->path("rooms/square.roo"));
        DocumentView* first = window->documents().find(project_->path("rooms/lantern.roo"));
        window->documents().setCurrent(first);
        window->documents().setCurrent(last);
        window->closeDocument(last);
        QVERIFY(window->documents().current() == first);
        window->closeDocument(first);
        QVERIFY(window->documents().current() == window->documents().find(project_->path("sprites/keeper.bgf")));
    }

    void closingADocumentTakesItsPanelsAlong()
    {
        const auto window = makeWindow();
        window->open(project_->path("rooms/lantern.roo"));
        QTRY_VERIFY(window->documents().current() != nullptr);
        const QPointer<QLineEdit> inspector = current(*window)->inspector();
        const QPointer<QComboBox> combo = current(*window)->combo();
        window->closeDocument(window->documents().current());
        QVERIFY(inspector.isNull());
        QVERIFY(combo.isNull());
        QCOMPARE(window->perspective(), Perspective::Room);
        window->open(project_->path("rooms/lantern.roo")); // the docks are there again for the next
        QTRY_VERIFY(window->documents().current() != nullptr);
        QTRY_VERIFY(current(*window)->inspector()->isVisible());
    }

    void everythingIsReadyForAPicture()
    {
        const auto window = makeWindow();
        window->open(project_->path("rooms/lantern.roo"));
        window->finishBackgroundWork();
        QVERIFY(window->documents().current() != nullptr);
        QVERIFY(current(*window)->prepared);
        const QImage picture = window->grab().toImage();
        QCOMPARE(picture.size(), QSize(1280, 800));
        QCOMPARE(picture.pixelColor(2, 2).name(), theme().window.name());
    }
};

QTEST_MAIN(TestShell)
#include "tst_shell.moc"
