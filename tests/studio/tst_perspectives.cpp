// SPDX-License-Identifier: GPL-3.0-or-later
// Which perspective takes which documents, and what a stop of the debugger does to it.
#include "formats/base/file_io.h"
#include "formats/bgf/sprite.h"
#include "studio/shell/dock.h"
#include "studio/shell/document_area.h"
#include "studio/shell/editors.h"
#include "studio/shell/opening.h"
#include "studio/shell/perspective_docks.h"
#include "studio/shell/studio_settings.h"
#include "tests/studio/fake_documents.h"
#include "tests/support/shown_studio.h"
#include "ui/theme.h"

#include <QApplication>
#include <QMenu>
#include <QTabBar>
#include <QTest>

#include <memory>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;
using blak::test::FakeProject;

namespace {

/// Two that differ in a place.
struct TwoSprites
{
    QTemporaryDir folder;
    QString one = folder.filePath(QStringLiteral("one.bgf")), other = folder.filePath(QStringLiteral("other.bgf"));

    TwoSprites()
    {
        bgf::Sprite sprite;
        sprite.bitmaps.push_back(bgf::encode(4, 4, std::vector<std::uint8_t>(16, 30)));
        sprite.groups = {{0}};
        write(one, sprite);
        sprite.bitmaps[0].xOffset = 3;
        write(other, sprite);
    }

private:
    static void write(const QString& path, const bgf::Sprite& sprite)
    {
        if (!writeFileAtomically(path.toStdString(), bgf::write(sprite), Backup::None))
            qFatal("cannot write %s", qPrintable(path));
    }
};

} // namespace

class TestPerspectives : public QObject
{
    Q_OBJECT

    QTemporaryDir settings_;

private slots:
    void initTestCase()
    {
        installTheme(*qApp, ThemeKind::Dark);
        useSettingsFile(settings_.filePath(QStringLiteral("studio.ini")));
    }

    void everyKindHasAHome()
    {
        const Perspectives all(perspectiveRows());
        for (const DocumentType& type : documentTypes()) {
            QVERIFY2(!all.takers(type.id).isEmpty(), qPrintable(type.id));
            QVERIFY2(all.row(all.home(type.id)).hasTab, qPrintable(type.id));
            QVERIFY2(!all.takes(Perspective::Welcome, type.id), qPrintable(type.id));
        }
        QStringList known{QStringLiteral("compare"), QStringLiteral("play")}; // pages that have no type of file of their own
        for (const DocumentType& type : documentTypes())
            known << type.id;
        for (const PerspectiveRow& row : all.rows())
            for (const QString& kind : row.kinds)
                QVERIFY2(known.contains(kind), qPrintable(kind));
        QCOMPARE(all.home(QStringLiteral("room")), Perspective::Room);
        QCOMPARE(all.home(QStringLiteral("sprite")), Perspective::Sprite);
        QCOMPARE(all.home(QStringLiteral("code")), Perspective::Code);
        QCOMPARE(all.home(QStringLiteral("of another program")), Perspective::Room);
    }

    void aDocumentStaysWhereItIsTaken()
    {
        const Perspectives all(perspectiveRows());
        QCOMPARE(all.placeOf(QStringLiteral("code"), Perspective::Debug), Perspective::Debug);
        QCOMPARE(all.placeOf(QStringLiteral("code"), Perspective::Room), Perspective::Code);
        QCOMPARE(all.placeOf(QStringLiteral("room"), Perspective::Debug), Perspective::Room);
        QCOMPARE(all.placeOf({}, Perspective::Sprite), Perspective::Sprite); // a page of no kind
        QCOMPARE(all.placeOf({}, Perspective::Welcome), Perspective::Room);
    }

