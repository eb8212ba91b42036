// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_blak.h"
#include "tests/world/reach.h"
#include "tests/world/world_files.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <map>
#include <memory>
#include <set>

using namespace blak;
using test::Reach;

namespace {

constexpr double square = space::clientUnitsPerSquare;

space::Point centreOf(int row, int column) { return {(column - 0.5) * square, (row - 0.5) * square}; }

struct Place
{
    QString room;
    int row = 0, column = 0;
};

Place placeOf(const QJsonValue& value)
{
    const QJsonObject object = value.toObject();
    return {object[QStringLiteral("room")].toString(), object[QStringLiteral("row")].toInt(),
            object[QStringLiteral("column")].toInt()};
}

bool isNoMove(const roo::Sector& sector) { return (sector.flags & roo::sector_flag::noMove) != 0; }

} // namespace

class TestRooms : public QObject
{
    Q_OBJECT

    QJsonObject exits_;
    std::map<QString, std::unique_ptr<space::LoadedRoom>> rooms_;
    std::map<QString, std::unique_ptr<Reach>> reach_;

    /// The first place where somebody arrives in a room.
    Place arrivalIn(const QString& room) const
    {
        if (const Place entrance = placeOf(exits_[QStringLiteral("entrance")]); entrance.room == room)
            return entrance;
        for (const QJsonValue exit : exits_[QStringLiteral("exits")].toArray())
            if (const Place to = placeOf(exit[QStringLiteral("to")]); to.room == room)
                return to;
        return {};
    }

private slots:
    void initTestCase()
    {
        QFile file(QString::fromStdString((test::sourceDir() / "world/rooms/exits.json").string()));
        QVERIFY(file.open(QIODevice::ReadOnly));
        exits_ = QJsonDocument::fromJson(file.readAll()).object();
        for (const auto& path : test::filesBelow(test::worldDir() / "rooms", ".roo")) {
            const QString name = QString::fromStdString(path.stem().string());
            auto& room = rooms_[name] = std::make_unique<space::LoadedRoom>(test::roomOf(path));
            const Place start = arrivalIn(name);
            QVERIFY2(start.row > 0, path.c_str());
            reach_[name] = std::make_unique<Reach>(*room, centreOf(start.row, start.column));
        }
    }

    void thereAreRooms() { QVERIFY(rooms_.size() >= 3); }

    void everyFileIsIntact()
    {
        const auto run = test::runBlak({QStringLiteral("verify"), QString::fromStdString(test::worldDir().string())});
        QVERIFY2(run.exitCode == 0, qPrintable(run.output + run.error));
    }

    void theSecurityIsRight()
    {
        for (const auto& [name, room] : rooms_)
            QVERIFY2(room->room().security == roo::securityValue(room->room()), qPrintable(name));
    }

    void aRoomBuildsToTheSameBytes()
    {
        QTemporaryDir folder;
        for (const auto& [name, room] : rooms_) {
            const QString source =
                QString::fromStdString((test::sourceDir() / "world/rooms").string()) + QStringLiteral("/%1.udmf").arg(name);
            const QString output = folder.filePath(name + QStringLiteral(".roo"));
            QCOMPARE(
                test::runBlak({QStringLiteral("room"), QStringLiteral("build"), source, QStringLiteral("-o"), output}).exitCode,
                0);
            QVERIFY2(test::bytesOf(output.toStdString()) ==
                         test::bytesOf(test::worldDir() / "rooms" / (name.toStdString() + ".roo")),
                     qPrintable(name));
        }
    }

    void noTextureIsMissing()
    {
        std::set<int> used;
        for (const auto& [name, room] : rooms_) {
            for (const roo::Sidedef& side : room->room().sidedefs)
                used.insert({side.normalTexture, side.aboveTexture, side.belowTexture});
            for (const roo::Sector& sector : room->room().sectors)
                used.insert({sector.floorTexture, sector.ceilingTexture});
        }
        used.erase(0);
        QVERIFY(used.size() >= 24);
        for (const int number : used) {
            const QString file = QStringLiteral("resource/grd%1.bgf").arg(number, 5, 10, QLatin1Char('0'));
            QVERIFY2(std::filesystem::exists(test::worldDir() / file.toStdString()), qPrintable(file));
        }
    }

    /// A step without a texture is a hole: one looks under the floor.
    void everyStepHasATexture()
    {
        constexpr double rounding = 1; // client units: where slopes meet
        for (const auto& [name, room] : rooms_)
            for (const space::LoadedWall& wall : room->walls()) {
                const space::WallQuad quad = room->wallQuad(wall);
                const bool rises = quad.start.z[1] - quad.start.z[0] > rounding || quad.end.z[1] - quad.end.z[0] > rounding;
                if (!rises || wall.sector(space::WallSide::Plus) == space::none ||
                    wall.sector(space::WallSide::Minus) == space::none)
                    continue;
                const auto floorAt = [&](space::WallSide side, space::Point point) {
                    return room->floorHeight(wall.sector(side), point);
                };
                for (const auto side : {space::WallSide::Plus, space::WallSide::Minus}) {
                    const auto back = side == space::WallSide::Plus ? space::WallSide::Minus : space::WallSide::Plus;
                    const bool isLow = floorAt(back, wall.start) - floorAt(side, wall.start) > rounding ||
                                       floorAt(back, wall.end) - floorAt(side, wall.end) > rounding;
                    const bool textured = wall.side(side) != space::none && room->sidedef(wall.side(side)).belowTexture != 0;
                    QVERIFY2(!isLow || textured, qPrintable(QStringLiteral("%1, linedef %2").arg(name).arg(wall.linedef)));
                }
            }
    }

