// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/scene/viewpoint.h"
#include "client/scene/walker.h"
#include "formats/base/file_io.h"
#include "roomedit/ui/map_canvas.h"
#include "roomedit/ui/room_document.h"
#include "roomedit/ui/room_export.h"
#include "roomedit/ui/room_plan.h"
#include "roomedit/ui/room_view.h"
#include "roomedit/ui/view3d_canvas.h"
#include "tests/formats/small_room.h"
#include "tests/roomedit/room_edit_case.h"
#include "tests/roomedit/view_support.h"
#include "ui/export_folder.h"
#include "ui/view_header.h"

#include <QBuffer>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QHash>
#include <QImage>
#include <QPainter>
#include <QSignalSpy>
#include <QSvgGenerator>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::rooms;

/// Drawings of a room for paper, and what keeps a walker in it.
class TestRoomPlan : public QObject
{
    Q_OBJECT

    QTemporaryDir folder_;
    std::shared_ptr<Project> project_ = std::make_shared<test::FolderProject>(std::vector<std::filesystem::path>{});

    std::unique_ptr<RoomView> openSmall()
    {
        const QString path = folder_.filePath(QStringLiteral("small.roo"));
        const auto written = writeFileAtomically(path.toStdString(), roo::write(test::smallRoom(roo::Format::V14)), Backup::None);
        if (!written)
            qFatal("%s", written.error().text().c_str());
        auto opened = roomDocumentType().open(path, project_, nullptr);
        if (!opened)
            qFatal("%s", opened.error().text().c_str());
        std::unique_ptr<RoomView> view(qobject_cast<RoomView*>(opened.value()));
        view->resize(640, 480);
        view->show();
        [[maybe_unused]] const bool shown = QTest::qWaitForWindowExposed(view.get());
        return view;
    }

