// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/sealed/sealed.h"

#include <QTest>

#include <numeric>

using namespace blak;
using namespace blak::sealed;

namespace {

std::vector<std::byte> content(std::size_t size)
{
    std::vector<std::byte> bytes(size);
    for (std::size_t i = 0; i < size; ++i)
        bytes[i] = static_cast<std::byte>(i * 7 + i / 251);
    return bytes;
}

Secret keyFile(char fill = 'k') { return {KeyKind::KeyFile, std::vector<std::byte>(40, static_cast<std::byte>(fill))}; }

} // namespace

class TestSealed : public QObject
{
    Q_OBJECT

private slots:
    void everySizeComesBack()
    {
        for (const std::size_t size :
             {std::size_t{0}, std::size_t{1}, chunkSize - 1, chunkSize, chunkSize + 1, 3 * chunkSize + 5}) {
            const auto plain = content(size);
            const auto sealed = seal(plain, Content::Room, keyFile());
            QVERIFY(sealed);
            const auto bytes = write(sealed.value());
            QVERIFY(isSealed(bytes));
            const auto again = read(bytes, "inn.roo");
            QVERIFY2(again, again ? "" : again.error().text().c_str());
            QVERIFY(write(again.value()) == bytes);
            const auto opened = open(again.value(), keyFile(), "inn.roo");
            QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
            QVERIFY(opened.value() == plain);
        }
    }

    void theSameContentNeverGivesTheSameFile()
    {
        const auto plain = content(100);
        QVERIFY(seal(plain, Content::Room, keyFile()).value() != seal(plain, Content::Room, keyFile()).value());
    }

    void aPassphraseOpens()
    {
        const auto plain = content(1000);
        const File file = seal(plain, Content::Resources, Secret::passphrase("open, please")).value();
        QVERIFY(file.header.keyKind == KeyKind::Passphrase && file.header.kibibytes >= 65536);
        QVERIFY(open(file, Secret::passphrase("open, please"), "x").value() == plain);
        QCOMPARE(open(file, Secret::passphrase("open, pleas"), "x").error().text(),
                 std::string("x: the key is not the one it was sealed with, or the file was changed"));
        QCOMPARE(open(file, keyFile(), "x").error().text(), std::string("x: sealed with a passphrase, found a key file"));
    }

    void everyChangedByteIsNoticed()
    {
        const auto bytes = write(seal(content(300), Content::Sprite, keyFile()).value());
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            auto changed = bytes;
            changed[i] ^= std::byte{1};
            const auto file = read(changed, "x");
            QVERIFY2(!file || !open(file.value(), keyFile(), "x"), std::to_string(i).c_str());
        }
        QVERIFY(!open(read(bytes, "x").value(), keyFile('l'), "x"));
    }

    void chunksCannotBeMovedOrLeftOut()
    {
        File file = seal(content(3 * chunkSize), Content::Room, keyFile()).value();
        File swapped = file;
        const auto whole = static_cast<std::ptrdiff_t>(chunkSize + chunkOverhead);
        std::swap_ranges(swapped.body.begin(), swapped.body.begin() + whole, swapped.body.begin() + whole);
        QVERIFY(!open(swapped, keyFile(), "x"));
        file.body.resize(static_cast<std::size_t>(2 * whole));
        file.header.size = 2 * chunkSize;
        QVERIFY(read(write(file), "x"));      // the sizes add up,
        QVERIFY(!open(file, keyFile(), "x")); // but neither the header nor the last chunk are what was sealed
    }

    void brokenFramesAreRefused()
    {
        const auto bytes = write(seal(content(50), Content::Room, keyFile()).value());
        for (std::size_t size = 0; size < bytes.size(); ++size)
            QVERIFY(!read(std::span(bytes).first(size), "cut"));
        const auto refusal = [&bytes](std::size_t offset, unsigned value) {
            auto changed = bytes;
            changed[offset] = static_cast<std::byte>(value);
            const auto file = read(changed, "x");
            return file ? std::string("accepted") : file.error().text();
        };
        QCOMPARE(refusal(8, 2), std::string("x, version (offset 8): expected 1, found 2"));
        QCOMPARE(refusal(12, 9), std::string("x, content (offset 12): expected 1 to 3, found 9"));
        QCOMPARE(refusal(13, 1), std::string("x, passes (offset 16): expected 1 to 16, found 0"));
        QCOMPARE(refusal(22, 1), std::string("x, memory (offset 20): expected 0, found 65536"));
        QVERIFY(refusal(64, 51).find("size of content (offset 64): says 51 bytes") != std::string::npos);
        QVERIFY(refusal(71, 0xFF).find("size of content (offset 64)") != std::string::npos);
    }

    void readersSayWhatItIs()
    {
        const auto bytes = write(seal(content(1), Content::Room, keyFile()).value());
        QCOMPARE(explain(bytes), std::string("a sealed room: open it with `blak unseal` and its key"));
        QCOMPARE(explain(content(200)), std::string());
        QCOMPARE(explain(std::span(bytes).first(8)), std::string("a sealed file: open it with `blak unseal` and its key"));
    }

    void weakSecretsAreRefused()
    {
        QVERIFY(!seal(content(1), Content::Room, Secret::passphrase("")));
        const Secret shortKey(KeyKind::KeyFile, std::vector<std::byte>(31));
        QCOMPARE(seal(content(1), Content::Room, shortKey).error().text(),
                 std::string("key file: expected a key of at least 32 bytes, found 31"));
        const std::string key = newKey().value();
        QCOMPARE(key.size(), std::size_t{65});
        QVERIFY(key != newKey().value());
    }
};

QTEST_APPLESS_MAIN(TestSealed)
#include "tst_sealed.moc"
