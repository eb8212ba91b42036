// SPDX-License-Identifier: GPL-3.0-or-later
// Finding parts by what they are like, replacing it, and selecting what is alike or next to it.
#include "map_support.h"
#include "roomedit/roomcore/operations/find.h"
#include "roomedit/roomcore/operations/properties.h"

using namespace blak;
using namespace blak::roomcore;
using blak::test::Drawing;

namespace {

/// Three squares in a row; the middle one darker and with a tag, the last with other textures.
struct Row : Drawing
{
    Row()
    {
        for (int i = 0; i < 3; ++i)
            rectangle(i * 256, 0, i * 256 + 256, 256);
        first = sectorAt(100, 100);
        middle = sectorAt(300, 100);
        last = sectorAt(600, 100);
        history.begin("Looks");
        for (const SectorId id : {first, middle, last}) {
            roo::Sector sector = map.sector(id);
            sector.floorTexture = id == last ? 30 : 20;
            sector.ceilingTexture = 20;
            sector.light = id == middle ? 64 : 192;
            sector.userId = id == middle ? 5 : 0;
            sector.floorHeight = id == last ? 16 : 0;
            edit.set(id, sector);
        }
        history.commit();
    }

    MapSelection of(SectorId id) const
    {
        MapSelection selection;
        selection.sectors = {id};
        return selection;
    }

    SectorId first, middle, last;
};

} // namespace

class TestMapFind : public QObject
{
    Q_OBJECT

private slots:
    void queriesAreRead()
    {
        const auto query = parseQuery("ceilingheight:192");
        QVERIFY(query && query.value().what == Findable::CeilingHeight && query.value().value == 192);
        for (const char* wrong : {"", "texture", "texture:", "texture:x", "texture:-1", "texture:65536", "light:256", "colour:3", "tag:1 ", "tag:99999999999"})
            QVERIFY2(!parseQuery(wrong), wrong);
        for (const auto what : {Findable::Texture, Findable::WallTexture, Findable::FloorTexture, Findable::CeilingTexture, Findable::Tag,
                                Findable::FloorHeight, Findable::CeilingHeight, Findable::Light})
            QVERIFY(parseQuery(std::string(findableName(what)) + ":1").value().what == what);
    }

    void partsAreFound()
    {
        Row row;
        QCOMPARE(find(row.map, {Findable::Texture, 20}).sectors.size(), 3u);
        QCOMPARE(find(row.map, {Findable::FloorTexture, 20}).sectors, (std::vector{row.first, row.middle}));
        QCOMPARE(find(row.map, {Findable::Light, 64}).sectors, std::vector{row.middle});
        QCOMPARE(find(row.map, {Findable::Tag, 5}).sectors, std::vector{row.middle});
        QCOMPARE(find(row.map, {Findable::FloorHeight, 16}).sectors, std::vector{row.last});
        // The eight outer walls; the two between are open.
        QCOMPARE(find(row.map, {Findable::WallTexture, 7}).lines.size() - find(row.map, {Findable::WallTexture, 99}).lines.size(), row.lines());
        QVERIFY(find(row.map, {Findable::WallTexture, 0}).lines.empty());
        const LineId bare = row.map.linesIn({0, 100, 0, 100}).front();
        const SideRef side{bare, Side::Plus};
        QVERIFY(setWallTexture(row.edit, std::span(&side, 1), WallPart::Normal, 0));
        QCOMPARE(find(row.map, {Findable::WallTexture, 0}).lines, std::vector{bare});
        QVERIFY(find(row.map, {Findable::WallTexture, 7}).sectors.empty());
    }

