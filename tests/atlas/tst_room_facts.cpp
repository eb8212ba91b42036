// SPDX-License-Identifier: GPL-3.0-or-later
// What Blakod says of places in a room: tags, exits, objects; in made-up trees, and in the sample world and real ones.
#include "studio/atlas/room_facts.h"

#include "tests/newroom/engine_tree.h"
#include "tests/support/shared_data.h"

#include <algorithm>

using namespace blak;
using namespace blak::atlas;
using treeplan::KodComments;

namespace {

RoomFacts factsIn(std::string_view source, const KodNumbers& numbers = {}, KodComments comments = KodComments::Percent)
{
    RoomFacts facts;
    readFacts(facts, source, comments, numbers, "inn.kod");
    return facts;
}

} // namespace

class TestRoomFacts : public QObject
{
    Q_OBJECT

private slots:
    void tagsAreReadFromWhatTheRoomTellsItself()
    {
        const KodNumbers numbers{{"DOOR", 7}};
        const RoomFacts facts = factsIn("\n  Send(self,@SetSector,#sector=DOOR,#animation=ANIMATE_CEILING_LIFT,\n       #height=90);\n"
                                        "  send(self, @AnimateWall, #wall = 12, #animation=X);\n  Send(self,@ChangeTexture,#id=3,#new_texture=4);\n"
                                        "  Send(self,@SetSector,#sector=iWhich);\n  Send(oOther,@SetSector,#sector=9);\n"
                                        "  Send(self,@GiveQuest,#id=5);\n  % Send(self,@SetSector,#sector=8);\n",
                                        numbers);
        QCOMPARE(facts.tags.size(), std::size_t{3});
        QCOMPARE(facts.tags[0].tag, 7);
        QCOMPARE(facts.tags[0].message, std::string("SetSector"));
        QCOMPARE(facts.tags[0].place.line, 2);
        QCOMPARE(facts.tags[1].tag, 12);
        QCOMPARE(facts.tags[1].place.line, 4);
        QCOMPARE(facts.tags[2].message, std::string("ChangeTexture"));
    }

    void objectsAreReadWhereTheyArePut()
    {
        const KodNumbers numbers{{"ANGLE_SOUTH", 1024}};
        const RoomFacts facts = factsIn("Send(self,@NewHold,#what=Create(&Brazier,#x=f(1,2)),#new_row=4,#new_col=9,\n"
                                        "  #fine_row=16,#fine_col=48,#new_angle=ANGLE_SOUTH);\n"
                                        "oSign = Create(&Sign); Send(self,@NewHold,#what=oSign,#new_row=2,#new_col=3);\n"
                                        "oSign = Create(&Later);\n"
                                        "Send(self,@Put,#what=Create(&Keeper),#row=5,#col=14);\n"
                                        "Send(self,@NewHold,#what=oUnknown,#new_row=2,#new_col=3);\n"
                                        "Send(self,@NewHold,#what=Create(&NoPlace));\n",
                                        numbers);
        QCOMPARE(facts.objects.size(), std::size_t{3});
        QCOMPARE(facts.objects[0].className, std::string("Brazier"));
        QCOMPARE(facts.objects[0].row, 3.25);
        QCOMPARE(facts.objects[0].column, 8.75);
        QCOMPARE(facts.objects[0].angle.value_or(-1), 1024);
        QCOMPARE(facts.objects[1].className, std::string("Sign"));
        QCOMPARE(facts.objects[1].row, 1.5); // the middle of its square
        QVERIFY(!facts.objects[1].angle);
        QCOMPARE(facts.objects[2].className, std::string("Keeper"));
        QCOMPARE(facts.objects[2].place.line, 5);
    }

