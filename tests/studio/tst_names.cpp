// SPDX-License-Identifier: GPL-3.0-or-later
// Names where people know names: in the tree, its filter, the tabs and the palette.
#include "studio/shell/command_palette.h"
#include "studio/shell/document_area.h"
#include "studio/shell/project_browser.h"
#include "studio/shell/project_model.h"
#include "studio/shell/recent_projects.h"
#include "studio/shell/studio_window.h"
#include "tests/studio/shell_fixture.h"
#include "ui/place_path.h"
#include "ui/search_field.h"
#include "ui/theme.h"

#include <QApplication>
#include <QFile>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTabBar>
#include <QTest>
#include <QTreeView>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;
using blak::test::FakeDocument;
using blak::test::FakeProject;

class TestNames : public QObject, test::ShellFixture
{
    Q_OBJECT

    std::unique_ptr<StudioWindow> openProject()
    {
        auto window = makeWindow();
        window->open(project_->root());
        window->finishBackgroundWork();
        return window;
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void init()
    {
        begin();
        project_->write(QStringLiteral("kod/inn.kod"), "% the inn\n\nLanternInn is Room\nresources:\n   n = \"The Lantern Inn\"\n"
                                                     "   f = lantern.roo\nclassvars:\n   vrName = n\n   vrFile = f\nend\n");
        project_->write(QStringLiteral("kod/creature/keeper.kod"),
                      "Keeper is Creature\nresources:\n   i = keeper.bgf\nclassvars:\n   vrIcon = i\nend\n");
    }

    void theTreeShowsAndFindsNames()
    {
        const auto window = openProject();
        auto* model = static_cast<ProjectModel*>(window->browser().tree()->model());
        QCOMPARE(model->indexOf(project_->path("rooms/lantern.roo")).data().toString(),
                 QStringLiteral("The Lantern Inn \u00b7 lantern.roo"));
        QCOMPARE(model->indexOf(project_->path("sprites/keeper.bgf")).data().toString(),
                 QStringLiteral("Keeper \u00b7 keeper.bgf"));
        QCOMPARE(model->indexOf(project_->path("rooms/square.roo")).data().toString(), QStringLiteral("square.roo"));
        const QModelIndex lantern = model->indexOf(project_->path("rooms/lantern.roo"));
        QStringList rooms;
        for (int row = 0; row < model->rowCount(lantern.parent()); ++row)
            rooms << model->index(row, 0, lantern.parent()).data().toString();
        QCOMPARE(rooms, (QStringList{QStringLiteral("broken.roo"), QStringLiteral("square.roo"),
                                     QStringLiteral("The Lantern Inn \u00b7 lantern.roo")})); // as they are read
        window->browser().filter()->setText(QStringLiteral("inn the"));
        QTRY_COMPARE(model->shownFiles(), 1);
        QVERIFY(model->indexOf(project_->path("rooms/lantern.roo")).isValid());
    }

    /// A message is handled by many classes: the palette goes to the handler of one of them.
    void thePaletteGoesToHandlers()
    {
        project_->write(QStringLiteral("kod/creature.kod"),
                        "Creature\nmessages:\n   CanFight(who = $)\n   {\n      return 1;\n   }\nend\n");
        project_->write(QStringLiteral("kod/creature/keeper.kod"),
                        "Keeper is Creature\nmessages:\n\n   CanFight(who = $)\n   {\n      if (who = $)\n      {\n         return 0;\n      }\n      propagate;\n   }\n\n"
                        "   CanTalk()\n   {\n      return 1;\n   }\nend\n");
        const auto window = openProject();
        const auto shown = [&](const char* typed) {
            window->palette().open(QLatin1String(typed));
            return window->palette().shownTexts();
        };
        QCOMPARE(shown("#canfight"), (QStringList{QStringLiteral("CanFight \u00b7 Creature"), QStringLiteral("CanFight \u00b7 Keeper")}));
        QCOMPARE(shown("#cantalk"), QStringList{QStringLiteral("CanTalk \u00b7 Keeper")});
        QCOMPARE(shown("#canfight keeper"), QStringList{QStringLiteral("CanFight \u00b7 Keeper")});
        QVERIFY(window->palette().field()->placeholderText().contains(QStringLiteral("# message")));
        QSignalSpy chosen(&window->palette(), &CommandPalette::fileChosen);
        QTest::keyClick(window->palette().field(), Qt::Key_Return);
        QCOMPARE(chosen.value(0).value(0).toString(), placePath(project_->path("kod/creature/keeper.kod"), QStringLiteral("4")));
    }

    /// Another program makes a file, or an assistant of our own: back in the window it is in the tree, and nothing else moved.
    void whatCameMeanwhileIsInTheTree()
    {
        const auto window = openProject();
        auto* tree = window->browser().tree();
        auto* model = static_cast<ProjectModel*>(tree->model());
        const QModelIndex blakod = model->indexOf(project_->path("kod/creature/keeper.kod")).parent();
        QVERIFY(blakod.isValid());
        tree->expand(blakod);
        tree->expand(blakod.parent());
        tree->setCurrentIndex(model->indexOf(project_->path("kod/creature/keeper.kod")));
        project_->write(QStringLiteral("kod/creature/rat.kod"), "Rat is Creature\nend\n");
        QVERIFY(!model->indexOf(project_->path("kod/creature/rat.kod")).isValid());
        QSignalSpy renewed(&window->index(), &FileIndex::renewed);
        window->index().refresh();
        QTRY_COMPARE(renewed.size(), 1);
        const QModelIndex rat = model->indexOf(project_->path("kod/creature/rat.kod"));
        QVERIFY(rat.isValid());
        QVERIFY(tree->isExpanded(rat.parent()) && tree->isExpanded(rat.parent().parent()));
        QCOMPARE(tree->currentIndex(), model->indexOf(project_->path("kod/creature/keeper.kod")));
        QTRY_VERIFY(window->index().nameOf(u"lantern.roo") == QStringLiteral("The Lantern Inn")); // read anew, too
        // What comes before it moves it; what is chosen stays so, also while it is the last and others go.
        project_->write(QStringLiteral("kod/creature/ant.kod"), "Ant is Creature\nend\n");
        window->index().refresh();
        QTRY_COMPARE(renewed.size(), 2);
        QCOMPARE(tree->currentIndex(), model->indexOf(project_->path("kod/creature/keeper.kod")));
        const QString last = window->index().absolute(window->index().files().last());
        tree->setCurrentIndex(model->indexOf(last));
        QVERIFY(tree->currentIndex().isValid());
        QVERIFY(QFile::remove(project_->path("kod/creature/ant.kod")));
        window->index().refresh();
        QTRY_COMPARE(renewed.size(), 3);
        QCOMPARE(tree->currentIndex(), model->indexOf(last));
        // Gone again; and where nothing has changed, nothing is done.
        QVERIFY(QFile::remove(project_->path("kod/creature/rat.kod")));
        window->index().refresh();
        QTRY_COMPARE(renewed.size(), 4);
        QVERIFY(!model->indexOf(project_->path("kod/creature/rat.kod")).isValid());
        // Opened by its path at once, as an assistant does, it takes itself along.
        project_->write(QStringLiteral("kod/creature/cat.kod"), "Cat is Creature\nend\n");
        window->open(project_->path("kod/creature/cat.kod"));
        QTRY_VERIFY(model->indexOf(project_->path("kod/creature/cat.kod")).isValid());
        // And the tree goes to a document that was made just now, as a new room is.
        QVERIFY(QFile::copy(project_->path("rooms/square.roo"), project_->path("rooms/cat.roo")));
        window->open(project_->path("rooms/cat.roo"));
        QTRY_VERIFY(model->indexOf(project_->path("rooms/cat.roo")).isValid());
        QTRY_COMPARE(tree->currentIndex(), model->indexOf(project_->path("rooms/cat.roo")));
    }

    /// The window has nothing to do with it: it may not even be the active one.
    void foldersOfTheProjectAreWatched()
    {
        const auto window = openProject();
        auto* model = static_cast<ProjectModel*>(window->browser().tree()->model());
        QSignalSpy renewed(&window->index(), &FileIndex::renewed);
        project_->write(QStringLiteral("kod/creature/rat.kod"), "Rat is Creature\nend\n");
        QTRY_COMPARE(renewed.size(), 1);
        QVERIFY(model->indexOf(project_->path("kod/creature/rat.kod")).isValid());
        // A folder that is new is watched from then on.
        project_->write(QStringLiteral("kod/creature/small/mouse.kod"), "Mouse is Creature\nend\n");
        QTRY_VERIFY(model->indexOf(project_->path("kod/creature/small/mouse.kod")).isValid());
        project_->write(QStringLiteral("kod/creature/small/vole.kod"), "Vole is Creature\nend\n");
        QTRY_VERIFY(model->indexOf(project_->path("kod/creature/small/vole.kod")).isValid());
        QVERIFY(QFile::remove(project_->path("kod/creature/rat.kod")));
        QTRY_VERIFY(!model->indexOf(project_->path("kod/creature/rat.kod")).isValid());
        // What is written into a file that is there already is no news.
        const auto before = renewed.size();
        project_->write(QStringLiteral("kod/creature/keeper.kod"), "Keeper is Creature\n\nend\n");
        QTest::qWait(3 * FileIndex::lookAfter);
        QCOMPARE(renewed.size(), before);
    }

    /// A single "&" marks a key in tabs and menus.
    void namesWithAnAmpersandAreWhole()
    {
        QFile source(project_->path("kod/inn.kod"));
        QVERIFY(source.open(QIODevice::ReadOnly));
        QByteArray text = source.readAll();
        project_->write(QStringLiteral("kod/inn.kod"), text.replace("The Lantern Inn", "The Inn & Mill"));
        const auto window = openProject();
        QTRY_COMPARE(window->index().nameOf(u"lantern.roo"), QStringLiteral("The Inn & Mill"));
        window->open(project_->path("rooms/lantern.roo"));
        auto* tabs = window->documents().findChild<QTabBar*>();
        QTRY_COMPARE(tabs->tabText(tabs->currentIndex()), QStringLiteral("The Inn && Mill \u00b7 lantern.roo"));
    }

    /// Names of classes change within files, which no folder tells of.
    void theProjectIsReadAgainWhenAsked()
    {
        const auto window = openProject();
        QTRY_VERIFY(window->index().nameOf(u"lantern.roo") == QStringLiteral("The Lantern Inn"));
        QFile source(project_->path("kod/inn.kod"));
        QVERIFY(source.open(QIODevice::ReadWrite));
        QByteArray text = source.readAll();
        QVERIFY(text.contains("The Lantern Inn"));
        text.replace("The Lantern Inn", "The Burnt Inn");
        source.resize(0);
        source.seek(0);
        source.write(text);
        source.close();
        window->actions().refresh();
        window->actions().action(QStringLiteral("studio.file.readAgain"))->trigger();
        QTRY_COMPARE(window->index().nameOf(u"lantern.roo"), QStringLiteral("The Burnt Inn"));
    }

    void whatIsSelectedStaysWhenNamesBecomeKnown()
    {
        auto window = makeWindow();
        window->open(project_->root());
        QTRY_VERIFY(!window->index().isRunning());
        auto* model = static_cast<ProjectModel*>(window->browser().tree()->model());
        const QPersistentModelIndex lantern(model->indexOf(project_->path("rooms/lantern.roo")));
        QVERIFY(lantern.isValid());
        window->finishBackgroundWork();
        model->rename(); // also where the names were known already
        QCOMPARE(lantern.data().toString(), QStringLiteral("The Lantern Inn \u00b7 lantern.roo"));
        QCOMPARE(QModelIndex(lantern), model->indexOf(project_->path("rooms/lantern.roo")));
        QCOMPARE(model->index(lantern.row(), 0, lantern.parent()), QModelIndex(lantern));
    }

    void filesThatAreCalledAlikeTellApart()
    {
        project_->write(QStringLiteral("sprites/cloak.bgf"), "BGF\x11\x0a");
        project_->write(QStringLiteral("kod/creature/cloak.kod"), "Cloak is Creature\nresources:\n   n = \"Keeper\"\n   i = cloak.bgf\n"
                                                                "classvars:\n   vrName = n\n   vrIcon = i\nend\n");
        const auto window = openProject();
        auto* model = static_cast<ProjectModel*>(window->browser().tree()->model());
        for (const char* file : {"keeper.bgf", "cloak.bgf"}) { // the name alone would be all of a narrow tree
            const QModelIndex row = model->indexOf(project_->path(qPrintable(QStringLiteral("sprites/") + QLatin1String(file))));
            QCOMPARE(row.data().toString(), QStringLiteral("Keeper"));
            QCOMPARE(row.data(ProjectModel::DetailRole).toString(), QLatin1String(file));
        }
        QCOMPARE(model->indexOf(project_->path("rooms/lantern.roo")).data(ProjectModel::DetailRole).toString(), QString());
    }

    /// The first file of a project is open before its sources were read: its card of Welcome has the name all the same.
    void whatWasOpenedLastIsCalledByItsName()
    {
        const auto window = makeWindow();
        window->open(project_->root());
        const QString room = project_->path("rooms/lantern.roo");
        window->open(room);
        QTRY_VERIFY(window->documents().find(room) != nullptr);
        rememberFile({room, QStringLiteral("lantern.roo"), {}, 0, QDateTime::currentDateTime(), QStringLiteral("room")}); // as it was known then
        rememberFile({project_->path("rooms/square.roo"), QStringLiteral("square.roo"), {}, 0, QDateTime::currentDateTime(), QStringLiteral("room")});
        window->index().readAgain();
        QTRY_COMPARE(recentFiles().value(1).name, window->index().nameOf(QStringLiteral("lantern.roo")));
        QVERIFY(recentFiles().value(1).name != QLatin1String("lantern.roo"));
        QCOMPARE(recentFiles().value(0).name, QStringLiteral("square.roo")); // the order stays
    }

    void tabsShowNames()
    {
        const auto window = openProject();
        window->open(project_->path("rooms/lantern.roo"));
        auto* tabs = window->documents().findChild<QTabBar*>();
        QTRY_COMPARE(tabs->tabText(tabs->currentIndex()), QStringLiteral("The Lantern Inn \u00b7 lantern.roo"));
    }

    void thePaletteFindsFilesByNameAndClasses()
    {
        const auto window = openProject();
        CommandPalette& palette = window->palette();
        palette.open(QStringLiteral("the lantern"));
        QCOMPARE(palette.shownTexts().value(0), QStringLiteral("The Lantern Inn \u00b7 lantern.roo"));
        palette.open(QStringLiteral("lanterninn"));
        QVERIFY(palette.shownTexts().contains(QStringLiteral("LanternInn"))); // the class, too
        palette.open(QStringLiteral("@the lantern"));
        QCOMPARE(palette.shownTexts().value(0), QStringLiteral("LanternInn")); // by what players read
        palette.open(QStringLiteral("@"));
        QCOMPARE(palette.shownTexts(), (QStringList{QStringLiteral("Keeper"), QStringLiteral("LanternInn")}));
        // What is no part of the world stands behind what people call by that name, unless its ending is typed.
        project_->write(QStringLiteral("rooms/THE.BAT"), "rem\n");
        QSignalSpy renewed(&window->index(), &FileIndex::renewed);
        window->index().refresh();
        QTRY_COMPARE(renewed.size(), 1);
        palette.open(QStringLiteral("the"));
        QTRY_VERIFY(palette.shownTexts().contains(QStringLiteral("THE.BAT")));
        QCOMPARE(palette.shownTexts().value(0), QStringLiteral("The Lantern Inn \u00b7 lantern.roo"));
        palette.open(QStringLiteral("the.bat"));
        QCOMPARE(palette.shownTexts().value(0), QStringLiteral("THE.BAT"));
        QString chosen;
        connect(&palette, &CommandPalette::fileChosen, this, [&](const QString& path) { chosen = path; });
        palette.open(QStringLiteral("@inn"));
        QTest::keyClick(palette.field(), Qt::Key_Return);
        QCOMPARE(chosen, placePath(project_->path("kod/inn.kod"), QStringLiteral("3")));
    }

    /// On the page of rooms a room is meant, on that of sprites a sprite, in Code the class; what fits better still stands first.
    void thePageDecidesWhatAWholeNameMeans()
    {
        project_->write(QStringLiteral("kod/broken.kod"), "Broken is Room\nend\n"); // as a room, and as a sprite
        project_->write(QStringLiteral("sprites/broken.bgf"), "BGF\x11\x0a");
        const auto window = openProject();
        CommandPalette& palette = window->palette();
        const auto first = [&](const char* typed, int count) {
            palette.open(QLatin1String(typed));
            return palette.shownTexts().mid(0, count);
        };
        window->setPerspective(Perspective::Room);
        QCOMPARE(first("broken", 2), (QStringList{QStringLiteral("broken.roo"), QStringLiteral("Broken")}));
        QCOMPARE(first("LanternInn", 2), (QStringList{QStringLiteral("The Lantern Inn \u00b7 lantern.roo"), QStringLiteral("LanternInn")}));
        QCOMPARE(first("broken.bgf", 1), QStringList{QStringLiteral("broken.bgf")});
        window->setPerspective(Perspective::Sprite);
        QCOMPARE(first("broken", 2), (QStringList{QStringLiteral("broken.bgf"), QStringLiteral("Broken")}));
        QCOMPARE(first("keeper", 2), (QStringList{QStringLiteral("Keeper \u00b7 keeper.bgf"), QStringLiteral("Keeper")}));
        window->setPerspective(Perspective::Code);
        QCOMPARE(first("broken", 2), (QStringList{QStringLiteral("Broken"), QStringLiteral("broken.kod")}));
        QCOMPARE(first("lanterninn", 2), (QStringList{QStringLiteral("LanternInn"), QStringLiteral("The Lantern Inn \u00b7 lantern.roo")}));
        // Endings.
        for (const char* typed : {".bgf", "*.bgf"}) {
            palette.open(QLatin1String(typed));
            QVERIFY(!palette.shownTexts().isEmpty());
            for (const QString& text : palette.shownTexts())
                QVERIFY2(text.endsWith(QStringLiteral(".bgf")), qPrintable(text));
        }
    }

    void anotherProjectForgetsThem()
    {
        const auto window = openProject();
        QVERIFY(!window->index().nameOf(u"lantern.roo").isEmpty());
        window->closeProject();
        QVERIFY(window->index().nameOf(u"lantern.roo").isEmpty());
        QVERIFY(window->index().names().classes.empty());
    }
};

QTEST_MAIN(TestNames)
#include "tst_names.moc"
