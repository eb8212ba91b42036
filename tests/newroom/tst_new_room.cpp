// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/newroom/room_squares.h"

#include "formats/base/file_io.h"
#include "studio/treeplan/carried_plans.h"
#include "studio/treeplan/kod_text.h"
#include "studio/treeplan/text_patch.h"
#include "tests/newroom/engine_tree.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace blak;
using namespace blak::newroom;
using namespace blak::treeplan;
using test::EngineTree;

namespace {

NewRoomRequest cellar()
{
    NewRoomRequest request;
    request.className = "TosCellar";
    request.title = "The Cellar";
    request.rows = 6;
    request.columns = 4;
    request.exits = {{"Tos", {6, 2}, {5, 7}, {5, 8}, {5, 2}}, {"TosInn", {1, 1}, {3, 3}, {3, 4}, {2, 1}}};
    return request;
}

const PlannedFile* fileOf(const NewRoomPlan& plan, std::string_view name)
{
    for (const PlannedFile& file : plan.files)
        if (file.path.filename() == name)
            return &file;
    return nullptr;
}

} // namespace

class TestNewRoom : public QObject
{
    Q_OBJECT

private slots:
    void aTreeIsRead()
    {
        const EngineTree world(false);
        const RoomTree tree = world.tree();
        QVERIFY(tree.manner == RoomTree::Manner::Engine);
        QCOMPARE(tree.rooms.size(), 2u);
        QCOMPARE(tree.rooms[0].name, std::string("Tos"));
        QCOMPARE(tree.rooms[0].parent, std::string("TosRoom"));
        QCOMPARE(tree.rooms[0].constant, std::string("RID_TOS"));
        QCOMPARE(tree.rooms[0].file, std::string("tos.roo"));
        QCOMPARE(tree.roomFolder.filename().string(), std::string("rooms"));
    }

    void theCopiesOfAServerAreNotThePlace()
    {
        // The tree was served from: its working folder has all rooms of all folders, flat, so there are more.
        EngineTree world(true);
        for (const char* name : {"a.roo", "b.roo", "c.roo", "tos.roo", "tosinn.roo"})
            world.write((std::string("run/server/rooms/") + name).c_str(), test::roomBytes());
        world.write("run/server/loadkod/empty.txt", "\n");
        QVERIFY2(world.tree().roomFolder.string().ends_with("resource/rooms"), world.tree().roomFolder.string().c_str());
    }

    void everyFileGetsItsLine_data()
    {
        QTest::addColumn<bool>("slashes");
        QTest::addColumn<bool>("hasCrLf");
        QTest::newRow("mainline") << false << false;
        QTest::newRow("OpenMeridian") << true << false;
        QTest::newRow("lines as Windows ends them") << false << true;
    }
    void everyFileGetsItsLine()
    {
        QFETCH(const bool, slashes);
        QFETCH(const bool, hasCrLf);
        const EngineTree world(slashes, hasCrLf);
        const auto planned = planNewRoom(world.tree(), cellar(), diskFiles());
        QVERIFY2(planned, planned ? "" : planned.error().text().c_str());
        const NewRoomPlan& plan = planned.value();
        const std::string newLine = hasCrLf ? "\r\n" : "\n";
        const auto has = [&](const char* file, const std::string& line, const std::string& next) {
            const PlannedFile* planned_ = fileOf(plan, file);
            return planned_ != nullptr && planned_->after.find(line + newLine + next) != std::string::npos;
        };
        QCOMPARE(plan.number, 102); // the next free one
        QVERIFY(has("blakston.khd", "where all begins", "   RID_TOS_CELLAR = 102"));
        QVERIFY(has("system.kod", "#class=&Tos);", "      Send(self,@CreateOneRoomIfNew,#num=RID_TOS_CELLAR,#class=&TosCellar);"));
        QVERIFY(fileOf(plan, "makefile")->after.find("BOFS = tos.bof toscellar.bof \\" + newLine) != std::string::npos);
        QVERIFY(has("tos.kod", "plExits); " + world.mark + " inn",
                    "      plExits = Cons([ 5, 8, RID_TOS_CELLAR, 5, 2, ROTATE_NONE ],plExits);"));
        QVERIFY(has("tosinn.kod", "   {",
                    "      plExits = $;" + newLine + newLine + "      plExits = Cons([ 3, 4, RID_TOS_CELLAR, 2, 1, ROTATE_NONE ],plExits);"));
        const std::string& source = fileOf(plan, "toscellar.kod")->after;
        for (const char* line : {"TosCellar is TosRoom", "   room_name_toscellar = \"The Cellar\"", "   prRoom = room_toscellar",
                                 "   piRoom_num = RID_TOS_CELLAR", "      plExits = Cons([ 6, 2, RID_TOS, 5, 7, ROTATE_NONE ],plExits);",
                                 "      plExits = Cons([ 1, 1, RID_TOS_INN, 3, 3, ROTATE_NONE ],plExits);"})
            QVERIFY2(source.find(line + newLine) != std::string::npos, line);
        QCOMPARE(source.find("\r") != std::string::npos, hasCrLf);
        const std::string difference = treeplan::differenceOf(world.tree().root, plan);
        QVERIFY(difference.find("+   RID_TOS_CELLAR = 102\n") != std::string::npos);
        QVERIFY(!std::filesystem::exists(plan.room)); // only planned
    }