    void exitsAndNumbers()
    {
        KodNumbers numbers;
        readNumbers(numbers, "// rooms\n RID_INN = 4 // here\n HEX = 0x10\n NOT = RID_INN\n", KodComments::Slashes, true);
        QCOMPARE(numbers.size(), std::size_t{2});
        QCOMPARE(numbers.at("HEX"), 16);
        numbers.clear();
        readNumbers(numbers, "Inn is Room\nconstants:\n include x.khd\n ROW = 12\nproperties:\n piRow = 3\nmessages:\n M()\n {\n iA = 4;\n }\n",
                    KodComments::Percent, false);
        QCOMPARE(numbers.size(), std::size_t{1});
        const RoomFacts facts = factsIn("plExits = Cons([ ROW, 6, RID_INN, 2, 2, X ],plExits);\nplExits = [ [8,2, RID_SQUARE, 11,20, A],\n [9,2, RID_B, 1,1, A] ];\n"
                                        "plEdge_exits = Cons([LEAVE_WEST,RID_D7,40,48,A],plEdge_exits);",
                                        numbers);
        QCOMPARE(facts.exits.size(), std::size_t{3});
        QCOMPARE(facts.exits[0].row, 12);
        QCOMPARE(facts.exits[1].to, std::string("RID_SQUARE"));
        QCOMPARE(facts.exits[2].place.line, 3);
        QCOMPARE(facts.edges.size(), std::size_t{1});
        QVERIFY(facts.edges[0].edge == Compass::West);
        QCOMPARE(facts.edges[0].to, std::string("RID_D7"));
        QCOMPARE(facts.edges[0].place.line, 4);
    }

    /// viTeleport_row and viTeleport_col count from 1; what a class does not say, its parents do.
    void peopleArriveWhereTheClassOrItsParentsSay()
    {
        const auto arrivalIn = [](std::vector<ArrivalSource> classes) { return readArrival(classes, KodComments::Percent); };
        const std::string root = "Room is Object\nclassvars:\n viTeleport_row = $\n viTeleport_col = $\n viTeleport_angle = $\nend\n";
        const std::string inn = "Inn is Room\nclassvars:\n vrName = x\n viTeleport_Row = 5 % by the fire\n viteleport_col = FIRE\nend\n";
        const std::string cellar = "Cellar is Inn\nproperties:\n piFlags = 0\n viTeleport_angle = ANGLE\n viTeleport_col = 0x0C\nend\n";
        const KodNumbers numbers{{"FIRE", 9}, {"ANGLE", 2048}};
        QVERIFY(!arrivalIn({}));
        QVERIFY(!arrivalIn({{"Room", root, {}}}));
        const auto own = arrivalIn({{"Inn", inn, numbers}, {"Room", root, {}}});
        QVERIFY(own);
        QCOMPARE(own->row, 4.5); // the middle of the fifth
        QCOMPARE(own->column, 8.5);
        QVERIFY(!own->angle);
        QVERIFY(!arrivalIn({{"Inn", inn, {}}, {"Room", root, {}}})); // FIRE is not known
        const auto inherited = arrivalIn({{"Cellar", cellar, numbers}, {"Inn", inn, numbers}, {"Room", root, {}}});
        QVERIFY(inherited);
        QCOMPARE(inherited->row, 4.5);
        QCOMPARE(inherited->column, 11.5);
        QCOMPARE(inherited->angle.value_or(-1), 2048);
        QVERIFY(!arrivalIn({{"Hall", "Hall is Inn\nclassvars:\n viTeleport_row = $\nend\n", {}}, {"Inn", inn, numbers}})); // taken back

        test::EngineTree tree(false);
        tree.write("kod/object/tosrm.kod", "TosRoom is Room\nclassvars:\n viTeleport_row = 3\n viTeleport_col = 4\nend\n");
        tree.write("kod/object/room.kod", root);
        const auto world = project::open(tree.folder.path().toStdString());
        const auto facts = readRoomFacts(world.value(), diskFiles(), "tosinn.roo");
        QVERIFY2(facts, facts ? "" : facts.error().text().c_str());
        QVERIFY(facts.value().arrival);
        QCOMPARE(facts.value().arrival->row, 2.5);
        QCOMPARE(facts.value().arrival->column, 3.5);
    }

    void whatIsCutOffSaysNothing()
    {
        const std::string source = "Send(self,@NewHold,#what=Create(&Brazier),#new_row=4,#new_col=9); plExits = [ [8,2, RID_SQUARE, 11,20, A] ];";
        for (std::size_t end = 0; end < source.size(); ++end) {
            const RoomFacts facts = factsIn(std::string_view(source).substr(0, end));
            QVERIFY(facts.objects.size() <= 1 && facts.exits.size() <= 1);
        }
        QVERIFY(factsIn("Send(self,@SetSector,#sector=99999999999999)").tags.empty());
        QVERIFY(factsIn("Send(self,@SetSector,#sector=-4)").tags.empty());
        QVERIFY(factsIn(std::string(100000, '(')).tags.empty());
    }

