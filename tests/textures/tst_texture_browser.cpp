// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/textures/question_bar.h"
#include "roomedit/textures/texture_browser.h"
#include "roomedit/textures/texture_list.h"
#include "roomedit/textures/texture_mime.h"
#include "roomedit/textures/texture_model.h"
#include "roomedit/textures/texture_picture.h"
#include "roomedit/textures/texture_preview.h"
#include "roomedit/textures/texture_query.h"
#include "roomedit/textures/texture_thumbnails.h"
#include "roomedit/textures/texture_use.h"
#include "tests/textures/texture_world.h"
#include "ui/search_field.h"
#include "ui/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QDropEvent>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <numeric>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::textures;
using blak::test::TextureWorld;

class TestTextureBrowser : public QObject
{
    Q_OBJECT

    std::shared_ptr<TextureWorld> world_;

    std::unique_ptr<TextureBrowser> makeBrowser(int width = 1000)
    {
        auto browser = std::make_unique<TextureBrowser>();
        browser->resize(width, 320);
        browser->setProject(world_);
        browser->show();
        browser->activateWindow();
        browser->finish();
        QApplication::processEvents();
        return browser;
    }

    static QVector<int> numbers(const TextureBrowser& browser)
    {
        QVector<int> shown;
        for (int row = 0; row < browser.list().rowCount(); ++row)
            shown << browser.list().numberAt(browser.list().index(row, 0));
        return shown;
    }

    static QPoint centreOf(const TextureBrowser& browser, int number)
    {
        return browser.grid()->visualRect(browser.list().indexOf(number)).center();
    }

    static void type(TextureBrowser& browser, const QString& text)
    {
        browser.search()->clear();
        QTest::keyClicks(browser.search(), text);
        QTest::keyClick(browser.search(), Qt::Key_Return); // now, not after the rest
    }

    static QToolButton* button(const TextureBrowser& browser, const QString& name)
    {
        for (QToolButton* one : browser.findChildren<QToolButton*>())
            if (one->accessibleName() == name)
                return one;
        qFatal("no button is called %s", qPrintable(name));
    }

    static QPushButton* answer(const TextureBrowser& browser, const QString& text)
    {
        for (QPushButton* one : browser.questionBar().findChildren<QPushButton*>())
            if (one->text() == text)
                return one;
        qFatal("no answer is called %s", qPrintable(text));
    }

    static void drop(TextureBrowser& browser, const QStringList& files)
    {
        QMimeData mime;
        QList<QUrl> urls;
        for (const QString& file : files)
            urls << QUrl::fromLocalFile(file);
        mime.setUrls(urls);
        QDragEnterEvent enter(QPoint(20, 100), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&browser, &enter);
        if (!enter.isAccepted())
            return;
        QDropEvent event(QPointF(20, 100), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&browser, &event);
    }

    QString writePicture(const char* name, const QImage& image)
    {
        const QString path = picturesDir_->filePath(QLatin1String(name));
        if (!image.save(path))
            qFatal("cannot write %s", name);
        return path;
    }

    std::unique_ptr<QTemporaryDir> picturesDir_;

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void init()
    {
        picturesDir_ = std::make_unique<QTemporaryDir>();
        world_ = std::make_shared<TextureWorld>();
        world_->addTexture(4101, "Oak boards", 64, 64);
        world_->addTexture(4120, "Timber frame", 128, 64);
        world_->addTexture(4151, "Mossy stone", 64, 64);
        world_->addTexture(4180, "Still water", 64, 64, 4);
        world_->addTexture(9002, "", 32, 16);
        world_->addRoom(QStringLiteral("hall.roo"), 7, 4120, 3, 4101);
        world_->addRoom(QStringLiteral("yard.roo"), 2, 4120, 1, 4151);
    }

