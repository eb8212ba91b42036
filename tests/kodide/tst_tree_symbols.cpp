// SPDX-License-Identifier: GPL-3.0-or-later
// Finding a tree of Blakod, and checking one text of it at a time.
#include "formats/base/dialects.h"
#include "formats/base/file_io.h"
#include "kodide/compiler/tree_compile.h"
#include "kodide/compiler/tree_symbols.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>

using namespace blak;
using namespace blak::kod;
namespace fs = std::filesystem;

namespace {

class Folder
{
public:
    fs::path path(const std::string& name) const { return fs::path(folder_.path().toStdString()) / name; }

    void put(const std::string& name, const std::string& text) const
    {
        fs::create_directories(path(name).parent_path());
        QVERIFY(bool(writeFileAtomically(path(name), text, Backup::None)));
    }

private:
    QTemporaryDir folder_;
};

/// "code line" of each finding, without warnings.
std::vector<std::string> errorsOf(const std::vector<Finding>& findings, const fs::path& file)
{
    std::vector<std::string> list;
    for (const Finding& finding : findings)
        if (finding.severity == Severity::Error && fs::path(finding.file).filename() == file.filename())
            list.push_back(finding.code + " " + std::to_string(finding.range.line));
    return list;
}

std::string joined(const std::vector<std::string>& list)
{
    std::string text;
    for (const std::string& item : list)
        text += item + ";";
    return text;
}

/// As the sample world is built: the server's kodbase.txt beside the folder of the sources.
void putWorld(const Folder& world)
{
    world.put("kodbase.txt", "T 10000 20000\n");
    world.put("kod/include/shared.khd", "   WIDE = 3\n   TALL = 4\n");
    world.put("kod/object.kod", "Object\nconstants:\n   include shared.khd\nproperties:\n   piSize = WIDE\nmessages:\n"
                                "   GetSize(what = $)\n   {\n      return piSize;\n   }\nend\n");
    world.put("kod/object/lamp.kod",
              "Lamp is Object\nresources:\n   lamp_name = \"lamp\"\nmessages:\n   GetName()\n   {\n      return lamp_name;\n   }\nend\n");
    world.put("kod/object/lantern.kod", "Lantern is Lamp\nmessages:\n   GetSize(what = $)\n   {\n      local n;\n      n = piSize;\n"
                                        "      n = Send(self, @GetName, #what = lamp_name);\n      return n;\n   }\nend\n");
}

} // namespace

class TestTreeSymbols : public QObject
{
    Q_OBJECT

private slots:
    void theTreeOfAWorldIsItsKodFolder()
    {
        const Folder world;
        putWorld(world);
        for (const KodTree& tree : {kodTreeAt(world.path("")), kodTreeAt(world.path("kod")), kodTreeAt(world.path("kod/")),
                                    kodTreeOf(world.path("kod/object/lamp.kod"), world.path("")),
                                    kodTreeOf(world.path("kod/object.kod"), world.path("kod"))}) {
            QCOMPARE(tree.root, world.path("kod"));
            QCOMPARE(tree.kodbase, world.path("kod/kodbase.txt"));
            QCOMPARE(tree.includes, std::vector<fs::path>{world.path("kod/include")});
            QCOMPARE(tree.dialect, &classicDialect());
        }
    }

    void aWorldWithoutKodFolderIsWhereItsSourcesStand()
    {
        const Folder world;
        world.put("source/blakod/a/one.kod", "One\nend\n");
        world.put("source/blakod/b/two.kod", "Two\nend\n");
        world.put("rooms/kodbase.txt", "");
        QCOMPARE(kodTreeAt(world.path("")).root, world.path("source/blakod"));
        const Folder empty;
        QCOMPARE(kodTreeAt(empty.path("none")).root, empty.path("none"));
    }

    void wishesComeFirst()
    {
        const Folder world;
        putWorld(world);
        const KodTree tree = kodTreeAt(
            world.path(""), {.dialect = &open105Dialect(), .includes = {world.path("more")}, .kodbase = world.path("ids.txt")});
        QCOMPARE(tree.dialect, &open105Dialect());
        QCOMPARE(tree.includes, (std::vector<fs::path>{world.path("more"), world.path("kod/include")}));
        QCOMPARE(tree.kodbase, world.path("ids.txt"));
    }

