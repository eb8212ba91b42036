// SPDX-License-Identifier: GPL-3.0-or-later
// Rooms and exits read from Blakod, and where they come to stand on the map.
#include "studio/atlas/atlas_output.h"

#include "tests/newroom/engine_tree.h"
#include "tests/support/shared_data.h"

#include <nlohmann/json.hpp>

#include <QElapsedTimer>

#include <random>
#include <set>

using namespace blak;
using namespace blak::atlas;

namespace {

AtlasGraph graphOf(std::size_t rooms, std::vector<AtlasExit> exits)
{
    AtlasGraph graph;
    for (std::size_t i = 0; i < rooms; ++i)
        graph.rooms.push_back({"Room" + std::to_string(i), {}, "RID_" + std::to_string(i), {}, {}});
    graph.exits = std::move(exits);
    return graph;
}

std::size_t numberOf(const AtlasGraph& graph, std::string_view name)
{
    for (std::size_t i = 0; i < graph.rooms.size(); ++i)
        if (graph.rooms[i].name == name)
            return i;
    return graph.rooms.size();
}

} // namespace

class TestAtlasGraph : public QObject
{
    Q_OBJECT

private slots:
    void exitsAreReadAsTheyAreWritten_data()
    {
        QTest::addColumn<QByteArray>("source");
        QTest::addColumn<QStringList>("exits"); // constant, edge, line
        QTest::newRow("square") << QByteArray("plExits = Cons([ 5, 6, RID_INN, 2, 2, ROTATE_NONE ],plExits);") << QStringList{QStringLiteral("RID_INN - 1")};
        QTest::newRow("edge") << QByteArray("\n plEdge_Exits = Cons([LEAVE_WEST,RID_D7,40,48,ANGLE_WEST],plEdge_exits);")
                              << QStringList{QStringLiteral("RID_D7 3 2")};
        QTest::newRow("lists") << QByteArray("plExits = [ [8,2, RID_A, 1,2, X],\n [9,2, rid_b, 1,2, X] ];\nplEdges = [ [EDGE_NORTH, 1,2, RID_C, 3,4, Y] ];")
                               << QStringList{QStringLiteral("RID_A - 1"), QStringLiteral("RID_B - 2"), QStringLiteral("RID_C 0 3")};
        QTest::newRow("comment") << QByteArray("plExits = $; % plExits = Cons([1,2,RID_OFF,3,4,X],plExits);\n") << QStringList{};
        QTest::newRow("door that is locked") << QByteArray("plExits = Cons([ 50, 10, ROOM_LOCKED_DOOR, door ],plExits);") << QStringList{};
        QTest::newRow("a property, then another list") << QByteArray("plExits = $\nplOther = [[1,RID_A]]\n") << QStringList{};
        QTest::newRow("compared, and cut off") << QByteArray("if plExits == $ { x = [1, RID_A]; } plExits = Cons([1,2,RID_B") << QStringList{};
        QTest::newRow("computed number") << QByteArray("plExits = Cons([1,2,RID_A + 2,3,4],plExits);") << QStringList{};
    }
    void exitsAreReadAsTheyAreWritten()
    {
        QFETCH(const QByteArray, source);
        QFETCH(const QStringList, exits);
        QStringList found;
        for (const WrittenExit& exit : exitsOf(source.toStdString(), treeplan::KodComments::Percent))
            found << QStringLiteral("%1 %2 %3")
                         .arg(QString::fromStdString(exit.constant), exit.edge ? QString::number(static_cast<int>(*exit.edge)) : QStringLiteral("-"))
                         .arg(exit.line);
        QCOMPARE(found, exits);
    }

    void edgesLieBesideEachOtherAndNothingOnEachOther()
    {
        // A ring of four, a house behind one of them, another part of the project, and one that nothing leads to.
        const AtlasGraph graph = graphOf(8, {{0, 1, Compass::East, {}, 1},
                                             {1, 2, Compass::South, {}, 1},
                                             {2, 3, Compass::West, {}, 1},
                                             {3, 0, Compass::North, {}, 1},
                                             {1, 4, {}, {}, 1},
                                             {5, 6, Compass::North, {}, 1}});
        const auto cells = layOut(graph);
        QVERIFY(cells[0].y == cells[1].y && cells[0].x < cells[1].x);
        QVERIFY(cells[1].x == cells[2].x && cells[1].y < cells[2].y);
        QVERIFY(cells[3].x == cells[0].x && cells[3].y == cells[2].y);
        QVERIFY(std::abs(cells[4].x - cells[1].x) <= 1 && std::abs(cells[4].y - cells[1].y) <= 1);
        QVERIFY(cells[6].x == cells[5].x && cells[6].y < cells[5].y);
        QVERIFY(std::min(cells[5].y, cells[6].y) > std::max({cells[0].y, cells[2].y, cells[4].y}));
        QVERIFY(cells[7].y > cells[5].y);
        QCOMPARE((std::set<MapCell>(cells.begin(), cells.end()).size()), cells.size());
        QVERIFY(layOut(graph) == cells);
    }

