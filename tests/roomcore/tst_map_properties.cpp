// SPDX-License-Identifier: GPL-3.0-or-later
// Random edits of rooms: nothing breaks, nothing hangs, and undoing everything gives the same bytes. BLAK_MAP_STEPS sets how many
// edits are made altogether (2000).
#include "map_support.h"
#include "roomedit/roomcore/operations/alignment.h"
#include "roomedit/roomcore/operations/clipboard.h"
#include "roomedit/roomcore/operations/construct.h"
#include "roomedit/roomcore/operations/lines.h"
#include "roomedit/roomcore/operations/sectors.h"
#include "roomedit/roomcore/operations/structures.h"
#include "roomedit/roomcore/operations/things.h"
#include "roomedit/roomcore/operations/transform.h"
#include "tests/support/shared_data.h"

#include <filesystem>
#include <random>

using namespace blak;
using namespace blak::roomcore;
using blak::test::Drawing;

namespace {

constexpr int stepsPerRoom = 40;

class Editor
{
public:
    Editor(Drawing& drawing, std::uint32_t seed) : d_(drawing), random_(seed) {}

    QString step()
    {
        // Rooms, not hatching: a turned room crosses itself everywhere, and the next one squares that.
        if (d_.lines() > mostLines_) {
            for (int i = 0; i < 4; ++i)
                d_.history.undo();
            return QStringLiteral("undo");
        }
        switch (number(0, 14)) {
        case 0: return say(d_.draw(polyline(), number(0, 1) == 1), "draw");
        case 1: return say(d_.draw(rectanglePoints(place(), place())), "rectangle");
        case 2: return say(d_.draw(ellipsePoints(place(), place(), number(3, 24)).value()), "ellipse");
        case 3:
        case 4:
        case 5: return say(moveBy(d_.edit, selection(), {number(-90, 90), number(-90, 90)}, rule(), d_.defaults), "move");
        case 6: return say(rotate(d_.edit, selection(), place(), number(-180, 180), rule(), d_.defaults), "rotate");
        case 7: return say(scale(d_.edit, selection(), place(), 0.1 * number(-20, 20), 0.1 * number(1, 20), rule(), d_.defaults), "scale");
        case 8: return say(mirror(d_.edit, selection(), MirrorAxis::Vertical, rule(), d_.defaults), "mirror");
        case 9: return say(deleteLines(d_.edit, selection().lines, d_.defaults), "delete lines");
        case 10: return say(deleteVertices(d_.edit, selection().vertices, d_.defaults), "delete vertices");
        case 11: {
            const auto sectors = selection().sectors;
            switch (number(0, 3)) {
            case 0: return say(joinSectors(d_.edit, sectors), "join");
            case 1: return say(mergeSectors(d_.edit, sectors, d_.defaults), "merge");
            case 2: return say(dissolveSectors(d_.edit, sectors, d_.defaults), "dissolve");
            default: return say(deleteSectors(d_.edit, sectors, d_.defaults), "delete sectors");
            }
        }
        case 12: return say(splitLines(d_.edit, selection().lines, number(2, 5), d_.defaults), "split");
        case 13: return build();
        default: {
            const auto lines = selection().lines;
            if (!lines.empty() && number(0, 1) == 0)
                return say(insertVertex(d_.edit, lines.front(), place(), d_.defaults), "insert");
            return say(makeSector(d_.edit, place(), d_.defaults), "make");
        }
        }
    }

    int number(int low, int high) { return std::uniform_int_distribution(low, high)(random_); }

private:
    template <typename Done>
    QString say(const Done& done, const char* what)
    {
        return QString::fromLatin1(what) + (done ? QString() : QStringLiteral(" (refused)"));
    }

    QString build()
    {
        const MapSelection what = selection();
        const LineId line = what.lines.empty() ? LineId() : what.lines.front();
        const SideRef side{line, number(0, 1) == 0 ? Side::Plus : Side::Minus};
        const TextureSize size{number(1, 256), number(1, 256)};
        switch (number(0, 9)) {
        case 0: return say(putOpening(d_.edit, line, place(), {number(0, 128), number(0, 64), number(0, 60), number(0, 60)}, d_.defaults), "opening");
        case 1: return say(putArch(d_.edit, line, place(), {number(4, 200), number(1, 64), number(0, 99), number(1, 99), number(2, 12)}, d_.defaults), "arch");
        case 2: return say(drawBridge(d_.edit, line, what.lines.empty() ? LineId() : what.lines.back(), number(1, 8), d_.defaults), "bridge");
        case 3: return say(drawStairs(d_.edit, place(), place(), number(1, 9), number(-20, 20), number(0, 200), d_.defaults), "stairs");
        case 4: return say(makeMover(d_.edit, what.sectors, number(0, 1) == 0 ? Mover::Door : Mover::Lift, d_.defaults), "mover");
        case 5: {
            const auto part = static_cast<WallPart>(number(0, 2));
            const auto axis = static_cast<AlignAxis>(number(0, 2));
            return number(0, 1) == 0 ? say(alignTextures(d_.edit, side, part, size, axis), "align")
                                     : say(fitTextures(d_.edit, side, part, size, axis), "fit");
        }
        case 6:
            return say(justifyTextures(d_.edit, std::span(&side, 1), static_cast<WallPart>(number(0, 2)), size, static_cast<Justify>(number(0, 4))),
                       "justify");
        case 7: return say(placeCorner(d_.edit, place()), "corner");
        case 8: return say(fitCorners(d_.edit), "corners");
        default: {
            const auto piece = copyParts(d_.map, what);
            return piece ? say(pasteParts(d_.edit, piece.value(), {place(), rule(), number(0, 1) == 0}, d_.defaults), "paste")
                         : QStringLiteral("copy (refused)");
        }
        }
    }