    void namesOfMakefilesHaveNoCase()
    {
        const Folder world;
        world.put("Makefile", "BOFS = OBJECT.bof\n");
        world.put("object.kod", "Object\nend\n");
        world.put("Object/makefile", "BOFS = Lamp.bof gone.bof word\nBOFS2 = second.bof\n");
        world.put("Object/lamp.kod", "Lamp is Object\nend\n");
        world.put("Object/second.kod", "Second is Object\nend\n");
        world.put("Object/lamp/inner.kod", "Inner is Lamp\nend\n");
        FolderScan scan;
        const TreeOrder order = makefileOrder(world.path("").string(), scan, classicDialect());
        QCOMPARE(order.files.size(), std::size_t{3});
        QCOMPARE(order.files[0].source, world.path("object.kod").string());
        QCOMPARE(order.files[0].name, std::string("OBJECT.kod"));
        QCOMPARE(order.files[1].name, std::string("Lamp.kod"));
        QCOMPARE(order.files[1].parent, 0);
        QCOMPARE(order.files[2].name, std::string("second.kod"));
        QCOMPARE(order.missing.size(), std::size_t{2});
        QCOMPARE(order.withoutMakefile, std::vector<fs::path>{world.path("Object/lamp")});
        FolderScan again;
        QCOMPARE(makefileOrder(world.path("").string(), again, open105Dialect()).files.size(), std::size_t{2}); // one list only
    }

    void theForkIsToldByItsSystem()
    {
        const Folder world;
        world.put("util/system.kod", "System\n// a comment\nend\n");
        world.put("a.lkod", "");
        QCOMPARE(detectDialect(world.path("")).name, std::string_view("open29"));
        world.put("util/system.kod", "System\nmessages:\n   InitializeServer()\n   {\n      return;\n   }\nend\n");
        QCOMPARE(detectDialect(world.path("")).name, std::string_view("open105"));
    }

    void everyDialectHasALanguage()
    {
        for (const std::string_view name : dialectNameTable) {
            const auto* dialect = findDialect(name);
            QVERIFY(dialect != nullptr);
            QCOMPARE(dialect->name, name);
        }
        QVERIFY(findDialect("open2") == nullptr);
    }

    void aTextIsCheckedAsInTheWholeTree()
    {
        const Folder world;
        putWorld(world);
        const fs::path file = world.path("kod/object/lantern.kod");
        const std::string wrong = "Lantern is Lamp\nmessages:\n   GetSize(what = $)\n   {\n      local x;\n"
                                  "      x = undefinedthing + Nonfunc(3);\n      x = lamp_name;\n      return x;\n   }\nend\n";
        const TreeSymbols symbols = TreeSymbols::read(kodTreeAt(world.path("")));
        QCOMPARE(joined(errorsOf(symbols.check(file, wrong).findings, file)), std::string("K0302 6;K0317 6;"));
        world.put("kod/object/lantern.kod", wrong);
        TreeOptions options;
        options.checkOnly = options.lints = true;
        QCOMPARE(joined(errorsOf(compileTree(world.path(""), options).findings, file)), std::string("K0302 6;K0317 6;"));
        QCOMPARE(symbols.fileOf("LANTERN"), file);
        QCOMPARE(symbols.fileOf("nobody"), fs::path());
    }

    void aFileIsNotInItsOwnWay()
    {
        const Folder world;
        putWorld(world);
        const TreeSymbols symbols = TreeSymbols::read(kodTreeAt(world.path("")));
        const fs::path file = world.path("kod/object/lamp.kod");
        const auto text = readTextFile(file);
        QVERIFY(bool(text));
        for (int i = 0; i < 3; ++i)
            QVERIFY(symbols.check(file, text.value()).findings.empty());
        // What the file itself no longer has is gone, though the tree was read with it.
        QCOMPARE(joined(errorsOf(symbols.check(file, "Lamp is Object\nmessages:\n   F() { return lamp_name; }\nend\n").findings, file)),
                 std::string("K0302 3;"));
    }

    /// Of a class that code before it names, the number is there already, and of a message who defined it last.
    void aClassNamedBeforeMayOverrideWhatItDoes_data()
    {
        QTest::addColumn<QString>("dialect");
        for (const Dialect* dialect : dialects())
            QTest::newRow(std::string(dialect->name).c_str()) << QString::fromStdString(std::string(dialect->name));
    }