    void queriesFind_data()
    {
        QTest::addColumn<QString>("query");
        QTest::addColumn<bool>("oak");   // 4101 "Oak boards" 64 x 32
        QTest::addColumn<bool>("other"); // 9002 "" 32 x 16
        QTest::newRow("nothing typed") << QString() << true << true;
        QTest::newRow("name") << QStringLiteral("oak") << true << false;
        QTest::newRow("two words") << QStringLiteral("BOARDS oak") << true << false;
        QTest::newRow("size") << QStringLiteral("64x32") << true << false;
        QTest::newRow("size, the other way round") << QStringLiteral("32x64") << true << false;
        QTest::newRow("from") << QStringLiteral(">=9002") << false << true;
        QTest::newRow("above") << QStringLiteral(">9002") << false << false;
        QTest::newRow("below") << QStringLiteral("<9002") << true << false;
        QTest::newRow("up to") << QStringLiteral("<=4101") << true << false;
        QTest::newRow("equal") << QStringLiteral("=4101") << true << false;
        QTest::newRow("between") << QStringLiteral("4000-9001") << true << false;
        QTest::newRow("digits") << QStringLiteral("0410") << true << false;
        QTest::newRow("file name") << QStringLiteral("grd09002.bgf") << false << true;
        QTest::newRow("all must hold") << QStringLiteral("oak >5000") << false << false;
        QTest::newRow("a number too long for any texture") << QStringLiteral("99999999999") << false << false;
    }

    void queriesFind()
    {
        QFETCH(QString, query);
        QTEST(TextureQuery(query).matches(4101, QStringLiteral("Oak boards"), QSize(64, 32)), "oak");
        QTEST(TextureQuery(query).matches(9002, QString(), QSize(32, 16)), "other");
    }

    void listsWhatTheFoldersHold()
    {
        const auto browser = makeBrowser();
        QCOMPARE(numbers(*browser), (QVector<int>{4101, 4120, 4151, 4180, 9002}));
        const TextureModel& model = browser->model();
        QCOMPARE(model.facts(4101).name, QStringLiteral("Oak boards"));
        QCOMPARE(model.facts(4180).groups, 4);
        QCOMPARE(model.shownSize(4120), QSize(64, 128)); // hangs on walls: turned
        QCOMPARE(model.shownSize(4101), QSize(64, 64));
        QVERIFY(model.isUpright(4120));
        QVERIFY(!model.isUpright(4101));
        QVERIFY(model.isUpright(9002)); // nobody uses it
    }

    void countsUseInWorldAndRoom()
    {
        const auto browser = makeBrowser();
        QVERIFY(browser->model().use() != nullptr);
        QCOMPARE(browser->model().use()->rooms.value(4120).size(), 2);
        QCOMPARE(browser->model().use()->total(4120).walls, 9);
        QCOMPARE(browser->model().usedHere(4120).total(), 0);
        browser->setRoom(world_->path(QStringLiteral("hall.roo")));
        QCOMPARE(browser->model().usedHere(4120).walls, 7);
        QCOMPARE(browser->model().usedHere(4101).flats, 3);
        QCOMPARE(browser->model().countUsedHere(), 2);
        const int before = browser->model().countMissingHere();
        // What is being edited counts before it is saved.
        browser->setRoomTextures(world_->path(QStringLiteral("hall.roo")), {{4151, {1, 1}}});
        QCOMPARE(browser->model().usedHere(4120).total(), 0);
        QCOMPARE(browser->model().usedHere(4151).total(), 2);
        // What the project has not is told beside what it has: it is on the walls as a pattern. Number 0 is no texture.
        browser->setRoomTextures(world_->path(QStringLiteral("hall.roo")), {{4151, {1, 1}}, {61234, {2, 0}}, {0, {5, 0}}});
        QCOMPARE(browser->model().countUsedHere(), 1);
        QCOMPARE(browser->model().countMissingHere(), 1);
        const auto labels = browser->findChildren<QLabel*>();
        QVERIFY(std::ranges::any_of(labels, [](const QLabel* label) { return label->text() == QStringLiteral("1 used here, 1 missing"); }));
        // Closed without saving: what the file says.
        browser->forgetRoomTextures(world_->path(QStringLiteral("hall.roo")));
        QCOMPARE(browser->model().usedHere(4120).walls, 7);
        QCOMPARE(browser->model().usedHere(4151).total(), 0);
        QCOMPARE(browser->model().countMissingHere(), before);
    }

    /// A wall is one, on however many parts of its sides the texture is; floor and ceiling are two.
    void aWallCountsOnce()
    {
        roo::Room room;
        roo::Sidedef front, back;
        front.aboveTexture = front.belowTexture = back.belowTexture = 4120;
        back.normalTexture = 4151;
        room.sidedefs = {front, back};
        roo::Linedef line;
        line.plusSide = 1;
        line.minusSide = 2;
        room.linedefs = {line, line};
        roo::Sector sector;
        sector.floorTexture = sector.ceilingTexture = 4101;
        room.sectors = {sector};
        const RoomTextures counts = texturesOf(room);
        QCOMPARE(counts.value(4120), (TextureCount{2, 0}));
        QCOMPARE(counts.value(4151), (TextureCount{2, 0}));
        QCOMPARE(counts.value(4101), (TextureCount{0, 2}));
        QCOMPARE(counts.size(), 3);
    }

