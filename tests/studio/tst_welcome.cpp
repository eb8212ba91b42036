// SPDX-License-Identifier: GPL-3.0-or-later
// Pages that stand where no document does: Welcome with its cards, and what an empty perspective says.
#include "studio/shell/command_palette.h"
#include "studio/shell/picture_button.h"
#include "studio/shell/recent_projects.h"
#include "studio/shell/session.h"
#include "tests/studio/shell_fixture.h"
#include "ui/empty_label.h"
#include "ui/status_strip.h"

#include <QApplication>
#include <QDateTime>
#include <QPlainTextEdit>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;
using blak::test::FakeDocument;

class TestWelcome : public QObject, test::ShellFixture
{
    Q_OBJECT

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void init() { begin(); }
    void cleanup()
    {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // what tool strips no longer show goes a little later
        QVERIFY(QApplication::topLevelWidgets().isEmpty());
    }

    void startsOnTheWelcomePage()
    {
        const auto window = makeWindow();
        QVERIFY(window->isWelcomeShown());
        QVERIFY(!window->docks().isAreaShown(Qt::LeftDockWidgetArea));
        QCOMPARE(menuTitles(*window), (QStringList{QStringLiteral("File"), QStringLiteral("Edit"), QStringLiteral("View"),
                                                   QStringLiteral("Window"), QStringLiteral("Help")}));
        QCOMPARE(window->status().left(), QStringList{QStringLiteral("Ready")});
    }

    void recentProjectsAreInThePalette()
    {
        {
            const auto window = makeWindow();
            openProjectIn(*window);
            window->close();
        }
        const auto window = makeWindow();
        window->palette().open(QStringLiteral(">open recent"));
        QVERIFY2(window->palette().shownTexts().value(0).startsWith(QStringLiteral("Open recent: ")),
                 qPrintable(window->palette().shownTexts().join(u'|')));
        QTest::keyClick(window->palette().field(), Qt::Key_Return);
        QTRY_COMPARE(window->index().root(), project_->root());
    }

    /// What was seen last is known again by its picture; until it has one, by the icon of its kind.
    void welcomeShowsPicturesOfWhatWasOpened()
    {
        const auto window = makeWindow();
        openProjectIn(*window);
        window->open(project_->path("rooms/square.roo"));
        QTRY_VERIFY(!thumbnailOf(project_->path("rooms/square.roo")).isNull()); // without a close, a moment after it was shown
        rememberFile({project_->path("kod/creature/keeper.kod"), QStringLiteral("keeper.kod"), {}, 0, QDateTime::currentDateTime(),
                      QStringLiteral("code")});
        window->showWelcome();
        const auto cards = window->findChildren<PictureButton*>();
        QVERIFY(cards.size() >= 2);
        QCOMPARE(cards[0]->text(), QStringLiteral("keeper.kod"));
        QCOMPARE(cards[0]->iconName(), QStringLiteral("code"));
        QVERIFY(!cards[0]->hasPicture());
        QCOMPARE(cards[1]->text(), QStringLiteral("square.roo"));
        QVERIFY(cards[1]->hasPicture());
    }

    /// In the other theme none of this one, until it was seen in that.
    void picturesAreThoseOfTheTheme()
    {
        const auto window = makeWindow();
        openProjectIn(*window);
        const QString square = project_->path("rooms/square.roo"), lantern = project_->path("rooms/lantern.roo");
        window->open(square);
        QTRY_VERIFY(!thumbnailOf(square).isNull());
        window->open(lantern);
        QTRY_VERIFY(!thumbnailOf(lantern).isNull());
        const QImage dark = thumbnailOf(lantern);
        window->showWelcome();
        setTheme(ThemeKind::Light);
        for (const auto* card : window->findChildren<PictureButton*>())
            QVERIFY(!card->isVisible() || !card->hasPicture());
        window->open(lantern);
        QTRY_VERIFY(!thumbnailOf(lantern).isNull());
        QVERIFY(thumbnailOf(square).isNull()); // it was not looked at
        QVERIFY(thumbnailOf(lantern) != dark);
        window->open(square);
        QTRY_VERIFY(!thumbnailOf(square).isNull());
        setTheme(ThemeKind::Dark);
        QCOMPARE(thumbnailOf(lantern), dark);
    }