    void aTreeIsReadWithItsHeadersAndIcons_data()
    {
        QTest::addColumn<bool>("slashes");
        QTest::newRow("mainline") << false;
        QTest::newRow("OpenMeridian") << true;
    }
    void aTreeIsReadWithItsHeadersAndIcons()
    {
        QFETCH(const bool, slashes);
        test::EngineTree tree(slashes);
        tree.write("kod/include/tags.khd", "   T_GATE = 21\n   GATE_ROW = 3\n");
        tree.write("kod/object/thing.kod", "Thing is Object\nresources:\n thing_icon = thing.bgf\nclassvars:\n vrIcon = thing_icon\nend\n");
        tree.write("kod/object/lamp.kod", "Lamp is Thing\nclassvars:\n viWeight = 3\nend\n");
        tree.write("kod/object/tosrm/tosinn.kod",
                   "TosInn is TosRoom\n\nconstants:\n   include blakston.khd\n   include tags.khd\n\nresources:\n   room_tosinn = tosinn.roo\n\n"
                   "properties:\n   prRoom = room_tosinn\n   piRoom_num = RID_TOS_INN\n\nmessages:\n\n   Constructed()\n   {\n"
                   "      Send(self,@NewHold,#what=Create(&Lamp),#new_row=GATE_ROW,#new_col=2);\n"
                   "      Send(self,@SetSector,#sector=T_GATE);\n      propagate;\n   }\nend\n");
        const auto world = project::open(tree.folder.path().toStdString());
        const auto facts = readRoomFacts(world.value(), diskFiles(), "TosInn.ROO");
        QVERIFY2(facts, facts ? "" : facts.error().text().c_str());
        QCOMPARE(facts.value().classes.size(), std::size_t{1});
        QCOMPARE(facts.value().tags.size(), std::size_t{1});
        QCOMPARE(facts.value().tags[0].tag, 21);
        // The map of all rooms knows the same line.
        const auto graph = readAtlasGraph(world.value(), diskFiles());
        QVERIFY2(graph, graph ? "" : graph.error().text().c_str());
        for (const AtlasRoom& room : graph.value().rooms)
            QCOMPARE(room.tags.size(), std::size_t{room.name == "TosInn" ? 1U : 0U});
        const auto inn = std::ranges::find(graph.value().rooms, "TosInn", &AtlasRoom::name);
        QCOMPARE(inn->tags[0].tag, 21);
        QCOMPARE(inn->tags[0].message, std::string("SetSector"));
        QCOMPARE(inn->tags[0].place.line, facts.value().tags[0].place.line);
        QCOMPARE(facts.value().objects.size(), std::size_t{1});
        QCOMPARE(facts.value().objects[0].picture.icon, std::string("thing.bgf")); // of its parent
        QCOMPARE(facts.value().objects[0].row, 2.5);
        QVERIFY(readRoomFacts(world.value(), diskFiles(), "nowhere.roo").value().classes.empty());
    }