    /// Which rooms use a texture stands beside its picture, and one of them is opened from there.
    void thePreviewSaysWhereATextureIsUsed()
    {
        const auto browser = makeBrowser();
        browser->resize(1000, 200);
        browser->show();
        QVERIFY(QTest::qWaitForWindowExposed(browser.get()));
        auto* preview = browser->findChild<TexturePreview*>();
        preview->setTexture(4120);
        QEvent leave(QEvent::Leave); // from the pictures to it: it stays what it is
        QApplication::sendEvent(browser->grid()->viewport(), &leave);
        QTest::qWait(700);
        QCOMPARE(preview->texture(), 4120);
        const QStringList facts = preview->facts();
        const qsizetype used = facts.indexOf(QStringLiteral("Used in 2 rooms"));
        QVERIFY2(used >= 0, qPrintable(facts.join(u'|')));
        QVERIFY(facts.value(used + 1).split(QStringLiteral(", ")).contains(QStringLiteral("hall")));
        QVERIFY2(preview->roomsTip().contains(QStringLiteral("hall.roo: 7")), qPrintable(preview->roomsTip()));
        QTest::mouseClick(preview, Qt::LeftButton);
        QMenu* menu = nullptr;
        QTRY_VERIFY((menu = browser->findChild<QMenu*>()) != nullptr);
        const QList<QAction*> rows = menu->actions();
        QCOMPARE(rows.size(), 2);
        const auto hall = std::ranges::find_if(rows, [](const QAction* row) { return row->text() == QStringLiteral("hall.roo (7)"); });
        QVERIFY(hall != rows.end());
        QSignalSpy opened(browser.get(), &TextureBrowser::openRequested);
        (*hall)->trigger();
        QCOMPARE(opened.size(), 1);
        QCOMPARE(opened[0][0].toString(), world_->path(QStringLiteral("hall.roo")));
        menu->close();
    }

    /// No other file is looked at: one that was broken meanwhile still counts.
    void aSavedRoomIsCountedByItself()
    {
        const auto browser = makeBrowser();
        const QString hall = world_->path(QStringLiteral("hall.roo"));
        world_->write(QStringLiteral("hall.roo"), std::as_bytes(std::span("ROO\xB1", 4)));
        QSignalSpy changed(&browser->model(), &TextureModel::useChanged);
        browser->setSavedRoom(hall, {{4151, {1, 1}}});
        QCOMPARE(changed.size(), 1);
        browser->setSavedRoom(hall, {{4151, {1, 1}}}); // nothing of it is another
        QCOMPARE(changed.size(), 1);
        const TextureUse* use = browser->model().use();
        QCOMPARE(use->unread, 0);
        QCOMPARE(use->rooms.value(4120).size(), 1);
        QCOMPARE(use->total(4120).walls, 2);
        QVERIFY(!use->rooms.contains(4101)); // the hall alone had it
        QVERIFY(std::ranges::any_of(use->rooms.value(4151), [&](const TextureUse::InRoom& one) { return one.room == hall && one.count.total() == 2; }));
        browser->setSavedRoom(world_->path(QStringLiteral("new.roo")), {{4151, {3, 0}}});
        QCOMPARE(browser->model().use()->byRoom.value(world_->path(QStringLiteral("new.roo"))).value(4151).walls, 3);
        browser->refresh();
        browser->model().finish();
        QCOMPARE(browser->model().use()->unread, 1); // that reads all files
        QVERIFY(!browser->model().use()->byRoom.contains(world_->path(QStringLiteral("new.roo"))));
    }

