// SPDX-License-Identifier: GPL-3.0-or-later
// The room functions of open105, in Blakod.
#include "formats/base/file_io.h"
#include "server/vm/dialect.h"
#include "tests/server/blakod_machine.h"
#include "tests/support/sample_room.h"

using namespace blak;
using test::BlakodMachine;

namespace {

/// Asks with what the properties say and keeps what comes out.
constexpr const char* program = R"(System
properties:
   prFile = $
   prRoom = $
   poOther = $
   piQuery = 7
   piRow = 9
   piColumn = 10
   piFineRow = 32
   piFineColumn = 32
   piFlags = -1
   piFloor = -1
   piStand = -1
   piCeiling = -1
   piId = -1
messages:
   Constructor()
   {
      return;
   }
   Load()
   {
      prRoom = LoadRoom(prFile);
      poOther = Create(&System);
      return 1;
   }
   Look()
   {
      local flags, floor, stand, ceiling, id, done;
      flags = -1;
      floor = -1;
      stand = -1;
      ceiling = -1;
      id = -1;
      done = GetLocationInfoBSP(prRoom,piQuery,piRow,piColumn,piFineRow,piFineColumn,*flags,*floor,*stand,*ceiling,*id);
      piFlags = flags;
      piFloor = floor;
      piStand = stand;
      piCeiling = ceiling;
      piId = id;
      return done;
   }
   LookWithoutQuery()
   {
      local flags, floor, stand, ceiling, id;
      flags = -1;
      GetLocationInfoBSP(prRoom,$,piRow,piColumn,piFineRow,piFineColumn,*flags,*floor,*stand,*ceiling,*id);
      return flags;
   }
   Flags() { return piFlags; }
   Floor() { return piFloor; }
   Stand() { return piStand; }
   Ceiling() { return piCeiling; }
   Id() { return piId; }
   BlockerAdd() { return BlockerAddBSP(prRoom,poOther,9,12,32,32); }
   BlockerMove() { return BlockerMoveBSP(prRoom,poOther,9,12,32,32); }
   BlockerAway() { return BlockerMoveBSP(prRoom,poOther,11,20,32,32); }
   BlockerRemove() { return BlockerRemoveBSP(prRoom,poOther); }
   MonsterGoes() { return CanMoveInRoomBSP(prRoom,9,9,32,32,32,9,13,32,32,0,self,0); }
   PlayerGoes() { return CanMoveInRoomBSP(prRoom,9,9,32,32,32,9,13,32,32,0,self,1); }
   PlayerGoesThrough() { return CanMoveInRoomBSP(prRoom,9,9,32,32,32,9,13,32,32,0,self,5); }
   BlockerGoes() { return CanMoveInRoomBSP(prRoom,9,9,32,32,32,9,13,32,32,0,poOther,0); }
   Deep() { return SetRoomDepthOverrideBSP(prRoom,2,0,10,0); }
   NoTextures() { return ChangeTextureBSP(prRoom,1,0,24); }
   OldTextures() { return ChangeTextureBSP(prRoom,1,0,56); }
   Forbid() { return ChangeSectorFlagBSP(prRoom,1,16 + 4); }
   AsInFile() { return ChangeSectorFlagBSP(prRoom,1,32); }
   Step()
   {
      local row, column, fineRow, fineColumn, flags;
      row = 9;
      column = 15;
      fineRow = 32;
      fineColumn = 32;
      flags = GetStepTowardsBSP(prRoom,9,10,32,32,32,*row,*column,*fineRow,*fineColumn,1,0x8000 + 0x20,self);
      piRow = row;
      piColumn = column;
      piFineRow = fineRow;
      piFineColumn = fineColumn;
      return flags;
   }
   Place() { return ((piRow * 100 + piColumn) * 100 + piFineRow) * 100 + piFineColumn; }
   Somewhere()
   {
      local row, column, fineRow, fineColumn;
      row = 0;
      column = 0;
      fineRow = 0;
      fineColumn = 0;
      if not GetRandomMoveDestBSP(prRoom,1000,32,64,9,10,32,32,*row,*column,*fineRow,*fineColumn) { return 0; }
      return row * 100 + column;
   }
   Anywhere()
   {
      local row, column, fineRow, fineColumn;
      row = 0;
      column = 0;
      fineRow = 0;
      fineColumn = 0;
      return GetRandomPointBSP(prRoom,1000,16,*row,*column,*fineRow,*fineColumn);
   }
end
)";

} // namespace

