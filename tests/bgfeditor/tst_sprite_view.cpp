// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/ui/angle_wheel.h"
#include "bgfeditor/ui/animation_panel.h"
#include "bgfeditor/ui/frame_list.h"
#include "bgfeditor/ui/hotspot_table.h"
#include "bgfeditor/ui/palette_panel.h"
#include "bgfeditor/ui/room_preview.h"
#include "bgfeditor/ui/sprite_canvas.h"
#include "bgfeditor/ui/sprite_document.h"
#include "bgfeditor/ui/problem_word.h"
#include "bgfeditor/ui/sprite_view.h"
#include "formats/base/file_io.h"
#include "tests/roomedit/view_support.h"
#include "tests/support/shared_data.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QHBoxLayout>
#include <QListView>
#include <QSet>
#include <QSplitter>
#include <QStyleOptionComboBox>
#include <QTabWidget>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <cmath>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::sprites;

/// Clicks and types through a sprite document made here, and opens real ones where they are at hand.
class TestSpriteView : public QObject
{
    Q_OBJECT

    QTemporaryDir folder_;
    std::shared_ptr<Project> project_ = std::make_shared<test::FolderProject>(std::vector<std::filesystem::path>{});

    /// Two groups of four angles, eight frames of 20 x 30; frame i is filled with index 0x60 + i, its corner is transparent.
    static bgf::Sprite smallSprite()
    {
        bgf::Sprite sprite;
        sprite.rawName = {'t', 'e', 's', 't'};
        sprite.maxIndices = 4;
        sprite.shrink = 2;
        for (int i = 0; i < 8; ++i) {
            std::vector<std::uint8_t> indices(20 * 30, static_cast<std::uint8_t>(0x60 + i));
            indices[0] = bgf::transparentIndex;
            bgf::Bitmap bitmap = bgf::encode(20, 30, indices);
            bitmap.yOffset = 4;
            bitmap.hotspots = {{21, 15, 12}, {-41, 4, 20}};
            if (i == 5)
                bitmap.hotspots.pop_back();
            sprite.bitmaps.push_back(bitmap);
        }
        sprite.groups = {{0, 1, 2, 3}, {4, 5, 6, -1}};
        return sprite;
    }

    QString write(const bgf::Sprite& sprite, const QString& name)
    {
        const QString path = folder_.filePath(name);
        const auto written = writeFileAtomically(path.toStdString(), bgf::write(sprite), Backup::None);
        if (!written)
            qFatal("%s", written.error().text().c_str());
        return path;
    }

    std::unique_ptr<SpriteView> openView(const QString& path)
    {
        auto opened = spriteDocumentType().open(path, project_, nullptr);
        if (!opened)
            qFatal("%s", opened.error().text().c_str());
        return std::unique_ptr<SpriteView>(qobject_cast<SpriteView*>(opened.value()));
    }

    std::unique_ptr<SpriteView> openSmall()
    {
        auto view = openView(write(smallSprite(), QStringLiteral("small.bgf")));
        view->resize(600, 500);
        view->show();
        [[maybe_unused]] const bool shown = QTest::qWaitForWindowExposed(view.get());
        return view;
    }

    template <typename Widget>
    static Widget* panel(SpriteView& view, const char* id)
    {
        for (const Panel& each : view.panels())
            if (each.id == QLatin1String(id))
                return qobject_cast<Widget*>(each.widget);
        return nullptr;
    }

private slots:
    void aFrameWithoutAPictureSaysWhy()
    {
        const QString path = folder_.filePath(QStringLiteral("ox.bbg"));
        QVERIFY(writeFileAtomically(path.toStdString(), std::string_view("2\nox0.bmp\nox1.bmp\n1\n2 1 2\n"), Backup::None));
        QVERIFY(writeFileAtomically(folder_.filePath(QStringLiteral("ox1.bmp")).toStdString(), std::string_view("BMno"), Backup::None));
        const auto view = openView(path);
        QCOMPARE(problemWord(*view->model(), 0), QStringLiteral("missing"));
        QCOMPARE(problemWord(*view->model(), 1), QStringLiteral("damaged"));
        const auto whole = openView(write(smallSprite(), QStringLiteral("whole.bgf")));
        QCOMPARE(problemWord(*whole->model(), 0), QString());
    }