    /// Only what is another file now is read: one whose time and size are the same counts as it did.
    void roomsThatWentAreNotCounted()
    {
        const auto browser = makeBrowser();
        const auto rooms = [&] { return browser->model().use()->rooms.value(4120).size(); };
        QCOMPARE(rooms(), qsizetype{2});
        browser->setSavedRoom(world_->path(QStringLiteral("new.roo")), {{4120, {3, 0}}}); // and taken away at once
        QCOMPARE(rooms(), qsizetype{3});
        QVERIFY(QFile::remove(world_->path(QStringLiteral("hall.roo"))));
        browser->refreshUse();
        browser->model().finish();
        QCOMPARE(rooms(), qsizetype{1});
        QVERIFY(!browser->model().use()->byRoom.contains(world_->path(QStringLiteral("hall.roo"))));
        const auto left = browser->model().use()->rooms.value(4120).first();
        QFile file(left.room);
        QVERIFY(file.open(QIODevice::ReadWrite));
        const QDateTime changed = file.fileTime(QFileDevice::FileModificationTime);
        QCOMPARE(file.write("???", 3), qint64{3});
        file.flush();
        QVERIFY(file.setFileTime(changed, QFileDevice::FileModificationTime));
        file.close();
        browser->refreshUse();
        browser->model().finish();
        QCOMPARE(browser->model().use()->unread, 0);
        QCOMPARE(rooms(), qsizetype{1});
    }

    void aSavedTextureIsReadByItself()
    {
        const auto browser = makeBrowser();
        world_->write(QStringLiteral("grd04101.bgf"), std::as_bytes(std::span("BGF\x11 but no more", 16)));
        world_->assets()->invalidate("grd04101.bgf");
        browser->refreshTexture(4101);
        QVERIFY(!browser->model().facts(4101).problem.isEmpty());
        QCOMPARE(browser->model().facts(4180).groups, 4);
        QCOMPARE(world_->assets()->cachedBytes(), std::size_t(0)); // looking through all keeps none
        QCOMPARE(render::AssetStore::textureNumber("rooms/GRD04101.BGF"), 4101);
        QCOMPARE(render::AssetStore::textureNumber("grd4101.bgf"), 0);
        QCOMPARE(render::AssetStore::textureNumber("troll.bgf"), 0);
    }

    void damagedFilesAreShownAsSuch()
    {
        world_->write(QStringLiteral("grd05000.bgf"), std::as_bytes(std::span("BGF\x11 but no more", 16)));
        world_->write(QStringLiteral("broken.roo"), std::as_bytes(std::span("ROO\xB1", 4)));
        const auto browser = makeBrowser();
        QVERIFY(!browser->model().facts(5000).problem.isEmpty());
        QCOMPARE(browser->model().use()->unread, 1);
        browser->setCurrentTexture(5000);
        QCOMPARE(browser->preview().facts().first(), QStringLiteral("Unreadable"));
    }

    void typingNarrowsTheGrid()
    {
        const auto browser = makeBrowser();
        type(*browser, QStringLiteral("stone"));
        QCOMPARE(numbers(*browser), QVector<int>{4151});
        type(*browser, QStringLiteral(">=4150 64x64"));
        QCOMPARE(numbers(*browser), (QVector<int>{4151, 4180}));
        type(*browser, QStringLiteral("granite"));
        QVERIFY(browser->emptySentence().contains(QStringLiteral("granite")));
        QVERIFY(browser->emptySentence().contains(QStringLiteral("Show all 5")));
        // Esc clears, and all is there again.
        QTest::keyClick(browser->search(), Qt::Key_Escape);
        QCOMPARE(numbers(*browser).size(), 5);
        QVERIFY(browser->emptySentence().isEmpty());
    }

    void switchesNarrowTheGrid()
    {
        const auto browser = makeBrowser();
        auto* use = browser->findChildren<QComboBox*>().first();
        use->setCurrentIndex(1);
        QCOMPARE(numbers(*browser), (QVector<int>{4101, 4120, 4151}));
        use->setCurrentIndex(2);
        QCOMPARE(numbers(*browser), (QVector<int>{4180, 9002}));
        use->setCurrentIndex(0);
        QToolButton* here = button(*browser, QStringLiteral("Used here"));
        QVERIFY(!here->isEnabled());
        browser->setRoom(world_->path(QStringLiteral("yard.roo")));
        QTest::mouseClick(here, Qt::LeftButton);
        QCOMPARE(numbers(*browser), (QVector<int>{4120, 4151}));
        QTest::mouseClick(here, Qt::LeftButton);
        auto* sizes = browser->findChildren<QComboBox*>().at(1);
        QCOMPARE(sizes->count(), 4); // all, 16 x 32, 64 x 64, 64 x 128
        sizes->setCurrentIndex(1);
        emit sizes->activated(1);
        QCOMPARE(numbers(*browser), QVector<int>{9002});
    }

