// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"
#include "kodide/compiler/kodbase.h"
#include "kodide/compiler/session.h"
#include "kodide/compiler/sidecar.h"
#include "kodide/compiler/tree_compile.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

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

    void unknownNamesSuggestTheNearest()
    {
        std::shared_ptr<SyntaxUnit> unit;
        std::string text(program_);
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
            if (text.value().starts_with("C ") || entry.path().string().find("err_") != std::string::npos)
                continue; // names that stand for two things at once
            const Dialect& dialect =
                entry.path().string().find("classic") != std::string::npos ? classicDialect() : open105Dialect();
            SymbolTable symbols(dialect);
            std::vector<Finding> findings;
            QVERIFY(readKodbase(text.value(), "kodbase.txt", symbols, dialect, findings));
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
        QCOMPARE(handler["statements"].size(), 4u); // i = far; while; i = i - ...; return
        QCOMPARE(handler["statements"][0][2].get<int>(), 10);
        QCOMPARE(handler["statements"][0][3].get<int>(), 7);
        QCOMPARE(handler["calls"].size(), 3u); // [..], Length, Send
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
        options.dialect = &classicDialect();
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
};

QTEST_APPLESS_MAIN(TestCompiler)
#include "tst_compiler.moc"