    /// "The file was changed by another program" takes a stripe of the page, and what is looked at stays as large as it was.
    void aBarOverThePageLeavesTheScale()
    {
        const auto view = openView(write(smallSprite(), QStringLiteral("bar.bgf")));
        SpriteCanvas* canvas = view->canvas();
        canvas->setParent(nullptr);
        canvas->resize(500, 400);
        canvas->show();
        QVERIFY(QTest::qWaitForWindowExposed(canvas));
        for (int height = 400; height < 600; ++height) { // the least one at which the fitting zoom is larger by one
            canvas->resize(500, height);
            canvas->fit();
            const double fitted = canvas->zoom();
            canvas->resize(500, height - 36);
            QCOMPARE(canvas->zoom(), fitted);
            canvas->resize(500, height); // the bar goes
            QCOMPARE(canvas->zoom(), fitted);
            canvas->resize(500, height + 36); // one that was there at the fit goes
            QCOMPARE(canvas->zoom(), fitted);
        }
        const double large = canvas->zoom();
        canvas->resize(500, 250); // no bar
        QVERIFY(canvas->zoom() < large);
        canvas->resize(300, 250);
        canvas->resize(500, 600);
        QVERIFY(canvas->zoom() > 8);
        canvas->setZoom(2);
        canvas->resize(500, 200);
        QCOMPARE(canvas->zoom(), 2.0); // a zoom that was chosen stays in every size
        delete canvas;
    }

    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void aSpriteIsRecognisedByContent()
    {
        const DocumentType type = spriteDocumentType();
        QVERIFY(type.recognises(QStringLiteral("x"), QByteArray("BGF\x11\x0a\0\0\0", 8)));
        QVERIFY(!type.recognises(QStringLiteral("x.bgf"), QByteArray("ROO\xb1", 4)));
    }