    void favouritesAreMadeByKeyAndKept()
    {
        QVariantMap state;
        {
            const auto browser = makeBrowser();
            const QSignalSpy changed(browser.get(), &TextureBrowser::stateChanged);
            QTest::mouseClick(browser->grid()->viewport(), Qt::LeftButton, {}, centreOf(*browser, 4151));
            QTest::keyClick(browser->grid(), Qt::Key_F);
            QTest::keyClick(browser->grid(), Qt::Key_Right);
            QTest::keyClick(browser->grid(), Qt::Key_F);
            QTest::keyClick(browser->grid(), Qt::Key_F); // and off again
            QCOMPARE(changed.size(), 4); // the click is one that was picked lately
            QTest::mouseClick(button(*browser, QStringLiteral("Favourites")), Qt::LeftButton);
            QCOMPARE(numbers(*browser), QVector<int>{4151});
            browser->findChild<QSlider*>()->setValue(120);
            state = browser->saveState();
        }
        const auto again = makeBrowser();
        QVERIFY(again->model().favourites().isEmpty());
        again->restoreState(state);
        QCOMPARE(again->model().favourites(), QSet<int>{4151});
        QCOMPARE(again->findChild<QSlider*>()->value(), 120);
    }

    void whatWasPickedLatelyIsShownLastFirst()
    {
        QVariantMap state;
        {
            const auto browser = makeBrowser();
            QTest::mouseClick(button(*browser, QStringLiteral("Recent")), Qt::LeftButton);
            QVERIFY(numbers(*browser).isEmpty());
            QVERIFY(browser->emptySentence().contains(QStringLiteral("No texture was picked yet")));
            QTest::mouseClick(button(*browser, QStringLiteral("Recent")), Qt::LeftButton);
            const QVector<int> all = numbers(*browser);
            QSignalSpy picked(browser.get(), &TextureBrowser::texturePicked);
            for (const int number : {4120, 4101, 4180, 4120})
                QTest::mouseClick(browser->grid()->viewport(), Qt::LeftButton, {}, centreOf(*browser, number));
            QCOMPARE(picked.size(), 4);
            QCOMPARE(picked.last().first().toInt(), 4120);
            QTest::mouseClick(button(*browser, QStringLiteral("Recent")), Qt::LeftButton);
            QCOMPARE(numbers(*browser), (QVector<int>{4120, 4180, 4101}));
            QTest::mouseClick(browser->grid()->viewport(), Qt::LeftButton, {}, centreOf(*browser, 4101));
            QCOMPARE(numbers(*browser), (QVector<int>{4120, 4180, 4101})); // nothing moves away under the mouse
            QTest::mouseClick(button(*browser, QStringLiteral("Recent")), Qt::LeftButton);
            QCOMPARE(numbers(*browser), all);
            state = browser->saveState();
        }
        const auto again = makeBrowser();
        again->restoreState(state);
        QTest::mouseClick(button(*again, QStringLiteral("Recent")), Qt::LeftButton);
        QCOMPARE(numbers(*again), (QVector<int>{4101, 4120, 4180}));
    }

