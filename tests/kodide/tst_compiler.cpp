// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"
#include "kodide/compiler/bc_driver.h"
#include "kodide/compiler/kodbase.h"
#include "kodide/compiler/session.h"
#include "kodide/compiler/sidecar.h"
#include "kodide/compiler/tree_compile.h"
#include "kodide/compiler/unresolved.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

using namespace blak;
using namespace blak::kod;
namespace fs = std::filesystem;

class TestCompiler : public QObject
{
    Q_OBJECT

    static constexpr const char* program_ = "Pond is Root\nconstants:\n   DEEP = 3\nproperties:\n   piDepth = DEEP\nmessages:\n"
                                            "   Swim(far = 1)\n   {\n      local i;\n      i = far;\n"
                                            "      while i > 0 { i = i - Length([1, \"two\"]); }\n"
                                            "      return Send(self, @Swim, #far = piDepth);\n   }\nend\n";

    static UnitResult compileText(const std::string& text, const Dialect& dialect, std::shared_ptr<SyntaxUnit>& unit)
    {
        Session session(dialect);
        unit = parse(std::make_shared<SourceText>(SourceText{"a.kod", text}), dialect, {});
        UnitResult result = session.compile(unit, {});
        result.bound = {}; // refers to the session
        return result;
    }

    static void put(const fs::path& file, const std::string& text)
    {
        fs::create_directories(file.parent_path());
        QVERIFY(writeFileAtomically(file, text, Backup::None));
    }

private slots:
    void everyPrefixOfAProgramIsSurvived()
    {
        const std::string text(program_);
        for (const Dialect* dialect : dialects())
            for (std::size_t size = 0; size < text.size(); ++size) {
                std::shared_ptr<SyntaxUnit> unit;
                const UnitResult result = compileText(text.substr(0, size), *dialect, unit);
                for (const Finding& finding : result.findings)
                    QVERIFY(finding.range.line >= 1 && finding.range.begin <= size);
            }
    }