    /// Mostly on or near what there is: on vertices, on lines, one unit beside them.
    MapPoint place()
    {
        const auto& vertices = d_.map.vertices();
        MapPoint at{number(-500, 500), number(-500, 500)};
        if (!vertices.empty())
            if (const auto& vertex = vertices[static_cast<std::size_t>(number(0, static_cast<int>(vertices.size()) - 1))])
                at = vertex->at;
        switch (number(0, 4)) {
        case 0: break;
        case 1: at = at + MapPoint{number(-2, 2), number(-2, 2)}; break;
        case 2: at = at + MapPoint{64 * number(-4, 4), 64 * number(-4, 4)}; break;
        default: at = at + MapPoint{number(-400, 400), number(-400, 400)};
        }
        return {std::clamp(at.x, lowestCoordinate, highestCoordinate), std::clamp(at.y, lowestCoordinate, highestCoordinate)};
    }

    std::vector<MapPoint> polyline()
    {
        std::vector<MapPoint> points;
        for (int i = number(2, 6); i > 0; --i)
            points.push_back(place());
        return points;
    }

    template <typename IdType, typename Parts>
    std::vector<IdType> some(const Parts& parts, int most)
    {
        std::vector<IdType> ids;
        if (parts.empty())
            return ids;
        for (int i = number(1, most); i > 0; --i)
            if (const auto id = static_cast<std::uint32_t>(number(0, static_cast<int>(parts.size()) - 1)); parts[id])
                if (std::find(ids.begin(), ids.end(), IdType{id}) == ids.end())
                    ids.push_back({id});
        return ids;
    }

    MapSelection selection()
    {
        MapSelection what;
        const int kind = number(0, 3);
        what.vertices = some<VertexId>(d_.map.vertices(), kind == 0 ? 3 : 1);
        what.lines = some<LineId>(d_.map.lines(), kind == 1 ? 4 : 1);
        what.sectors = some<SectorId>(d_.map.sectors(), kind == 2 ? 3 : 1);
        return what;
    }

    MergeRule rule() { return number(0, 3) == 0 ? MergeRule::Replace : MergeRule::Merge; }

    Drawing& d_;
    std::size_t mostLines_ = d_.lines() + 400;
    std::mt19937 random_;
};

int stepsWanted()
{
    const QByteArray text = qgetenv("BLAK_MAP_STEPS");
    return text.isEmpty() ? 2000 : std::max(1, text.toInt());
}

std::vector<std::filesystem::path> corpusRooms()
{
    std::vector<std::filesystem::path> files;
    const std::filesystem::path folder = test::sharedDir("corpus/roo");
    if (!folder.empty())
        for (const auto& file : test::filesBelow(folder, ".roo"))
            if (std::filesystem::file_size(file) < 60'000)
                files.push_back(file);
    return files;
}

} // namespace

class TestMapProperties : public QObject
{
    Q_OBJECT

private slots:
    void drawnRoomsStayWhole()
    {
        const int rooms = std::max(1, stepsWanted() / stepsPerRoom / 2);
        for (int room = 0; room < rooms; ++room) {
            Drawing d;
            Editor editor(d, static_cast<std::uint32_t>(room) + 1);
            QStringList log;
            for (int i = 0; i < stepsPerRoom; ++i) {
                log += editor.step();
                if (const QString faults = d.faults(); !faults.isEmpty())
                    QFAIL(qPrintable(QStringLiteral("room %1, step %2: %3\n%4").arg(room).arg(i).arg(log.join(u", "), faults)));
            }
            const auto after = roomFromMap(d.map, {}).value().room;
            const std::size_t steps = d.history.position();
            d.history.moveTo(0);
            QVERIFY(d.map.lines().empty() && d.map.vertices().empty() && d.map.sectors().empty() && d.map.sidedefs().empty());
            d.history.moveTo(steps);
            QVERIFY(roomFromMap(d.map, {}).value().room == after);
        }
    }

    void realRoomsComeBackByteForByte()
    {
        const auto files = corpusRooms();
        if (files.empty())
            QSKIP("needs the corpus of real rooms");
        const int rounds = std::max(1, stepsWanted() / stepsPerRoom / 2);
        for (int round = 0; round < rounds; ++round) {
            const auto& file = files[static_cast<std::size_t>(round) % files.size()];
            const std::vector<std::byte> original = test::bytesOf(file);
            auto read = roo::read(original, file.filename().string());
            QVERIFY(read);
            const roo::Room& room = read.value();
            Drawing d(room);
            QVERIFY(validate(d.map));
            QVERIFY(roomFromMap(d.map, room).value().room == room);
            const std::size_t defects = findDefects(d.map).count();
            Editor editor(d, static_cast<std::uint32_t>(round) + 1000);
            QStringList log;
            for (int i = 0; i < stepsPerRoom; ++i) {
                log += editor.step();
                const auto valid = validate(d.map);
                QVERIFY2(valid, valid ? "" : qPrintable(QString::fromStdString(valid.error().text())));
                if (defects == 0)
                    if (const QString faults = d.faults(); !faults.isEmpty())
                        QFAIL(qPrintable(QStringLiteral("%1, round %2, step %3: %4\n%5")
                                             .arg(QString::fromStdString(file.filename().string()))
                                             .arg(round)
                                             .arg(i)
                                             .arg(log.join(u", "), faults)));
            }
            d.history.moveTo(0);
            const auto back = roomFromMap(d.map, room);
            QVERIFY(back && back.value().room == room);
            const auto bytes = roo::write(back.value().room);
            QVERIFY(bytes == original);
        }
    }
};

QTEST_APPLESS_MAIN(TestMapProperties)
#include "tst_map_properties.moc"