    void aClassNamedBeforeMayOverrideWhatItDoes()
    {
        QFETCH(QString, dialect);
        const Folder world;
        const std::string own = "Lamp is Object\nmessages:\n   GetSize()\n   {\n      return 2;\n   }\nend\n";
        world.put("kod/object.kod", "Object\nmessages:\n   GetSize()\n   {\n      return &Lamp;\n   }\nend\n");
        world.put("kod/object/lamp.kod", own);
        for (const char* makefile : {"kod/makefile", "kod/object/makefile"})
            world.put(makefile, makefile == std::string("kod/makefile") ? "BOFS = object.bof\n" : "BOFS = lamp.bof\n");
        const KodTree tree = kodTreeAt(world.path(""), {.dialect = findDialect(dialect.toStdString())});
        const TreeSymbols symbols = TreeSymbols::read(tree);
        const fs::path file = world.path("kod/object/lamp.kod");
        for (int i = 0; i < 2; ++i)
            QCOMPARE(joined(errorsOf(symbols.check(file, own).findings, file)), std::string());
        const std::string twice = own.substr(0, own.size() - 4) + "   GetSize()\n   {\n      return 3;\n   }\nend\n";
        QCOMPARE(joined(errorsOf(symbols.check(file, twice).findings, file)), std::string("K0315 7;"));
    }

    void anotherTextOfOneFileReachesThoseBelow()
    {
        const Folder world;
        putWorld(world);
        const TreeSymbols symbols = TreeSymbols::read(kodTreeAt(world.path("")));
        const fs::path file = world.path("kod/object/lantern.kod");
        const std::string uses = "Lantern is Lamp\nmessages:\n   F() { return [piSize, piNew, lamp_name]; }\nend\n";
        QCOMPARE(joined(errorsOf(symbols.check(file, uses).findings, file)), std::string("K0302 3;"));
        TreeSymbols changed = symbols; // the first picture stays as it is
        changed.setText(world.path("kod/object.kod"), "Object\nproperties:\n   piNew = 1\nend\n");
        QCOMPARE(changed.changedFiles(), std::size_t{1});
        QCOMPARE(joined(errorsOf(changed.check(file, uses).findings, file)), std::string("K0302 3;"));
        QVERIFY(changed.check(file, "Lantern is Lamp\nmessages:\n   F() { return piNew; }\nend\n").findings.empty());
        QVERIFY(!symbols.check(file, "Lantern is Lamp\nmessages:\n   F() { return piNew; }\nend\n").findings.empty());
        changed.setText(world.path("kod/object.kod"), "Object\nproperties:\n   piNew = \nmess"); // in the middle of typing
        QVERIFY(changed.check(file, "Lantern is Lamp\nmessages:\n   F() { return piNew; }\nend\n").findings.empty());
        changed.setText(world.path("kod/object.kod"), "Object is Lantern\nend\n"); // a circle ends in an error, not in a hang
        (void)changed.check(file, uses);
        changed.dropText(world.path("kod/object.kod"));
        QCOMPARE(joined(errorsOf(changed.check(file, uses).findings, file)), std::string("K0302 3;"));
    }

    void belowAClassWithErrorsOnlyTheSyntaxCounts()
    {
        const Folder world;
        putWorld(world);
        TreeSymbols symbols = TreeSymbols::read(kodTreeAt(world.path("")));
        symbols.setText(world.path("kod/object/lamp.kod"), "Lamp is Object\nproperties:\n   p = nowhere\nend\n");
        const fs::path file = world.path("kod/object/lantern.kod");
        QVERIFY(symbols.check(file, "Lantern is Lamp\nmessages:\n   F() { return nothing; }\nend\n").findings.empty());
        QCOMPARE(symbols.check(file, "Lantern is Lamp\nmessages:\n   F() { return 1 }\nend\n").findings.size(), std::size_t{1});
    }

    /// What stands below a class with errors is not told about; but others that use its names are not told that there are none.
    void namesFromBelowAClassWithErrorsAreKnown()
    {
        const Folder world;
        putWorld(world);
        world.put("kod/object/lamp.kod", "Lamp is Object\nmessages:\n   GetName(\n   {\n      return;\n   }\nend\n");
        world.put("kod/object/lantern.kod",
                  "Lantern is Lamp\nresources:\n   lantern_name = \"lantern\"\nmessages:\n   F()\n   {\n      return lamp_name;\n   }\nend\n");
        const fs::path below = world.path("kod/object/lantern.kod"), other = world.path("kod/object/shelf.kod");
        const std::string uses = "Shelf is Object\nmessages:\n   F()\n   {\n      return [lantern_name, &Lantern, nothing];\n   }\nend\n";
        world.put("kod/object/shelf.kod", uses.c_str());
        TreeOptions options;
        options.checkOnly = options.lints = true;
        const std::vector<Finding> all = compileTree(world.path(""), options).findings;
        QCOMPARE(joined(errorsOf(all, other)), std::string("K0302 5;")); // nothing
        QCOMPARE(joined(errorsOf(all, below)), std::string());
        TreeSymbols symbols = TreeSymbols::read(kodTreeAt(world.path("")));
        QCOMPARE(joined(errorsOf(symbols.check(other, uses).findings, other)), std::string("K0302 5;"));
        symbols.setText(below, "Lantern is Lamp\nresources:\n   lantern_name = \"lantern\"\n   lantern_look = \"brass\"\nend\n");
        const std::string usesNew = "Shelf is Object\nmessages:\n   F()\n   {\n      return lantern_look;\n   }\nend\n";
        QCOMPARE(joined(errorsOf(symbols.check(other, usesNew).findings, other)), std::string());
    }

