// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"
#include "kodide/compiler/language_page.h"
#include "kodide/compiler/lints.h"
#include "kodide/compiler/session.h"

#include <QDir>
#include <QTest>

#include <filesystem>
#include <set>

using namespace blak;
using namespace blak::kod;

/// Programs in expect/*.kod say in comments which findings they deserve: `expect K0302` at the end of a line, nothing else.
/// `dialect: open105` on the first line names another dialect; `whole tree` says that there are no other files.
class TestExpect : public QObject
{
    Q_OBJECT

    using Found = std::multiset<std::pair<unsigned, std::string>>; ///< line, code

    static Found expected(std::string_view text)
    {
        Found found;
        unsigned line = 1;
        for (std::size_t at = 0; at < text.size(); ++line) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            const std::string_view content = text.substr(at, end - at);
            at = end + 1;
            if (const std::size_t expect = content.find(" expect "); expect != std::string_view::npos)
                for (std::size_t code = content.find('K', expect); code != std::string_view::npos;
                     code = content.find('K', code + 1))
                    found.emplace(line, std::string(content.substr(code, 5)));
        }
        return found;
    }

    static std::vector<Finding> findingsOf(const std::string& name, const std::string& text)
    {
        const Dialect& dialect = text.find("dialect: open105") < 30 ? open105Dialect() : classicDialect();
        const auto source = std::make_shared<SourceText>(SourceText{name, text});
        Session session(dialect);
        const std::shared_ptr<SyntaxUnit> unit = parse(source, dialect, {});
        UnitResult result = session.compile(unit, {});
        if (result.good) {
            lint(result.bound, *unit, result.findings);
            if (text.substr(0, text.find('\n')).find("whole tree") != std::string::npos) {
                TreeLints tree;
                tree.add(result.bound, *unit);
                tree.finish(session.symbols(), result.findings);
            }
        }
        return std::move(result.findings);
    }

    static QByteArray list(const Found& found)
    {
        QByteArray text;
        for (const auto& [line, code] : found)
            text += QByteArray::number(line) + ":" + QByteArray::fromStdString(code) + " ";
        return text;
    }

    static std::filesystem::path sourceDir() { return qEnvironmentVariable("BLAK_SOURCE_DIR").toStdString(); }

private slots:
    void programsGetTheFindingsTheyAskFor_data()
    {
        QTest::addColumn<QString>("file");
        for (const auto& entry : std::filesystem::directory_iterator(sourceDir() / "tests/kodide/expect"))
            QTest::newRow(entry.path().filename().c_str()) << QString::fromStdString(entry.path().string());
    }
    void programsGetTheFindingsTheyAskFor()
    {
        QFETCH(const QString, file);
        const auto text = readTextFile(file.toStdString());
        QVERIFY(text);
        Found found;
        for (const Finding& finding : findingsOf(file.toStdString(), text.value()))
            found.emplace(finding.range.line, finding.code);
        QCOMPARE(list(found), list(expected(text.value())));
    }

    void theLanguagePageHasTheTablesOfTheDialects()
    {
        const auto page = readTextFile(sourceDir() / "docs/language.md");
        QVERIFY(page);
        QVERIFY2(page.value().find(languageTables()) != std::string::npos, "run tests/kodide/update_language_page.py");
    }

    void theExamplesOfTheLanguagePageCompile()
    {
        const auto page = readTextFile(sourceDir() / "docs/language.md");
        QVERIFY(page);
        const std::string& text = page.value();
        int examples = 0;
        for (const auto& [fence, dialect] : {std::pair{"```kod\n", ""}, std::pair{"```kod-open105\n", "// dialect: open105\n"}}) {
            for (std::size_t at = text.find(fence); at != std::string::npos; at = text.find(fence, at + 1)) {
                const std::size_t begin = at + std::strlen(fence);
                const std::string program = dialect + text.substr(begin, text.find("```", begin) - begin);
                for (const Finding& finding : findingsOf("language.md", program))
                    QVERIFY2(finding.severity != Severity::Error, describe(finding, program, false).c_str());
                ++examples;
            }
        }
        QVERIFY(examples >= 6);
    }

    void theDiagnosticsPageIsThatOfTheTable()
    {
        const auto page = readTextFile(sourceDir() / "docs/diagnostics.md");
        QVERIFY(page);
        QCOMPARE(page.value(), diagnosticsPage());
    }
};

QTEST_APPLESS_MAIN(TestExpect)
#include "tst_expect.moc"