    void aFileThatIsNoSpriteGivesAnError()
    {
        QFile file(folder_.filePath(QStringLiteral("no.bgf")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("nothing");
        file.close();
        QVERIFY(!spriteDocumentType().open(file.fileName(), project_, nullptr));
    }

    void theCanvasShowsThePixels()
    {
        auto view = openSmall();
        view->canvas()->setHotspotsShown(false);
        view->canvas()->setOffsetsShown(false);
        view->canvas()->setGridShown(false);
        view->canvas()->setZoom(8);
        const QImage image = view->canvas()->grab().toImage();
        const palette::Colour expected = view->model()->palette()[0x60];
        QCOMPARE(image.pixelColor(view->canvas()->toWidget({5.5, 5.5}).toPoint()), QColor(expected.r, expected.g, expected.b));
        QVERIFY(image.pixelColor(view->canvas()->toWidget({0.5, 0.5}).toPoint()) != QColor(expected.r, expected.g, expected.b));
    }

    void aClickInTheListShowsTheFrame()
    {
        auto view = openSmall();
        auto* list = panel<FrameList>(*view, "frames");
        list->resize(220, 400);
        list->show();
        QVERIFY(QTest::qWaitForWindowExposed(list));
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(list->model()->index(6, 0)).center());
        QCOMPARE(view->model()->frame(), 6);
        QCOMPARE(view->model()->group(), 1); // found in the second group
        QTest::keyClick(list, Qt::Key_Home);
        QCOMPARE(view->model()->frame(), 0);
    }

    void aClickOnTheWheelTurns()
    {
        auto view = openSmall();
        auto* wheel = panel<AngleWheel>(*view, "angle");
        wheel->resize(300, 240);
        wheel->show();
        QVERIFY(QTest::qWaitForWindowExposed(wheel));
        QVERIFY(wheel->entryRect(0).center().y() > wheel->entryRect(2).center().y()); // the front is at the bottom
        QTest::mouseClick(wheel, Qt::LeftButton, {}, wheel->entryRect(3).center().toPoint());
        QCOMPARE(view->model()->frame(), 3);
        QTest::keyClick(wheel, Qt::Key_Left);
        QCOMPARE(view->model()->frame(), 0);
        for (int i = 0; i < 4; ++i)
            for (int j = 0; j < i; ++j)
                QVERIFY(!wheel->entryRect(i).intersects(wheel->entryRect(j)));
    }

    /// The hand of the dial is at its rim: it crosses none of the words in the middle, wherever one looks from.
    void theHandOfTheWheelCrossesNoWords()
    {
        auto view = openSmall();
        auto* wheel = panel<AngleWheel>(*view, "angle");
        wheel->show();
        for (const QSize size : {QSize(366, 226), QSize(240, 180)}) {
            wheel->resize(size);
            for (int angle = 0; angle < 4096; angle += 512) {
                view->model()->setAngle(angle);
                const QImage picture = wheel->grab().toImage();
                const QColor hand = theme().accent;
                int there = 0, within = 0;
                for (int y = 0; y < picture.height(); ++y)
                    for (int x = 0; x < picture.width(); ++x) {
                        const QColor one = picture.pixelColor(x, y);
                        if (std::abs(one.red() - hand.red()) + std::abs(one.green() - hand.green()) + std::abs(one.blue() - hand.blue()) > 30)
                            continue;
                        const QPoint away(x - picture.width() / 2, y - picture.height() / 2);
                        within += std::abs(away.x()) < 18 && std::abs(away.y()) < 14 ? 1 : 0;
                        there += std::hypot(away.x(), away.y()) < size.height() * 0.25 ? 1 : 0;
                    }
                QVERIFY2(within == 0, qPrintable(QStringLiteral("%1 pixels at %2").arg(within).arg(angle)));
                QVERIFY2(there > 5, qPrintable(QString::number(angle)));
            }
        }
    }

    void anEntryWithoutBitmapIsSaid()
    {
        auto view = openSmall();
        view->model()->setGroup(1);
        view->model()->setAngle(3072);
        QCOMPARE(view->model()->frame(), -1);
        view->canvas()->grab();
        QVERIFY(view->statusLeft().join(u'|').contains(QStringLiteral("Group 2")));
    }

    void hotspotsAreSelectedOnTheCanvasAndInTheTable()
    {
        auto view = openSmall();
        auto* hotspots = panel<HotspotTable>(*view, "hotspots");
        QCOMPARE(hotspots->table()->rowCount(), 2);
        QCOMPARE(hotspots->table()->item(0, 1)->text(), QStringLiteral("right hand"));
        QCOMPARE(hotspots->table()->item(1, 4)->text(), QStringLiteral("under"));
        QTest::mouseClick(view->canvas(), Qt::LeftButton, {}, view->canvas()->toWidget({4.5, 20.5}).toPoint());
        QCOMPARE(view->model()->hotspot(), 1);
        QCOMPARE(hotspots->table()->currentRow(), 1);
        hotspots->table()->setCurrentCell(0, 0);
        QCOMPARE(view->model()->hotspot(), 0);
        view->model()->setFrame(5);
        QCOMPARE(hotspots->table()->rowCount(), 1);
        QCOMPARE(view->model()->hotspot(), -1);
    }

    void theAnimationCyclesThroughItsGroups()
    {
        auto view = openSmall();
        auto* animation = panel<AnimationPanel>(*view, "animation");
        view->model()->setInterval(10);
        view->model()->setGroups(0, 1);
        auto* play = animation->findChild<QToolButton*>(QStringLiteral("playSprite"));
        play->click();
        QTRY_COMPARE(view->model()->group(), 1);
        QTRY_COMPARE(view->model()->group(), 0);
        play->click();
        QVERIFY(!view->model()->isPlaying());
        animation->resize(500, 160);
        animation->show();
        QTest::mouseClick(animation->strip(), Qt::LeftButton, {}, animation->strip()->cellRect(1).center());
        QCOMPARE(view->model()->group(), 1);
    }

    /// Inter has a ligature that shows 0x0A as a product.
    void hexadecimalNumbersAreInTheMonoFont()
    {
        auto view = openSmall();
        auto* box = qobject_cast<QComboBox*>(view->toolBarWidgets().value(1));
        QVERIFY(box != nullptr);
        QCOMPARE(box->font().families(), monoFont().families());
        const QModelIndex index = box->model()->index(0x0A, 0);
        QVERIFY(index.data().toString().startsWith(QStringLiteral("0x0A")));
        QCOMPARE(index.data(Qt::FontRole).value<QFont>().families(), monoFont().families());
        view->model()->setTranslation(0x0A);
        int widest = 0; // the list of all is as wide as their names
        for (int each = 0; each < box->count(); ++each)
            widest = std::max(widest, QFontMetrics(monoFont()).horizontalAdvance(box->itemText(each)));
        QVERIFY(box->view()->minimumWidth() > widest + 80);
        // However little room a tool bar has, the name can be read.
        QWidget strip;
        auto* row = new QHBoxLayout(&strip);
        for (QWidget* widget : view->toolBarWidgets())
            row->addWidget(widget);
        strip.resize(60, 40);
        strip.show();
        QStyleOptionComboBox option;
        option.initFrom(box);
        const QRect text = box->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, box);
        QVERIFY2(text.width() >= QFontMetrics(box->font()).horizontalAdvance(QStringLiteral("0x12  gray to red ramps")),
                 qPrintable(QString::number(text.width())));
        test::grabForPeople(*box, QStringLiteral("translation-box"));
        for (QWidget* widget : view->toolBarWidgets())
            widget->setParent(view.get());
    }