    void aStopBringsItsPerspectiveAndGoingOnTheOneBefore()
    {
        const Perspectives all(perspectiveRows());
        StopRule rule(all);
        QCOMPARE(rule.stopped(Perspective::Room), std::optional(Perspective::Debug));
        QCOMPARE(rule.stopped(Perspective::Debug), std::nullopt); // the next step
        QCOMPARE(rule.wentOn(Perspective::Debug), std::optional(Perspective::Room));
        QCOMPARE(rule.wentOn(Perspective::Room), std::nullopt);

        QCOMPARE(rule.stopped(Perspective::Play), std::optional(Perspective::Debug));
        QCOMPARE(rule.stopped(Perspective::Code), std::nullopt); // somebody went to look at the code: a choice
        QCOMPARE(rule.wentOn(Perspective::Code), std::nullopt);  // which stays

        QCOMPARE(rule.stopped(Perspective::Play), std::optional(Perspective::Debug));
        rule.goesOn(Perspective::Debug, false);
        QCOMPARE(rule.stopped(Perspective::Play), std::optional(Perspective::Debug)); // back in the game meanwhile: the next stop is another one
        rule.goesOn(Perspective::Code, true);
        QCOMPARE(rule.stopped(Perspective::Code), std::nullopt); // a step from where one had gone
        rule.goesOn(Perspective::Debug, true);                   // the last one, behind which the world ran on
        QCOMPARE(rule.stopped(Perspective::Play), std::optional(Perspective::Debug));
        rule.goesOn(Perspective::Play, false);
        QCOMPARE(rule.stopped(Perspective::Debug), std::nullopt);
        QCOMPARE(rule.wentOn(Perspective::Debug), std::optional(Perspective::Play));

        QCOMPARE(rule.stopped(Perspective::Play), std::optional(Perspective::Debug)); // as soon as the game plays on one is there
        QVERIFY(rule.hasBrought(Perspective::Debug) && !rule.hasBrought(Perspective::Code));
        QCOMPARE(rule.runsOn(Perspective::Code), std::nullopt); // from where one went oneself nobody is taken
        QCOMPARE(rule.runsOn(Perspective::Debug), std::optional(Perspective::Play));
        QCOMPARE(rule.runsOn(Perspective::Debug), std::nullopt); // one went back there to look
        QVERIFY(!rule.hasBrought(Perspective::Debug));
        QCOMPARE(rule.wentOn(Perspective::Debug), std::nullopt);
        QCOMPARE(rule.stopped(Perspective::Room), std::optional(Perspective::Debug));
        QCOMPARE(rule.runsOn(Perspective::Debug), std::nullopt); // where one edits comes back with the end
        QCOMPARE(rule.wentOn(Perspective::Debug), std::optional(Perspective::Room));

        QCOMPARE(rule.stopped(Perspective::Debug), std::nullopt); // chosen before the stop: nothing to come back to
        QCOMPARE(rule.wentOn(Perspective::Debug), std::nullopt);
    }

    void theWindowFollowsTheRule()
    {
        FakeProject project;
        const auto window = test::shownStudio(test::fakeTypes(), test::fakeActions());
        window->open(project.path("rooms/lantern.roo"));
        QTRY_VERIFY(window->documents().current() != nullptr);
        QCOMPARE(window->perspective(), Perspective::Room);
        DocumentView* room = window->documents().current();
        window->debuggerStopped();
        QCOMPARE(window->perspective(), Perspective::Debug);
        QVERIFY(window->documents().current() == nullptr); // which takes no rooms
        window->debuggerStopped();
        QCOMPARE(window->perspective(), Perspective::Debug);
        window->debuggerWentOn();
        QCOMPARE(window->perspective(), Perspective::Room);
        QCOMPARE(window->documents().current(), room);
        QVERIFY(window->docks().dock(QStringLiteral("room/inspector"))->isVisible());
    }

    /// A perspective that was looked at, and left, before the first document of its kind came.
    void panelsThatComeLateAreShown()
    {
        FakeProject project;
        const auto window = test::shownStudio(test::fakeTypes(), test::fakeActions());
        window->setPerspective(Perspective::Room);
        window->open(project.path("sprites/keeper.bgf"));
        QTRY_VERIFY(window->documents().current() != nullptr);
        QCOMPARE(window->perspective(), Perspective::Sprite);
        window->open(project.path("rooms/lantern.roo"));
        QTRY_COMPARE(window->perspective(), Perspective::Room);
        const Dock* inspector = window->docks().dock(QStringLiteral("room/inspector"));
        QVERIFY(inspector != nullptr);
        QTRY_VERIFY(inspector->isVisible());

        window->docks().dock(QStringLiteral("room/inspector"))->hide(); // by hand: that counts
        window->setPerspective(Perspective::Sprite);
        window->setPerspective(Perspective::Room);
        QVERIFY(!inspector->isVisible());
    }

