// SPDX-License-Identifier: GPL-3.0-or-later
// Frames, check words and masks against the vectors of section 9 of the protocol reference.
#include "formats/wire/frame.h"
#include "formats/wire/security.h"

#include <QTest>

using namespace blak;
using namespace blak::wire;

namespace {

std::vector<std::byte> bytesOfHex(const char* hex)
{
    const QByteArray raw = QByteArray::fromHex(hex);
    const auto view = std::as_bytes(std::span(raw.constData(), static_cast<std::size_t>(raw.size())));
    return {view.begin(), view.end()};
}

} // namespace

class TestFrame : public QObject
{
    Q_OBJECT

private slots:
    void crc() { QCOMPARE(payloadCrc(bytesOfHex("313233343536373839")), 0xcbf43926U); }

    void passwordDigest()
    {
        const auto md5 = bytesOfHex("d41d8cd98f00b204e9800998ecf8427e");
        std::array<std::byte, 16> digest{};
        std::ranges::copy(md5, digest.begin());
        const auto sent = passwordField(digest);
        QVERIFY(std::ranges::equal(sent, bytesOfHex("d41d8cd98f01b204e9800998ecf8427e")));
    }

    void clientFramesInOrder()
    {
        struct Vector
        {
            const char* payload;
            std::uint32_t random;
            const char* frame;
        };
        const Vector vectors[] = {
            {"2d", 222154, "0100e3d20100012d"},
            {"03", 140645, "0100639b01000103"},
            {"2e34120000", 183693, "0500f8b10500012e34120000"},
            {"6e0102006869", 200698, "0600fd1f0600016e0102006869"},
            {"648002c002124d000000", 86822, "0a00a0e40a0001648002c002124d000000"},
            {"9b05", 212433, "0200c2710200019b05"},
            {"36", 70201, "01004c6b01000136"},
        };
        SecurityStreams streams({3590398430U, 123456789U, 1804289383U, 846930886U, 1804289900U});
        for (const Vector& vector : vectors) {
            const std::uint32_t random = streams.next();
            QCOMPARE(random, vector.random);
            auto payload = bytesOfHex(vector.payload);
            const std::uint16_t check = clientCheck(random, payload);
            const auto frame = writeFrame({check, 1, std::move(payload)});
            QVERIFY(frame);
            QCOMPARE(frame.value(), bytesOfHex(vector.frame));
        }
    }

    void signOfTheTypeMattersFrom128()
    {
        const auto rest = bytesOfHex("9b05");
        QVERIFY(clientCheck(1, rest, TypeSign::Signed) != clientCheck(1, rest, TypeSign::Unsigned));
        const auto ping = bytesOfHex("03");
        QCOMPARE(clientCheck(1, ping, TypeSign::Signed), clientCheck(1, ping, TypeSign::Unsigned));
    }

    void typeMask()
    {
        TypeMask mask;
        QCOMPARE(mask.next(), std::uint8_t{0});
        mask.restart(0xDE, "Success.");
        const int real[] = {134, 130, 200, 206, 31, 149, 22};
        const int wire[] = {88, 179, 110, 199, 115, 68, 82};
        for (std::size_t i = 0; i < std::size(real); ++i)
            QCOMPARE(real[i] ^ mask.next(), wire[i]);
    }

    void echoByte()
    {
        SecurityStreams streams({0xD6011F8CU, 1, 2, 3, 4});
        streams.next();
        streams.next();
        QCOMPARE(streams.echoToken() ^ TypeMask::echoKey, 0x0F);
    }

    void framesCutAnywhere()
    {
        std::vector<std::byte> stream;
        const Frame frames[] = {checkedFrame(bytesOfHex("15"), 0), checkedFrame(bytesOfHex("1600112233"), 7)};
        for (const Frame& frame : frames) {
            const auto bytes = writeFrame(frame);
            stream.insert(stream.end(), bytes.value().begin(), bytes.value().end());
        }
        for (std::size_t cut = 0; cut <= stream.size(); ++cut) {
            FrameReader reader(largestServerPayload);
            std::vector<Frame> got;
            for (const auto part : {std::span(stream).first(cut), std::span(stream).subspan(cut)}) {
                reader.feed(part);
                for (auto next = reader.next(); next && next.value(); next = reader.next())
                    got.push_back(*next.value());
            }
            QVERIFY(std::ranges::equal(got, frames));
            QCOMPARE(reader.buffered(), std::size_t{0});
        }
    }

    void brokenHeaders_data()
    {
        QTest::addColumn<QByteArray>("header");
        QTest::newRow("unequal lengths") << QByteArray("01000000020000");
        QTest::newRow("empty payload") << QByteArray("00000000000000");
        QTest::newRow("longer than a client may send") << QByteArray("71170000711700");
    }
    void brokenHeaders()
    {
        QFETCH(QByteArray, header);
        FrameReader reader(largestClientPayload);
        reader.feed(bytesOfHex(header.constData()));
        QVERIFY(!reader.next());
        reader.feed(bytesOfHex("0100000001000015"));
        QVERIFY(!reader.next()); // stays failed
        QCOMPARE(reader.buffered(), std::size_t{0});
    }

    void longestPayload()
    {
        Frame frame;
        frame.payload.resize(0xFFFF);
        QVERIFY(writeFrame(frame));
        frame.payload.resize(0x10000);
        QVERIFY(!writeFrame(frame));
        QVERIFY(!writeFrame(Frame{}));
    }
};

QTEST_APPLESS_MAIN(TestFrame)
#include "tst_frame.moc"
