// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"
#include "formats/document/journal.h"
#include "formats/document/recovery.h"

#include <QTemporaryDir>
#include <QTest>

#include <random>

using namespace blak;
using namespace blak::document;

namespace {

using Bytes = std::vector<std::byte>;

Bytes bytesOf(std::string_view text)
{
    const auto view = std::as_bytes(std::span(text));
    return {view.begin(), view.end()};
}

Bytes randomBytes(std::mt19937& random, std::size_t size)
{
    Bytes bytes(size);
    for (std::byte& byte : bytes)
        byte = static_cast<std::byte>(random() % 4); // few values: common prefixes and suffixes
    return bytes;
}

class Folder
{
public:
    std::filesystem::path file(const char* name) const { return std::filesystem::path(dir_.path().toStdString()) / name; }

private:
    QTemporaryDir dir_;
};

} // namespace

class TestJournal : public QObject
{
    Q_OBJECT

private slots:
    void whatWasAppendedIsReadBack()
    {
        const Folder folder;
        const std::vector<Bytes> records{bytesOf("one"), {}, Bytes(100000, std::byte{7})};
        for (const auto when : {SyncPolicy::When::EveryRecord, SyncPolicy::When::Interval, SyncPolicy::When::Never}) {
            const auto file = folder.file(std::to_string(static_cast<int>(when)).c_str());
            {
                auto journal = Journal::create(file, {when});
                QVERIFY(journal);
                for (const Bytes& record : records)
                    QVERIFY(journal.value().append(record));
                QCOMPARE(journal.value().size(), std::uint64_t{std::filesystem::file_size(file)});
            }
            const auto content = readJournal(file);
            QVERIFY(content);
            QVERIFY(content.value().records == records);
            QVERIFY(!content.value().isCut);
        }
    }

    void aJournalIsNotOverwritten()
    {
        const Folder folder;
        QVERIFY(Journal::create(folder.file("j")));
        QVERIFY(!Journal::create(folder.file("j")));
        QVERIFY(!Journal::create(folder.file("no/such/folder")));
        QVERIFY(!Journal::resume(folder.file("none")));
        QVERIFY(writeFileAtomically(folder.file("other"), std::string_view("something else")));
        QVERIFY(!readJournal(folder.file("other")));
    }

    void aCutAnywhereKeepsWhatWasWhole()
    {
        const Folder folder;
        std::vector<std::uint64_t> ends;
        {
            auto journal = Journal::create(folder.file("j"));
            ends.push_back(journal.value().size());
            for (const std::string_view text : {"first", "", "the third record", "x"}) {
                QVERIFY(journal.value().append(bytesOf(text)));
                ends.push_back(journal.value().size());
            }
        }
        const Bytes whole = readFile(folder.file("j")).value();
        const auto all = readJournal(whole, "j").value().records;
        for (std::size_t size = 0; size <= whole.size(); ++size) {
            const auto content = readJournal(std::span(whole).first(size), "cut");
            QVERIFY(content);
            const auto count = static_cast<std::size_t>(std::ranges::upper_bound(ends, size) - ends.begin());
            QCOMPARE(content.value().records.size(), count == 0 ? 0 : count - 1);
            QVERIFY(std::equal(content.value().records.begin(), content.value().records.end(), all.begin()));
            QCOMPARE(content.value().isCut, count == 0 || ends[count - 1] != size);
        }
        // A block of zeros, as file systems leave it after a power cut.
        Bytes zeros = whole;
        zeros.resize(whole.size() + 4096);
        QCOMPARE(readJournal(zeros, "zeros").value().records.size(), all.size());
        QVERIFY(readJournal(zeros, "zeros").value().isCut);
    }

    void aDamagedRecordEndsTheJournal()
    {
        const Folder folder;
        {
            auto journal = Journal::create(folder.file("j"));
            QVERIFY(journal.value().append(bytesOf("first")));
            QVERIFY(journal.value().append(bytesOf("second")));
        }
        Bytes whole = readFile(folder.file("j")).value();
        for (std::size_t at = 8 + 13; at < whole.size(); ++at) {
            whole[at] ^= std::byte{0x10};
            QCOMPARE(readJournal(whole, "j").value().records.size(), std::size_t{1});
            whole[at] ^= std::byte{0x10};
        }
    }