    void theRoomIsLikeItsModel()
    {
        const EngineTree world(false);
        const NewRoomPlan plan = planNewRoom(world.tree(), cellar(), diskFiles()).value();
        const std::string& bytes = plan.files.front().after;
        const roo::Room room = roo::read(std::as_bytes(std::span(bytes)), "new").value();
        QVERIFY(room.format == roo::Format::V13Float);
        QCOMPARE(room.height, 6 * 1024);
        QCOMPARE(room.width, 4 * 1024);
        QCOMPARE(room.sectors.size(), 1u);
        QCOMPARE(room.sectors[0].floorTexture, 17);
        QCOMPARE(room.sidedefs[0].normalTexture, 2012);
        QVERIFY(!room.nodes.empty());
        QCOMPARE(room.server->move.rows, 6);
        QCOMPARE(roo::securityValue(room), room.security);
    }

    void makingItIsOneStepOfUndo()
    {
        const EngineTree world(true);
        const std::vector<std::string> names{"kod/include/blakston.khd", "kod/util/system.kod", "kod/object/tosrm/tos.kod",
                                             "kod/object/tosrm/tosinn.kod", "kod/object/tosrm/makefile"};
        std::vector<std::string> before;
        for (const std::string& name : names)
            before.push_back(world.text(name));
        document::Workspace workspace;
        const NewRoomPlan plan = planNewRoom(world.tree(), cellar(), *workspace.files()).value();
        const auto made = treeplan::carryOut(workspace, plan);
        QVERIFY2(made, made ? "" : made.error().text().c_str());
        for (const PlannedFile& file : plan.files)
            QCOMPARE(QByteArray::fromStdString(readTextFile(file.path).value()), QByteArray::fromStdString(file.after));
        QVERIFY(workspace.modified().empty());
        const auto outcome = workspace.undoGroup(made.value());
        QCOMPARE(outcome.done.size(), names.size() + 1); // and the class
        for (const auto& document : workspace.modified())
            QVERIFY(document->save());
        for (std::size_t i = 0; i < names.size(); ++i)
            QCOMPARE(QByteArray::fromStdString(world.text(names[i])), QByteArray::fromStdString(before[i]));
    }

