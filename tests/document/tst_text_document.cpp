// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/document/text_document.h"
#include "tests/document/file_folder.h"

#include <QTest>

#include <random>

using namespace blak;
using namespace blak::document;
using blak::test::FileFolder;

namespace {

std::shared_ptr<TextDocument> opened(const std::filesystem::path& file, EncodingRule rule = EncodingRule::Guess)
{
    auto text = TextDocument::open(file, rule);
    if (!text)
        qFatal("%s", text.error().text().c_str());
    return text.value();
}

void splice(TextDocument& text, std::size_t at, std::size_t count, const char* with, std::uint64_t key)
{
    Transaction transaction(text.history(), "Type");
    text.splice(at, count, with);
    transaction.commit(key);
}

} // namespace

class TestTextDocument : public QObject
{
    Q_OBJECT

private slots:
    void everyEncodingIsWrittenAsItWasRead_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("isOld");
        QTest::addColumn<int>("encoding");
        const int old = static_cast<int>(TextEncoding::Windows1252);
        const int utf8 = static_cast<int>(TextEncoding::Utf8);
        QTest::newRow("empty") << QByteArray() << false << old;
        QTest::newRow("plain") << QByteArray("a\nb\r\nc\rd") << false << old;
        QTest::newRow("old") << QByteArray("caf\xE9\r\n") << false << old;
        QTest::newRow("open bytes of the page") << QByteArray("\x81\x8D\x8F\x90\x9D") << false << old;
        QTest::newRow("new") << QByteArray("caf\xC3\xA9 \xF0\x9F\x8C\x9F") << false << utf8;
        QTest::newRow("new, but of an old format") << QByteArray("caf\xC3\xA9") << true << old;
        QTest::newRow("surrogate") << QByteArray("\xED\xA0\x80") << false << old;
        QTest::newRow("overlong") << QByteArray("\xC0\x80\xE0\x80\x80") << false << old;
        QTest::newRow("cut") << QByteArray("caf\xC3") << false << old;
        QTest::newRow("mark") << QByteArray("\xEF\xBB\xBFgr\xC3\xBC") << false << static_cast<int>(TextEncoding::Utf8WithMark);
        QTest::newRow("mark alone") << QByteArray("\xEF\xBB\xBF") << false << static_cast<int>(TextEncoding::Utf8WithMark);
        QTest::newRow("mark and damaged") << QByteArray("\xEF\xBB\xBF\xFF") << false << old;
    }
    void everyEncodingIsWrittenAsItWasRead()
    {
        QFETCH(const QByteArray, bytes);
        QFETCH(const bool, isOld);
        QFETCH(const int, encoding);
        const FileFolder folder;
        const auto text = opened(folder.write("t", bytes.toStdString()), isOld ? EncodingRule::AlwaysWindows1252 : EncodingRule::Guess);
        QCOMPARE(static_cast<int>(text->form().encoding), encoding);
        QVERIFY(isValidUtf8(text->text()));
        QCOMPARE(*text->content().value(), bytes.toStdString());
    }

    void anEditChangesOnlyItsBytes()
    {
        const FileFolder folder;
        const auto text = opened(folder.write("a.kod", "caf\xE9\r\nlantern\nend"), EncodingRule::AlwaysWindows1252);
        QVERIFY(!text->isModified());
        text->edit("Rename", "café\r\nlämp\nend");
        QVERIFY(text->isModified());
        QCOMPARE(text->history().undoName(), std::string_view("Rename"));
        QVERIFY(text->save());
        QVERIFY(!text->isModified());
        QCOMPARE(folder.read("a.kod"), std::string("caf\xE9\r\nl\xE4mp\nend"));
        QCOMPARE(folder.read("a.kod~"), std::string("caf\xE9\r\nlantern\nend"));
        text->history().undo();
        QVERIFY(text->isModified());
        QCOMPARE(text->text(), std::string("café\r\nlantern\nend"));
        text->edit("Nothing", text->text());
        QVERIFY(text->history().canRedo()); // no step came of it
    }

    void whatHasNoPlaceInTheEncodingIsNamed()
    {
        const FileFolder folder;
        const auto text = opened(folder.write("a.kod", "one\ntwo"), EncodingRule::AlwaysWindows1252);
        text->edit("Type", "one\nt→o");
        const auto saved = text->save();
        QVERIFY(!saved);
        QCOMPARE(saved.error().what, std::string("“→” in line 2, column 2 is not in Windows-1252"));
        QVERIFY(text->isModified());
        QCOMPARE(folder.read("a.kod"), std::string("one\ntwo"));
        QCOMPARE(encodeTextAnyhow(text->text(), TextEncoding::Windows1252), std::string("one\nt?o"));
    }

    void lettersThatTouchBecomeOneStep()
    {
        const FileFolder folder;
        const auto text = opened(folder.write("t", "one three"));
        for (std::size_t i = 0; i < 4; ++i)
            splice(*text, 4 + i, 0, std::array{"t", "w", "o", " "}[i], 7);
        QCOMPARE(text->text(), std::string("one two three"));
        QCOMPARE(text->history().size(), std::size_t{1});
        QVERIFY(text->history().memory() < 400);
        splice(*text, 7, 1, "", 7); // backspace over the last one
        splice(*text, 6, 1, "", 7);
        splice(*text, 2, 2, "", 7); // and beyond the first
        QCOMPARE(text->history().size(), std::size_t{1});
        QCOMPARE(text->text(), std::string("ontwthree"));
        text->history().undo();
        QCOMPARE(text->text(), std::string("one three"));
        text->history().redo();
        QCOMPARE(text->text(), std::string("ontwthree"));
        splice(*text, 0, 0, "x", 8);
        QCOMPARE(text->history().size(), std::size_t{2});
    }

    void randomSplicesMergeRightly()
    {
        std::mt19937 random(5);
        for (int round = 0; round < 300; ++round) {
            TextDocument text("/nowhere/t", "The quick brown fox", EncodingRule::Guess);
            const std::string start = text.text();
            for (int i = 0; i < 12; ++i) {
                const std::size_t at = random() % (text.text().size() + 1);
                const std::size_t count = std::min<std::size_t>(random() % 5, text.text().size() - at);
                Transaction transaction(text.history(), "Type");
                text.splice(at, count, std::string(random() % 4, static_cast<char>('a' + i)));
                transaction.commit(1);
            }
            const std::string end = text.text();
            QVERIFY(text.history().size() <= 1);
            text.history().moveTo(0);
            QCOMPARE(text.text(), start);
            text.history().moveTo(1);
            QCOMPARE(text.text(), end);
        }
    }

    void differencesNeverCutACharacter()
    {
        for (const auto& [before, after] : {std::pair<std::string, std::string>{"aéb", "aèb"}, {"é", ""}, {"", "é"}, {"éé", "é"},
                                            {"→→", "→↑→"}, {"same", "same"}}) {
            const TextDifference difference = differenceOf(before, after);
            QVERIFY(isValidUtf8(before.substr(difference.prefix, difference.before)));
            QVERIFY(isValidUtf8(after.substr(difference.prefix, difference.after)));
            std::string made = before;
            made.replace(difference.prefix, difference.before, after.substr(difference.prefix, difference.after));
            QCOMPARE(made, after);
        }
    }

    void readingAgainIsAStepThatCanBeTakenBack()
    {
        const FileFolder folder;
        const auto text = opened(folder.write("t", "one\ntwo\n"));
        text->edit("Type", "one\nmine\n");
        folder.write("t", "one\r\nth\xC3\xA9irs\r\n");
        QCOMPARE(text->checkDisk(), DiskState::Changed);
        QCOMPARE(text->form().lineEnd, LineBreak::Lf);
        QVERIFY(text->reload());
        QCOMPARE(text->text(), std::string("one\r\nthéirs\r\n"));
        QCOMPARE(text->form().encoding, TextEncoding::Utf8);
        QCOMPARE(text->form().lineEnd, LineBreak::CrLf);
        QVERIFY(!text->isModified());
        QCOMPARE(text->disk(), DiskState::Same);
        text->history().undo();
        QCOMPARE(text->text(), std::string("one\nmine\n"));
        QCOMPARE(text->form().encoding, TextEncoding::Windows1252);
        QVERIFY(text->isModified());
    }

    /// Lines that stay are no part of what is put in: places in them stay where they are.
    void onlyLinesThatDifferAreReplaced()
    {
        const FileFolder folder;
        const auto text = opened(folder.write("t", "   a\n   b\n   c\n   d\n   e\n"));
        std::vector<std::pair<std::size_t, std::size_t>> places; // at, bytes that were taken out
        const auto told = text->history().notices().connect([&](const HistoryNotice& notice) {
            if (const auto* splice = dynamic_cast<const TextSplice*>(notice.change);
                splice != nullptr && notice.kind == HistoryNotice::Kind::AfterChange)
                places.emplace_back(splice->at(), splice->held().size());
        });
        using Places = std::vector<std::pair<std::size_t, std::size_t>>;
        text->edit("Both ends", "   x\n   a\n   b\n   c\n   d\n   e!\n");
        QCOMPARE(text->text(), std::string("   x\n   a\n   b\n   c\n   d\n   e!\n"));
        QVERIFY((places == Places{{24, 0}, {0, 0}})); // whole lines, although the next begins alike
        QCOMPARE(text->history().size(), std::size_t{1});
        text->history().undo();
        QCOMPARE(text->text(), std::string("   a\n   b\n   c\n   d\n   e\n"));
        places.clear();
        text->edit("Between", "   a\n   b\n   x\n   c\n   e\n");
        QVERIFY((places == Places{{15, 5}, {10, 0}}));
        places.clear();
        text->edit("The same", text->text());
        QVERIFY(places.empty());
    }

    void randomTextsBecomeEachOther()
    {
        std::mt19937 random(9);
        const auto any = [&] {
            static const char* const pieces[]{"a\n", "a", "  b\n", "\n", "\r\n", "\xC3\xBC", "\xC3\xA4\n", "\xE2\x86\x92"};
            std::string made;
            for (std::size_t i = random() % 12; i > 0; --i)
                made += pieces[random() % std::size(pieces)];
            return made;
        };
        TextDocument text("/nowhere/t", "", EncodingRule::Guess);
        std::vector<std::string> all{text.text()};
        for (int i = 0; i < 500; ++i) {
            std::string next = any();
            text.edit("Step", next);
            QCOMPARE(text.text(), next);
            if (next != all.back())
                all.push_back(std::move(next));
        }
        for (std::size_t i = all.size() - 1; i > 0; --i) {
            text.history().undo();
            QCOMPARE(text.text(), all[i - 1]);
        }
    }

    void bytesOfAnOldFormatAreEdits()
    {
        const FileFolder folder;
        const auto text = opened(folder.write("motd.txt", "caf\xE9"), EncodingRule::AlwaysWindows1252);
        QVERIFY(text->editBytes("Set", "caf\xE9s"));
        QCOMPARE(text->text(), std::string("cafés"));
        const auto utf8 = opened(folder.write("new.txt", "caf\xC3\xA9"));
        QVERIFY(!utf8->editBytes("Set", "caf\xE9s"));
        QCOMPARE(utf8->text(), std::string("café"));
    }

    void unsavedWorkComesBack()
    {
        const FileFolder folder;
        const auto path = folder.write("t", "one");
        Bytes state;
        {
            const auto text = opened(path);
            text->edit("Type", "one →");
            state = text->unsavedState().value();
        }
        const auto text = opened(path);
        QVERIFY(text->restoreUnsaved(state));
        QCOMPARE(text->text(), std::string("one →"));
        QVERIFY(text->isModified());
        text->history().undo();
        QVERIFY(!text->isModified());
        const auto bytes = std::array{std::byte{'c'}, std::byte{0xE9}}; // as earlier versions kept the bytes of the file
        QVERIFY(text->restoreUnsaved(bytes));
        QCOMPARE(text->text(), std::string("cé"));
        const auto utf8 = opened(folder.write("new.txt", "caf\xC3\xA9"));
        QVERIFY(!utf8->restoreUnsaved(bytes));
        QCOMPARE(utf8->text(), std::string("café"));
    }

    void fixesAreTransactions()
    {
        TextDocument text("/nowhere/t", "a = b or c = d", EncodingRule::Guess);
        Diagnostic first;
        first.code = "K0801";
        first.fixes.push_back({"Put it in parentheses", {.begin = 0, .end = 5}, "(a = b)"});
        Diagnostic second = first;
        second.fixes[0].range = {.begin = 9, .end = 14};
        second.fixes[0].replacement = "(c = d)";
        Diagnostic other;
        other.code = "K0999";
        other.fixes.push_back({"Erase", {.begin = 0, .end = 14}, ""});
        text.setProblems({first, other, second});
        QCOMPARE(text.applyFix(2, 0, false).value(), std::size_t{1});
        QCOMPARE(text.text(), std::string("a = b or (c = d)"));
        QCOMPARE(text.history().undoName(), std::string_view("Put it in parentheses"));
        text.history().undo();
        QCOMPARE(text.applyFix(0, 0, true).value(), std::size_t{2}); // all of its rule, none of another
        QCOMPARE(text.text(), std::string("(a = b) or (c = d)"));
        QCOMPARE(text.history().size(), std::size_t{1});
        text.history().undo();
        QCOMPARE(text.text(), std::string("a = b or c = d"));
        QVERIFY(!text.applyFix(3, 0, false));
        QVERIFY(!text.applyFix(0, 1, false));
        text.edit("Cut", "a");
        QVERIFY(!text.applyFix(0, 0, true)); // all or none
        QCOMPARE(text.text(), std::string("a"));
    }
};

QTEST_APPLESS_MAIN(TestTextDocument)
#include "tst_text_document.moc"
