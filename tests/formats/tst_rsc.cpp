// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/rsc/rsc.h"
#include "tests/support/shared_data.h"

#include <QTest>

using namespace blak;
using namespace blak::rsc;

namespace {

File plain() { return {plainVersion, {{20001, 0, "a stone"}, {20002, 0, "stone.bgf"}}, 0, 0, {}}; }

File german()
{
    return {languageVersion,
            {{20001, 0, "a stone"},
             {20001, 1,
              "ein St\xFC"
              "ck"}},
            0,
            0,
            {}};
}

} // namespace

class TestRsc : public QObject
{
    Q_OBJECT

private slots:
    void writtenThenReadIsTheSame()
    {
        const File sealed{3, {}, 2, 77, {std::byte{1}, std::byte{2}, std::byte{3}}};
        for (const File& file : {plain(), german(), sealed}) {
            const auto result = read(write(file), "x.rsc");
            QVERIFY2(result, result ? "" : result.error().text().c_str());
            QCOMPARE(result.value(), file);
        }
    }

    void everyTruncationIsRefused()
    {
        const auto bytes = write(german());
        for (std::size_t size = 0; size < bytes.size(); ++size)
            QVERIFY(!read(std::span(bytes).first(size), "cut.rsc"));
    }

    void aHugeCountTakesNoMemory()
    {
        auto bytes = write(plain());
        bytes[11] = std::byte{0x7F};
        const auto result = read(bytes, "huge.rsc");
        QVERIFY(!result);
        QCOMPARE(result.error().where, std::string("huge.rsc, number of entries (offset 8)"));
    }

    void aLaterEntryReplacesAnEarlierOneOfItsLanguage()
    {
        File second = german();
        second.entries = {{20001, 1, "ein Stein"}, {20003, 0, "new"}};
        const std::vector<File> files{german(), second};
        const auto merged = merge(files);
        QVERIFY(merged);
        const std::vector<Entry> expected{{20001, 0, "a stone"}, {20001, 1, "ein Stein"}, {20003, 0, "new"}};
        QCOMPARE(merged.value().entries, expected);
    }

    void versionsDoNotMix()
    {
        const std::vector<File> files{plain(), german()};
        const auto merged = merge(files);
        QVERIFY(!merged);
        QCOMPARE(merged.error().what, std::string("expected version 4 as in the first file, found 5"));
    }

    void goldenFilesAreIdentical()
    {
        BLAK_NEED_SHARED(dir, "conformance/compile");
        int count = 0;
        for (const auto& path : test::filesBelow(dir, ".golden")) {
            if (path.stem().extension() != ".rsc")
                continue;
            const auto bytes = test::bytesOf(path);
            const auto result = read(bytes, path.string());
            QVERIFY2(result, result ? "" : result.error().text().c_str());
            QVERIFY2(write(result.value()) == bytes, path.c_str());
            ++count;
        }
        QVERIFY(count > 70);
    }
};

QTEST_APPLESS_MAIN(TestRsc)
#include "tst_rsc.moc"
