// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/project/project_names.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>

using namespace blak::project;

class TestProjectNames : public QObject
{
    Q_OBJECT

    static void write(const std::filesystem::path& file, std::string_view text)
    {
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file, std::ios::binary) << text;
    }

private slots:
    void aClassNamesItsRoom()
    {
        const SourceNames names = namesOfSource("% a comment is Nothing\n"
                                                "LanternInn is Room\n"
                                                "resources:\n"
                                                "   inn_name = \"The 100% Lantern Inn\" % = no.roo\n"
                                                "   inn_file = Lantern.ROO\n"
                                                "   inn_other = cellar.roo\n"
                                                "classvars:\n"
                                                "   vrName = inn_name\n"
                                                "   vrFile = inn_file\n"
                                                "messages:\n"
                                                "   Enter()\n   {\n      vrName = inn_other;\n      return;\n   }\n"
                                                "end\n",
                                                false);
        QCOMPARE(names.classes.size(), std::size_t{1});
        QCOMPARE(names.classes[0].name, std::string("LanternInn"));
        QCOMPARE(names.classes[0].parent, std::string("Room"));
        QCOMPARE(names.classes[0].title, std::string("The 100% Lantern Inn"));
        QCOMPARE(names.classes[0].line, 2);
        QCOMPARE(names.uses.size(), std::size_t{2});
        QCOMPARE(names.uses[0].file, std::string("lantern.roo"));
        QVERIFY(names.uses[0].isOwn);
        QVERIFY(!names.uses[1].isOwn);
        QCOMPARE(names.classes[0].room, std::string("lantern.roo"));
    }

    void aClassInheritsItsRoom()
    {
        ProjectNames names;
        for (const auto& [name, parent, room] : {std::tuple{"Attic", "Inn", ""}, {"Inn", "Room", "inn.roo"}, {"Ring", "Ring", ""}, {"Room", "Holder", ""}}) {
            NamedClass one;
            one.name = name;
            one.parent = parent;
            one.room = room;
            names.classes.push_back(one);
        }
        const NamedClass* attic = names.find("ATTIC");
        QVERIFY(attic != nullptr && names.find("Cellar") == nullptr);
        QCOMPARE(names.roomOf(*attic), std::string_view("inn.roo"));
        QCOMPARE(names.roomOf(*names.find("Room")), std::string_view());
        QCOMPARE(names.roomOf(*names.find("Ring")), std::string_view()); // a circle ends
        QVERIFY(names.inherits(*attic, "inn") && names.inherits(*attic, "Room") && !names.inherits(*attic, "Attic"));
        QVERIFY(!names.inherits(*names.find("Inn"), "Attic"));
    }

    void aClassHasItsHandlers()
    {
        const SourceNames names = namesOfSource("Storm is Weather\nproperties:\n   piHits = 3\nmessages:\n   % Old() was here\n   Rain(how = 1)\n   \"falls\"\n   {\n"
                                                "      if (how)\n      {\n         Send(self,@Rain);\n      }\n      Debug(\n         how);\n      return;\n   }\n\n"
                                                "   Stop() { return; }\nend\n",
                                                false);
        QCOMPARE(names.classes.size(), std::size_t{1});
        const auto& handlers = names.classes[0].handlers;
        QCOMPARE(handlers.size(), std::size_t{2});
        QCOMPARE(handlers[0].message, std::string("Rain"));
        QCOMPARE(handlers[0].line, 6);
        QCOMPARE(handlers[1].message, std::string("Stop"));
        QCOMPARE(handlers[1].line, 18);
    }

    void aClassNamesItsSounds()
    {
        const SourceNames names = namesOfSource("Storm is Weather\nresources:\n   storm_name = \"a storm.ogg\"\n   storm_sound = Thunder.OGG\n"
                                                "   storm_old = rain.wav % = hail.wav\n   storm_icon = cloud.bgf\n"
                                                "properties:\n   prSound = wind.ogg\nend\n",
                                                false);
        QCOMPARE(names.sounds.size(), std::size_t{2});
        QCOMPARE(names.sounds[0].file, std::string("thunder.ogg"));
        QCOMPARE(names.sounds[0].className, std::string("Storm"));
        QCOMPARE(names.sounds[0].line, 4);
        QCOMPARE(names.sounds[1].file, std::string("rain.wav"));
        QCOMPARE(names.uses.size(), std::size_t{1}); // a picture is no sound
        QCOMPARE(names.uses[0].className, std::string("Storm"));
    }

    void slashCommentsAreThoseOfTheDialect()
    {
        const SourceNames names = namesOfSource("/* Old is Room\n resources: */\n"
                                                "Tos is TosRoom // the city\n"
                                                "resources:\n   include tos.lkod\n"
                                                "   name_tos = \"The Streets // of Tos\"\n   room_tos = tos.roo\n"
                                                "classvars:\n   vrName = name_tos\n"
                                                "properties:\n   prRoom = room_tos\nend\n",
                                                true);
        QCOMPARE(names.classes.size(), std::size_t{1});
        QCOMPARE(names.classes[0].title, std::string("The Streets // of Tos"));
        QCOMPARE(names.classes[0].line, 3);
        QVERIFY(names.uses.at(0).isOwn);
    }

    void hostileTextGivesNothingAndEnds()
    {
        for (const std::string_view text :
             {"", "\"", "is", "X is", "X is\nresources:\na=", "/*", "a=\"b\nc", "resources:\nX is Y\n="})
            for (const bool slashes : {false, true})
                QVERIFY(namesOfSource(text, slashes).uses.empty());
        const std::string large(1 << 20, '"');
        QVERIFY(namesOfSource(large, true).classes.empty());
    }

    void theRootOfAHierarchyIsAClassToo()
    {
        const auto names = namesOfSource("% the first of all\nObject\n\nconstants:\n   x = 1\n\nresources:\n   object_name = \"thing\"\n\n"
                                         "classvars:\n   vrName = object_name\n\nmessages:\n   Is()\n   {\n      return;\n   }\nend\n",
                                         false);
        QCOMPARE(names.classes.size(), std::size_t{1});
        QCOMPARE(names.classes[0].name, std::string("Object"));
        QCOMPARE(names.classes[0].parent, std::string());
        QCOMPARE(names.classes[0].title, std::string("thing"));
        QCOMPARE(names.classes[0].line, 2);
        QVERIFY(namesOfSource("a text of words\nof no kind\nproperties of it\n", false).classes.empty());
    }

    void theProjectKnowsItsFilesByName()
    {
        QTemporaryDir dir;
        const std::filesystem::path root = dir.path().toStdString();
        write(root / "kod/inn.kod",
              "Inn is Room\nresources:\n n = \"The Inn\"\n f = inn.roo\nclassvars:\n vrName = n\n vrFile = f\nend\n");
        write(root / "kod/a.kod", "Aaa is Room\nresources:\n f = inn.roo\nend\n"); // mentions it, earlier
        write(root / "kod/b.kod",
              "Bench is Room\nresources:\n n = \"Bench\"\n f = inn.roo\nclassvars:\n vrName = n\n vrFile = f\nend\n"); // borrows it
        write(root / "kod/rat.kod", "Rat is Object\nresources:\n i = rat.bgf\nclassvars:\n vrIcon = i\nend\n");
        const auto project = open(root);
        QVERIFY(static_cast<bool>(project));
        std::atomic<bool> cancelled = false;
        const ProjectNames names = readNames(project.value(), cancelled);
        QCOMPARE(names.nameOf("INN.roo"), std::string_view("The Inn"));
        QCOMPARE(names.nameOf("rat.bgf"), std::string_view("Rat")); // without a title, the class
        QVERIFY(names.nameOf("other.roo").empty());
        QCOMPARE(names.classes.size(), std::size_t{4});
        QCOMPARE(names.classes[2].path.generic_string(), std::string("kod/inn.kod"));
        cancelled = true;
        QVERIFY(readNames(project.value(), cancelled).classes.empty());
    }

    /// As players see it: a class that names itself nothing is called as the room it inherits from.
    void aNameIsInherited()
    {
        QTemporaryDir dir;
        const std::filesystem::path root = dir.path().toStdString();
        const std::string members = "classvars:\n vrName = n\n vrFile = f\nend\n";
        write(root / "kod/room.kod", "Room is Object\nresources:\n n = \"Room\"\nclassvars:\n vrName = n\nend\n");
        write(root / "kod/inn.kod", "Inn is Room\nresources:\n n = \"The Inn\"\n f = inn.roo\n" + members);
        write(root / "kod/inn2.kod", "BurntInn is INN\nend\n");
        write(root / "kod/a.kod", "Ashes is BurntInn\nresources:\n f = ashes.roo\nclassvars:\n vrFile = f\nend\n");
        write(root / "kod/cave.kod", "Cave is Room\nresources:\n f = cave.roo\nclassvars:\n vrFile = f\nend\n");
        write(root / "kod/c.kod", "Round is Circle\nresources:\n f = round.roo\nclassvars:\n vrFile = f\nend\nCircle is Round\nend\n");
        write(root / "kod/i.kod", "Sign is Inn\nresources:\n f = sign.bgf\nclassvars:\n vrIcon = f\nend\n");
        const auto project = open(root);
        QVERIFY(static_cast<bool>(project));
        const std::atomic<bool> cancelled = false;
        const ProjectNames names = readNames(project.value(), cancelled);
        QCOMPARE(names.nameOf("ashes.roo"), std::string_view("The Inn"));
        QCOMPARE(names.nameOf("inn.roo"), std::string_view("The Inn"));
        QCOMPARE(names.nameOf("cave.roo"), std::string_view("Cave")); // "Room" is what any of them is called
        QCOMPARE(names.nameOf("round.roo"), std::string_view("Round"));
        QCOMPARE(names.nameOf("sign.bgf"), std::string_view("Sign")); // no room
    }
};

QTEST_GUILESS_MAIN(TestProjectNames)
#include "tst_project_names.moc"