    void translationsAndLightColourTheFrame()
    {
        auto view = openSmall();
        const QImage plain = view->model()->image(0);
        auto* colours = panel<PalettePanel>(*view, "palette");
        QCOMPARE(colours->translations()->model()->rowCount(), 256);
        colours->translations()->setCurrentIndex(colours->translations()->model()->index(0x4A, 0));
        QCOMPARE(int(view->model()->translation()), 0x4A);
        QVERIFY(view->model()->image(0) != plain);
        view->model()->setTranslation(0);
        QCOMPARE(view->model()->image(0), plain);
        view->model()->setLight(8);
        QVERIFY(view->model()->image(0) != plain);
    }

    void framesAndGroupsAreGoneToByNumber()
    {
        auto view = openSmall();
        QVERIFY(view->goToPlace(QStringLiteral("frame 6")));
        QCOMPARE(view->model()->frame(), 6);
        QVERIFY(view->goToPlace(QStringLiteral(" Group 1 "))); // counted from 1, as in the list
        QCOMPARE(view->model()->group(), 0);
        for (const char* wrong : {"frame 8", "group 0", "group 3", "frame -1", "frame", "6", "frame 6x", "frame 99999999999", ""}) {
            QVERIFY2(!view->goToPlace(QLatin1String(wrong)), wrong);
            QCOMPARE(view->model()->group(), 0);
        }
        QVERIFY(view->goToPlace(QStringLiteral("frame 0")));
        QCOMPARE(view->model()->frame(), 0);
    }

    void theStatusNamesThePixel()
    {
        auto view = openSmall();
        QTest::mouseMove(view->canvas(), view->canvas()->toWidget({5.5, 6.5}).toPoint());
        const QString facts = view->statusLeft().join(u'|');
        QVERIFY2(facts.contains(QStringLiteral("x 5, y 6")), qPrintable(facts));
        QVERIFY2(facts.contains(QStringLiteral("0x60")), qPrintable(facts));
    }

    void keysTurnStepAndZoom()
    {
        auto view = openSmall();
        QTest::keyClick(view->canvas(), Qt::Key_Up);
        QCOMPARE(view->model()->frame(), 1);
        QTest::keyClick(view->canvas(), Qt::Key_Right);
        QCOMPARE(view->model()->frame(), 2);
        QTest::keyClick(view->canvas(), Qt::Key_Left);
        QTest::keyClick(view->canvas(), Qt::Key_Left);
        QTest::keyClick(view->canvas(), Qt::Key_Left);
        QCOMPARE(view->model()->frame(), 7);
        view->canvas()->setZoom(1);
        view->canvas()->zoomStep(1);
        QCOMPARE(view->canvas()->zoom(), 2.0);
        view->canvas()->zoomStep(-2);
        QCOMPARE(view->canvas()->zoom(), 0.5);
    }

    void theRoomPreviewShowsTheSpriteOfTheWorld()
    {
        auto alone = openSmall();
        QVERIFY(!panel<RoomPreview>(*alone, "preview")->canShow()); // no folder has the file
        const auto without = std::exchange(
            project_, std::make_shared<test::FolderProject>(std::vector<std::filesystem::path>{folder_.path().toStdString()}));
        auto view = openSmall();
        project_ = without;
        auto* preview = panel<RoomPreview>(*view, "preview");
        QVERIFY(preview->canShow());
        preview->resize(200, 150);
        const QImage front = preview->grab().toImage();
        view->model()->setTranslation(0x4A); // all red
        QVERIFY(preview->grab().toImage() != front);
        view->model()->setTranslation(0);
        QCOMPARE(preview->grab().toImage(), front);
        preview->setDistance(5);
        QCOMPARE(preview->distance(), 5.0);
        QVERIFY(preview->grab().toImage() != front);
    }

