// SPDX-License-Identifier: GPL-3.0-or-later
// All maps of Freedoom, where Debian's package of that name is installed: imported, whole, walked; our trees beside those of zdbsp and
// glbsp, where they are. It prints the figures of docs/benchmarks.md.
#include "formats/base/file_io.h"
#include "formats/space/loaded_room.h"
#include "roomedit/doomimport/doom_import.h"
#include "roomedit/doomimport/texture_match.h"
#include "roomedit/roomcore/built_tree.h"
#include "roomedit/roomcore/map/defects.h"
#include "roomedit/roomcore/map/map_convert.h"
#include "roomedit/roomcore/walk/walk_grid.h"
#include "tests/doomimport/wad_writer.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace blak;

namespace {

constexpr const char* folder = "/usr/share/games/doom/";
constexpr int longest = 600'000;

struct Game
{
    std::string name;
    std::optional<wad::Wad> wad;
};

doomimport::TextureTable anyTable(const wad::DoomMap& map)
{
    doomimport::TextureTable table;
    std::uint16_t number = 1;
    for (const doomimport::UsedTexture& used : doomimport::texturesOf(map))
        table.set(used.use, used.name, number++);
    return table;
}

/// How good and how deep the trees of a WAD are.
struct Nodes
{
    std::size_t sides = 0, pieces = 0;
    std::vector<int> depths; ///< by map
    qint64 milliseconds = 0;

    double cuts() const { return 100.0 * (static_cast<double>(pieces) / static_cast<double>(sides) - 1); }
    int medianDepth()
    {
        std::ranges::sort(depths);
        return depths.empty() ? 0 : depths[depths.size() / 2];
    }
};

std::uint16_t word(std::span<const std::byte> bytes, std::size_t at)
{
    return static_cast<std::uint16_t>(std::to_integer<unsigned>(bytes[at]) | std::to_integer<unsigned>(bytes[at + 1]) << 8U);
}

int depthOf(std::span<const std::byte> nodes, std::size_t node)
{
    int deepest = 0;
    for (const std::size_t child : {std::size_t{24}, std::size_t{26}}) {
        const std::uint16_t number = word(nodes, node * 28 + child);
        deepest = std::max(deepest, (number & 0x8000) != 0 ? 1 : depthOf(nodes, number));
    }
    return deepest + 1;
}

/// Of what a node builder of the game wrote.
std::optional<Nodes> nodesOf(const std::filesystem::path& file)
{
    const auto wad = wad::open(file);
    if (!wad)
        return {};
    Nodes all;
    for (const wad::MapEntry& entry : wad::mapsOf(wad.value())) {
        const auto map = wad::readMap(wad.value(), entry);
        const wad::Lump* nodes = wad::lumpOf(wad.value(), entry, "NODES");
        const wad::Lump* segs = wad::lumpOf(wad.value(), entry, "SEGS");
        if (!map || nodes == nullptr || segs == nullptr || nodes->bytes.size() < 28)
            return {};
        for (const wad::Line& line : map.value().lines)
            all.sides += static_cast<std::size_t>(line.sides[0] >= 0) + static_cast<std::size_t>(line.sides[1] >= 0);
        all.pieces += segs->bytes.size() / 12;
        all.depths.push_back(depthOf(nodes->bytes, nodes->bytes.size() / 28 - 1));
    }
    return all;
}

int depthOf(const std::vector<roo::Node>& nodes, std::size_t number)
{
    if (number == 0 || nodes[number - 1].kind == roo::Node::Kind::Leaf)
        return 1;
    return 1 + std::max(depthOf(nodes, nodes[number - 1].plusChild), depthOf(nodes, nodes[number - 1].minusChild));
}

} // namespace

class TestFreedoom : public QObject
{
    Q_OBJECT

    std::vector<Game> games_;

private slots:
    void initTestCase()
    {
        for (const char* name : {"freedoom1.wad", "freedoom2.wad"}) {
            auto wad = wad::open(std::filesystem::path(folder) / name);
            if (!wad)
                QSKIP("Freedoom is not installed (Debian: freedoom)");
            games_.push_back({name, std::move(wad).value()});
        }
    }

    void everyMapIsARoom()
    {
        std::size_t maps = 0, walkable = 0, starts = 0;
        QStringList errors;
        for (const Game& game : games_)
            for (const wad::MapEntry& entry : wad::mapsOf(*game.wad)) {
                const auto map = wad::readMap(*game.wad, entry);
                QVERIFY2(map, map ? "" : map.error().text().c_str());
                doomimport::ImportOptions options;
                options.table = anyTable(map.value());
                const auto imported = doomimport::importMap(map.value(), options);
                QVERIFY2(imported, qPrintable(QString::fromStdString(entry.name + ": " + (imported ? "" : imported.error().text()))));
                ++maps;
                const auto edited = roomcore::mapFromRoom(imported.value().room);
                QVERIFY(roomcore::validate(edited));
                QCOMPARE(roomcore::findDefects(edited).count(), std::size_t{0});
                for (const Diagnostic& finding : imported.value().findings)
                    if (finding.severity == Severity::Error)
                        errors << QString::fromStdString(entry.name + ": " + finding.message);
                const auto loaded = space::LoadedRoom::load(imported.value().room, entry.name);
                QVERIFY2(loaded, loaded ? "" : loaded.error().text().c_str());
                // Walked: who begins where the game begins gets about.
                const std::atomic<bool> never{false};
                const auto grid = roomcore::WalkGrid::of(loaded.value(), false, never);
                for (const doomimport::Start& start : imported.value().starts)
                    if (start.player == 1) {
                        ++starts;
                        const int piece = grid.pieceOf({start.row - 1, start.column - 1});
                        std::size_t squares = 0;
                        for (std::int32_t row = 0; row < grid.rows(); ++row)
                            for (std::int32_t column = 0; column < grid.columns(); ++column)
                                squares += piece >= 0 && grid.pieceOf({row, column}) == piece ? 1U : 0U;
                        walkable += squares >= 20 ? 1U : 0U;
                        break;
                    }
            }
        QVERIFY(maps >= 68);
        QVERIFY2(errors.isEmpty(), qPrintable(errors.join(QLatin1Char('\n'))));
        qInfo("%zu maps, %zu starts, %zu of them get about", maps, starts, walkable);
        QVERIFY(walkable * 10 >= starts * 9);
    }