    /// The disk goes back and forth with the step, and the files that were made go and come.
    void theDiskFollowsTheStep()
    {
        const EngineTree world(true);
        const std::string header = world.text("kod/include/blakston.khd");
        document::Workspace workspace;
        const auto plan = std::make_shared<const NewRoomPlan>(planNewRoom(world.tree(), cellar(), *workspace.files()).value());
        const auto made = treeplan::carryOut(workspace, *plan);
        QVERIFY(made);
        std::vector<Error> failed;
        std::vector<std::filesystem::path> gone;
        treeplan::CarriedPlans carried(
            workspace, [&](const Error& error) { failed.push_back(error); }, [&](const std::filesystem::path& file) { gone.push_back(file); });
        carried.remember(made.value(), plan);
        const auto isThere = [&] {
            return std::ranges::all_of(plan->files, [](const PlannedFile& file) {
                const auto now = readTextFile(file.path);
                return now && now.value() == file.after;
            });
        };
        for (int round = 0; round < 2; ++round) {
            workspace.undoGroup(made.value());
            QVERIFY(workspace.modified().empty());
            QCOMPARE(world.text("kod/include/blakston.khd"), header);
            for (const PlannedFile& file : plan->files)
                QCOMPARE(std::filesystem::exists(file.path), !file.isNew);
            QCOMPARE(gone.size(), static_cast<std::size_t>(round) + 1);
            QVERIFY(gone.back() == plan->room);
            workspace.redoGroup(made.value());
            QVERIFY(workspace.modified().empty());
            QVERIFY(isThere());
        }
        QVERIFY(failed.empty());

        // A step beside it takes nothing along.
        const auto text = std::dynamic_pointer_cast<document::TextDocument>(workspace.find(plan->files.back().path));
        QVERIFY(text);
        text->edit("Type", text->text() + "% more");
        text->history().undo();
        QVERIFY(isThere());

        // A room that was edited since stays.
        QVERIFY(writeFileAtomically(plan->room, "edited", Backup::None));
        workspace.undoGroup(made.value());
        QVERIFY(readTextFile(plan->room).value() == "edited");
        QCOMPARE(failed.size(), 1u);
        QVERIFY(failed[0].code == ErrorCode::Conflict);
        QCOMPARE(world.text("kod/include/blakston.khd"), header);
        workspace.redoGroup(made.value());
        QVERIFY(readTextFile(plan->room).value() == "edited");

        // So does what another program wrote into a class that was made.
        const auto source = std::ranges::find_if(plan->files, [](const PlannedFile& file) { return file.isNew && file.isText(); })->path;
        QVERIFY(writeFileAtomically(source, "another's", Backup::None));
        failed.clear();
        workspace.undoGroup(made.value());
        QVERIFY(readTextFile(source).value() == "another's");
        QVERIFY(!failed.empty());
    }

    void whatHasChangedMeanwhileIsLeftAlone()
    {
        const EngineTree world(false);
        document::Workspace workspace;
        const NewRoomPlan plan = planNewRoom(world.tree(), cellar(), *workspace.files()).value();
        world.write("kod/util/system.kod", "another");
        const auto made = treeplan::carryOut(workspace, plan);
        QVERIFY(!made);
        QVERIFY(made.error().code == ErrorCode::Conflict);
        QVERIFY(workspace.modified().empty());
        QVERIFY(world.text("kod/include/blakston.khd").find("CELLAR") == std::string::npos);
        QVERIFY(!std::filesystem::exists(plan.room));
    }

    void whatCannotBeIsRefused_data()
    {
        QTest::addColumn<int>("which");
        QTest::addColumn<QString>("what");
        const char* const names[] = {"such a class already", "this room already", "there is no such room",     "within the new room",
                                     "stand on the way back", "2 to 200 rows",    "is there already",          "is taken",
                                     "letters, digits",       "without quotes",   "there is such a file already", "begins with RID_",
                                     "is none of a room",     "no number is free"};
        for (int i = 0; i < static_cast<int>(std::size(names)); ++i)
            QTest::newRow(names[i]) << i << QString::fromLatin1(names[i]);
    }
    void whatCannotBeIsRefused()
    {
        QFETCH(const int, which);
        QFETCH(const QString, what);
        const EngineTree world(false);
        NewRoomRequest request = cellar();
        switch (which) {
        case 0: request.className = "tosinn"; request.file = "other"; break;
        case 1: request.file = "TOSINN"; break;
        case 2: request.exits[1].neighbour = "Nowhere"; break;
        case 3: request.exits[0].leaves = {7, 1}; break;
        case 4: request.exits[0].entersHere = request.exits[0].leaves; break;
        case 5: request.rows = 201; break;
        case 6: request.constant = "RID_OLD"; break;
        case 7: request.number = 103; break;
        case 8: request.className = "A B"; break;
        case 9: request.title = "Say \"cellar\""; break;
        case 10: world.write("kod/object/tosrm/toscellar.kod", "x"); break;
        case 11: request.constant = "ROOM_5"; break;
        case 12: request.number = 200'000'000; break;
        case 13: world.write("kod/include/blakston.khd", "constants:\n   RID_TOS = 134217727\nend\n"); break;
        }
        const auto plan = planNewRoom(world.tree(), request, diskFiles());
        QVERIFY(!plan);
        QVERIFY2(QString::fromStdString(plan.error().text()).contains(what), plan.error().text().c_str());
    }