    /// Where a message sets the picture, it counts only where it is set for just what the object is made with.
    void picturesAreThoseThatBlakodChooses_data()
    {
        QTest::addColumn<std::string>("creation");
        QTest::addColumn<std::string>("icon");
        QTest::addColumn<bool>("isChosen");
        QTest::newRow("by a test of an argument") << std::string("Create(&Ornament,#type=OO_BARREL)") << std::string("barrel.bgf") << false;
        QTest::newRow("by its number") << std::string("Create( &Ornament, #type = 7 )") << std::string("barrel.bgf") << false;
        QTest::newRow("in a variable") << std::string("o") << std::string("barrel.bgf") << false;
        QTest::newRow("by a case") << std::string("Create(&Ornament,#kind=OO_BARREL)") << std::string("keg.bgf") << false;
        QTest::newRow("by one of two cases") << std::string("Create(&Ornament,#kind=OO_VAT)") << std::string("keg.bgf") << false;
        QTest::newRow("by a value that is not told") << std::string("Create(&Ornament,#type=Random(1,2))") << std::string() << true;
        QTest::newRow("without one") << std::string("Create(&Ornament)") << std::string() << true;
        QTest::newRow("by the constructor") << std::string("Create(&Lever,#icon=room_lever)") << std::string("ownlever.bgf") << false;
        QTest::newRow("by the constructor, not passed") << std::string("Create(&Lever)") << std::string("lever.bgf") << false;
        QTest::newRow("of a resource of the parent") << std::string("Create(&Cask)") << std::string("thing.bgf") << false;
        QTest::newRow("answered by a message") << std::string("Create(&Lich)") << std::string() << true;
        QTest::newRow("only asked for") << std::string("Create(&Asker,#type=OO_BARREL)") << std::string("asker.bgf") << false;
        QTest::newRow("taken away") << std::string("Create(&Nothing)") << std::string() << false;
    }
    void picturesAreThoseThatBlakodChooses()
    {
        QFETCH(const std::string, creation);
        QFETCH(const std::string, icon);
        QFETCH(const bool, isChosen);
        test::EngineTree tree(false);
        tree.write("kod/include/tags.khd", "   OO_BARREL = 7\n   OO_CLOTH = 8\n   OO_VAT = 9\n");
        tree.write("kod/object/thing.kod", "Thing is Object\nresources:\n thing_icon = thing.bgf\nproperties:\n vrIcon = thing_icon\nmessages:\n"
                                           " GetIcon()\n {\n  return vrIcon;\n }\nend\n");
        tree.write("kod/object/cask.kod", "Cask is Thing\nclassvars:\n vrIcon = thing_icon\nend\n");
        tree.write("kod/object/nothing.kod", "Nothing is Thing\nclassvars:\n vrIcon = $\nend\n");
        tree.write("kod/object/lich.kod", "Lich is Thing\nmessages:\n GetIcon()\n {\n  if pbIllusioned { return vrIcon; }\n  return vrIcon2;\n }\nend\n");
        tree.write("kod/object/asker.kod", "Asker is Thing\nresources:\n asker_icon = asker.bgf\nclassvars:\n vrIcon = asker_icon\nmessages:\n"
                                           " Ask(type=0)\n {\n  if type = OO_BARREL AND vrIcon = thing_icon { return 1; }\n  return 0;\n }\nend\n");
        tree.write("kod/object/lever.kod", "Lever is Thing\nresources:\n lever_icon = lever.bgf\nproperties:\n vrIcon = lever_icon\nmessages:\n"
                                           " Constructor(icon=lever_icon,range=3)\n {\n  vrIcon = icon;\n  propagate;\n }\nend\n");
        tree.write("kod/object/ornament.kod",
                   "Ornament is Thing\nresources:\n cloth_icon = cloth.bgf\n barrel_icon = barrel.bgf\n keg_icon = keg.bgf\nproperties:\n vrIcon = $\nmessages:\n"
                   " Constructor(type=0,kind=0,rIcon=$)\n {\n  if type <> 0 { Send(self,@Become,#type=type); } else { vrIcon = rIcon; }\n  propagate;\n }\n"
                   " Become(type=0)\n {\n  if type = OO_CLOTH\n  {  vrName = cloth;  vrIcon = cloth_icon;  }\n\n  if type = OO_BARREL\n  {  vrIcon = barrel_icon;  }\n }\n"
                   " Turn(kind=0)\n {\n  switch(kind)\n  {\n   case OO_CLOTH:\n    vrIcon = cloth_icon;\n    break;\n   case OO_VAT:\n   case OO_BARREL:\n    vrName = keg;\n"
                   "    vrIcon = keg_icon;\n    break;\n  }\n }\nend\n");
        tree.write("kod/object/tosrm/tosinn.kod",
                   "TosInn is TosRoom\n\nconstants:\n   include blakston.khd\n   include tags.khd\n\nresources:\n   room_tosinn = tosinn.roo\n   room_lever = ownlever.bgf\n\n"
                   "properties:\n   prRoom = room_tosinn\n   piRoom_num = RID_TOS_INN\n\nmessages:\n\n   Constructed()\n   {\n"
                   "      o = Create(&Ornament,#type=OO_BARREL);\n      Send(self,@NewHold,#what=" + creation + ",#new_row=3,#new_col=2);\n      propagate;\n   }\nend\n");
        const auto world = project::open(tree.folder.path().toStdString());
        const auto facts = readRoomFacts(world.value(), diskFiles(), "tosinn.roo");
        QVERIFY2(facts, facts ? "" : facts.error().text().c_str());
        QCOMPARE(facts.value().objects.size(), std::size_t{1});
        QCOMPARE(facts.value().objects[0].picture.icon, icon);
        QCOMPARE(facts.value().objects[0].picture.isChosen, isChosen);
    }