    /// Ctrl+Alt+B brings back what belongs to a perspective, not all that may stand there.
    void anEmptyAreaShowsWhatBelongsThere()
    {
        FakeProject project;
        const auto window = test::shownStudio(test::fakeTypes(), test::fakeActions());
        window->open(project.path("rooms/lantern.roo"));
        QTRY_COMPARE(window->perspective(), Perspective::Room);
        QTRY_VERIFY(window->docks().dock(QStringLiteral("room/inspector")) != nullptr);
        for (Dock* dock : window->docks().docks(Perspective::Room))
            if (window->dockWidgetArea(dock) == Qt::RightDockWidgetArea)
                dock->hide(); // one by one
        window->docks().toggleArea(Qt::RightDockWidgetArea);
        QVERIFY(!window->docks().dock(QStringLiteral("room/inspector"))->isHidden());
        QVERIFY(window->docks().dock(QStringLiteral("help"))->isHidden());
    }

    /// A right click on the head of a dock: the docks of this perspective and no others.
    void headsOfDocksOfferWhatBelongsThere()
    {
        FakeProject project;
        const auto window = test::shownStudio(test::fakeTypes(), test::fakeActions());
        window->open(project.path("rooms/lantern.roo"));
        QTRY_COMPARE(window->perspective(), Perspective::Room);
        QTRY_VERIFY(window->docks().dock(QStringLiteral("room/inspector")) != nullptr);
        const std::unique_ptr<QMenu> menu(window->createPopupMenu());
        const auto offers = [&menu](const Dock* dock) { return menu->actions().contains(dock->toggleViewAction()); };
        QVERIFY(offers(window->docks().dock(QStringLiteral("project"))));
        QVERIFY(offers(window->docks().dock(QStringLiteral("room/inspector"))));
        const Dock* help = window->docks().dock(QStringLiteral("help")); // of all perspectives, when asked for
        QVERIFY(help != nullptr && help->isHidden() && !offers(help));
        window->showDock(QStringLiteral("help"));
        const std::unique_ptr<QMenu> then(window->createPopupMenu());
        QVERIFY(then->actions().contains(help->toggleViewAction()));
    }

    void editBeginsWithEditing()
    {
        FakeProject project;
        const auto window = test::shownStudio(documentTypes(), editorActions());
        window->open(project.path("kod/creature/keeper.kod"));
        QTRY_VERIFY(window->documents().current() != nullptr);
        QStringList texts;
        const auto menus = window->findChildren<QMenu*>();
        for (const QMenu* menu : menus)
            if (QString(menu->title()).remove(u'&') == QStringLiteral("Edit"))
                for (const QAction* row : menu->actions())
                    texts << (row->isSeparator() ? QStringLiteral("-") : row->text());
        QVERIFY2(texts.join(u'|').startsWith(QStringLiteral("Undo|Redo|-|Cut|Copy|Paste|Select all|-|")), qPrintable(texts.join(u'|')));
    }

    /// Two sprites beside each other are looked at among sprites, two texts among texts.
    void comparisonsAreWhereTheirFilesAre()
    {
        const TwoSprites sprites;
        QTemporaryDir folder;
        const QString a = folder.filePath(QStringLiteral("a.txt")), b = folder.filePath(QStringLiteral("b.txt"));
        QVERIFY(writeFileAtomically(a.toStdString(), std::string_view("one\n"), Backup::None));
        QVERIFY(writeFileAtomically(b.toStdString(), std::string_view("two\n"), Backup::None));
        const auto window = test::shownStudio(documentTypes(), editorActions(), {1280, 800});
        window->open(a);
        QTRY_VERIFY(window->documents().find(a) != nullptr && !window->opening().isUnderWay());
        window->setPerspective(Perspective::Sprite);
        window->compare(sprites.one, sprites.other);
        QCOMPARE(window->perspective(), Perspective::Sprite);
        const DocumentView* pictures = window->documents().current();
        window->compare(a, b);
        QCOMPARE(window->perspective(), Perspective::Code);
        window->setPerspective(Perspective::Sprite);
        QCOMPARE(window->documents().current(), pictures);
    }

