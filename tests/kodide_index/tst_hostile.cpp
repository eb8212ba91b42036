// SPDX-License-Identifier: GPL-3.0-or-later
// Texts and places that no editor should send, and texts that are large in one way: answers come, and soon.
#include "small_tree.h"

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

using namespace blak;
using namespace blak::kod;
using namespace blak::test;
namespace fs = std::filesystem;

class TestHostile : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        putTree(world_);
        both_ = std::make_unique<IndexedTree>(IndexedTree::read(kodTreeAt(world_.path(""))));
    }

    void placesBeyondTheEnd()
    {
        const fs::path file = world_.path("kod/object/lamp.kod");
        const std::string text = world_.text("kod/object/lamp.kod");
        for (const std::uint32_t offset : {static_cast<std::uint32_t>(text.size()), static_cast<std::uint32_t>(text.size()) + 1, 0x7fffffffu, 0xffffffffu}) {
            QVERIFY(!both_->index.symbolAt(file, offset));
            const CompletionList list = both_->index.complete(file, text, offset);
            QVERIFY(list.begin <= list.end && list.end <= text.size());
            QVERIFY(!both_->index.callAt(file, text, offset));
        }
    }

    /// The text that is asked about is shorter or longer than the one that the index knows.
    void otherTextsThanTheIndexKnows()
    {
        const fs::path file = world_.path("kod/object/lamp.kod");
        for (const std::string text : {"", "Lamp", "Lamp is Object\nmessages:\n F() { return ", "\xff\xfe\x00", "% only a comment"})
            for (std::uint32_t at = 0; at <= text.size() + 2; ++at) {
                (void)both_->index.complete(file, text, at);
                (void)both_->index.callAt(file, text, at);
                (void)both_->index.symbolAt(file, at);
            }
        QVERIFY(both_->index.complete(file, "Lamp is ", 8).items.size() == 3);
    }

    void textsThatAreLargeInOneWay_data()
    {
        QTest::addColumn<QByteArray>("text");
        const auto row = [](const char* title, const std::string& text) { QTest::newRow(title) << QByteArray::fromStdString(text); };
        const auto repeated = [](std::string_view part, std::size_t bytes) {
            std::string text;
            while (text.size() < bytes)
                text += part;
            return text;
        };
        const auto numbered = [](const char* before, const char* after, std::size_t bytes) {
            std::string text;
            for (int i = 0; text.size() < bytes; ++i)
                text += before + std::to_string(i) + after;
            return text;
        };
        const std::string head = "Big is Object\nmessages:\n   F(what = $)\n   {\n      local n;\n      ";
        constexpr std::size_t megabyte = 1'000'000;
        row("one name", std::string(megabyte, 'a'));
        row("one line of statements", head + repeated("n = n + what; ", megabyte));
        row("one string", head + "n = \"" + std::string(megabyte, 'x'));
        row("parentheses", head + "n = " + std::string(megabyte, '('));
        row("braces", head + repeated("if n { ", megabyte));
        row("closing braces", head + std::string(megabyte, '}'));
        row("headers that never end", head + repeated("Zz(a = 1) {\n", megabyte));
        row("names before braces", head + repeated("Zz(\nZz()\n", megabyte) + "{");
        row("settings", head + "Send(what, @Shine, " + numbered("#p", " = 1, ", megabyte));
        row("locals", "Big is Object\nmessages:\n   F()\n   {\n      local " + numbered("l", ", ", 300'000) + "last;\n" + numbered("l", " = 1;\n", 300'000));
        row("constants", "Big is Object\nconstants:\n" + numbered("   C", " = 1\n", 300'000) + "messages:\n   F() { return [" +
                             numbered("C", ", ", 300'000) + "1]; }\nend\n");
        row("uses of one constant", "Big is Object\nconstants:\n" + numbered("   C", " = 1\n", 300'000) + "messages:\n   F() { return [" +
                                        repeated("C1, ", 300'000) + "1]; }\nend\n");
        row("classes", numbered("C", " is Object\nend\n", megabyte));
        row("classes below each other", [] {
            std::string text = "C0 is Object\nend\n";
            for (int i = 1; i < 20'000; ++i)
                text += "C" + std::to_string(i) + " is C" + std::to_string(i - 1) + "\nend\n";
            return text;
        }());
        row("handlers", "Big is Object\nmessages:\n" + numbered("   F", "() { return; }\n", megabyte));
        row("line ends", std::string(megabyte, '\n'));
        row("signs", repeated("@#&*", megabyte));
        row("zeros", std::string(megabyte, '\0'));
    }

    void textsThatAreLargeInOneWay()
    {
        QFETCH(QByteArray, text);
        const std::string typed = text.toStdString();
        const fs::path file = world_.path("kod/object/big.kod");
        const auto start = std::chrono::steady_clock::now();
        const CheckedText checked = both_->symbols.check(file, typed);
        const double checking = seconds(start);
        const auto then = std::chrono::steady_clock::now();
        const TreeIndex index = both_->index.with(file, checked);
        for (const std::size_t part : {0u, 1u, 3u, 5u, 7u, 8u}) {
            const auto at = static_cast<std::uint32_t>(typed.size() * part / 8);
            const CompletionList list = index.complete(file, typed, at);
            QVERIFY(list.begin <= list.end && list.end <= typed.size());
            (void)index.callAt(file, typed, at);
            if (const auto key = index.symbolAt(file, at)) {
                QVERIFY(!index.uses(*key).empty());
                QVERIFY(index.describe(*key, "Big").has_value());
                (void)index.rename(*key, "ZzFresh");
            }
        }
        const double taken = seconds(then);
        qInfo("checked in %.2f s, all answers in %.2f s", checking, taken);
        QVERIFY2(taken < 8, "too slow"); // half a second on a quiet machine
    }

    void classesThatDeriveFromEachOther()
    {
        TreeIndex index = both_->index;
        for (const auto& [name, text] : {std::pair{"a.kod", "A is B\nproperties:\n p = 1\nmessages:\n F() { return p; }\nend\n"},
                                         {"b.kod", "B is C\nmessages:\n F() { return p; }\nend\n"},
                                         {"c.kod", "C is A\nmessages:\n F() { return p; }\nend\n"},
                                         {"d.kod", "D is D\nend\n"}})
            index = index.with(world_.path(name), both_->symbols.check(world_.path(name), text));
        const SymbolKey f{NameKind::Message, "", "f"};
        QCOMPARE(index.overridden(f, "A").size() + index.overriding(f, "A").size(), std::size_t{2});
        for (const char* name : {"A", "B", "C", "D"}) {
            QVERIFY(index.describe({NameKind::Class, "", QByteArray(name).toLower().toStdString()}).has_value());
            QVERIFY(index.overridden(f, name).size() <= 3);
        }
        for (const SymbolKey& key : index.named("a"))
            QVERIFY(bool(index.rename(key, "ZzFresh")));
    }

    void manyClassesBelowOneWithErrors()
    {
        Folder world;
        world.put("include/shared.khd", "   WIDE = 3\n");
        world.put("root.kod", "Root\nconstants:\n   include shared.khd\nproperties:\n   piSize = 1\nmessages:\n   F() { return nobody; }\nend\n");
        std::string body;
        for (int i = 0; i < 200; ++i)
            body += "      piSize = WIDE + piSize + piOwn + loose" + std::to_string(i) + ";\n";
        for (int i = 0; i < 300; ++i)
            world.put("c" + std::to_string(i) + ".kod", "C" + std::to_string(i) + " is Root\nconstants:\n   include shared.khd\nproperties:\n"
                                                        "   piOwn = 2\nmessages:\n   F()\n   {\n" + body + "      return;\n   }\nend\n");
        const auto start = std::chrono::steady_clock::now();
        const TreeIndex index = IndexedTree::read(kodTreeAt(world.path(""))).index;
        qInfo("read in %.2f s", seconds(start));
        QCOMPARE(index.uses({NameKind::Property, "root", "pisize"}).size(), std::size_t{1 + 300 * 400});
        QCOMPARE(index.uses({NameKind::Constant, "", "wide"}).size(), std::size_t{1 + 300 * 200});
        QCOMPARE(index.uses({NameKind::Property, "c7", "piown"}).size(), std::size_t{201});
        QVERIFY(seconds(start) < 8);
    }

    /// A picture is read by several threads while texts are put over copies of it.
    void severalThreadsAtOnce()
    {
        const fs::path file = world_.path("kod/object/lamp.kod");
        const std::string text = world_.text("kod/object/lamp.kod");
        const TreeIndex shared = both_->index;
        std::vector<std::thread> threads;
        std::atomic<int> wrong = 0;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back([&, i] {
                for (int k = 0; k < 20; ++k) {
                    std::string typed = text;
                    typed.insert(typed.rfind("end"), "   Fresh" + std::to_string(i * 100 + k) + "(p" + std::to_string(k) + " = 1) { return; }\n");
                    const TreeIndex own = shared.with(file, both_->symbols.check(file, typed));
                    wrong += own.complete(file, "Lamp is Object\nmessages:\n F() { Send(self, @", 45).items.size() !=
                             shared.complete(file, "Lamp is Object\nmessages:\n F() { Send(self, @", 45).items.size() + 1;
                    wrong += shared.uses({NameKind::Message, "", "getsize"}).size() != 3 || shared.named("lamp").empty();
                    wrong += !own.rename({NameKind::Message, "", "shine"}, "Glow" + std::to_string(k));
                }
            });
        for (std::thread& thread : threads)
            thread.join();
        QCOMPARE(wrong.load(), 0);
    }

private:
    static double seconds(std::chrono::steady_clock::time_point from)
    {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count();
    }

    Folder world_;
    std::unique_ptr<IndexedTree> both_;
};

QTEST_APPLESS_MAIN(TestHostile)
#include "tst_hostile.moc"