    void nestingWithoutEndIsRefused_data()
    {
        QTest::addColumn<QByteArray>("part");
        QTest::newRow("parentheses") << QByteArray("(");
        QTest::newRow("not") << QByteArray("not ");
        QTest::newRow("lists") << QByteArray("[");
        QTest::newRow("calls") << QByteArray("List(");
        QTest::newRow("chain") << QByteArray("1 + a + ");
        QTest::newRow("blocks") << QByteArray("1; if a { a = ");
    }
    void nestingWithoutEndIsRefused()
    {
        QFETCH(const QByteArray, part);
        std::string text = "A\nmessages:\n   F(a = 1)\n   {\n      a = ";
        for (int i = 0; i < 100'000; ++i)
            text += part.constData();
        for (const Dialect* dialect : dialects()) {
            std::shared_ptr<SyntaxUnit> unit;
            const UnitResult result = compileText(text, *dialect, unit);
            QVERIFY(!result.good);
            QVERIFY(std::ranges::any_of(result.findings, [](const Finding& finding) { return finding.code == "K0107"; }));
        }
    }

    void anIncludeThatIncludesItselfIsRefused()
    {
        QTemporaryDir folder;
        const fs::path root = folder.path().toStdString();
        put(root / "loop.khd", "   X = 1\n   include loop.khd\n");
        IncludeStore includes({root});
        const auto source = std::make_shared<SourceText>(SourceText{"a.kod", "A\nconstants:\n   include loop.khd\nend\n"});
        const auto unit = parse(source, classicDialect(), {.includes = &includes, .home = {}, .recovery = Recovery::Editor});
        QVERIFY(std::ranges::any_of(unit->findings, [](const Finding& finding) { return finding.code == "K0702"; }));
    }

    void anIncludeThatCannotBeReadSaysWhy()
    {
        QTemporaryDir folder;
        const fs::path root = folder.path().toStdString();
        put(root / "Large.KHD", "");
        fs::resize_file(root / "Large.KHD", sourceLimit + 1);
        IncludeStore includes({root});
        const auto source =
            std::make_shared<SourceText>(SourceText{"a.kod", "A\nconstants:\n   include large.khd\n   include none.khd\nend\n"});
        const auto unit = parse(source, classicDialect(), {.includes = &includes, .home = {}, .recovery = Recovery::Editor});
        QCOMPARE(unit->findings.size(), std::size_t{2});
        const std::string& large = unit->findings[0].message;
        QVERIFY2(large.find("cannot read the include file `large.khd`") == 0, large.c_str());
        QVERIFY2(large.find("16777216") != std::string::npos, large.c_str());
        QCOMPARE(unit->findings[1].message, std::string("cannot find the include file `none.khd`"));
    }

    void oldDriverWritesUtf8()
    {
        QTemporaryDir folder;
        const fs::path root = folder.path().toStdString();
        put(root / "a.kod", "A is Fahrrad\nresources:\n   a = \"x\"\n\xE4\nend\n");
        std::ostringstream out;
        const std::vector<std::string> words{"-K", (root / "kodbase.txt").string(), (root / "a.kod").string()};
        QCOMPARE(runBc(words, out), 1);
        QVERIFY2(out.str().find("\xC3\xA4") != std::string::npos, out.str().c_str());
        QVERIFY2(out.str().find("\xE4") == std::string::npos, out.str().c_str());
    }

    void oneFaultForARunOfBytesWithoutMeaning()
    {
        const std::string text = "A\n" + std::string(100'000, '\0') + "\nend\n";
        std::shared_ptr<SyntaxUnit> unit;
        const UnitResult result = compileText(text, classicDialect(), unit);
        const auto isCharacter = [](const Finding& finding) { return finding.code == "K0102"; };
        QCOMPARE(std::ranges::count_if(result.findings, isCharacter), 1);
        const Finding& finding = *std::ranges::find_if(result.findings, isCharacter);
        QCOMPARE(finding.range.end - finding.range.begin, 100'000u);
        QVERIFY2(describe(finding, text, false).size() < 600, "a long line is shown in part");
    }

    void aLongLineIsShownAroundItsFault()
    {
        std::shared_ptr<SyntaxUnit> unit;
        std::string text(program_);
        text.replace(text.find(" is Root"), 8, ""); // of a lost superclass no name is unknown
        text.replace(text.find("i = far"), 7, "i = 1" + std::string(500, ' ') + "+ farr" + std::string(500, ' '));
        const UnitResult result = compileText(text, classicDialect(), unit);
        const auto unknown = std::ranges::find(result.findings, "K0302", &Finding::code);
        QVERIFY(unknown != result.findings.end());
        const std::string shown = describe(*unknown, text, false);
        const std::size_t source = shown.find("farr ");
        const std::size_t caret = shown.find("^~~~\n");
        QVERIFY2(source != std::string::npos && caret != std::string::npos, shown.c_str());
        QCOMPARE(caret - shown.rfind('\n', caret), source - shown.rfind('\n', source));
    }

    void suggestionsAreOfTheKindThatIsWanted()
    {
        std::shared_ptr<SyntaxUnit> unit;
        const UnitResult result = compileText("A\nmessages:\n   F() { local i; i = Abs(lsObject); return i; }\nend\n",
                                              classicDialect(), unit);
        for (const Finding& finding : result.findings) // not IsObject, the function
            QVERIFY2(finding.message.find("did you mean") == std::string::npos, finding.message.c_str());
    }

    void unknownNamesSuggestTheNearest()
    {
        std::shared_ptr<SyntaxUnit> unit;
        std::string text(program_);
        text.replace(text.find(" is Root"), 8, "");
        text.replace(text.find("i = far"), 7, "i = farr");
        const UnitResult result = compileText(text, classicDialect(), unit);
        const auto unknown = std::ranges::find(result.findings, "K0302", &Finding::code);
        QVERIFY(unknown != result.findings.end());
        QVERIFY2(unknown->message.find("`far`") != std::string::npos, unknown->message.c_str());
        const std::string shown = describe(*unknown, text, false);
        QVERIFY2(shown.find(" 10 |       i = farr;\n    |           ^~~~\n") != std::string::npos, shown.c_str());
    }

    void theKnowledgeBaseIsWrittenAsItWasRead()
    {
        const fs::path suite = fs::path(qEnvironmentVariable("BLAK_SOURCE_DIR").toStdString()) / "tests/conformance/compile";
        int files = 0;
        for (const auto& entry : fs::recursive_directory_iterator(suite)) {
            if (entry.path().filename() != "kodbase.txt.golden")
                continue;
            const auto text = readTextFile(entry.path());
            QVERIFY(text);
            if (text.value().starts_with("C ") || entry.path().string().find("err_") != std::string::npos ||
                entry.path().string().find("called_like_function") != std::string::npos)
                continue; // names that stand for two things at once
            const Dialect& dialect =
                entry.path().string().find("classic") != std::string::npos ? classicDialect() : open105Dialect();
            SymbolTable symbols(dialect);
            std::vector<Finding> findings;
            if (!readKodbase(text.value(), "kodbase.txt", symbols, dialect, findings)) { // the old compilers wrote it, and refuse it
                QVERIFY2(!findings.empty() && findings.front().message.ends_with("is known already"), entry.path().c_str());
                continue;
            }
            QCOMPARE(writeKodbase(symbols), text.value());
            ++files;
        }
        QVERIFY(files > 150);
    }

    void theSidecarNamesSlotsAndPlaces()
    {
        std::string text(program_);
        text.erase(text.find(" is Root"), 8);
        Session session(classicDialect());
        const std::shared_ptr<SyntaxUnit> unit =
            parse(std::make_shared<SourceText>(SourceText{"a.kod", text}), classicDialect(), {});
        const UnitResult result = session.compile(unit, {});
        QVERIFY(result.good);
        const auto json = nlohmann::json::parse(writeSidecar(result.bound, *unit, result.object));
        QCOMPARE(json["version"].get<int>(), 1);
        const auto& handler = json["classes"][0]["handlers"][0];
        QCOMPARE(handler["parameters"][0]["name"].get<std::string>(), "far");
        QCOMPARE(handler["locals"][0]["name"].get<std::string>(), "i");
        QCOMPARE(handler["statements"].size(), 5u); // i = far; while; i = i - ...; back to the while; return
        QCOMPARE(handler["statements"][0][2].get<int>(), 10);
        QCOMPARE(handler["statements"][0][3].get<int>(), 7);
        QCOMPARE(handler["calls"].size(), 3u); // [..], Length, Send
    }

    void theSidecarMovesWithItsTree()
    {
        QTemporaryDir folder;
        const fs::path root = folder.path().toStdString();
        put(root / "include/c.khd", "   i = 1;\n");
        put(root / "object/item/a.kod",
            "A\nmessages:\n   F() {\n      local i;\n      include c.khd;\n      return i;\n   }\nend\n");
        QCOMPARE(compileTree(root, {}).compiled, 1u);
        const auto text = readTextFile(root / "object/item/a.kdb");
        QVERIFY(text);
        const auto json = nlohmann::json::parse(text.value());
        QCOMPARE(json["sources"][0]["path"].get<std::string>(), "a.kod");
        QCOMPARE(json["sources"][1]["path"].get<std::string>(), "../../include/c.khd");
    }

    void aTreeIsCompiledOnceAndThenOnlyWhatChanged()
    {
        QTemporaryDir folder;
        const fs::path root = folder.path().toStdString();
        const std::string fish = "Fish is Root\nproperties:\n   piFin = 1\nmessages:\n   F() { return piFin; }\nend\n";
        put(root / "root.kod", "Root\nconstants:\n   include c.khd\nproperties:\n   piA = C1\nend\n");
        put(root / "aaa.kod", fish);
        put(root / "zoo.kod", "Zoo\nmessages:\n   F() { return &Fish; }\nend\n");
        put(root / "include/c.khd", "   C1 = 1\n");
        TreeOptions options;
        options.wishes.dialect = &classicDialect();
        const auto compiled = [&] { return compileTree(root, options); };
        const TreeResult first = compiled();
        QVERIFY(first.good());
        QCOMPARE(first.compiled, 3u); // aaa.kod after root.kod, whose class it needs
        QCOMPARE(compiled().compiled, 0u);

        put(root / "aaa.kod", fish); // other time and inode, same content
        QCOMPARE(compiled().compiled, 0u);
        put(root / "zoo.kod", "Zoo\nmessages:\n   F() { return @F; }\nend\n");
        QCOMPARE(compiled().compiled, 1u);
        put(root / "include/c.khd", "   C1 = 2\n"); // root.kod alone: its layout stays
        QCOMPARE(compiled().compiled, 1u);
        put(root / "root.kod", "Root\nproperties:\n   piA = 1\n   piB = 2\nend\n"); // moves the properties of Fish
        QCOMPARE(compiled().compiled, 2u);
        put(root / "aaa.kod", "Fish is Root\nmessages:\n   F() { return nothing; }\nend\n");
        const TreeResult broken = compiled();
        QVERIFY(!broken.good());
        QCOMPARE(broken.failed, 1u);
        QCOMPARE(broken.findings.at(0).code, std::string("K0302"));
        put(root / "aaa.kod", fish);
        QVERIFY(compiled().good());
        const auto incremental = readFile(root / "aaa.bof");
        options.all = true;
        fs::remove(root / "kodbase.txt");
        QCOMPARE(compiled().compiled, 3u);
        QVERIFY(incremental);
    }

    /// Whoever stops in the middle, by hand or at too many errors, finds the rest done the next time: classes below one whose layout
    /// changed, too, which the state would have as they were.
    void whatAStoppedBuildLeftIsDoneNextTime_data()
    {
        QTest::addColumn<bool>("byHand");
        QTest::newRow("cancelled") << true;
        QTest::newRow("too many errors") << false;
    }
    void whatAStoppedBuildLeftIsDoneNextTime()
    {
        QFETCH(const bool, byHand);
        QTemporaryDir folder;
        const fs::path root = folder.path().toStdString();
        const auto tree = [&](const char* properties, const char* middle) {
            put(root / "a.kod", std::string("A\nproperties:\n") + properties + "end\n");
            put(root / "b.kod", std::string("B is A\nmessages:\n   F() { return ") + middle + "; }\nend\n");
        };
        tree("   piA = 1\n", "1");
        put(root / "c.kod", "C is A\nproperties:\n   piC = 3\nend\n");
        put(root / "d.kod", "D is C\nproperties:\n   piD = 4\nmessages:\n   F() { return piD; }\nend\n");
        TreeOptions options;
        options.wishes.dialect = &classicDialect();
        QCOMPARE(compileTree(root, options).compiled, 4u);

        tree("   piA = 1\n   piB = 2\n", byHand ? "2" : "nothing");
        std::atomic<bool> cancelled = false;
        TreeOptions stopped = options;
        if (byHand) {
            stopped.cancelled = &cancelled;
            stopped.progress = [&](std::size_t done, std::size_t) { cancelled = done == 2; };
        } else {
            stopped.errorLimit = 1;
        }
        const TreeResult half = compileTree(root, stopped);
        QVERIFY(half.stopped && !half.good());
        QCOMPARE(half.compiled, 2u);
        tree("   piA = 1\n   piB = 2\n", "2");
        QVERIFY(compileTree(root, options).good());
        const auto later = readFile(root / "d.bof");
        QCOMPARE(compileTree(root, options).compiled, 0u);
        options.all = true;
        QVERIFY(compileTree(root, options).good());
        QVERIFY(later && later.value() == readFile(root / "d.bof").value());
    }

    void aDeletedOutputIsMadeAgain_data()
    {
        QTest::addColumn<QString>("output");
        QTest::newRow("object") << "a.bof";
        QTest::newRow("resources") << "a.rsc";
        QTest::newRow("sidecar") << "a.kdb";
        QTest::newRow("copy") << "out/loadkod/a.bof";
        QTest::newRow("copied resources") << "out/rsc/a.rsc";
        QTest::newRow("knowledge base") << "kodbase.txt";
    }
    void aDeletedOutputIsMadeAgain()
    {
        QFETCH(const QString, output);
        QTemporaryDir folder;
        const fs::path root = folder.path().toStdString();
        put(root / "a.kod", "A\nresources:\n   a_name = \"a\"\nend\n");
        put(root / "b.kod", "B\nend\n");
        TreeOptions options;
        options.wishes.dialect = &classicDialect();
        options.output = root / "out";
        QCOMPARE(compileTree(root, options).compiled, 2u);
        QCOMPARE(compileTree(root, options).compiled, 0u);
        const fs::path file = root / output.toStdString();
        QVERIFY(fs::remove(file));
        QVERIFY(compileTree(root, options).compiled >= 1);
        QVERIFY(fs::exists(file));
        QCOMPARE(compileTree(root, options).compiled, 0u);
    }

    void filesComeAndGo()
    {
        QTemporaryDir folder;
        const fs::path root = folder.path().toStdString();
        put(root / "makefile", "BOFS = a.bof \\\n b.bof # two\n");
        put(root / "a.kod", "A\nend\n");
        put(root / "b.kod", "B is A\nend\n");
        put(root / "a/makefile", "BOFS = c.bof\n");
        put(root / "a/c.kod", "C is B\nend\n");
        TreeOptions options;
        options.wishes.dialect = &classicDialect();
        const TreeResult first = compileTree(root, options); // a, b, then the folder of a
        QVERIFY(first.good());
        QCOMPARE(first.compiled, 3u);
        put(root / "makefile", "BOFS = a.bof b.bof d.bof\n");
        QCOMPARE(compileTree(root, options).compiled, 0u);
        put(root / "d.kod", "D is C\nend\n");
        const TreeResult early = compileTree(root, options); // compiled before: the knowledge base has C
        QCOMPARE(early.compiled, 1u);
        QVERIFY(early.good());
        fs::remove(root / "d.kod");
        const TreeResult gone = compileTree(root, options);
        QCOMPARE(gone.files, 3u);
        QCOMPARE(gone.findings.at(0).code, std::string("K0710"));
    }

    void atMostTheConfiguredNumberOfErrorsIsReported()
    {
        QTemporaryDir folder;
        const fs::path root = folder.path().toStdString();
        std::string text = "A\nmessages:\n   F(a = 1)\n   {\n";
        for (int i = 0; i < 50; ++i)
            text += "      a = nothing;\n";
        put(root / "a.kod", text + "      return;\n   }\nend\n");
        put(root / "b.kod", "B\nend\n");
        TreeOptions options;
        options.wishes.dialect = &classicDialect();
        options.errorLimit = 7;
        const TreeResult result = compileTree(root, options);
        QVERIFY(result.stopped);
        QCOMPARE(result.findings.size(), 8u);
        QCOMPARE(result.findings.back().code, std::string("K0711"));
    }

    void resolvedNamesLeaveTheKnowledgeBase()
    {
        QTemporaryDir folder;
        const fs::path root = folder.path().toStdString();
        put(root / "a.kod", "A\nmessages:\n   F() { Send(self, @G, #what = 1); return & Later; }\nend\n");
        put(root / "part.ktm", "   Send(self, @Included);\n");
        put(root / "kodbase.txt", "T 10009 20000\nC A 10001 0\nM\tF 10002\nM\tDone 10003\n"
                                  "m G 10004\np what 10005\nc later 10006\nm Included 10007\nm done 10003\nm Gone 10008\n");
        const auto names = tidyKodbase(root, root / "kodbase.txt", {});
        QVERIFY(names);
        QCOMPARE(names.value().left.size(), 4u);
        QCOMPARE(names.value().left[0].users.at(0).filename().string(), std::string("a.kod"));
        QCOMPARE(names.value().left[3].users.at(0).filename().string(), std::string("part.ktm"));
        QCOMPARE(names.value().removed.size(), 2u);
        QCOMPARE(names.value().removed[0].name, std::string("done"));
        QCOMPARE(names.value().removed[1].name, std::string("Gone"));
        const auto text = readTextFile(root / "kodbase.txt");
        QVERIFY(text);
        QCOMPARE(text.value(), std::string("T 10009 20000\nC A 10001 0\nM\tF 10002\nM\tDone 10003\n"
                                           "m G 10004\np what 10005\nc later 10006\nm Included 10007\n"));
        const auto again = tidyKodbase(root, root / "kodbase.txt", {});
        QVERIFY(again);
        QCOMPARE(again.value().removed.size(), 0u);
        put(root / "kodbase.txt", "T 1\n");
        QVERIFY(!tidyKodbase(root, root / "kodbase.txt", {}));
    }

    void theSidecarKnowsElseIfAndLoops()
    {
        const std::string text =
            "Thing\nmessages:\n   F(a = 1)\n   {\n      if a = 1 { a = 2; }\n      else if a = 3 { a = 4; }\n"
            "      do { a = a - 1; } while a > 0;\n      return;\n   }\nend\n";
        Session session(open105Dialect());
        const std::shared_ptr<SyntaxUnit> unit =
            parse(std::make_shared<SourceText>(SourceText{"a.kod", text}), open105Dialect(), {});
        const UnitResult result = session.compile(unit, {});
        QVERIFY(result.good);
        const auto json = nlohmann::json::parse(writeSidecar(result.bound, *unit, result.object));
        std::vector<std::pair<int, int>> inner; // line, column
        int before = -1;
        for (const auto& row : json["classes"][0]["handlers"][0]["statements"]) {
            QVERIFY(row[0].get<int>() >= before);
            before = row[0].get<int>();
            if (row.size() > 6)
                inner.emplace_back(row[2].get<int>(), row[3].get<int>());
        }
        QCOMPARE(inner.size(), 2u);
        QVERIFY((inner[0] == std::pair{6, 12}));
        QVERIFY((inner[1] == std::pair{7, 31}));
    }

    void classic97HasNothingThatCameLater()
    {
        const Dialect* old = findDialect("classic97");
        QVERIFY(old && old != &classicDialect());
        QVERIFY(findFunction(*old, "DumpStack") && !findFunction(*old, "BuildString"));
        const std::string text = "Thing\nresources:\n   thing_name = \"\\x41\xe4\"\nmessages:\n   F()\n   {\n      local x;\n"
                                 "      Debug(x);\n      x = 1;\n      return x;\n   }\nend\n";
        std::shared_ptr<SyntaxUnit> unit;
        QVERIFY(compileText(text, *old, unit).good); // "x41" and Latin-1; a local may be read unset
        QVERIFY(!compileText(text, classicDialect(), unit).good);
    }

    void hugeAndHostileTextsEnd_data()
    {
        QTest::addColumn<QByteArray>("part");
        QTest::newRow("open strings") << QByteArray("   \"abc\n");
        QTest::newRow("unknown names") << QByteArray(" a = nothing;\n");
        QTest::newRow("odd characters") << QByteArray("\x01?\x80`");
        QTest::newRow("zeros") << QByteArray(16, '\0');
        QTest::newRow("open comments") << QByteArray("/*");
        QTest::newRow("braces") << QByteArray("{}");
        QTest::newRow("handlers") << QByteArray("F(\n");
    }
    void hugeAndHostileTextsEnd()
    {
        constexpr std::size_t size = 4'000'000; // what is not linear takes minutes
        QFETCH(const QByteArray, part);
        std::string text = "A\nmessages:\n   F(a = 1)\n   {\n";
        while (text.size() < size)
            text += std::string_view(part.constData(), static_cast<std::size_t>(part.size()));
        for (const Dialect* dialect : dialects()) {
            std::shared_ptr<SyntaxUnit> unit;
            const UnitResult result = compileText(text, *dialect, unit);
            QVERIFY(!result.good);
            QVERIFY(!result.findings.empty());
            QVERIFY(result.findings.size() < 20'000);
        }
    }
};

QTEST_APPLESS_MAIN(TestCompiler)
#include "tst_compiler.moc"