    void whatAWorldNeedsIsThere()
    {
        bool stairs = false, water = false, slope = false, outside = false, flicker = false, scrolls = false, animated = false,
             window = false;
        for (const auto& [name, room] : rooms_) {
            std::set<int> heights;
            for (const roo::Sector& sector : room->room().sectors) {
                heights.insert(sector.floorHeight);
                water |= (sector.flags & roo::sector_flag::depthMask) != 0;
                slope |= sector.floorSlope.has_value() && !isNoMove(sector);
                outside |= sector.ceilingTexture == 0;
                flicker |= (sector.flags & roo::sector_flag::flicker) != 0;
                scrolls |= (sector.flags & roo::sector_flag::scrollFloor) != 0;
                animated |= sector.animationSpeed != 0;
            }
            stairs |= heights.size() > 8;
            for (const roo::Sidedef& side : room->room().sidedefs)
                window |= side.normalTexture == 4123 && (side.flags & roo::side_flag::transparent) != 0;
        }
        QVERIFY(stairs && water && slope && outside && flicker && scrolls && animated && window);
    }

    /// By the movement rule a player comes into every sector that is meant to be entered and is as large as a player.
    void everyPlaceCanBeReached()
    {
        for (const auto& [name, room] : rooms_) {
            const Reach& reach = *reach_.at(name);
            struct Seen
            {
                int points = 0, reached = 0;
                space::Point where;
            };
            std::map<space::Index, Seen> seen;
            for (int y = 0; y < reach.rows(); ++y)
                for (int x = 0; x < reach.columns(); ++x) {
                    const space::Point point = Reach::point(x, y);
                    const space::Index sector = room->sectorAt(point);
                    if (sector == space::none || isNoMove(room->sector(sector)))
                        continue;
                    Seen& entry = seen[sector];
                    entry.where = point;
                    ++entry.points;
                    entry.reached += reach.at(x, y) ? 1 : 0;
                }
            int places = 0;
            QStringList unreached;
            for (const auto& [sector, entry] : seen) {
                constexpr int size = 4; // quarter squares: less is narrower than a player
                if (entry.points < size)
                    continue;
                ++places;
                if (entry.reached == 0)
                    unreached << QStringLiteral("sector %1 at row %2, column %3")
                                     .arg(sector)
                                     .arg(entry.where.y / square + 1)
                                     .arg(entry.where.x / square + 1);
            }
            QVERIFY2(unreached.isEmpty(), qPrintable(name + QStringLiteral(": ") + unreached.join(QStringLiteral("; "))));
            QVERIFY2(places > 10, qPrintable(name));
        }
    }

    void exitsMatch()
    {
        const QJsonArray exits = exits_[QStringLiteral("exits")].toArray();
        QVERIFY(exits.size() >= 4);
        for (const QJsonValue exit : exits) {
            const QByteArray name = exit[QStringLiteral("name")].toString().toUtf8();
            const Place from = placeOf(exit[QStringLiteral("from")]), to = placeOf(exit[QStringLiteral("to")]);
            QVERIFY2(rooms_.contains(from.room) && rooms_.contains(to.room), name);
            QVERIFY2(reach_.at(from.room)->square(from.row, from.column), name);
            QVERIFY2(reach_.at(to.room)->square(to.row, to.column), name);
            bool back = false;
            for (const QJsonValue other : exits) {
                const Place start = placeOf(other[QStringLiteral("from")]), end = placeOf(other[QStringLiteral("to")]);
                back |= start.room == to.room && end.room == from.room && std::abs(start.row - to.row) <= 1 &&
                        std::abs(start.column - to.column) <= 1 && std::abs(end.row - from.row) <= 1 &&
                        std::abs(end.column - from.column) <= 1;
            }
            QVERIFY2(back, name);
        }
    }

    void aDoorLooksTheSameFromBothSides()
    {
        int doors = 0;
        for (const QJsonValue exit : exits_[QStringLiteral("exits")].toArray()) {
            const int door = exit[QStringLiteral("door")].toString().mid(3).toInt();
            if (door == 0)
                continue;
            ++doors;
            const Place from = placeOf(exit[QStringLiteral("from")]);
            const space::LoadedRoom& room = *rooms_.at(from.room);
            const space::Point centre = centreOf(from.row, from.column);
            bool near = false;
            for (const space::LoadedWall& wall : room.walls())
                for (const space::Index side : wall.sides)
                    if (side != space::none &&
                        (room.sidedef(side).normalTexture == door || room.sidedef(side).belowTexture == door))
                        near |= std::hypot((wall.start.x + wall.end.x) / 2 - centre.x,
                                           (wall.start.y + wall.end.y) / 2 - centre.y) < square;
            QVERIFY2(near, qPrintable(exit[QStringLiteral("name")].toString()));
        }
        QVERIFY(doors >= 2);
    }
};

QTEST_APPLESS_MAIN(TestRooms)
#include "tst_rooms.moc"