    void aFolderWithoutRoomsIsRefused()
    {
        QTemporaryDir folder;
        QVERIFY(!readRoomTree(project::open(folder.path().toStdString()).value(), diskFiles()));
    }

    void commentsAndStringsAreNoCode()
    {
        QCOMPARE(blankComments("a = 5; % b\nc \"%d\" e", KodComments::Percent), std::string("a = 5;    \nc      e"));
        QCOMPARE(blankComments("a // b\n/* c\n */ d % e", KodComments::Slashes), std::string("a     \n    \n    d % e"));
        QCOMPARE(blankComments("\"a \\\" b\" c", KodComments::Percent), std::string("         c"));
        QCOMPARE(blankComments("\"open", KodComments::Percent), std::string("     "));
        QCOMPARE(blankComments("\\", KodComments::Percent), std::string("\\"));
        QCOMPARE(blankComments("\"\\", KodComments::Percent), std::string("  "));
    }

    void aDifferenceIsReadAsOneOfDiff()
    {
        QCOMPARE(unifiedDifference("a", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nnew\n5\n6\n7\n8\n9\n", false),
                 std::string("--- a/a\n+++ b/a\n@@ -2,6 +2,7 @@\n 2\n 3\n 4\n+new\n 5\n 6\n 7\n"));
        QCOMPARE(unifiedDifference("a", "", "x\n", true), std::string("--- /dev/null\n+++ b/a\n@@ -0,0 +1,1 @@\n+x\n"));
        QCOMPARE(unifiedDifference("a", "1\n2\n", "1\nB\n", false), std::string("--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n 1\n-2\n+B\n"));
        QCOMPARE(unifiedDifference("a", "1\n", "1\n", false), std::string());
    }

    void exitSquaresAreRead()
    {
        const auto exits = exitSquaresOf("plExits = [ [8,2, RID_A, 11,20, ANGLE_WEST],\n [ 9 , 3 ,RID_B,1,1,X ] ];\n% plExits = [ [7,7, RID_C, 1,1,X] ];\n"
                                         "plExits = Cons([ 5, 6, RID_D, 2, 2, ROTATE_NONE ],plExits);\nplExits = Cons([ iRow, 6, RID_E ],plExits);\nplExits = [ [1,",
                                         treeplan::KodComments::Percent);
        QCOMPARE(exits.size(), 3u);
        QVERIFY(exits[0].at == (Square{8, 2}) && exits[0].to == "RID_A");
        QVERIFY(exits[1].at == (Square{9, 3}) && exits[1].to == "RID_B");
        QVERIFY(exits[2].at == (Square{5, 6}) && exits[2].to == "RID_D");
    }

    void ofARoomThatCannotBeReadNothingIsSaid()
    {
        const EngineTree world(false);
        const RoomTree tree = world.tree();
        RoomClass gone = *tree.find("TosInn");
        gone.file = "gone.roo";
        gone.source = world.path("gone.kod");
        const RoomSquares squares = RoomSquares::of(tree, gone, diskFiles());
        QVERIFY(squares.isWalkable({99, 99}) && squares.exitAt({1, 1}) == nullptr && !squares.freeWay({}));
        const RoomSquares inn = RoomSquares::of(tree, *tree.find("TosInn"), diskFiles());
        QVERIFY(inn.isWalkable({4, 4}) && !inn.isWalkable({5, 1}) && !inn.isWalkable({0, 1}));
        std::vector<Square> taken;
        for (int i = 0; i < 16; ++i)
            taken.push_back({i / 4 + 1, i % 4 + 1});
        QVERIFY(inn.freeWay({}) && !inn.freeWay(taken));
    }

    void namesOfConstants()
    {
        QCOMPARE(constantFor("WineCellar"), std::string("RID_WINE_CELLAR"));
        QCOMPARE(constantFor("TosBank2"), std::string("RID_TOS_BANK2"));
        QCOMPARE(constantFor("A"), std::string("RID_A"));
    }
};

QTEST_APPLESS_MAIN(TestNewRoom)
#include "tst_new_room.moc"