    /// Beside a comparison, what is made for one sprite says nothing; behind it all stands as before, however often one goes there.
    void docksWithoutAPageAreAwayAndComeBackAsTheyStood()
    {
        const TwoSprites sprites;
        const auto window = test::shownStudio(documentTypes(), editorActions(), {1440, 900});
        window->open(sprites.one);
        QTRY_VERIFY(window->documents().find(sprites.one) != nullptr && !window->opening().isUnderWay());
        QCOMPARE(window->perspective(), Perspective::Sprite);
        DocumentView* sprite = window->documents().find(sprites.one);
        const QVector<Dock*> docks = window->docks().docks(Perspective::Sprite);
        QVector<Dock*> own;
        for (Dock* dock : docks)
            if (dock->objectName().startsWith(QLatin1String("sprite/")))
                own.push_back(dock);
        QVERIFY(own.size() > 3);
        const auto places = [&docks] {
            QStringList all;
            for (const Dock* dock : docks)
                if (dock->isVisible() && !dock->visibleRegion().isEmpty())
                    all << QStringLiteral("%1 %2,%3 %4x%5").arg(dock->objectName()).arg(dock->x()).arg(dock->y()).arg(dock->width()).arg(dock->height());
            return all.join(u'\n');
        };
        constexpr int settled = 250; // ms
        QTest::qWait(settled);
        const QString before = places();
        for (int round = 0; round < 3; ++round) {
            window->compare(sprites.one, sprites.other);
            QVERIFY(window->documents().current() != sprite);
            QCOMPARE(window->perspective(), Perspective::Sprite);
            for (const Dock* dock : own)
                QVERIFY2(dock->isHidden(), qPrintable(dock->objectName()));
            QVERIFY(window->docks().dock(QStringLiteral("textures"))->isHidden()); // of use beside sprites and rooms only
            QTest::qWait(settled);
            window->documents().setCurrent(sprite);
            QTest::qWait(settled);
            QCOMPARE(places(), before);
        }
        // Elsewhere and back, and what was closed by hand meanwhile stays closed.
        window->documents().setCurrent(window->documents().documents().last());
        QVERIFY(own.first()->isHidden());
        window->setPerspective(Perspective::Code);
        QTest::qWait(settled);
        window->documents().setCurrent(sprite);
        QTest::qWait(settled);
        QCOMPARE(places(), before);
        window->documents().setCurrent(window->documents().documents().last());
        QTest::qWait(settled);
        Dock* project = window->docks().dock(QStringLiteral("project"));
        QVERIFY(project != nullptr && project->isVisible());
        project->hide();
        window->documents().setCurrent(sprite);
        QVERIFY(project->isHidden());
        for (const Dock* dock : own)
            if (window->docks().belongs(dock, Perspective::Sprite))
                QVERIFY2(!dock->isHidden(), qPrintable(dock->objectName()));
    }