    void anyGraphHasAPlaceForEveryRoom()
    {
        std::mt19937 random(9);
        for (int round = 0; round < 60; ++round) {
            const std::size_t rooms = 1 + random() % 120;
            std::vector<AtlasExit> exits;
            for (std::size_t i = 0; i < random() % 300; ++i)
                exits.push_back({random() % rooms, random() % rooms,
                                 random() % 2 == 0 ? std::optional(static_cast<Compass>(random() % 4)) : std::nullopt, {}, 1});
            const auto cells = layOut(graphOf(rooms, exits));
            QCOMPARE(cells.size(), rooms);
            QCOMPARE((std::set<MapCell>(cells.begin(), cells.end()).size()), rooms);
            for (const MapCell cell : cells)
                QVERIFY(cell.x >= 0 && cell.y >= 0);
        }
        QVERIFY(layOut({}).empty());
    }

    void aTreeIsReadWithItsIslands()
    {
        test::EngineTree tree(false);
        const auto project = project::open(tree.folder.path().toStdString());
        QVERIFY(project);
        const auto graph = readAtlasGraph(project.value(), diskFiles());
        QVERIFY2(graph, graph ? "" : graph.error().text().c_str());
        const std::size_t tos = numberOf(graph.value(), "Tos"), inn = numberOf(graph.value(), "TosInn");
        QVERIFY(tos < graph.value().rooms.size() && inn < graph.value().rooms.size());
        QVERIFY(graph.value().rooms[inn].isReached && !graph.value().rooms[inn].isIsland());
        QVERIFY(graph.value().rooms[tos].isIsland());
        QCOMPARE(graph.value().rooms[tos].file.filename().string(), std::string("tos.roo"));
        QCOMPARE(graph.value().exits.size() + graph.value().lost.size(), std::size_t{2});
        for (const AtlasExit& exit : graph.value().exits)
            QCOMPARE(exit.from, tos);

        const auto cells = layOut(graph.value());
        const auto json = nlohmann::json::parse(jsonOf(graph.value(), cells, project.value().root()));
        QCOMPARE(json["rooms"].size(), graph.value().rooms.size());
        QCOMPARE(json["rooms"][tos]["file"].get<std::string>(), std::string("resource/rooms/tos.roo"));
        AtlasGraph sly = graph.value();
        sly.rooms[tos].title = "<script>&\"\x01";
        const std::string svg = svgOf(sly, cells);
        QVERIFY(svg.starts_with("<svg") && svg.find("<script") == std::string::npos && svg.find('\x01') == std::string::npos);
    }

    void realTrees_data()
    {
        QTest::addColumn<QString>("folder");
        for (const char* tree : {"mainline", "open105"})
            QTest::newRow(tree) << QStringLiteral("%1/%2").arg(qEnvironmentVariable("BLAK_WORLD_TREES"), QLatin1String(tree));
    }
    void realTrees()
    {
        QFETCH(const QString, folder);
        if (qEnvironmentVariable("BLAK_WORLD_TREES").isEmpty())
            QSKIP("BLAK_WORLD_TREES names no folder with trees");
        QElapsedTimer clock;
        clock.start();
        const auto project = project::open(folder.toStdString());
        QVERIFY(project);
        const qint64 opened = clock.restart();
        const auto graph = readAtlasGraph(project.value(), diskFiles());
        QVERIFY2(graph, graph ? "" : graph.error().text().c_str());
        const qint64 read = clock.restart();
        const auto cells = layOut(graph.value());
        qInfo("%zu rooms, %zu exits; opened in %lld ms, read in %lld ms, laid out in %lld ms", cells.size(), graph.value().exits.size(),
              static_cast<long long>(opened), static_cast<long long>(read), static_cast<long long>(clock.elapsed()));
        QVERIFY(cells.size() > 200 && graph.value().exits.size() > 500);
        // Nearly all edges lead where the compass says; a project need not be plane.
        int right = 0, edges = 0;
        for (const AtlasExit& exit : graph.value().exits) {
            if (!exit.edge || exit.from == exit.to)
                continue;
            ++edges;
            const int x = cells[exit.to].x - cells[exit.from].x, y = cells[exit.to].y - cells[exit.from].y;
            right += (*exit.edge == Compass::North && y < 0) || (*exit.edge == Compass::South && y > 0) ||
                             (*exit.edge == Compass::East && x > 0) || (*exit.edge == Compass::West && x < 0)
                         ? 1
                         : 0;
        }
        qInfo("%d of %d edges lie as the compass says", right, edges);
        QVERIFY(right * 10 >= edges * 8);
    }
};

QTEST_APPLESS_MAIN(TestAtlasGraph)
#include "tst_atlas_graph.moc"