    /// A page of a text made as small as a card is grey: a beginning of it stands there, nearly at its size.
    void whatIsWrittenCanBeReadOnItsCard()
    {
        const auto window = makeWindow();
        openProjectIn(*window);
        window->open(project_->path("rooms/lantern.roo"));
        FakeDocument* document = current(*window);
        rememberPicture(*document);
        const QSize whole = thumbnailOf(document->path()).size();
        QVERIFY(whole.width() == 464 || whole.height() == 268); // all of it
        auto* text = new QPlainTextEdit(QStringLiteral("Keeper is Villager"), document);
        text->setGeometry(0, 30, document->width(), document->height() - 30); // below a line of tools
        text->show();
        document->setFocusProxy(text);
        rememberPicture(*document);
        QCOMPARE(thumbnailOf(document->path()).size(), QSize(320, 185));
        QCOMPARE(thumbnailOf(document->path()), document->grab(QRect(0, 30, 320, 185)).toImage().convertToFormat(thumbnailOf(document->path()).format()));
        text->resize(document->width() / 3, document->height()); // a list beside a picture
        rememberPicture(*document);
        QCOMPARE(thumbnailOf(document->path()).size(), whole);
    }

    /// Nothing can be chosen in Play: its empty page says how to begin.
    void anEmptyPageBeginsWhatThePerspectiveIsFor()
    {
        const auto window = makeWindow();
        openProjectIn(*window);
        bool isBegun = false;
        ActionSpec begin;
        begin.id = QStringLiteral("play.run.here");
        begin.text = QStringLiteral("Play here");
        begin.menu = QStringLiteral("Run");
        begin.keys = {QKeySequence(Qt::Key_F5)};
        begin.run = [&isBegun](DocumentView*) { isBegun = true; };
        window->actions().add({begin});
        window->setPerspective(Perspective::Play);
        auto* page = window->documents().findChild<EmptyLabel*>();
        QVERIFY(page != nullptr && page->isVisible());
        QVERIFY2(page->text().contains(QStringLiteral("Press F5")), qPrintable(page->text()));
        emit page->linkActivated({});
        QVERIFY(isBegun);
    }

    void welcomeSpeaksOfNoDocumentBehindIt()
    {
        const auto window = makeWindow();
        openProjectIn(*window);
        window->open(project_->path("rooms/lantern.roo"));
        FakeDocument* room = current(*window);
        QVERIFY2(window->windowTitle().startsWith(QStringLiteral("lantern.roo")), qPrintable(window->windowTitle()));
        room->edits = 1;
        room->setModified(true);
        window->showWelcome();
        QVERIFY2(!window->windowTitle().contains(QStringLiteral("lantern.roo")), qPrintable(window->windowTitle()));
        QVERIFY(window->windowTitle().endsWith(QStringLiteral("Blakston Studio")));
        window->actions().refresh();
        for (const char* id : {"studio.file.save", "studio.file.close", "studio.undo.back", "studio.palette.place"})
            QVERIFY2(!window->actions().action(QLatin1String(id))->isEnabled(), id);
        QTest::keyClick(window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTest::keyClick(window.get(), Qt::Key_W, Qt::ControlModifier);
        QCOMPARE(room->edits, 1);
        QCOMPARE(window->documents().documents().size(), 1);
        QVERIFY(window->actions().action(QStringLiteral("studio.file.saveAll"))->isEnabled()); // that is not of one document
        window->setPerspective(Perspective::Room);
        QVERIFY2(window->windowTitle().startsWith(QStringLiteral("lantern.roo")), qPrintable(window->windowTitle()));
        QVERIFY(window->actions().action(QStringLiteral("studio.undo.back"))->isEnabled());
        room->setModified(false);
    }
};

QTEST_MAIN(TestWelcome)
#include "tst_welcome.moc"