    /// Qt keeps tab bars that it needs no more, some of them over others: whatever came and went, a tab gets its click.
    void tabsOfDocksGetTheirClicks()
    {
        const TwoSprites sprites;
        FakeProject project;
        const auto window = test::shownStudio(documentTypes(), editorActions(), {1440, 900});
        window->open(project.path("kod/creature/keeper.kod"));
        QTRY_VERIFY(window->documents().current() != nullptr && !window->opening().isUnderWay());
        for (const Perspective empty : {Perspective::Room, Perspective::Sprite}) { // whose first document comes later
            window->setPerspective(empty);
            QTest::qWait(50);
        }
        window->open(sprites.one);
        QTRY_VERIFY(window->documents().find(sprites.one) != nullptr && !window->opening().isUnderWay());
        int looked = 0, left = 0;
        for (const Perspective perspective : {Perspective::Code, Perspective::Sprite, Perspective::Room, Perspective::Sprite, Perspective::Play, Perspective::Sprite,
                                              Perspective::Debug, Perspective::Sprite, Perspective::Code}) {
            window->setPerspective(perspective);
            QTest::qWait(50);
            const auto bars = window->findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly);
            for (QTabBar* bar : bars)
                if (bar->count() == 0) { // Qt does so now and then, with some of them
                    bar->setGeometry(0, 0, window->width(), window->height());
                    bar->show();
                    bar->raise();
                    ++left;
                }
            for (const QTabBar* bar : bars)
                for (int tab = 0; bar->isVisible() && tab < bar->count(); ++tab) {
                    const QPoint at = bar->mapTo(window.get(), bar->tabRect(tab).center());
                    if (!window->rect().contains(at) || bar->tabRect(tab).right() > bar->width())
                        continue; // one without a place, or scrolled out
                    QVERIFY2(window->childAt(at) == bar, qPrintable(bar->tabText(tab)));
                    ++looked;
                }
        }
        QVERIFY(looked > 20 && left > 0);
    }

    /// Where nothing of what is open belongs, no tab is marked as if it were shown.
    void noTabIsInFrontOfAnEmptyPage()
    {
        QTemporaryDir folder;
        const QString a = folder.filePath(QStringLiteral("a.txt"));
        QVERIFY(writeFileAtomically(a.toStdString(), std::string_view("one\n"), Backup::None));
        const auto window = test::shownStudio(documentTypes(), editorActions(), {1280, 800});
        window->open(a);
        QTRY_VERIFY(window->documents().find(a) != nullptr && !window->opening().isUnderWay());
        auto* tabs = window->documents().findChild<QTabBar*>();
        const auto marked = [tabs] { // by the line over the tab in front
            const QImage shown = tabs->grab().toImage();
            return shown.pixelColor(tabs->tabRect(0).center().x(), 0) == theme().accent;
        };
        QVERIFY(marked());
        const QRect before = tabs->tabRect(0);
        window->setPerspective(Perspective::Play);
        QCOMPARE(window->documents().current(), nullptr);
        QVERIFY(!marked());
        QCOMPARE(tabs->tabRect(0), before);
        QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(0).center()); // which leads back to it, and into it
        QVERIFY(window->documents().current() != nullptr && window->perspective() == Perspective::Code);
        QVERIFY(marked());
        auto* text = window->documents().find(a);
        QTRY_VERIFY(text->isAncestorOf(QApplication::focusWidget()) || text->hasFocus());
        // Also when it was in front already, and somewhere else was typed.
        tabs->setFocus(Qt::TabFocusReason);
        QVERIFY(!text->isAncestorOf(QApplication::focusWidget()));
        QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(0).center());
        QTRY_VERIFY(text->isAncestorOf(QApplication::focusWidget()));
    }

    void textsAreShownByTwoPerspectives()
    {
        FakeProject project;
        const auto window = test::shownStudio(documentTypes(), editorActions());
        window->open(project.path("kod/creature/keeper.kod"));
        window->finishBackgroundWork();
        DocumentView* text = window->documents().current();
        QVERIFY(text != nullptr);
        QCOMPARE(window->perspective(), Perspective::Code);
        window->setPerspective(Perspective::Debug);
        window->documents().setCurrent(text);
        QCOMPARE(window->perspective(), Perspective::Debug);
        QCOMPARE(window->documents().current(), text);
        QVERIFY(window->docks().docks(Perspective::Debug).contains(window->docks().dock(QStringLiteral("code/outline"))));
    }

    /// A text that was shown beside the debugger alone is what Code shows, and not that there is none.
    void codeShowsATextThatWasShownElsewhere()
    {
        FakeProject project;
        const auto window = test::shownStudio(documentTypes(), editorActions());
        window->open(project.root());
        window->finishBackgroundWork();
        window->setPerspective(Perspective::Debug);
        window->open(project.path("kod/creature/keeper.kod"));
        window->finishBackgroundWork();
        DocumentView* text = window->documents().current();
        QVERIFY(text != nullptr);
        QCOMPARE(window->perspective(), Perspective::Debug);
        window->open(project.path("rooms/square.roo"));
        window->finishBackgroundWork();
        window->setPerspective(Perspective::Code);
        QCOMPARE(window->documents().current(), text);
    }
};

QTEST_MAIN(TestPerspectives)
#include "tst_perspectives.moc"