    /// A number says nothing to people: the room that has it does.
    void exitsSayWhereTheyLead()
    {
        test::EngineTree tree(false);
        tree.write("kod/object/tosrm/tosinn.kod",
                   "TosInn is TosRoom\n\nconstants:\n   include blakston.khd\n\nresources:\n   room_tosinn = tosinn.roo\n"
                   "   name_tosinn = \"The Limping Toad\"\n\nclassvars:\n   vrName = name_tosinn\n\n"
                   "properties:\n   prRoom = room_tosinn\n   piRoom_num = RID_TOS_INN\n\nmessages:\n\n   CreateStandardExits()\n   {\n"
                   "      plEdge_exits = Cons([LEAVE_WEST,RID_TOS,40,48,A],plEdge_exits);\n      propagate;\n   }\nend\n");
        const auto world = project::open(tree.folder.path().toStdString());
        const auto square = readRoomFacts(world.value(), diskFiles(), "tos.roo");
        QVERIFY2(square, square ? "" : square.error().text().c_str());
        QVERIFY(!square.value().exits.empty());
        for (const ExitSquare& exit : square.value().exits) {
            if (exit.to != "RID_TOS_INN")
                continue;
            QCOMPARE(exit.toFile, std::string("tosinn.roo"));
            QCOMPARE(exit.toName, std::string("The Limping Toad"));
        }
        const auto inn = readRoomFacts(world.value(), diskFiles(), "tosinn.roo");
        QCOMPARE(inn.value().edges.size(), std::size_t{1});
        QCOMPARE(inn.value().edges[0].to, std::string("RID_TOS"));
        QCOMPARE(inn.value().edges[0].toFile, std::string("tos.roo"));
    }

    /// Headers give one number to several names: the number says which room it is.
    void anExitByAnotherNameOfTheSameNumberLeadsToThatRoom()
    {
        test::EngineTree tree(false);
        tree.write("kod/include/blakston.khd", tree.text("kod/include/blakston.khd") + "\n   RID_TOSTOWN = 100\n   RID_NOWHERE = 31999\n");
        tree.write("kod/object/tosrm/tosinn.kod",
                   "TosInn is TosRoom\n\nconstants:\n   include blakston.khd\n\nresources:\n   room_tosinn = tosinn.roo\n\n"
                   "properties:\n   prRoom = room_tosinn\n   piRoom_num = RID_TOS_INN\n\nmessages:\n\n   CreateStandardExits()\n   {\n"
                   "      plExits = Cons([2,3,RID_TOSTOWN,40,48,A],plExits);\n      plExits = Cons([2,4,RID_NOWHERE,1,1,A],plExits);\n"
                   "      plEdge_exits = Cons([LEAVE_WEST,RID_TOSTOWN,40,48,A],plEdge_exits);\n      propagate;\n   }\nend\n");
        const auto world = project::open(tree.folder.path().toStdString());
        const auto inn = readRoomFacts(world.value(), diskFiles(), "tosinn.roo");
        QVERIFY2(inn, inn ? "" : inn.error().text().c_str());
        QCOMPARE(inn.value().exits.size(), std::size_t{2});
        QCOMPARE(inn.value().exits[0].toFile, std::string("tos.roo"));
        QVERIFY(inn.value().exits[1].toFile.empty());
        QCOMPARE(inn.value().edges.at(0).toFile, std::string("tos.roo"));
        const auto graph = readAtlasGraph(world.value(), diskFiles());
        QVERIFY2(graph, graph ? "" : graph.error().text().c_str());
        const auto ways = std::ranges::count_if(graph.value().exits, [&](const AtlasExit& exit) {
            return graph.value().rooms[exit.from].name == "TosInn" && graph.value().rooms[exit.to].name == "Tos";
        });
        QCOMPARE(ways, 2);
        QVERIFY(std::ranges::none_of(graph.value().lost, [](const LostExit& exit) { return exit.constant == "RID_TOSTOWN"; }));
        QVERIFY(std::ranges::any_of(graph.value().lost, [](const LostExit& exit) { return exit.constant == "RID_NOWHERE"; }));
    }
};

QTEST_APPLESS_MAIN(TestRoomFacts)
#include "tst_room_facts.moc"