    void theMouseShowsAndChooses()
    {
        const auto browser = makeBrowser();
        QSignalSpy opened(browser.get(), &TextureBrowser::openRequested);
        QWidget* viewport = browser->grid()->viewport();
        QTest::mouseMove(viewport, centreOf(*browser, 4101));
        QTest::mouseMove(viewport, centreOf(*browser, 4180));
        QTRY_COMPARE(browser->preview().texture(), 4180);
        QVERIFY(browser->preview().facts().contains(QStringLiteral("4 steps of animation")));
        QTest::mouseClick(viewport, Qt::LeftButton, {}, centreOf(*browser, 4120));
        QCOMPARE(browser->currentTexture(), 4120);
        QTest::mouseDClick(viewport, Qt::LeftButton, {}, centreOf(*browser, 4120));
        QCOMPARE(opened.size(), 1);
        QCOMPARE(opened.takeFirst().first().toString(), world_->path(QStringLiteral("grd04120.bgf")));
        QTest::keyClick(browser->grid(), Qt::Key_Home);
        QTest::keyClick(browser->grid(), Qt::Key_Return);
        QCOMPARE(opened.takeFirst().first().toString(), world_->path(QStringLiteral("grd04101.bgf")));
        QTest::keyClick(browser->grid(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("4101"));
        QTest::keyClick(browser->grid(), Qt::Key_Slash);
        QVERIFY(browser->search()->hasFocus());
    }

    /// While something is selected that takes textures, a double click puts one there; the menu has all places, and still opens the picture.
    void aDoubleClickPutsOneOnWhatIsSelected()
    {
        const auto browser = makeBrowser();
        QSignalSpy opened(browser.get(), &TextureBrowser::openRequested), put(browser.get(), &TextureBrowser::putRequested);
        auto* hint = browser->findChild<QLabel*>(QStringLiteral("textureHint"));
        QVERIFY(hint != nullptr && !hint->isVisible());
        browser->setPlaces({QStringLiteral("the floor"), QStringLiteral("the ceiling")});
        QVERIFY(hint->isVisible() && hint->text().contains(QStringLiteral("the floor")));
        QWidget* viewport = browser->grid()->viewport();
        QTest::mouseClick(viewport, Qt::LeftButton, {}, centreOf(*browser, 4120));
        QVERIFY(put.isEmpty());
        QTest::mouseDClick(viewport, Qt::LeftButton, {}, centreOf(*browser, 4120));
        QCOMPARE(put.size(), 1);
        QCOMPARE(put.takeFirst(), QVariantList({4120, 0}));
        QTest::keyClick(browser->grid(), Qt::Key_Return);
        QCOMPARE(put.takeFirst(), QVariantList({4120, 0}));
        QVERIFY(opened.isEmpty());
        emit browser->grid()->customContextMenuRequested(centreOf(*browser, 4120));
        auto* menu = browser->findChild<QMenu*>();
        QVERIFY(menu != nullptr);
        QStringList rows;
        for (QAction* action : menu->actions()) {
            rows << action->text();
            if (action->text() == QStringLiteral("Put on the ceiling") || action->text() == QStringLiteral("Open the picture"))
                action->trigger();
        }
        menu->close();
        QVERIFY2(rows.first() == QStringLiteral("Put on the floor"), qPrintable(rows.join(u'|')));
        QCOMPARE(put.size(), 1);
        QCOMPARE(put.takeFirst(), QVariantList({4120, 1}));
        QCOMPARE(opened.size(), 1);
        browser->setPlaces({});
        QVERIFY(!hint->isVisible());
        QTest::mouseDClick(viewport, Qt::LeftButton, {}, centreOf(*browser, 4120));
        QCOMPARE(opened.size(), 2);
    }

    void theMenuNamesTheRooms()
    {
        const auto browser = makeBrowser();
        const QSignalSpy opened(browser.get(), &TextureBrowser::openRequested);
        QStringList rooms;
        emit browser->grid()->customContextMenuRequested(centreOf(*browser, 4120));
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu != nullptr);
        const QAction* list = menu->actions().last();
        for (QAction* action : list->menu()->actions())
            rooms << action->text();
        list->menu()->actions().last()->trigger();
        menu->close();
        QCOMPARE(rooms, (QStringList{QStringLiteral("hall.roo (7)"), QStringLiteral("yard.roo (2)")}));
        QCOMPARE(opened.first().first().toString(), world_->path(QStringLiteral("yard.roo")));
    }

    void aTextureIsDraggedByItsNumber()
    {
        const auto browser = makeBrowser();
        const std::unique_ptr<QMimeData> mime(browser->list().mimeData({browser->list().indexOf(4151)}));
        QCOMPARE(textureIn(*mime), 4151);
        QCOMPARE(mime->text(), QStringLiteral("4151"));
        mime->setData(textureMimeType(), "70000");
        QVERIFY(!textureIn(*mime));
    }

    void thumbnailsComeLaterAndStayInBounds()
    {
        TextureThumbnails thumbnails(3 * 40 * 30 * 4);
        thumbnails.setAssets(world_->assets());
        QVERIFY(thumbnails.picture(4101, false, QSize(40, 30)).isNull());
        thumbnails.finish();
        const QImage image = thumbnails.picture(4101, false, QSize(40, 30));
        QCOMPARE(image.size(), QSize(40, 30));
        QVERIFY(image.pixel(2, 15) != image.pixel(37, 15)); // as stored: left and right differ
        const QImage turned = [&] {
            thumbnails.picture(4101, true, QSize(40, 30));
            thumbnails.finish();
            return thumbnails.picture(4101, true, QSize(40, 30));
        }();
        QCOMPARE(turned.pixel(2, 15), turned.pixel(37, 15));
        QVERIFY(turned.pixel(20, 2) != turned.pixel(20, 27));
        for (const int number : {4120, 4151, 4180, 9002})
            thumbnails.picture(number, true, QSize(40, 30));
        thumbnails.finish();
        QVERIFY(thumbnails.cachedBytes() <= 3 * 40 * 30 * 4);
    }

