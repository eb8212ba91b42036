// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/byte_reader.h"
#include "formats/base/byte_writer.h"
#include "formats/base/file_io.h"
#include "formats/base/md5.h"
#include "formats/base/wildcard.h"
#include "formats/base/windows1252.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>

using namespace blak;

class TestBase : public QObject
{
    Q_OBJECT

private slots:
    void writtenValuesAreReadBack()
    {
        ByteWriter out;
        out.u8(250);
        out.i16(-2);
        out.u32(0xDEADBEEF);
        out.i64(-5);
        out.f32(1.5F);
        ByteReader in(out.bytes(), "x");
        QCOMPARE(in.u8("a"), std::uint8_t{250});
        QCOMPARE(in.i16("b"), std::int16_t{-2});
        QCOMPARE(in.u32("c"), 0xDEADBEEFu);
        QCOMPARE(in.i64("d"), std::int64_t{-5});
        QCOMPARE(in.f32("e"), 1.5F);
        QVERIFY(in.atEnd() && in.ok());
    }

    void theFirstFailureIsKeptAndReadsGiveZero()
    {
        const std::array<std::byte, 3> bytes{std::byte{1}, std::byte{2}, std::byte{3}};
        ByteReader in(bytes, "short.bin");
        QCOMPARE(in.u16("first"), std::uint16_t{0x0201});
        QCOMPARE(in.u32("second"), 0u);
        QCOMPARE(in.u8("third"), std::uint8_t{0});
        QCOMPARE(in.error()->where, std::string("short.bin, second (offset 2)"));
        QCOMPARE(in.error()->what, std::string("the file ends here: expected 4 more bytes, found 1"));
    }

    void aCountBeyondTheFileIsRefused()
    {
        ByteWriter out;
        out.u32(1'000'000'000);
        ByteReader in(out.bytes(), "count.bin");
        QCOMPARE(in.count32("items", 4), std::size_t{0});
        QVERIFY(!in.ok());
    }

    void everyByteSurvivesTheWayToUtf8AndBack()
    {
        std::string all;
        for (int i = 0; i < 256; ++i)
            all += static_cast<char>(i);
        const auto back = windows1252::fromUtf8(windows1252::toUtf8(all));
        QVERIFY(back);
        QCOMPARE(*back, all);
        QVERIFY(!windows1252::fromUtf8("\xC3"));
        QVERIFY(!windows1252::fromUtf8("\xE4\xB8\xAD"));
    }

    void aFileIsReplacedAsAWholeAndTheOldOneKept()
    {
        const QTemporaryDir dir;
        const std::filesystem::path file = std::filesystem::path(dir.path().toStdString()) / "a.txt";
        QVERIFY(writeFileAtomically(file, std::string_view("one")));
        QVERIFY(!std::filesystem::exists(file.string() + "~"));
        QVERIFY(writeFileAtomically(file, std::string_view("two")));
        QCOMPARE(readTextFile(file).value(), std::string("two"));
        QCOMPARE(readTextFile(file.string() + "~").value(), std::string("one"));
        QCOMPARE(std::distance(std::filesystem::directory_iterator(file.parent_path()), {}), 2);
    }

    void filesThatCannotBeReadOrWrittenGiveOneError()
    {
        const QTemporaryDir dir;
        const std::filesystem::path folder = dir.path().toStdString();
        QVERIFY(!readFile(folder));
        QVERIFY(!readFile(folder / "none"));
        QVERIFY(!writeFileAtomically(folder / "none" / "a", std::string_view("x")));
        QVERIFY(writeFileAtomically(folder / "big", std::string_view("0123456789")));
        const auto result = readFile(folder / "big", 5);
        QVERIFY(!result);
        QCOMPARE(result.error().what, std::string("has 10 bytes, the limit is 5"));
    }

    void wildcardsMatchAsOnOldSystems()
    {
        QVERIFY(matchesWildcard("*.RSC", "a.rsc"));
        QVERIFY(matchesWildcard("a?c*", "abcdef"));
        QVERIFY(matchesWildcard("*a*b", "xxabab"));
        QVERIFY(matchesWildcard("*", ""));
        QVERIFY(!matchesWildcard("a?", "a"));
        QVERIFY(!matchesWildcard("*.rsc", "a.rsb"));
        const QTemporaryDir dir;
        const std::filesystem::path folder = dir.path().toStdString();
        for (const char* name : {"b.rsc", "A.RSC", "c.rsb"})
            QVERIFY(writeFileAtomically(folder / name, std::string_view("x")));
        const std::vector<std::string> both{(folder / "A.RSC").string(), (folder / "b.rsc").string()};
        QCOMPARE(filesMatching((folder / "*.rsc").string()), both);
        QVERIFY(filesMatching((folder / "none" / "*").string()).empty());
    }

    void md5GivesTheDigestsOfTheStandard()
    {
        const auto hex = [](std::string_view text) {
            const auto digest = md5(text);
            return QByteArray(reinterpret_cast<const char*>(digest.data()), static_cast<qsizetype>(digest.size())).toHex();
        };
        QCOMPARE(hex(""), QByteArray("d41d8cd98f00b204e9800998ecf8427e")); // RFC 1321, appendix A.5
        QCOMPARE(hex("message digest"), QByteArray("f96b697d7cb7938d525a2f31aaf161d0"));
    }
};

QTEST_APPLESS_MAIN(TestBase)
#include "tst_base.moc"