class TestVmRooms : public QObject
{
    Q_OBJECT

    class Machine : public BlakodMachine
    {
    public:
        Machine() : BlakodMachine(*vm::findDialect("open105"), program)
        {
            const auto file = test::sampleRoomFile();
            host.room = readFile(file).value();
            machine->setProperty(0, 1, {bof::Tag::Resource, machine->newDynamicResource("sample.roo")});
            ask("Load");
            if (!host.errors.empty())
                qFatal("%s", host.errors.front().c_str());
        }
        std::int64_t ask(std::string_view message) { return send(message).value().data; }
        void place(std::int64_t query, int row, int column, int fineRow = 32, int fineColumn = 32)
        {
            std::uint32_t property = 4; // piQuery; prFile is 1
            for (const std::int64_t value :
                 {query, std::int64_t{row}, std::int64_t{column}, std::int64_t{fineRow}, std::int64_t{fineColumn}})
                QVERIFY(machine->setProperty(0, property++, {bof::Tag::Int, value}));
        }
    };

private slots:
    void locationsTellTheSector()
    {
        Machine m;
        m.place(1, 9, 10);
        QCOMPARE(m.ask("Look"), 1);
        QCOMPARE(m.ask("Flags"), 0x70);
        QCOMPARE(m.ask("Floor"), 32);
        QCOMPARE(m.ask("Stand"), 32);
        QCOMPARE(m.ask("Ceiling"), 192);
        QCOMPARE(m.ask("Id"), 1);
        m.place(1, 12, 10); // the pool: depth 2
        m.ask("Look");
        QCOMPARE(m.ask("Flags"), 0x270);
        QCOMPARE(m.ask("Floor"), 24);
        QCOMPARE(m.ask("Stand"), -1); // 24 - 25.6, cut
        QCOMPARE(m.ask("Id"), 3);
        m.place(0, 9, 10); // nothing is asked: the id stays, and heights are those found last
        m.ask("Look");
        QCOMPARE(m.ask("Flags"), 0);
        QCOMPARE(m.ask("Id"), -1);
        QCOMPARE(m.ask("Floor"), 24);
    }

    void locationsTellOverWhichEdgesTheyAre()
    {
        Machine m;
        const auto flags = [&](int row, int column, int fineRow, int fineColumn) {
            m.place(2, row, column, fineRow, fineColumn);
            m.ask("Look");
            return m.ask("Flags");
        };
        QCOMPARE(flags(1, 1, 1, 1), 0);
        QCOMPARE(flags(1, 5, 0, 0), 1);   // north, the edge itself
        QCOMPARE(flags(5, 24, 0, 0), 2);  // east
        QCOMPARE(flags(19, 5, 0, 0), 4);  // south
        QCOMPARE(flags(5, 1, 0, 0), 8);   // west
        QCOMPARE(flags(-3, -3, 0, 0), 9); // north-west
        QCOMPARE(flags(19, 24, 0, 0), 6); // south-east
        QCOMPARE(flags(18, 23, 63, 63), 0);
        m.place(1, 5, 1, 0, 0);
        m.ask("Look");
        QCOMPARE(m.ask("Flags") & 0xF, 0); // not asked
    }

    void locationsTellOfBlockers()
    {
        Machine m;
        QCOMPARE(m.ask("BlockerAdd"), 1);
        m.place(4, 9, 12, 32, 1); // 31 fine units away
        m.ask("Look");
        QCOMPARE(m.ask("Flags"), 0x400);
        m.place(4, 9, 12, 32, 0); // 32
        m.ask("Look");
        QCOMPARE(m.ask("Flags"), 0);
    }

