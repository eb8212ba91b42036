// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"
#include "formats/base/find_file.h"
#include "formats/base/names.h"
#include "formats/base/text_lines.h"

#include <QTemporaryDir>
#include <QTest>

using namespace blak;

class TestFindFile : public QObject
{
    Q_OBJECT

    QTemporaryDir dir_;
    std::filesystem::path root_ = dir_.path().toStdString();

    void put(const std::string& name)
    {
        std::filesystem::create_directories((root_ / name).parent_path());
        QVERIFY(writeFileAtomically(root_ / name, std::string_view("x"), Backup::None));
    }

private slots:
    void initTestCase()
    {
        put("Resource/Rooms/Inn.ROO");
        put("Resource/grd1.BGF");
        put("Resource/GRD1.bgf");
        put("lower.txt");
    }

    void theExactNameWins()
    {
        QCOMPARE(findInFolder(root_ / "Resource", "grd1.BGF").value(), root_ / "Resource/grd1.BGF");
        QCOMPARE(findInFolder(root_ / "Resource", "GRD1.bgf").value(), root_ / "Resource/GRD1.bgf");
    }

    void elseTheFirstInByteOrder()
    {
        QCOMPARE(findInFolder(root_ / "Resource", "Grd1.bgf").value(), root_ / "Resource/GRD1.bgf");
        QVERIFY(!findInFolder(root_ / "Resource", "grd2.bgf"));
        QVERIFY(!findInFolder(root_ / "nowhere", "grd1.bgf"));
        QVERIFY(!findInFolder(root_, ""));
        QVERIFY(!findInFolder(root_, std::string_view("lower.txt\0x", 11)));
    }

    void everyPartOfAPathIsLookedUp()
    {
        QCOMPARE(findFile(root_, "resource\\rooms\\inn.roo").value(), root_ / "Resource/Rooms/Inn.ROO");
        QCOMPARE(findFile(root_ / "Resource", "..\\LOWER.TXT").value(), root_ / "Resource/../lower.txt");
        QCOMPARE(findFile(root_, "./Resource/").value(), root_ / "Resource");
        QVERIFY(!findFile(root_, "resource\\cellar\\inn.roo"));
        QVERIFY(!findFile(root_, "C:\\lower.txt"));
        QVERIFY(!findFile(root_, ""));
        QCOMPARE(findFile({}, (root_ / "LOWER.txt").string()).value(), root_ / "lower.txt");
    }

    void whatIsMissingKeepsItsName()
    {
        QCOMPARE(findOrName(root_, "resource\\rooms\\inn.roo"), root_ / "Resource/Rooms/Inn.ROO");
        QCOMPARE(findOrName(root_, "resource\\Cellar\\..\\Inn.roo"), root_ / "Resource/Cellar/../Inn.roo");
        QCOMPARE(findOrName(root_ / "Resource", "..\\LOWER.TXT"), root_ / "Resource/../lower.txt");
        QCOMPARE(findOrName(root_, "New\\file"), root_ / "New/file");
        QCOMPARE(findOrName(root_, (root_ / "LOWER.txt").string()), root_ / "lower.txt");
        QCOMPARE(findOrName(root_, ""), root_ / "");
    }

    void onlyAsciiLettersHaveCase()
    {
        QCOMPARE(lowerCase("AbC-\xC4"), std::string("abc-\xC4"));
        QVERIFY(equalIgnoringCase("kOD", "Kod"));
        QVERIFY(!equalIgnoringCase("\xC4", "\xE4"));
        QVERIFY(!equalIgnoringCase("a", "ab"));
    }

    void linesComeBackByteForByte()
    {
        for (const std::string_view text : {"", "\n", "a", "a\n", "a\r\nb\n\r\n", "a\rb\r\r\nlast", "\r"}) {
            const auto lines = splitLines(text);
            QCOMPARE(joinLines(lines), std::string(text));
        }
        const auto lines = splitLines("one\r\ntwo");
        QCOMPARE(lines.size(), std::size_t{2});
        QCOMPARE(lines[0].text, std::string("one"));
        QVERIFY(lines[0].end == LineEnd::CrLf && lines[1].end == LineEnd::None);
        QVERIFY(usualEnd(lines) == LineEnd::CrLf);
    }

    void wordsFieldsAndNumbers()
    {
        QCOMPARE(splitWords(" a\tbc  d ").size(), std::size_t{3});
        QCOMPARE(splitFields("a::b:", ':').size(), std::size_t{4});
        QCOMPARE(parseNumber("-12").value(), std::int64_t{-12});
        QVERIFY(!parseNumber("12x") && !parseNumber("") && !parseNumber("300", 0, 255) && !parseNumber("99999999999999999999"));
        QCOMPARE(trimmed(" \t x y \r"), std::string_view("x y"));
        QCOMPARE(trimmed("  "), std::string_view());
    }
};

QTEST_APPLESS_MAIN(TestFindFile)
#include "tst_find_file.moc"