    /// Of a class whose first line cannot be read nothing is known: what derives from it is told that once.
    void whatALostSuperclassMayHaveIsNotUnknown()
    {
        const Folder world;
        putWorld(world);
        world.put("kod/object/lamp.kod", "Lamp si Object\nresources:\n   lamp_name = \"lamp\"\nend\n");
        const fs::path file = world.path("kod/object/lantern.kod");
        const std::string text = "Lantern is Lamp\nmessages:\n   F()\n   {\n      piLight = 1;\n      propagate;\n      return lamp_name;\n   }\nend\n";
        world.put("kod/object/lantern.kod", text.c_str());
        TreeOptions options;
        options.checkOnly = options.lints = true;
        QCOMPARE(joined(errorsOf(compileTree(world.path(""), options).findings, file)), std::string("K0310 1;"));
        QCOMPARE(joined(errorsOf(TreeSymbols::read(kodTreeAt(world.path(""))).check(file, text).findings, file)), std::string("K0310 1;"));
    }

    void unsavedTextsCountWhenTheTreeIsRead()
    {
        const Folder world;
        putWorld(world);
        const auto overlaid = [&](const char* name, const char* text) {
            return std::make_shared<const OverlaidFiles>(std::map<std::string, OverlaidFiles::Bytes, std::less<>>{
                {fileKey(world.path(name)), std::make_shared<const std::string>(text)}});
        };
        TreeSymbols symbols = TreeSymbols::read(
            kodTreeAt(world.path("")), overlaid("kod/object/lamp.kod", "Lamp is Object\nproperties:\n   piLight = 1\nend\n"));
        const fs::path file = world.path("kod/object/lantern.kod");
        QVERIFY(symbols.check(file, "Lantern is Lamp\nmessages:\n   F() { return piLight; }\nend\n").findings.empty());

        // A header that is being edited counts for what is checked from now on.
        const std::string uses = "Lantern is Lamp\nconstants:\n   include shared.khd\nmessages:\n   F() { return DEEP; }\nend\n";
        QCOMPARE(joined(errorsOf(symbols.check(file, uses).findings, file)), std::string("K0302 5;"));
        const TreeSymbols before = symbols;
        symbols.setIncludes(overlaid("kod/include/shared.khd", "   WIDE = 3\n   TALL = 4\n   DEEP = 5\n"));
        QVERIFY(symbols.check(file, uses).findings.empty());
        QVERIFY(!before.check(file, uses).findings.empty());
    }

    void everyNameHasAMeaning()
    {
        const Folder world;
        putWorld(world);
        const TreeSymbols symbols = TreeSymbols::read(kodTreeAt(world.path("")));
        const std::string text = "Lantern is Lamp\nconstants:\n   DEEP = 2\n   include shared.khd\nresources:\n   own = \"x\"\nclassvars:\n"
                                 "   vi = DEEP\nproperties:\n   pi = TALL\nmessages:\n   GetSize(what = $)\n   {\n      local n;\n"
                                 "      n = pi + vi + DEEP + piSize;\n      what = own;\n"
                                 "      Send(self, @GetName, #what = &Lamp);\n      return n;\n   }\nend\n";
        const CheckedText checked = symbols.check(world.path("kod/object/lantern.kod"), text);
        QVERIFY(checked.findings.empty());
        std::string all;
        for (const NameMeaning& meaning : checked.bound.meanings)
            all += std::string(checked.unit->text(meaning.use)) + (meaning.declares ? "! " : " ") +
                   std::string(nameKindText(meaning.kind)) + "\n";
        QCOMPARE(all, std::string("Lantern! class\nLamp class\nDEEP! constant\nown! resource\nvi! class variable\nDEEP constant\n"
                                  "pi! property\nTALL constant\nGetSize! message\nwhat! parameter of the handler\nn! local\nn local\n"
                                  "pi property\nvi class variable\nDEEP constant\npiSize property\n"
                                  "what parameter of the handler\nown resource\nSend built-in function\nself the current object\n"
                                  "GetName message\nwhat message parameter\nLamp class\nn local\n"));
        QCOMPARE(checked.bound.meanings[1].owner->symbol->spelling, std::string_view("Lamp"));
    }
};

QTEST_APPLESS_MAIN(TestTreeSymbols)
#include "tst_tree_symbols.moc"