    void theyAreReplaced()
    {
        Row row;
        const std::size_t steps = row.history.position();
        const auto places = replaceAll(row.edit, {Findable::Texture, 20}, 21, nullptr, row.defaults);
        QVERIFY(places);
        QCOMPARE(places.value(), 5u); // two floors and three ceilings
        QCOMPARE(row.history.position(), steps + 1);
        QCOMPARE(std::string(row.history.undoName()), std::string("Replace texture 20 by 21 in 5 places"));
        QVERIFY(find(row.map, {Findable::Texture, 20}).isEmpty());
        const MapSelection one = row.of(row.last);
        QCOMPARE(replaceAll(row.edit, {Findable::CeilingTexture, 21}, 22, &one, row.defaults).value(), 1u);
        QCOMPARE(std::string(row.history.undoName()), std::string("Replace ceiling texture 21 by 22 in 1 place"));
        QCOMPARE(row.map.sector(row.last).ceilingTexture, 22);
        QCOMPARE(row.map.sector(row.first).ceilingTexture, 21);
        // Heights: a new step gets a texture, a floor above its ceiling is not made.
        QCOMPARE(replaceAll(row.edit, {Findable::FloorHeight, 0}, 48, nullptr, row.defaults).value(), 2u);
        QCOMPARE(replaceAll(row.edit, {Findable::FloorHeight, 48}, 5000, nullptr, row.defaults).value(), 0u);
        QCOMPARE(row.map.sector(row.first).floorHeight, 48);
        QVERIFY(!replaceAll(row.edit, {Findable::Light, 64}, 256, nullptr, row.defaults));
        QVERIFY(!replaceAll(row.edit, {Findable::Texture, 21}, -1, nullptr, row.defaults));
        const std::size_t before = row.history.position();
        QCOMPARE(replaceAll(row.edit, {Findable::Tag, 77}, 78, nullptr, row.defaults).value(), 0u);
        QCOMPARE(row.history.position(), before); // nothing to undo
        row.history.moveTo(steps);
        QCOMPARE(find(row.map, {Findable::Texture, 20}).sectors.size(), 3u);
    }

    void wallsThatShareASidedefArePutRight()
    {
        Row row;
        MapSelection one;
        one.lines = {row.map.linesIn({0, 100, 0, 100}).front()};
        const std::size_t all = find(row.map, {Findable::WallTexture, 7}).lines.size();
        QCOMPARE(replaceAll(row.edit, {Findable::WallTexture, 7}, 8, &one, row.defaults).value(), 1u);
        QCOMPARE(find(row.map, {Findable::WallTexture, 7}).lines.size(), all - 1);
        QCOMPARE(find(row.map, {Findable::WallTexture, 8}).lines, one.lines);
    }

    void whatIsAlikeIsSelected()
    {
        Row row;
        QCOMPARE(similarParts(row.map, row.of(row.first), Likeness::Textures).sectors, (std::vector{row.first, row.middle}));
        QCOMPARE(similarParts(row.map, row.of(row.first), Likeness::Light).sectors, (std::vector{row.first, row.last}));
        QCOMPARE(similarParts(row.map, row.of(row.first), Likeness::Heights).sectors, (std::vector{row.first, row.middle}));
        QCOMPARE(similarParts(row.map, row.of(row.first), Likeness::Tag).sectors, std::vector{row.first}); // no tag is no likeness
        QCOMPARE(similarParts(row.map, row.of(row.middle), Likeness::Kind).sectors.size(), 3u);
        MapSelection wall;
        wall.lines = {row.map.linesIn({256, 100, 256, 100}).front()};
        QCOMPARE(similarParts(row.map, wall, Likeness::Kind).lines.size(), 2u); // both open ones
        wall.lines = {row.map.linesIn({0, 100, 0, 100}).front()};
        QCOMPARE(similarParts(row.map, wall, Likeness::Kind).lines.size(), 8u);
        QVERIFY(similarParts(row.map, wall, Likeness::Textures).lines.size() >= 8u);
        wall.lines = {LineId{999}};
        QVERIFY(similarParts(row.map, wall, Likeness::Textures).isEmpty());
    }

    void neighboursAreAdded()
    {
        Row row;
        QCOMPARE(withNeighbours(row.map, row.of(row.first)).sectors, (std::vector{row.first, row.middle}));
        QCOMPARE(withNeighbours(row.map, row.of(row.middle)).sectors.size(), 3u);
        MapSelection wall;
        wall.lines = {row.map.linesIn({256, 100, 256, 100}).front()};
        QCOMPARE(withNeighbours(row.map, wall).lines.size(), 5u);
        QVERIFY(withNeighbours(row.map, {}).isEmpty());
    }
};

QTEST_APPLESS_MAIN(TestMapFind)
#include "tst_map_find.moc"