    void theRoomPreviewStepsBackFromTallFigures()
    {
        const auto without = project_;
        const auto distanceOf = [&](int height, const QString& name) {
            bgf::Sprite sprite = smallSprite();
            sprite.shrink = 2;
            bgf::Bitmap& tall = sprite.bitmaps[static_cast<std::size_t>(sprite.groups[1][0])]; // not of the group that is shown
            tall.width = 20;
            tall.height = height;
            tall.storage = 0;
            tall.storedSize = 0;
            tall.stored.assign(static_cast<std::size_t>(tall.width) * static_cast<std::size_t>(height), std::byte{30});
            const QString file = write(sprite, name);
            project_ = std::make_shared<test::FolderProject>(std::vector<std::filesystem::path>{folder_.path().toStdString()});
            auto view = openView(file);
            auto* preview = panel<RoomPreview>(*view, "preview");
            preview->resize(300, 220);
            preview->grab();
            return preview->distance();
        };
        QCOMPARE(distanceOf(60, QStringLiteral("low.bgf")), 2.0);
        // Seen from 3/4 of a square above the ground: 400 pixels of 8 units reach 2432 units over the eye. The focal length of a picture
        // of 300 pixels is 260, at most 110 pixels are over the horizon.
        const double tall = distanceOf(400, QStringLiteral("tall.bgf"));
        QVERIFY2(tall >= 2432.0 / 1024 * 260 / 110, qPrintable(QString::number(tall)));
        QVERIFY2(tall < 10, qPrintable(QString::number(tall))); // and not lost in the distance
        project_ = without;
    }

    void opaqueFramesSayWhy()
    {
        bgf::Sprite sprite = smallSprite();
        sprite.version = 9;
        auto view = openView(write(sprite, QStringLiteral("old.bgf")));
        view->resize(500, 400);
        view->canvas()->setZoom(40); // the frame is larger than the sentence
        const QImage said = view->canvas()->grab().toImage();
        int warning = 0; // pixels in the colour of the sentence
        for (int y = 0; y < said.height(); ++y)
            for (int x = 0; x < said.width(); ++x)
                warning += said.pixelColor(x, y) == theme().warning ? 1 : 0;
        QVERIFY2(warning > 20, qPrintable(QString::number(warning)));
        QVERIFY(view->model()->image(0).isNull());
        QVERIFY(view->model()->problem(0).contains(QStringLiteral("version 9")));
        QCOMPARE(view->problems().front().code, std::string("version 9"));
    }

    void missingHotspotsAndFramesAreProblems()
    {
        bgf::Sprite sprite = smallSprite();
        sprite.groups[1][3] = 77;
        auto view = openView(write(sprite, QStringLiteral("problems.bgf")));
        QStringList rules;
        for (const Diagnostic& problem : view->problems()) {
            rules.append(QString::fromStdString(problem.code));
            view->showProblem(problem);
        }
        QVERIFY(rules.contains(QStringLiteral("missing frame")));
        QVERIFY(rules.contains(QStringLiteral("missing hotspot")));
        QCOMPARE(view->model()->frame(), 5); // where hotspot -41 is missing
    }

    void viewStateComesBack()
    {
        auto first = openSmall();
        first->model()->setGroup(1);
        first->model()->setAngle(1024);
        first->canvas()->setZoom(6);
        first->model()->setTranslation(0x10);
        const QVariantMap state = first->saveViewState();
        auto second = openSmall();
        second->restoreViewState(state);
        QCOMPARE(second->model()->frame(), 5);
        QCOMPARE(second->canvas()->zoom(), 6.0);
        QCOMPARE(int(second->model()->translation()), 0x10);
        second->restoreViewState({{QStringLiteral("group"), 400}, {QStringLiteral("zoom"), QStringLiteral("x")}});
        QCOMPARE(second->model()->frame(), 5);
    }

    /// As at another scale: the page goes, the document is held until another page shows it, with all that can be undone and redone.
    void anotherPageHasTheStepsOfTheFirst()
    {
        const QString path = write(smallSprite(), QStringLiteral("steps.bgf"));
        auto first = openView(path);
        const auto turn = [](SpriteView& view) {
            for (const ActionSpec& action : spriteActions())
                if (action.id == QLatin1String("sprite.frame.flip"))
                    action.run(&view);
        };
        turn(*first);
        QVERIFY(first->isModified());
        QVERIFY(first->save());
        turn(*first);
        first->undo();
        QVERIFY(!first->isModified() && first->canUndo() && first->canRedo());
        {
            const document::ViewHold held(first->document());
            first.reset();
            const auto second = openView(path);
            QVERIFY(second->canUndo() && second->canRedo());
            second->redo();
            QVERIFY(second->isModified());
            second->undo();
        }
        // Nobody holds it: it is read anew, for the file may be another by then.
        QVERIFY(!openView(path)->canRedo());
    }