    void tallPicturesAreShownWhole()
    {
        QImage tall(16, 64, QImage::Format_ARGB32_Premultiplied);
        tall.fill(Qt::red);
        const QImage whole = fitIntoBox(tall, QSize(50, 36));
        QCOMPARE(qAlpha(whole.pixel(0, 18)), 0);
        QCOMPARE(whole.pixelColor(25, 0), QColor(Qt::red));
        const QImage square = fitIntoBox(tall.scaled(32, 32), QSize(50, 36));
        QCOMPARE(square.pixelColor(0, 18), QColor(Qt::red));
    }

    void aDroppedPictureIsAddedAfterOneQuestion()
    {
        const auto browser = makeBrowser();
        QImage image(8, 4, QImage::Format_ARGB32);
        image.fill(Qt::transparent);
        const palette::Colour colour = world_->assets()->palette()[150];
        image.setPixel(7, 0, qRgb(colour.r, colour.g, colour.b));
        drop(*browser, {writePicture("brick.png", image)});
        QCOMPARE(browser->questionBar().question(),
                 QStringLiteral("Add brick.png as grd09003 to %1?").arg(QDir(world_->root()).dirName()));
        QVERIFY(answer(*browser, QStringLiteral("Cancel"))->hasFocus());
        QTest::keyClick(answer(*browser, QStringLiteral("Cancel")), Qt::Key_Escape);
        QVERIFY(!QFile::exists(world_->path(QStringLiteral("grd09003.bgf"))));
        QVERIFY(browser->questionBar().question().isEmpty());

        QSignalSpy added(browser.get(), &TextureBrowser::texturesAdded);
        drop(*browser, {picturesDir_->filePath(QStringLiteral("brick.png"))});
        QTest::mouseClick(answer(*browser, QStringLiteral("Add as wall")), Qt::LeftButton);
        QCOMPARE(added.size(), 1);
        browser->finish();
        QVERIFY(numbers(*browser).contains(9003));
        QCOMPARE(browser->currentTexture(), 9003);
        QCOMPARE(browser->model().facts(9003).name, QStringLiteral("brick"));
        QCOMPARE(browser->model().facts(9003).stored, QSize(4, 8)); // turned
        const auto picture = world_->assets()->texture(9003);
        QCOMPARE(int(picture->images.front().pixels[7 * 4]), 150);
        QCOMPARE(int(picture->images.front().pixels[0]), int(bgf::transparentIndex));
    }

    void spritesAreTakenAsTheyAreAndNumbersRoomsAskForAreLeft()
    {
        world_->addRoom(QStringLiteral("cellar.roo"), 1, 9003, 0, 0); // asks for a texture that is missing
        const auto browser = makeBrowser();
        const QString copy = picturesDir_->filePath(QStringLiteral("copy.BGF"));
        QVERIFY(QFile::copy(world_->path(QStringLiteral("grd04101.bgf")), copy));
        drop(*browser, {copy, copy});
        QVERIFY(browser->questionBar().question().startsWith(QStringLiteral("Add 2 files as grd09004 to grd09005")));
        QTest::mouseClick(answer(*browser, QStringLiteral("Add")), Qt::LeftButton);
        QFile made(world_->path(QStringLiteral("grd09005.bgf")));
        QFile original(world_->path(QStringLiteral("grd04101.bgf")));
        QVERIFY(made.open(QIODevice::ReadOnly) && original.open(QIODevice::ReadOnly));
        QCOMPARE(made.readAll(), original.readAll());
    }

    void bitmapsOfTheOldToolKeepTheirIndices()
    {
        const auto browser = makeBrowser();
        QImage image(4, 4, QImage::Format_Indexed8);
        image.setColorCount(256);
        for (int i = 0; i < 256; ++i)
            image.setColor(i, qRgb(i, i, i)); // not the world's colours
        image.fill(77);
        drop(*browser, {writePicture("old.bmp", image)});
        QTest::mouseClick(answer(*browser, QStringLiteral("Add as floor")), Qt::LeftButton);
        QCOMPARE(int(world_->assets()->texture(9003)->images.front().pixels[5]), 77);
    }