    void aCutJournalGoesOn()
    {
        const Folder folder;
        {
            auto journal = Journal::create(folder.file("j"));
            QVERIFY(journal.value().append(bytesOf("first")));
            QVERIFY(journal.value().append(bytesOf("second")));
        }
        std::filesystem::resize_file(folder.file("j"), std::filesystem::file_size(folder.file("j")) - 3);
        {
            auto journal = Journal::resume(folder.file("j"));
            QVERIFY(journal);
            QVERIFY(journal.value().append(bytesOf("third")));
        }
        const auto content = readJournal(folder.file("j"));
        QVERIFY(content.value().records == (std::vector<Bytes>{bytesOf("first"), bytesOf("third")}));
        QVERIFY(!content.value().isCut);
    }

    void theLastStepIsRecovered()
    {
        const Folder folder;
        const auto file = folder.file("r");
        {
            auto log = RecoveryLog::start(file, "inn.roo", bytesOf("hello world"));
            QVERIFY(log);
            QVERIFY(log.value().record("Move", bytesOf("hello brave world")));
            QVERIFY(log.value().record("Erase", bytesOf("")));
            QVERIFY(log.value().record("Undo", bytesOf("hello brave world")));
        }
        auto found = recover(file);
        QVERIFY(found);
        QCOMPARE(found.value().origin, std::string("inn.roo"));
        QVERIFY(found.value().bytes == bytesOf("hello brave world"));
        QCOMPARE(found.value().steps, (std::vector<std::string>{"Move", "Erase", "Undo"}));
        std::filesystem::resize_file(file, std::filesystem::file_size(file) - 1);
        found = recover(file);
        QVERIFY(found.value().isCut);
        QVERIFY(found.value().bytes.empty());
    }

    void aSaveStartsTheLogAnew()
    {
        const Folder folder;
        auto log = RecoveryLog::start(folder.file("r"), "", bytesOf("a"));
        QVERIFY(log.value().record("Edit", bytesOf("b")));
        QVERIFY(log.value().restart("saved.roo", bytesOf("b")));
        QVERIFY(recover(folder.file("r")).value().steps.empty());
        QVERIFY(log.value().record("Edit", bytesOf("c")));
        const auto found = recover(folder.file("r"));
        QCOMPARE(found.value().origin, std::string("saved.roo"));
        QVERIFY(found.value().bytes == bytesOf("c"));
        log.value().discard();
        QVERIFY(!std::filesystem::exists(folder.file("r")));
    }

    void theLogStaysSmall()
    {
        const Folder folder;
        std::mt19937 random(1);
        auto log = RecoveryLog::start(folder.file("r"), "", randomBytes(random, 10000));
        Bytes last;
        for (int i = 0; i < 400; ++i) {
            last = randomBytes(random, 10000);
            QVERIFY(log.value().record("Step", last));
            QVERIFY(std::filesystem::file_size(folder.file("r")) < 1'200'000);
        }
        const auto found = recover(folder.file("r"));
        QVERIFY(found.value().bytes == last);
        QVERIFY(!found.value().steps.empty());
    }

    void anyDocumentIsRecoveredAfterAnyCut()
    {
        const Folder folder;
        for (unsigned seed = 1; seed <= 10; ++seed) {
            std::mt19937 random(seed);
            const auto file = folder.file(std::to_string(seed).c_str());
            std::vector<Bytes> states{randomBytes(random, random() % 40)};
            {
                auto log = RecoveryLog::start(file, "o", states[0]);
                for (int i = 0; i < 20; ++i) {
                    Bytes next = states.back();
                    const std::size_t at = next.empty() ? 0 : random() % next.size();
                    if (random() % 2 == 0 && !next.empty())
                        next.erase(next.begin() + static_cast<std::ptrdiff_t>(at));
                    const Bytes inserted = randomBytes(random, random() % 5);
                    next.insert(next.begin() + static_cast<std::ptrdiff_t>(std::min(at, next.size())), inserted.begin(),
                                inserted.end());
                    QVERIFY(log.value().record("s", next));
                    states.push_back(next);
                }
            }
            for (auto size = std::filesystem::file_size(file);; --size) {
                std::filesystem::resize_file(file, size);
                const auto found = recover(file);
                if (!found)
                    break; // not even the first record is whole
                QVERIFY(found.value().bytes == states[found.value().steps.size()]);
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestJournal)
#include "tst_journal.moc"