    void texturesAreAllKnown()
    {
        for (const Game& game : games_) {
            const wad::Wad* all[]{&*game.wad};
            const wad::Pictures pictures(all);
            QVERIFY2(pictures.problems().empty(), pictures.problems().empty() ? "" : pictures.problems()[0].c_str());
            const auto map = wad::readMap(*game.wad, wad::mapsOf(*game.wad).front());
            QVERIFY(map);
            std::vector<doomimport::WorldTexture> world(1);
            world[0].number = 5;
            for (const doomimport::Match& match : doomimport::matchTextures(doomimport::texturesOf(map.value()), pictures, world, {})) {
                QVERIFY2(!match.isMissing, match.used.name.c_str());
                QCOMPARE(int{match.number}, 5);
            }
        }
    }

    void treesBesideOtherBuilders()
    {
        const QString zdbsp = QStandardPaths::findExecutable(QStringLiteral("zdbsp")), glbsp = QStandardPaths::findExecutable(QStringLiteral("glbsp"));
        if (zdbsp.isEmpty() || glbsp.isEmpty())
            QSKIP("zdbsp or glbsp is not installed (Debian: zdbsp, glbsp)");
        QTemporaryDir dir;
        Nodes ours, theirs, gl;
        for (const Game& game : games_) {
            // Maps alone: what else a game holds would only be copied.
            test::WadWriter writer;
            for (const wad::MapEntry& entry : wad::mapsOf(*game.wad)) {
                writer.add(entry.name);
                for (const char* name : {"THINGS", "LINEDEFS", "SIDEDEFS", "VERTEXES", "SECTORS"}) {
                    const wad::Lump* lump = wad::lumpOf(*game.wad, entry, name);
                    QVERIFY(lump != nullptr);
                    writer.add(name, {lump->bytes.begin(), lump->bytes.end()});
                }
            }
            const auto maps = std::filesystem::path(dir.path().toStdString()) / game.name;
            QVERIFY(writeFileAtomically(maps, writer.finish(), Backup::None));
            const auto runOther = [&](const QString& program, const QStringList& words, Nodes& into, const char* name) {
                const auto output = std::filesystem::path(dir.path().toStdString()) / (std::string(name) + game.name);
                QProcess process;
                process.setWorkingDirectory(dir.path());
                QElapsedTimer timer;
                timer.start();
                process.start(program, words + QStringList{QString::fromStdString(maps.string()), QStringLiteral("-o"), QString::fromStdString(output.string())});
                QVERIFY(process.waitForFinished(longest));
                into.milliseconds += timer.elapsed();
                const auto made = nodesOf(output);
                QVERIFY2(made, qPrintable(program + QString::fromUtf8(process.readAllStandardOutput() + process.readAllStandardError()).right(400)));
                into.sides += made->sides;
                into.pieces += made->pieces;
                into.depths.insert(into.depths.end(), made->depths.begin(), made->depths.end());
            };
            runOther(zdbsp, {QStringLiteral("-q"), QStringLiteral("-b"), QStringLiteral("-R"), QStringLiteral("-P"), QStringLiteral("-t")}, theirs, "z");
            runOther(glbsp, {QStringLiteral("-q"), QStringLiteral("-n"), QStringLiteral("-xr"), QStringLiteral("-xp"), QStringLiteral("-xu")}, gl, "g");
            for (const wad::MapEntry& entry : wad::mapsOf(*game.wad)) {
                const auto map = wad::readMap(*game.wad, entry);
                doomimport::ImportOptions options;
                options.table = anyTable(map.value());
                const auto imported = doomimport::importMap(map.value(), options);
                QVERIFY(imported);
                QElapsedTimer timer;
                timer.start();
                const auto tree = roomcore::buildTree(imported.value().room, roomcore::BuildOptions::fast(roo::Format::V15));
                ours.milliseconds += timer.nsecsElapsed() / 1000; // micro
                QVERIFY(tree);
                ours.sides += imported.value().room.linedefs.size();
                ours.pieces += tree.value().walls.size();
                ours.depths.push_back(depthOf(tree.value().nodes, 1));
            }
        }
        ours.milliseconds /= 1000;
        qInfo("ours: %lld ms, %.2f %% cuts, median depth %d", static_cast<long long>(ours.milliseconds), ours.cuts(), ours.medianDepth());
        qInfo("zdbsp: %lld ms, %.2f %% cuts, median depth %d", static_cast<long long>(theirs.milliseconds), theirs.cuts(), theirs.medianDepth());
        qInfo("glbsp: %lld ms, %.2f %% cuts, median depth %d", static_cast<long long>(gl.milliseconds), gl.cuts(), gl.medianDepth());
        QVERIFY(ours.depths.size() >= 68);
        QCOMPARE(ours.depths.size(), theirs.depths.size());
    }
};

QTEST_GUILESS_MAIN(TestFreedoom)
#include "tst_freedoom.moc"