    void whatIsNoPictureIsRefusedInOneSentence()
    {
        const auto browser = makeBrowser();
        QSignalSpy failed(browser.get(), &TextureBrowser::failed);
        const QString fake = picturesDir_->filePath(QStringLiteral("fake.png"));
        QFile file(fake);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("\x89PNG\r\n\x1a\n and nothing") > 0);
        file.close();
        drop(*browser, {fake});
        QCOMPARE(failed.size(), 1);
        QVERIFY(failed.first().first().toString().startsWith(QStringLiteral("Cannot add a texture: ")));
        QVERIFY(browser->questionBar().question().isEmpty());
        drop(*browser, {picturesDir_->filePath(QStringLiteral("song.mp3"))}); // not taken at all
        QCOMPARE(failed.size(), 1);
    }

    void numbersComeAfterTheHighest()
    {
        QCOMPARE(nextFreeTexture({}, nullptr), 1);
        QCOMPARE(nextFreeTexture({5, 9}, nullptr), 10);
        QCOMPARE(nextFreeTexture({1, 2, 65535}, nullptr), 3);
        std::vector<int> all(65535);
        std::iota(all.begin(), all.end(), 1);
        QCOMPARE(nextFreeTexture(all, nullptr), 0);
    }

    /// In a dock as narrow as a small screen leaves it nothing of the row above lies on something else.
    void nothingLiesOnTheSearch()
    {
        for (int i = 0; i < 40; ++i)
            world_->addTexture(100 + i, "many", 32, 32);
        for (const int width : {400, 460, 520, 640, 760, 1000}) {
            QWidget dock; // a window would not become as narrow
            dock.resize(width, 320);
            auto* browser = new TextureBrowser;
            browser->setParent(&dock);
            browser->setGeometry(0, 0, width, 320);
            browser->setProject(world_);
            dock.show();
            browser->finish();
            browser->setRoomTextures(QStringLiteral("/a.roo"), {{100, {}}, {101, {}}, {102, {}}});
            browser->setRoom(QStringLiteral("/a.roo"));
            QTest::qWait(20);
            QCOMPARE(browser->width(), width);
            const QWidget* row = browser->search()->parentWidget();
            QVector<const QWidget*> shown;
            for (const QWidget* part : row->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
                if (part->isVisible())
                    shown << part;
            for (const QWidget* one : std::as_const(shown))
                for (const QWidget* other : std::as_const(shown))
                    QVERIFY2(one == other || !one->geometry().intersects(other->geometry()), qPrintable(QString::number(width)));
        }
    }

    void emptyWorldsSaySo()
    {
        auto browser = std::make_unique<TextureBrowser>();
        browser->resize(600, 200);
        browser->show();
        QCOMPARE(browser->emptySentence(), QStringLiteral("Open a project folder to see its textures."));
        browser->setLookingThrough(QStringLiteral("/worlds/mainline"));
        QCOMPARE(browser->emptySentence(), QStringLiteral("Looking through mainline for textures\u2026"));
        browser->setLookingThrough({});
        QCOMPARE(browser->emptySentence(), QStringLiteral("Open a project folder to see its textures."));
        world_ = std::make_shared<TextureWorld>();
        browser->setProject(world_);
        browser->finish();
        QVERIFY(browser->emptySentence().startsWith(QStringLiteral("This project has no textures.")));
        browser->setProject(nullptr);
        QCOMPARE(browser->emptySentence(), QStringLiteral("Open a project folder to see its textures."));
    }

    void anotherWorldMayComeWhileTheFirstIsRead()
    {
        for (int i = 0; i < 200; ++i)
            world_->addTexture(100 + i, "many", 32, 32);
        auto browser = std::make_unique<TextureBrowser>();
        browser->resize(900, 300);
        browser->show();
        const auto other = std::make_shared<TextureWorld>();
        other->addTexture(1, "only", 8, 8);
        for (int i = 0; i < 20; ++i) {
            browser->setProject(world_);
            browser->grab();
            browser->setProject(other);
            QApplication::processEvents();
        }
        browser->finish();
        QCOMPARE(numbers(*browser), QVector<int>{1});
        QCOMPARE(browser->model().facts(1).name, QStringLiteral("only"));
        QVERIFY(!browser->model().facts(100).known);
    }
};

QTEST_MAIN(TestTextureBrowser)
#include "tst_texture_browser.moc"
