// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"
#include "formats/kodbase/kodbase.h"
#include "tests/support/shared_data.h"

#include <QTest>

using namespace blak;
using namespace blak::kodbase;

namespace {

const std::string sample = "T 10005 20001\n"
                           "C Base1 10001 0\n"
                           "R\tbase_r 20001\n"
                           "V\tcv 0\n"
                           "Y\tpr 1\n"
                           "M\tM 10003\n"
                           "P\t\tx 10002\n"
                           "C Derived1 10005 10001 Base1\n"
                           "m later1 10004\n";

std::string errorOf(const std::string& text)
{
    const auto result = read(text, "kodbase.txt");
    return result ? std::string() : result.error().text();
}

} // namespace

class TestKodbase : public QObject
{
    Q_OBJECT

private slots:
    void textIsKept()
    {
        const auto result = read(sample, "kodbase.txt");
        QVERIFY2(result, result ? "" : result.error().text().c_str());
        QCOMPARE(write(result.value()), sample);
        QCOMPARE(result.value().classes[1].superName, std::string("Base1"));
        QCOMPARE(result.value().classes[0].messages[0].parameters[0].id, 10002);
        QCOMPARE(result.value().externals[0].kind, ExternalKind::Message);
    }

    void lineEndsAreKept()
    {
        std::string text = sample;
        for (std::size_t at = 0; (at = text.find('\n', at)) != text.npos; at += 2)
            text.insert(at, "\r");
        const auto result = read(text, "kodbase.txt");
        QVERIFY(result);
        QCOMPARE(write(result.value()), text);
    }

    void faultsAreNamedWithTheirLine()
    {
        QCOMPARE(errorOf("T 1 x\n"), std::string("kodbase.txt, line 1: expected 'T highest-id highest-resource'"));
        QCOMPARE(errorOf("T 1 2\nC Base\n"), std::string("kodbase.txt, line 2: expected 'C name id super-id super-name'"));
        QCOMPARE(errorOf("M\tx 5\n"), std::string("kodbase.txt, line 1: stands before the first class"));
        QCOMPARE(errorOf("C A 1 0\nP\t\tx 5\n"),
                 std::string("kodbase.txt, line 2: stands before the first message of the class"));
        QCOMPARE(errorOf("T 1 2\n\n"), std::string("kodbase.txt, line 2: expected a letter, found a blank line"));
    }

    void aTolerantReaderSkipsUnknownLettersAndStopsAtMalformedLines()
    {
        const Partial partial = readTolerantly("C A 10001 0\nZ what 3\nY\tp 1\nY\tq\nY\tr 2\n", "kodbase.txt");
        QVERIFY(!partial.complete);
        QCOMPARE(partial.problems.size(), std::size_t{2});
        QCOMPARE(partial.kodbase.classes.at(0).properties.size(), std::size_t{1});
    }

    void goldenFilesAreIdentical()
    {
        BLAK_NEED_SHARED(dir, "conformance/compile");
        int count = 0;
        for (const auto& path : test::filesBelow(dir, ".golden")) {
            const std::string name = path.stem().string();
            if (!name.starts_with("kodbase") || !name.ends_with(".txt"))
                continue;
            const auto text = readTextFile(path);
            QVERIFY(text);
            const auto result = read(text.value(), path.string());
            QVERIFY2(result, result ? "" : result.error().text().c_str());
            QVERIFY2(write(result.value()) == text.value(), path.c_str());
            ++count;
        }
        QVERIFY(count > 200);
    }
};

QTEST_APPLESS_MAIN(TestKodbase)
#include "tst_kodbase.moc"
