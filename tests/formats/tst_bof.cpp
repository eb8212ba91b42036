// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/byte_writer.h"
#include "formats/bof/bof.h"
#include "formats/bof/disassemble.h"
#include "formats/bof/instruction.h"
#include "formats/bof/verify.h"
#include "tests/support/shared_data.h"

#include <QTest>

using namespace blak;
using namespace blak::bof;

namespace {

/// class 10001 with one property, one class variable and the handler `M(x = 0) "doc" { return x + 1; }`.
File smallFile(std::int32_t version)
{
    ByteWriter code;
    if (version <= packedVersions) {
        code.u8(0x22); // binary, local <- local, constant
        code.u8(0);    // +
    } else {
        code.u8(version == 11 ? 0x24 : version == 10 ? 0x24 : version == 9 ? 0x21 : 0x19);
        code.u8(0x02);
    }
    code.u32(1);
    code.u32(0);
    code.u32(Value{Tag::Int, 1}.word());
    code.u8(version <= packedVersions ? 0x80 : 0x00);
    if (version > packedVersions)
        code.u8(0x00);
    code.u32(1);

    Handler handler;
    handler.message = 10003;
    handler.comment = 0;
    handler.locals = 2;
    handler.parameters = {{10002, {Tag::Int, 0}}};
    handler.code = code.take();
    handler.lines = {{0, 12}};

    Class entry;
    entry.id = 10001;
    entry.totalClassvars = 1;
    entry.classvars = {{0, {Tag::DebugString, 0}}};
    entry.totalProperties = 1;
    entry.properties = {{1, {Tag::Int, -5}}};
    entry.handlers = {handler};

    File file;
    file.version = version;
    file.classes = {entry};
    file.strings = {"doc"};
    file.hasLines = true;
    file.sourceName = "small.kod";
    return file;
}

std::string faultOf(const File& file)
{
    const auto result = verify(file, "small.bof");
    return result ? std::string() : result.error().text();
}

} // namespace

class TestBof : public QObject
{
    Q_OBJECT

private slots:
    void everyVersionIsWrittenReadAndVerified_data()
    {
        QTest::addColumn<int>("version");
        for (int version = oldestVersion; version <= newestVersion; ++version)
            QTest::addRow("version %d", version) << version;
    }
    void everyVersionIsWrittenReadAndVerified()
    {
        QFETCH(int, version);
        const File file = smallFile(version);
        const auto result = read(write(file), "small.bof");
        QVERIFY2(result, result ? "" : result.error().text().c_str());
        QCOMPARE(result.value(), file);
        QCOMPARE(faultOf(file), std::string());
        std::vector<std::vector<HandlerPlace>> written;
        write(file, written);
        QVERIFY(places(file) == written);
        const std::string listing = disassemble(file);
        QVERIFY2(listing.find("local 1 = parameter 10002 + 1") != listing.npos, listing.c_str());
        QVERIFY(listing.find("line 12") != listing.npos);
        QVERIFY2(listing.find("class 10001, 1 properties, 1 class variables\n  classvar 0 = ") != listing.npos, listing.c_str()); // each said once
        QVERIFY(listing.find("\n  property 1 = -5\n") != listing.npos);
    }

    void everyTruncationIsRefused()
    {
        const auto bytes = write(smallFile(5));
        for (std::size_t size = 0; size < bytes.size(); ++size)
            QVERIFY2(!read(std::span(bytes).first(size), "cut.bof"), std::to_string(size).c_str());
    }

    void anUnknownVersionIsNamed()
    {
        auto bytes = write(smallFile(5));
        bytes[4] = std::byte{12};
        const auto result = read(bytes, "new.bof");
        QVERIFY(!result);
        QCOMPARE(result.error().text(), std::string("new.bof, version (offset 4): expected 5 to 11, found 12"));
    }

    void opcodeNumbersOfTheVersions()
    {
        QCOMPARE(opcodes(7).size(), std::size_t{55});
        QCOMPARE(opcodes(8)[55].op, Operator::IsClass);
        QCOMPARE(opcodes(9)[10].condition, Condition::Null);
        QCOMPARE(opcodes(10)[21].shape, Shape::CallSettings);
        QCOMPARE(opcodes(11)[0x4A].op, Operator::GetClass);
        QCOMPARE(opcodes(11).size(), std::size_t{76});
        QVERIFY(opcodes(5).empty());
    }

    void verifyFindsAMissingLocal()
    {
        File file = smallFile(5);
        file.classes[0].handlers[0].locals = 0;
        QCOMPARE(faultOf(file),
                 std::string("small.bof, class 10001, message 10003, code offset 0: destination local 1, expected less than 1"));
    }

    void verifyFindsCodeThatRunsOverItsEnd()
    {
        File file = smallFile(11);
        file.classes[0].handlers[0].code.resize(14);
        QVERIFY(faultOf(file).ends_with("the code runs over its end"));
    }

    void verifyFindsAJumpIntoAnInstruction()
    {
        File file = smallFile(5);
        ByteWriter code;
        code.u8(0x41);
        code.i32(2);
        code.u8(0x88);
        code.u32(0);
        file.classes[0].handlers[0].code = code.take();
        QVERIFY(faultOf(file).ends_with("jumps to 2, where no instruction begins"));
    }

    void verifyFindsAMissingDebugString()
    {
        File file = smallFile(5);
        file.strings.clear();
        file.classes[0].handlers[0].comment = -1;
        QCOMPARE(faultOf(file),
                 std::string("small.bof, class 10001: class variable has debug string 0 as default, which does not exist"));
    }

    void seedsOfTheFuzzTargetAreSound()
    {
        const auto files = test::filesBelow(test::sourceDir() / "tests/fuzz/corpus/bof", ".bof");
        QVERIFY(files.size() >= 2);
        for (const auto& path : files) {
            const auto result = read(test::bytesOf(path), path.string());
            QVERIFY2(result, result ? "" : result.error().text().c_str());
            QCOMPARE(faultOf(result.value()), std::string());
        }
    }

    void goldenFilesAreIdenticalAndSound()
    {
        BLAK_NEED_SHARED(dir, "conformance/compile");
        const auto files = test::filesBelow(dir, ".golden");
        int count = 0;
        for (const auto& path : files) {
            if (path.stem().extension() != ".bof")
                continue;
            const auto bytes = test::bytesOf(path);
            const auto result = read(bytes, path.string());
            QVERIFY2(result, result ? "" : result.error().text().c_str());
            std::vector<std::vector<HandlerPlace>> written;
            QVERIFY2(write(result.value(), written) == bytes, path.c_str());
            QVERIFY2(places(result.value()) == written, path.c_str());
            if (path.parent_path().filename() == "err_locals_256") { // 256 locals do not fit the byte that counts them
                QVERIFY(!verify(result.value(), path.string()));
                continue;
            }
            const auto sound = verify(result.value(), path.string());
            QVERIFY2(sound, sound ? "" : sound.error().text().c_str());
            QVERIFY2(disassemble(result.value()).find("??") == std::string::npos, path.c_str());
            ++count;
        }
        QVERIFY(count > 300);
    }
};

QTEST_APPLESS_MAIN(TestBof)
#include "tst_bof.moc"