    /// What needs a hotspot, a group or a layer says so while there is none.
    void actionsSayWhatTheyWaitFor()
    {
        auto view = openSmall();
        const auto needs = [&view](const char* id) -> QString {
            const ActionTable table = spriteActions();
            const auto spec = std::ranges::find(table, QLatin1String(id), &ActionSpec::id);
            if (spec == table.end())
                return QStringLiteral("no such command");
            return !spec->enabled || spec->enabled(view.get()) ? QString() : spec->needs ? spec->needs(view.get()) : QStringLiteral("nothing is said");
        };
        view->model()->setGroup(1);
        view->model()->setHotspot(-1);
        QCOMPARE(needs("sprite.hotspot.remove"), QStringLiteral("Choose a hotspot first."));
        QCOMPARE(needs("sprite.layer.remove"), QStringLiteral("Add a layer first."));
        QCOMPARE(needs("sprite.reference.remove"), QStringLiteral("Choose a reference picture first."));
        QCOMPARE(needs("sprite.group.remove"), QString());
        for (int frame = 0; frame < view->model()->frameCount() && !needs("sprite.hotspot.remove").isEmpty(); ++frame) {
            view->model()->setFrame(frame);
            view->model()->setHotspot(0);
        }
        QCOMPARE(needs("sprite.hotspot.remove"), QString());
        for (const ActionSpec& action : spriteActions())
            if (action.id == QLatin1String("sprite.layer.add"))
                action.run(view.get());
        QCOMPARE(needs("sprite.layer.remove"), QString());
    }

    void actionsActOnTheSprite()
    {
        auto view = openSmall();
        QSet<QString> ids;
        for (const ActionSpec& action : spriteActions()) {
            QVERIFY2(!ids.contains(action.id) && !action.text.isEmpty(), qPrintable(action.id));
            ids.insert(action.id);
            if (action.id == QLatin1String("sprite.show.onion")) {
                action.run(view.get());
                QVERIFY(view->canvas()->isOnionShown());
                QVERIFY(action.checked(view.get()));
            }
        }
        QVERIFY(ids.contains(QStringLiteral("sprite.show.onion")));
    }

    void everyCorpusSpriteIsShown()
    {
        BLAK_NEED_SHARED(folder, "corpus/bgf");
        for (const auto& file : test::filesBelow(folder, ".bgf")) {
            auto view = openView(QString::fromStdString(file.string()));
            view->resize(500, 400);
            view->canvas()->grab();
            for (int frame = 0; frame < view->model()->frameCount(); ++frame)
                QVERIFY2(!view->model()->image(frame).isNull() || !view->model()->problem(frame).isEmpty(),
                         file.filename().c_str());
            if (view->model()->sprite().version >= 10)
                for (const Diagnostic& problem : view->problems())
                    QVERIFY2(problem.severity != Severity::Error, problem.message.c_str());
        }
    }

    /// For people: BLAK_GRAB_DIR=/tmp BLAK_GRAB_SPRITE=x.bgf.
    void picturesForPeople()
    {
        const QString sprite = qEnvironmentVariable("BLAK_GRAB_SPRITE");
        if (sprite.isEmpty())
            QSKIP("BLAK_GRAB_SPRITE is not set");
        auto view = openView(sprite);
        QSplitter window;
        QSplitter left(Qt::Vertical), middle(Qt::Vertical), right(Qt::Vertical);
        QTabWidget bottom;
        middle.addWidget(view.get());
        for (const Panel& panel : view->panels()) {
            if (panel.area == Qt::LeftDockWidgetArea)
                left.addWidget(panel.widget);
            else if (panel.area == Qt::RightDockWidgetArea)
                right.addWidget(panel.widget);
            else
                bottom.addTab(panel.widget, panel.title);
        }
        middle.addWidget(&bottom);
        middle.setSizes({580, 220});
        for (QSplitter* part : {&left, &middle, &right})
            window.addWidget(part);
        window.resize(1280, 800);
        window.setSizes({226, 740, 314});
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        view->canvas()->fit();
        view->model()->setHotspot(0);
        test::grabForPeople(window, QStringLiteral("sprite"));
        bottom.setCurrentIndex(1);
        view->canvas()->setOnionShown(true);
        view->model()->setTranslation(0x0A);
        test::grabForPeople(window, QStringLiteral("sprite-palette"));
        for (const Panel& panel : view->panels())
            panel.widget->setParent(nullptr);
        view->setParent(nullptr);
    }
};

QTEST_MAIN(TestSpriteView)
#include "tst_sprite_view.moc"
