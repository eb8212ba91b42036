// SPDX-License-Identifier: GPL-3.0-or-later
// The message table is sound; decoding and encoding keep their promises on good, short and hostile payloads.
#include "formats/wire/codec.h"
#include "formats/wire/reference.h"
#include "tests/support/shared_data.h"

#include <QTest>

#include <fstream>
#include <random>
#include <set>
#include <sstream>
#include <tuple>

using namespace blak;
using namespace blak::wire;

namespace {

std::vector<std::byte> bytesOfHex(const char* hex)
{
    const QByteArray raw = QByteArray::fromHex(hex);
    const auto view = std::as_bytes(std::span(raw.constData(), static_cast<std::size_t>(raw.size())));
    return {view.begin(), view.end()};
}

const ResourceFormats& noFormats()
{
    static const ResourceFormats formats;
    return formats;
}

Result<Message> fromMainline(const char* hex, const ResourceFormats& formats = noFormats())
{
    return decode(Dialect::Mainline, Direction::ToClient, false, bytesOfHex(hex), formats);
}

const Layout* noStructure(std::string_view) { return nullptr; }

} // namespace

class TestCodec : public QObject
{
    Q_OBJECT

private slots:
    void numbersAreUnique()
    {
        std::set<std::tuple<char, Direction, Family, int>> seen;
        for (const MessageRow& row : messageTable()) {
            QVERIFY(!row.dialects.empty());
            for (const char letter : row.dialects) {
                QVERIFY(std::ranges::find(dialectNames, letter, &DialectName::letter) != dialectNames.end());
                QVERIFY2(seen.emplace(letter, row.direction, row.family, row.number).second, row.name.data());
            }
        }
    }

    void everyRowIsFoundAndParsed()
    {
        for (const MessageRow& row : messageTable())
            for (const DialectName& dialect : dialectNames)
                if (row.isIn(dialect.dialect)) {
                    QCOMPARE(findMessage(dialect.dialect, row.direction, row.family, row.number), &row);
                    QCOMPARE(findMessage(dialect.dialect, row.direction, row.name), &row);
                    QCOMPARE(findMessage(dialect.dialect, row.direction, row.id), &row);
                    QCOMPARE(layoutOf(row).empty(), row.layout.empty());
                }
    }

    void documentIsCurrent()
    {
        const auto file = test::sourceDir() / "docs/protocol.md";
        if (qEnvironmentVariableIsSet("BLAK_WRITE_DOCS"))
            std::ofstream(file) << protocolReference();
        std::stringstream content;
        content << std::ifstream(file).rdbuf();
        QCOMPARE(content.str(), protocolReference());
    }

    void stat()
    {
        const auto message = fromMainline("8301013e640000010114000000000000006400000014000000");
        QVERIFY(message);
        QCOMPARE(message.value().row->name, std::string_view("BP_STAT"));
        const auto& stat = message.value().find("stat")->items;
        QCOMPARE(stat[1].number, 25662U);
        QCOMPARE(stat[4].name, std::string_view("value"));
        QCOMPARE(stat[4].signedNumber(), 20);
        QCOMPARE(stat[6].signedNumber(), 100);
        QVERIFY(message.value().surplus.empty());
    }

    void backgroundOverlayHasSignedHeight()
    {
        const auto message = fromMainline("98210f00009766000098660000 010100 2c0b 38ff");
        QVERIFY(message);
        QCOMPARE(message.value().find("angle")->number, 2860U);
        QCOMPARE(message.value().find("y")->signedNumber(), -200);
    }

    void sameNumberOtherDialect()
    {
        const auto payload = bytesOfHex("ef01000000");
        QVERIFY(decode(Dialect::Mainline, Direction::ToServer, false, payload, noFormats()));
        QVERIFY(!decode(Dialect::Open105, Direction::ToServer, false, payload, noFormats()));
        const auto change = decode(Dialect::Open105, Direction::ToClient, false, payload, noFormats());
        QCOMPARE(change.value().row->name, std::string_view("BP_SECTOR_CHANGE"));
    }

    /// What the fork 2.9 offers a new character has no schools of skills; all else is as in open105.
    void skillsOfTheFork29HaveNoSchool()
    {
        const auto payload = bytesOfHex("8c 00 00 00000000 0a000000 00000000 00000000 00000000"
                                        "00000000 0a000000 00000000 00000000 00000000"
                                        "00000000 02000000 01000000 02000000 03000000 0a000000 04000000 05000000 06000000 19000000");
        const auto message = decode(Dialect::Open29, Direction::ToClient, false, payload, noFormats());
        QVERIFY(message);
        const Field& skills = *message.value().find("skills");
        QCOMPARE(skills.items.size(), std::size_t{2});
        QCOMPARE(skills.items[1].items.back().number, 25U);
        QVERIFY(message.value().surplus.empty());
        QCOMPARE(encode(Dialect::Open29, message.value()).value(), payload);
        QVERIFY(!decode(Dialect::Open105, Direction::ToClient, false, payload, noFormats()));
        for (const MessageRow& row : messageTable())
            QCOMPARE(row.isIn(Dialect::Open29), row.isIn(Dialect::Open105));
    }

