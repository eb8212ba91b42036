// SPDX-License-Identifier: GPL-3.0-or-later
// Events as files, and the answers of a replay, also to hostile recordings.
#include "formats/base/file_io.h"
#include "server/record/recorder.h"
#include "server/record/replayer.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>
#include <sstream>

using namespace blak;
using namespace blak::serve;

namespace {

std::vector<std::byte> bytesOf(std::string_view text)
{
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

/// A made-up outside whose clocks go on by themselves.
class FakeOutside final : public Outside
{
public:
    std::int64_t unixTime() override { return 1'700'000'000 + reads_++ / 7; }
    std::int64_t milliseconds() override { return 50'000 + reads_++ / 3; }
    void random(std::span<std::byte> bytes) override { std::ranges::fill(bytes, std::byte{42}); }
    Result<Listening> listen(const ListenWish& wish) override
    {
        return wish.port == 1 ? Result<Listening>(Error{"is taken", "port 1"}) : Result<Listening>(Listening{7, 5959});
    }
    Accepted accept(int) override { return {9, false, *peer()}; }
    Result<int> connect(const std::string&, int) override { return 11; }
    Result<int> openPipe(const std::string&) override { return Error{"is no pipe", "x"}; }
    Result<int> openConsole() override { return Error{"was not started from a terminal", "console"}; }
    Transfer read(int, std::span<std::byte> bytes) override
    {
        const auto text = bytesOf("hello");
        std::ranges::copy(text, bytes.begin());
        return {TransferState::Done, text.size()};
    }
    Transfer write(int, std::span<const std::byte> bytes) override { return {TransferState::Done, bytes.size() / 2}; }
    Transfer readDatagram(int, std::span<std::byte> bytes, Address& from) override
    {
        from = *peer();
        bytes[0] = std::byte{3};
        return {TransferState::Done, 1};
    }
    void watch(int, std::uint32_t) override {}
    void close(int) override {}
    std::optional<std::span<const Ready>> wait(int) override
    {
        static const Ready ready[]{{9, true, false, true}, {7, false, true, false}};
        return ready;
    }
    std::string fact(Fact, const std::function<std::string()>& answer) override { return answer(); }

    static std::optional<Address> peer() { return parseAddressRange("10.1.2.3")->first; }

private:
    std::int64_t reads_ = 0;
};

/// What a small run asks for.
struct Answers
{
    std::vector<std::int64_t> times;
    std::string text;

    friend bool operator==(const Answers&, const Answers&) = default;
};

Answers ask(Outside& outside)
{
    Answers a;
    const auto note = [&](auto... values) { (a.times.push_back(static_cast<std::int64_t>(values)), ...); };
    std::byte buffer[100]{};
    outside.random(std::span(buffer, 4));
    note(buffer[3]);
    note(outside.listen({"", 2, false, "", ""}).value().port);
    a.text += outside.listen({"", 1, false, "", ""}).error().what.find("is taken") != std::string::npos ? "taken " : "free ";
    for (int i = 0; i < 40; ++i)
        note(outside.unixTime(), outside.milliseconds(), outside.milliseconds());
    const auto ready = outside.wait(10);
    note(ready->size(), (*ready)[0].handle, (*ready)[0].broken, (*ready)[1].writable);
    const Accepted accepted = outside.accept(7);
    note(accepted.handle, accepted.address.bytes[15]);
    const Transfer got = outside.read(9, buffer);
    a.text += std::string(reinterpret_cast<const char*>(buffer), got.size);
    note(outside.write(9, std::as_bytes(std::span("four five", 9))).size);
    note(outside.connect("host", 3).value());
    a.text += outside.openPipe("x") ? "pipe" : "none";
    Address from;
    note(outside.readDatagram(7, buffer, from).size, from.bytes[15], outside.milliseconds());
    a.text += outside.fact(Fact::Signal, [] { return std::string("stop"); });
    return a;
}

} // namespace

class TestRecording : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir folder_;

    std::filesystem::path path(const char* name) const { return std::filesystem::path(folder_.path().toStdString()) / name; }

    Answers record(const char* name)
    {
        FakeOutside real;
        std::filesystem::create_directories(path("world/rooms"));
        (void)writeFileAtomically(path("world/rooms/Inn.ROO"), "a room", Backup::None);
        (void)writeFileAtomically(path("world/rooms/notes.txt"), "not read by servers", Backup::None);
        (void)writeFileAtomically(path("world/blakserv.cfg"), "[Socket]\n", Backup::None);
        Recorder recorder(real, EventWriter::create(path(name)).value());
        (void)recorder.begin(
            77,
            {{path("world/rooms"), "rooms", {".roo"}, {}, {}},
             {path("world/blakserv.cfg"), "blakserv.cfg", {}, [](const std::string& text) { return "#\n" + text + "#\n"; }, {}}});
        const Answers answers = ask(recorder);
        recorder.end();
        return answers;
    }

    Result<void> beginsWith(const std::vector<Event>& events)
    {
        const auto file = path("made.blakrec");
        std::filesystem::remove(file);
        std::filesystem::remove_all(path("place"));
        {
            EventWriter writer = EventWriter::create(file).value();
            writer.write({EventKind::Start, {1, 2, 3}, {}});
            for (const Event& event : events)
                writer.write(event);
        }
        std::ifstream in(file, std::ios::binary);
        return Replayer(EventReader(in, "made"), path("place")).begin();
    }

private slots:
    void replayGivesTheSameAnswers()
    {
        const Answers then = record("a.blakrec");
        std::ifstream in(path("a.blakrec"), std::ios::binary);
        Replayer replayer(EventReader(in, "a"), path("again"));
        QVERIFY(replayer.begin());
        QCOMPARE(replayer.seed(), 77u);
        QVERIFY(ask(replayer) == then);
        QVERIFY(!replayer.fault());
        QVERIFY(replayer.complete());
        QVERIFY(!replayer.wait(1));
        QCOMPARE(replayer.differentWrites(), 0u);
        QCOMPARE(readTextFile(path("again/rooms/Inn.ROO")).value(), std::string("a room"));
        QCOMPARE(readTextFile(path("again/blakserv.cfg")).value(), std::string("#\n[Socket]\n#\n"));
        QVERIFY(!std::filesystem::exists(path("again/rooms/notes.txt")));
    }

    void anotherWayIsNoticed()
    {
        record("b.blakrec");
        std::ifstream in(path("b.blakrec"), std::ios::binary);
        Replayer replayer(EventReader(in, "b"), path("other"));
        QVERIFY(replayer.begin());
        std::byte buffer[10];
        replayer.read(9, buffer); // the run asked for random bytes first
        QVERIFY(replayer.fault());
        QVERIFY(replayer.fault()->what.find("asks for Read, the recording has Random") != std::string::npos);
        QVERIFY(!replayer.wait(1));
    }

    void filesThatChangeAreRecorded()
    {
        FakeOutside real;
        std::filesystem::create_directories(path("moving"));
        (void)writeFileAtomically(path("moving/a.bof"), "one", Backup::None);
        Recorder recorder(real, EventWriter::create(path("c.blakrec")).value());
        QVERIFY(recorder.begin(1, {{path("moving"), "memmap", {".bof"}, {}, {}}}));
        (void)writeFileAtomically(path("moving/a.bof"), "two and more", Backup::None);
        (void)writeFileAtomically(path("moving/b.bof"), "", Backup::None);
        recorder.noteFiles();
        std::filesystem::remove(path("moving/a.bof"));
        recorder.wait(1);
        recorder.noteFiles();
        recorder.end();
        std::ifstream in(path("c.blakrec"), std::ios::binary);
        Replayer replayer(EventReader(in, "c"), path("moved"));
        QVERIFY(replayer.begin());
        QCOMPARE(readTextFile(path("moved/memmap/a.bof")).value(), std::string("two and more")); // nothing was asked in between
        QVERIFY(replayer.wait(1));
        replayer.noteFiles();
        QVERIFY(!std::filesystem::exists(path("moved/memmap/a.bof")));
        QVERIFY(std::filesystem::exists(path("moved/memmap/b.bof")));
    }

    /// Files that are changed by another name than the recorded one, and a folder that is put in the place of another.
    void changesThatComeAnotherWayAreRecorded()
    {
        namespace fs = std::filesystem;
        FakeOutside real;
        for (const char* name : {"linked", "behind", "next"})
            fs::create_directories(path(name));
        (void)writeFileAtomically(path("behind/a.bof"), "one", Backup::None);
        (void)writeFileAtomically(path("behind/b.bof"), "one", Backup::None);
        fs::create_symlink(path("behind/a.bof"), path("linked/a.bof"));
        fs::create_hard_link(path("behind/b.bof"), path("linked/b.bof"));
        (void)writeFileAtomically(path("next/a.bof"), "of the next one", Backup::None);
        Recorder recorder(real, EventWriter::create(path("e.blakrec")).value());
        QVERIFY(recorder.begin(1, {{path("linked"), "memmap", {".bof"}, {}, {}}}));
        recorder.wait(1);
        std::ofstream(path("behind/a.bof"), std::ios::app) << " and two";
        std::ofstream(path("behind/b.bof"), std::ios::app) << " and three";
        recorder.noteFiles();
        recorder.wait(1);
        recorder.noteFiles();
        fs::rename(path("linked"), path("old"));
        fs::rename(path("next"), path("linked"));
        recorder.noteFiles();
        recorder.end();
        std::ifstream in(path("e.blakrec"), std::ios::binary);
        Replayer replayer(EventReader(in, "e"), path("relinked"));
        QVERIFY(replayer.begin());
        QCOMPARE(readTextFile(path("relinked/memmap/a.bof")).value(), std::string("one"));
        QVERIFY(replayer.wait(1));
        replayer.noteFiles();
        QCOMPARE(readTextFile(path("relinked/memmap/a.bof")).value(), std::string("one and two"));
        QCOMPARE(readTextFile(path("relinked/memmap/b.bof")).value(), std::string("one and three"));
        QVERIFY(replayer.wait(1));
        replayer.noteFiles();
        QCOMPARE(readTextFile(path("relinked/memmap/a.bof")).value(), std::string("of the next one"));
        QVERIFY(!fs::exists(path("relinked/memmap/b.bof")));
        QVERIFY(replayer.complete());
    }

    void namesOfFiles_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("safe");
        for (const char* name : {"a", "rooms/inn.roo", "a/b/c.d", ".hidden", "a..b"})
            QTest::newRow(name) << QString::fromLatin1(name) << true;
        for (const char* name : {"", "/etc/passwd", "../a", "a/../b", "a/..", ".", "a//b", "a/", "./a", "a\\b"})
            QTest::newRow(name[0] == '\0' ? "empty" : name) << QString::fromLatin1(name) << false;
    }
    void namesOfFiles()
    {
        QFETCH(QString, name);
        QFETCH(bool, safe);
        QCOMPARE(isSafeName(name.toStdString()), safe);
        const auto begun = beginsWith({fileEvent(name.toStdString(), bytesOf("content"))});
        QCOMPARE(static_cast<bool>(begun), safe);
    }

    void hostileFiles()
    {
        Event lies = fileEvent("a", bytesOf("content"));
        lies.numbers[1] = 1'000'000;
        QVERIFY(!beginsWith({lies}));
        lies.numbers = {-1, 5};
        QVERIFY(!beginsWith({lies}));
        Event torn = fileEvent("a", bytesOf("content"));
        torn.bytes.resize(torn.bytes.size() - 3);
        QVERIFY(!beginsWith({torn}));
        for (const std::string& bytes :
             {std::string(""), std::string("BLK"), std::string("BLKREC\x02\x00", 8), std::string("BLKREC\x01\x00\x63", 9),
              std::string("BLKREC\x01\x00\x09\x02\x00\xff\xff\xff\xff\x7f", 16)}) {
            std::istringstream in(bytes);
            QVERIFY(!Replayer(EventReader(in, "hostile"), path("nowhere")).begin());
        }
    }

    void everyCutEndsQuietly()
    {
        record("d.blakrec");
        const std::string whole = readTextFile(path("d.blakrec")).value();
        for (std::size_t size = 8; size < whole.size(); ++size) {
            std::istringstream in(whole.substr(0, size));
            EventReader reader(in, "cut");
            for (;;) {
                auto event = reader.next();
                QVERIFY(event);
                if (!event.value())
                    break;
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestRecording)
#include "tst_recording.moc"