    QByteArray contentOf(const QString& name) const
    {
        QFile file(folder_.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    /// A line far off that names the sector, too: the tree gives its sector all that lies behind it. And a wall that is missing.
    void anOpenSectorFillsWhatItsLinesBound()
    {
        const auto indexOf = [](const roo::Room& drawn) {
            const auto built = roomcore::buildCompatible(drawn, roomcore::BuildOptions::fast(roo::Format::V15));
            if (!built)
                qFatal("%s", built.error().text().c_str());
            auto loaded = space::LoadedRoom::load(built.value(), "drawn");
            if (!loaded)
                qFatal("%s", loaded.error().text().c_str());
            return std::make_unique<MapIndex>(std::make_shared<const roo::Room>(built.value()), std::make_shared<const space::LoadedRoom>(std::move(loaded.value())));
        };
        const auto filled = [](const MapIndex& index) {
            double area = 0;
            for (std::size_t i = 0; i < index.room().sectors.size(); ++i)
                area += index.sector(static_cast<int>(i)).area;
            return area;
        };
        const double whole = 512.0 * 512;
        roo::Room room = test::drawnSquare();
        QCOMPARE(filled(*indexOf(room)), whole);
        roo::Linedef stray = room.linedefs.front();
        stray.x0 = stray.x1 = 900;
        stray.y0 = 500;
        stray.y1 = 0;
        room.linedefs.push_back(stray);
        room.things[1].x = 1024;
        const auto spilt = indexOf(room);
        QVERIFY(spilt->loaded()->sectorAt(spilt->place({700, 256}).client) == 0 || spilt->loaded()->sectorAt(spilt->place({880, 256}).client) == 0); // so the tree says
        QVERIFY2(std::abs(filled(*spilt) - whole) < 1, qPrintable(QString::number(filled(*spilt))));
        QCOMPARE(spilt->sectorAt({256, 256}), 0);
        QCOMPARE(spilt->sectorAt({700, 256}), -1);
        QCOMPARE(spilt->sectorAt({880, 256}), -1);
        QImage paper(400, 300, QImage::Format_RGB32);
        QPainter painter(&paper);
        PlanOptions options;
        options.legend = options.grid = options.things = false;
        options.fill = MapFill::Light;
        paintPlan(painter, *spilt, QRectF(paper.rect()), 1, options);
        painter.end();
        int painted = 0;
        for (int x = 0; x < paper.width(); ++x)
            painted += paper.pixelColor(x, 150) != QColor(Qt::white);
        QVERIFY2(painted > 100 && painted < 230, qPrintable(QString::number(painted))); // half of the room's width
        // Without its fourth wall the gap is closed straight.
        room = test::drawnSquare();
        room.linedefs.pop_back();
        const auto gap = indexOf(room);
        QVERIFY2(std::abs(filled(*gap) - whole) < 1, qPrintable(QString::number(filled(*gap))));
        QCOMPARE(gap->sectorAt({256, 256}), 0);
        QCOMPARE(gap->sectorAt({256, -64}), -1);
        QVERIFY(!gap->sector(0).isGuessed);
        // Two walls that meet nowhere bound nothing: what lies between them is seen and can be clicked all the same.
        room = test::drawnSquare();
        room.linedefs = {room.linedefs[0], room.linedefs[2]};
        const auto loose = indexOf(room);
        QVERIFY(loose->sector(0).isGuessed);
        QVERIFY2(std::abs(filled(*loose) - whole) < 1, qPrintable(QString::number(filled(*loose))));
        QCOMPARE(loose->sectorAt({256, 256}), 0);
        QCOMPARE(loose->sectorAt({700, 256}), -1);
        room.linedefs.pop_back(); // a line alone has no inside
        QCOMPARE(filled(*indexOf(room)), 0.0);
    }

    void aPlanIsWrittenAsDrawingPageAndPicture()
    {
        const auto view = openSmall();
        QSignalSpy wrote(view.get(), &RoomView::wroteFiles);
        for (const char* name : {"plan.svg", "plan.pdf", "plan.PNG"}) {
            exportPlanTo(*view, folder_.filePath(QLatin1String(name)));
            QCOMPARE(wrote.takeFirst(), QVariantList({QStringLiteral("Wrote the plan %1.").arg(QLatin1String(name)), QFileInfo(folder_.filePath(QLatin1String(name))).absolutePath()}));
        }
        const QByteArray svg = contentOf(QStringLiteral("plan.svg"));
        QXmlStreamReader xml(svg);
        int lines = 0;
        while (!xml.atEnd()) {
            xml.readNext();
            lines += xml.isStartElement() && (xml.name() == QLatin1String("polyline") || xml.name() == QLatin1String("path"));
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QVERIFY2(lines >= static_cast<int>(view->model()->room().linedefs.size()), qPrintable(QString::number(lines)));
        QVERIFY(QSvgRenderer(svg).isValid());
        QVERIFY(contentOf(QStringLiteral("plan.pdf")).startsWith("%PDF-"));
        const QImage picture = QImage::fromData(contentOf(QStringLiteral("plan.PNG")));
        QCOMPARE(std::max(picture.width(), picture.height()), 2400);
        QCOMPARE(picture.pixelColor(0, 0), QColor(Qt::white));
        int dark = 0;
        for (int y = 0; y < picture.height(); y += 3)
            for (int x = 0; x < picture.width(); x += 3)
                dark += qGray(picture.pixel(x, y)) < 96;
        QVERIFY2(dark > 500, qPrintable(QString::number(dark))); // walls
    }

    /// Floors are painted whole: between the pieces of the tree no hair of paper is left, whatever shows them.
    void floorsHaveNoHairs()
    {
        roo::Room room = test::drawnSquare(); // with pillars, around which the tree cuts the floor into many pieces
        const auto pillar = [&room](std::int16_t x, std::int16_t y) {
            const std::array<std::pair<int, int>, 4> corners{{{0, 0}, {60, 13}, {71, 64}, {11, 51}}};
            for (std::size_t i = 0; i < 4; ++i) {
                roo::Linedef line = room.linedefs.front();
                line.x0 = static_cast<std::int16_t>(x + corners[i].first);
                line.y0 = static_cast<std::int16_t>(y + corners[i].second);
                line.x1 = static_cast<std::int16_t>(x + corners[(i + 1) % 4].first);
                line.y1 = static_cast<std::int16_t>(y + corners[(i + 1) % 4].second);
                room.linedefs.push_back(line);
            }
        };
        pillar(90, 100);
        pillar(330, 290);
        pillar(120, 350);
        const auto built = roomcore::buildCompatible(room, roomcore::BuildOptions::fast(roo::Format::V15));
        QVERIFY(built);
        auto loaded = space::LoadedRoom::load(built.value(), "pillars");
        QVERIFY(loaded);
        const MapIndex index(std::make_shared<const roo::Room>(built.value()), std::make_shared<const space::LoadedRoom>(std::move(loaded.value())));
        QVERIFY(index.leaves().size() > 6);
        PlanOptions options;
        options.legend = options.grid = options.things = false;
        options.fill = MapFill::Light;
        const QString file = folder_.filePath(QStringLiteral("hairs.svg"));
        QVERIFY(writePlan(file, index, options));
        const QByteArray svg = contentOf(QStringLiteral("hairs.svg"));
        QVERIFY(svg.count("fill-rule=\"nonzero\"") >= 1);
        QImage drawn(1190, 1684, QImage::Format_RGB32);
        drawn.fill(Qt::white);
        QPainter painter(&drawn);
        QSvgRenderer(svg).render(&painter);
        painter.end();
        QImage painted(800, 800, QImage::Format_RGB32);
        QPainter other(&painted);
        paintPlan(other, index, QRectF(painted.rect()), 1.3, options);
        other.end();
        for (const QImage& picture : {drawn, painted}) {
            QHash<QRgb, int> colours; // along rows that cross no line but the walls and pillars
            for (int y = 0; y < picture.height(); ++y)
                for (int x = 0; x < picture.width(); ++x)
                    ++colours[picture.pixel(x, y)];
            QRgb floor = 0;
            int most = 0;
            for (auto each = colours.cbegin(); each != colours.cend(); ++each)
                if (each.key() != QColor(Qt::white).rgb() && each.value() > most)
                    most = each.value(), floor = each.key();
            int hairs = 0; // a little lighter than the floor, which no line is
            for (auto each = colours.cbegin(); each != colours.cend(); ++each)
                if (const int lighter = qGray(each.key()) - qGray(floor); lighter >= 2 && lighter < (255 - qGray(floor)) / 2)
                    hairs += each.value();
            QVERIFY2(hairs < 40, qPrintable(QStringLiteral("%1 pixels").arg(hairs)));
        }
    }

    /// Two of a kind at one table are two, where there is room for both names.
    void objectsOfAKindEachHaveTheirName()
    {
        const auto view = openSmall();
        const auto names = [&](std::initializer_list<std::pair<double, double>> places) {
            auto facts = std::make_shared<RoomFacts>();
            for (const auto& [row, column] : places)
                facts->objects.append({QStringLiteral("Mug"), {}, row, column, {}, {}});
            PlanOptions options;
            options.facts = facts;
            const QString file = folder_.filePath(QStringLiteral("mugs.svg"));
            if (!writePlan(file, view->model()->index(), options))
                return -1;
            return static_cast<int>(contentOf(QStringLiteral("mugs.svg")).count(">Mug<"));
        };
        QCOMPARE(names({{1, 1}, {1.8, 1.7}}), 2);
        QCOMPARE(names({{1, 1}}), 1);
        const int crowded = names({{1, 1}, {1, 1.02}, {1.02, 1}, {1.02, 1.02}, {1.01, 1.01}}); // in a heap there is none
        QVERIFY2(crowded >= 1 && crowded < 5, qPrintable(QString::number(crowded)));
        QCOMPARE(names({{0.2, 0.2}, {0.5, 0.2}, {0.8, 0.2}, {1.1, 0.2}, {1.4, 0.2}, {1.7, 0.2}, {1.9, 0.2}, {1.9, 1.2}}), 1); // so many share one
    }

    /// The next plan goes where the last one went, a picture where pictures go.
    void exportsBeginWhereTheLastOneWent()
    {
        QHash<QString, QString> kept;
        keepExportFolders({[&kept](const QString& kind) { return kept.value(kind); }, [&kept](const QString& kind, const QString& folder) { kept.insert(kind, folder); }});
        const auto view = openSmall();
        QVERIFY(QDir(folder_.path()).mkpath(QStringLiteral("plans")));
        const auto folderOf = [&](const QString& save) {
            exportPlan(*view);
            auto* chooser = view->findChild<QFileDialog*>();
            const QString at = chooser->directory().absolutePath();
            if (!save.isEmpty())
                emit chooser->fileSelected(save);
            delete chooser;
            return at;
        };
        const QString plans = folder_.filePath(QStringLiteral("plans")), rooms = QFileInfo(view->path()).absolutePath();
        QCOMPARE(folderOf(plans + QStringLiteral("/one.svg")), rooms);
        QCOMPARE(folderOf({}), plans);
        QCOMPARE(kept.value(QStringLiteral("plan")), plans);
        QCOMPARE(kept.size(), 1);
        QVERIFY(QDir(plans).removeRecursively());
        QCOMPARE(folderOf({}), rooms); // what is no longer there is no place
        keepExportFolders({[](const QString&) { return QString(); }, [](const QString&, const QString&) {}});
    }

    void thePlanIsTheSameInBothThemes()
    {
        const auto view = openSmall();
        exportPlanTo(*view, folder_.filePath(QStringLiteral("a.svg")));
        setTheme(ThemeKind::Light);
        exportPlanTo(*view, folder_.filePath(QStringLiteral("b.svg")));
        setTheme(ThemeKind::Dark);
        QVERIFY(!contentOf(QStringLiteral("a.svg")).isEmpty());
        QCOMPARE(contentOf(QStringLiteral("a.svg")), contentOf(QStringLiteral("b.svg")));
    }

    void whatCannotBeWrittenIsSaid()
    {
        const auto view = openSmall();
        QSignalSpy said(view.get(), &DocumentView::reported);
        exportPlanTo(*view, folder_.filePath(QStringLiteral("plan.doc")));
        exportPlanTo(*view, folder_.filePath(QStringLiteral("nowhere/plan.svg")));
        QCOMPARE(said.count(), 2);
        for (const auto& one : said)
            QCOMPARE(one.at(0).value<Severity>(), Severity::Error);
        QVERIFY(said.at(0).at(1).toString().contains(QStringLiteral("ends in .svg, .pdf or .png")));
        QVERIFY(!QFile::exists(folder_.filePath(QStringLiteral("plan.doc"))));
    }

    void everyFillIsDrawn()
    {
        const auto view = openSmall();
        QSet<QByteArray> different;
        for (int fill = 0; fill < mapFillCount; ++fill) {
            view->setFill(fill);
            exportPlanTo(*view, folder_.filePath(QStringLiteral("fill.svg")));
            different.insert(contentOf(QStringLiteral("fill.svg")));
        }
        QVERIFY(different.size() >= 3);
    }

    /// For people: BLAK_GRAB_DIR=/tmp BLAK_GRAB_ROOM=x.roo BLAK_GRAB_TEXTURES=folder.
    void picturesForPeople()
    {
        const QString room = qEnvironmentVariable("BLAK_GRAB_ROOM");
        if (room.isEmpty())
            QSKIP("BLAK_GRAB_ROOM is not set");
        const auto project = std::make_shared<test::FolderProject>(
            std::vector<std::filesystem::path>{qEnvironmentVariable("BLAK_GRAB_TEXTURES").toStdString()});
        auto opened = roomDocumentType().open(room, project, nullptr);
        QVERIFY(opened);
        const std::unique_ptr<RoomView> view(qobject_cast<RoomView*>(opened.value()));
        view->resize(900, 700);
        view->show();
        view->map()->fitRoom();
        test::grabForPeople(*view, QStringLiteral("map"),
                            [](QWidget& widget) { static_cast<RoomView&>(widget).prepareForGrab(); });
        view->setFill(static_cast<int>(MapFill::FloorTexture));
        exportPlanTo(*view, qEnvironmentVariable("BLAK_GRAB_DIR") + QStringLiteral("/plan.png"));
    }

    /// Under the name that people know, where the window has given it one.
    void thePlanIsHeadedByTheRoomsName()
    {
        const auto view = openSmall();
        const QString file = folder_.filePath(QStringLiteral("named.svg"));
        const auto titleOf = [&] {
            exportPlanTo(*view, file);
            QFile written(file);
            const QByteArray text = written.open(QIODevice::ReadOnly) ? written.readAll() : QByteArray();
            const qsizetype from = text.indexOf("<title>") + 7;
            return QString::fromUtf8(text.mid(from, text.indexOf("</title>") - from));
        };
        QCOMPARE(titleOf(), view->title());
        view->setWindowTitle(QStringLiteral("Lantern Inn \u00b7 lantern.roo"));
        QCOMPARE(titleOf(), QStringLiteral("Lantern Inn \u00b7 lantern.roo"));
    }

    /// Exits and objects of Blakod with their names, as on the map; and floors of which there is no picture are not white.
    void thePlanHasExitsThingsAndFloors()
    {
        class World : public test::FolderProject
        {
        public:
            using FolderProject::FolderProject;
            std::function<RoomFacts()> roomFactsReader(const QString&) const override
            {
                return [] {
                    RoomFacts facts;
                    facts.exits.append({2, 2, QStringLiteral("RID_INN"), {}, QStringLiteral("The Limping Toad")});
                    facts.exits.append({2, 3, QStringLiteral("RID_INN"), {}, QStringLiteral("The Limping Toad")});
                    facts.edges.append({RoomFacts::Edge::North, QStringLiteral("RID_WOOD"), {}, QStringLiteral("The Dark Wood")});
                    facts.objects.append({QStringLiteral("Brazier"), {}, 1.5, 1.5, std::nullopt, {}});
                    return facts;
                };
            }
        };
        project_ = std::make_shared<World>(std::vector<std::filesystem::path>{});
        const auto view = openSmall();
        project_ = std::make_shared<test::FolderProject>(std::vector<std::filesystem::path>{});
        QTRY_VERIFY(view->model()->facts() != nullptr);
        view->setFill(static_cast<int>(MapFill::FloorTexture));
        const auto plan = [&] {
            exportPlanTo(*view, folder_.filePath(QStringLiteral("facts.svg")));
            return QString::fromUtf8(contentOf(QStringLiteral("facts.svg")));
        };
        const QString with = plan();
        for (const char* text : {"The Limping Toad", "The Dark Wood", "Brazier", ">exit<", ">object<"})
            QCOMPARE(with.count(QLatin1String(text)), 1);
        QVERIFY(with.contains(QStringLiteral("#ededed"))); // no textures here
        view->model()->setShowsFacts(false); // as the map
        QVERIFY(!plan().contains(QStringLiteral("The Limping Toad")));
    }

    /// Who has no Inter sees letters of the same kind, as wide as what was measured; the first row has its number in every format.
    void aDrawingIsReadableWithoutOurLetters()
    {
        const auto view = openSmall();
        exportPlanTo(*view, folder_.filePath(QStringLiteral("letters.svg")));
        QXmlStreamReader xml(contentOf(QStringLiteral("letters.svg")));
        QStringList texts;
        while (!xml.atEnd())
            if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == QLatin1String("text")) {
                QVERIFY(xml.attributes().value(QLatin1String("font-family")).endsWith(QLatin1String("sans-serif")));
                QVERIFY(xml.attributes().value(QLatin1String("textLength")).toDouble() > 1);
                texts << xml.readElementText();
            }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        for (const char* legend : {"wall", "playable area"})
            QVERIFY2(texts.contains(QLatin1String(legend)), legend);
        QVERIFY2(texts.count(QStringLiteral("1")) == 2, qPrintable(texts.join(u'|'))); // of rows and of columns
    }

    /// At the scale of paper a room may begin a hair behind its first square.
    void theFirstRowHasItsNumberAtAnyScale()
    {
        const auto view = openSmall();
        const MapIndex& index = view->model()->index();
        for (double width = 400; width < 5000; width *= 1.037) {
            QByteArray bytes;
            QBuffer buffer(&bytes);
            buffer.open(QIODevice::WriteOnly);
            QSvgGenerator generator;
            generator.setOutputDevice(&buffer);
            QPainter painter(&generator);
            PlanOptions options;
            options.legend = false;
            paintPlan(painter, index, QRectF(0, 0, width, width * 1.3), width / 595, options);
            painter.end();
            QVERIFY2(bytes.count(">1</text>") == 2, qPrintable(QString::number(width)));
        }
    }

    /// Flying out and landing there: back where the room was left, with a word.
    void landingOutsideGoesBackInside()
    {
        const auto view = openSmall();
        View3dCanvas* canvas = view->view3d();
        QVERIFY(canvas != nullptr);
        const auto& room = *view->model()->index().loaded();
        canvas->setFlying(true);
        render::Camera camera = canvas->camera();
        const space::Point inside{camera.x, camera.y};
        QVERIFY(room.sectorAt(inside) != space::none);
        camera.x = camera.y = -50'000;
        canvas->setCamera(camera);
        QVERIFY(room.sectorAt({camera.x, camera.y}) == space::none);
        QSignalSpy back(view->model(), &RoomModel::noticed);
        canvas->setFlying(false);
        QCOMPARE(back.count(), 1);
        QCOMPARE(canvas->camera().x, inside.x);
        QCOMPARE(canvas->camera().y, inside.y);
        // Not with the nose at the wall that it left through: as far as one sees from there.
        QCOMPARE(canvas->camera().angle, scene::widestAngle(room, inside, scene::Walker::eyeHeight));
        canvas->setFlying(true);
        canvas->setFlying(false);
        QCOMPARE(back.count(), 1); // inside: nothing to do
    }
};

QTEST_MAIN(TestRoomPlan)
#include "tst_room_plan.moc"