    void parametersFollowTheText()
    {
        ResourceFormats formats;
        formats.set(1, "%i of %s say %q, 100%%");
        formats.set(2, "%d");
        const auto payload = bytesOfHex("20 01000000 07000000 02000000 0200 6869 09000000");
        const auto message = decode(Dialect::Mainline, Direction::ToClient, false, payload, formats);
        QVERIFY(message);
        const Field& text = *message.value().find("message");
        QCOMPARE(text.items.size(), std::size_t{3});
        QCOMPARE(text.items[1].items.at(0).number, 9U);
        QCOMPARE(text.items[2].text, std::string("hi"));
        QCOMPARE(encode(Dialect::Mainline, message.value()).value(), payload);
    }

    void missingAndSurplusParameters()
    {
        ResourceFormats formats;
        formats.set(1, "%s %s");
        const auto fewer = fromMainline("200100000005000000", formats);
        QCOMPARE(fewer.value().find("message")->items.size(), std::size_t{1});
        const auto more = fromMainline("20020000000500000006", formats);
        QCOMPARE(more.value().surplus.size(), std::size_t{5});
        const auto cut = fromMainline("20010000000500", formats);
        QVERIFY(!cut);
        QVERIFY(cut.error().where.find("BP_MESSAGE") != std::string::npos);
        QVERIFY(cut.error().where.find("(offset 5)") != std::string::npos);
    }

    void textThatNamesItselfEnds()
    {
        ResourceFormats formats;
        formats.set(1, "%s");
        std::vector<std::byte> payload = bytesOfHex("20");
        for (int i = 0; i < 5000; ++i)
            payload.insert(payload.end(), {std::byte{1}, std::byte{0}, std::byte{0}, std::byte{0}});
        const auto message = decode(Dialect::Mainline, Direction::ToClient, false, payload, formats);
        QVERIFY(!message);
        QCOMPARE(message.error().what, std::string("resource texts are nested too deeply"));
    }

    void everyShorterPayloadIsRefused()
    {
        const auto whole = bytesOfHex("86e107000001 00fc100000765c000042420f000d020000000000000000 09d5010100 01"
                                      "7e5c00001f09d5010100 8002 c002 0004 010100 00");
        QVERIFY(decode(Dialect::Mainline, Direction::ToClient, false, whole, noFormats()));
        for (std::size_t size = 0; size < whole.size(); ++size)
            QVERIFY(!decode(Dialect::Mainline, Direction::ToClient, false, std::span(whole).first(size), noFormats()));
    }

    void hugeCountIsRefused()
    {
        QVERIFY(!fromMainline("8c0000ffffffff"));
        QVERIFY(!fromMainline("cdffff01000000"));
    }

    /// Whatever decodes must encode to the same bytes.
    void randomPayloads()
    {
        std::mt19937 random(59);
        ResourceFormats formats;
        formats.set(0, "%q%r");
        int decoded = 0;
        for (const MessageRow& row : messageTable())
            for (const DialectName& dialect : dialectNames)
                for (int round = 0; row.isIn(dialect.dialect) && round < 20; ++round) {
                    std::vector<std::byte> payload(random() % 120);
                    for (std::byte& byte : payload)
                        byte = static_cast<std::byte>(random() % 3 == 0 ? random() : random() % 3);
                    if (row.family == Family::System || row.family == Family::User)
                        payload.insert(payload.begin(), std::byte{row.number});
                    const bool direct = row.family == Family::Login || row.family == Family::Game;
                    const int type = direct ? row.number : row.family == Family::System ? systemType : userCommandType;
                    payload.insert(payload.begin(), static_cast<std::byte>(type));
                    const auto message = decode(dialect.dialect, row.direction, row.family == Family::Login, payload, formats);
                    if (!message)
                        continue;
                    ++decoded;
                    const auto again = encode(dialect.dialect, message.value());
                    QVERIFY2(again && again.value() == payload, row.name.data());
                }
        QVERIFY(decoded > 5000);
    }

    void encodeRefusesWhatDoesNotFit()
    {
        auto message = fromMainline("98210f00009766000098660000 010100 2c0b 38ff").value();
        message.fields.back().number = 40000;
        QVERIFY(!encode(Dialect::Mainline, message));
        message.fields.pop_back();
        QVERIFY(!encode(Dialect::Mainline, message));
        Message sector;
        sector.row = findMessage(Dialect::Open105, Direction::ToClient, "BP_SECTOR_CHANGE");
        QVERIFY(!encode(Dialect::Mainline, sector));
    }

    void brokenLayouts_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char* text :
             {"a", "a:u9", ":u8", "a[u16]", "a[u16]{}", "a[u16]{b:u8", "a[x]{b:u8}", "?odd{b:u8}", "?a==x{b:u8}", "?a={b:u8}", "?a!{b:u8}",
              "?a=5{b:u8}", "?a!!5{b:u8}", "?a&{b:u8}", "}"})
            QTest::newRow(text) << QByteArray(text);
    }
    void brokenLayouts()
    {
        QFETCH(QByteArray, text);
        QVERIFY(!parseLayout(std::string_view(text.constData(), static_cast<std::size_t>(text.size())), noStructure));
    }
};

QTEST_APPLESS_MAIN(TestCodec)
#include "tst_codec.moc"