    void locationsTellOfChanges()
    {
        Machine m;
        m.place(1, 9, 10);
        m.ask("NoTextures");
        m.ask("Look");
        QCOMPARE(m.ask("Flags"), 0x10);
        m.ask("OldTextures");
        m.ask("Forbid"); // and depth 2
        m.ask("Look");
        QCOMPARE(m.ask("Flags"), 0x70 + 0x80 + 0x200);
        m.ask("Deep");
        m.ask("Look");
        QCOMPARE(m.ask("Stand"), 10);
        m.ask("AsInFile");
        m.ask("Look");
        QCOMPARE(m.ask("Flags"), 0x70);
        QCOMPARE(m.ask("Stand"), 32);
    }

    void locationsWithoutAnIntegerAreReported()
    {
        Machine m;
        QCOMPARE(m.ask("LookWithoutQuery"), -1);
        QCOMPARE(m.errors("GetLocationInfoBSP"), std::size_t{1});
    }

    /// Players are not stopped by what has moved in the last two seconds.
    void blockersStop()
    {
        Machine m;
        QCOMPARE(m.ask("MonsterGoes"), 1);
        QCOMPARE(m.ask("BlockerMove"), 0); // it is not there yet
        QCOMPARE(m.ask("BlockerAdd"), 1);
        QCOMPARE(m.ask("MonsterGoes"), 0);
        QCOMPARE(m.ask("PlayerGoes"), 0);
        QCOMPARE(m.ask("PlayerGoesThrough"), 1);
        QCOMPARE(m.ask("BlockerGoes"), 1);
        QCOMPARE(m.ask("BlockerMove"), 1);
        QCOMPARE(m.ask("MonsterGoes"), 0);
        QCOMPARE(m.ask("PlayerGoes"), 1);
        m.host.now += 1999;
        QCOMPARE(m.ask("PlayerGoes"), 1);
        m.host.now += 1;
        QCOMPARE(m.ask("PlayerGoes"), 0);
        QCOMPARE(m.ask("BlockerRemove"), 1);
        QCOMPARE(m.ask("MonsterGoes"), 1);
        QCOMPARE(m.ask("BlockerRemove"), 0);
    }

    /// Added twice, an object is there twice: the one added last is moved and removed.
    void blockersMayBeThereTwice()
    {
        Machine m;
        m.ask("BlockerAdd");
        m.ask("BlockerAdd");
        m.ask("BlockerAway");
        QCOMPARE(m.ask("MonsterGoes"), 0);
        m.ask("BlockerRemove");
        QCOMPARE(m.ask("MonsterGoes"), 0);
        m.ask("BlockerRemove");
        QCOMPARE(m.ask("MonsterGoes"), 1);
    }

    void stepsAre16FineUnits()
    {
        Machine m;
        QCOMPARE(m.ask("Step"), 0x40); // straight on
        QCOMPARE(m.ask("Place"), 9103248);
        m.ask("BlockerAdd"); // too far away to be in the way of the step, not of the way
        QCOMPARE(m.ask("Step"), 0);
        QCOMPARE(m.ask("Place"), 9103248);
    }

    void randomPlacesAreInTheRoom()
    {
        Machine m;
        m.host.randomNumber = 0; // 32 fine units to the east
        QCOMPARE(m.ask("Somewhere"), 911);
        m.host.randomNumber = 1U << 23; // half of everything: 48 units to the west, the middle of the room
        QCOMPARE(m.ask("Somewhere"), 909);
        QCOMPARE(m.ask("Anywhere"), 1);
        m.host.randomNumber = 0; // a corner of the rectangle
        QCOMPARE(m.ask("Anywhere"), 0);
    }
};

QTEST_APPLESS_MAIN(TestVmRooms)
#include "tst_vm_rooms.moc"
