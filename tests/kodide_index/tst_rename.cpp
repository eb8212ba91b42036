// SPDX-License-Identifier: GPL-3.0-or-later
// Renaming: every place, the same object code; and what is refused.
#include "renaming.h"
#include "small_tree.h"

#include <algorithm>

using namespace blak;
using namespace blak::kod;
using namespace blak::test;
namespace fs = std::filesystem;

class TestRename : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        world_ = std::make_unique<Folder>();
        putTree(*world_);
        index_ = IndexedTree::read(kodTreeAt(world_->path(""))).index;
    }

    void theObjectCodeStaysTheSame_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("owner");
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("places");
        const auto row = [](const char* title, NameKind kind, const char* owner, const char* name, int places) {
            QTest::newRow(title) << static_cast<int>(kind) << QString::fromLatin1(owner) << QString::fromLatin1(name) << places;
        };
        row("local", NameKind::Local, "lamp::shine", "n", 3);
        row("property", NameKind::Property, "object", "pisize", 5);
        row("property, asked of a class below", NameKind::Property, "lantern", "pisize", 5);
        row("class variable that a property stands for", NameKind::Classvar, "object", "vikind", 3);
        row("property that stands for a class variable", NameKind::Property, "lamp", "vikind", 3);
        row("message", NameKind::Message, "", "getsize", 3);
        row("message nobody handles", NameKind::Message, "", "unknown", 1);
        row("parameter of a handler", NameKind::Parameter, "object::getsize", "amount", 4);
        row("message parameter", NameKind::MessageParameter, "", "what", 8);
        row("constant of a header", NameKind::Constant, "", "wide", 4);
        row("constant of a class", NameKind::Constant, "object", "own_limit", 2);
        row("resource", NameKind::Resource, "", "lamp_name", 2);
        row("class", NameKind::Class, "", "lamp", 2);
    }

    void theObjectCodeStaysTheSame()
    {
        QFETCH(int, kind);
        QFETCH(QString, owner);
        QFETCH(QString, name);
        QFETCH(int, places);
        std::string problem;
        const auto before = compiled(world_->path("kod"), problem);
        QVERIFY2(before.size() >= 3, problem.c_str());
        const auto plan = index_.rename({static_cast<NameKind>(kind), owner.toStdString(), name.toStdString()}, "zz_Fresh");
        QVERIFY2(bool(plan), plan ? "" : plan.error().text().c_str());
        QCOMPARE(static_cast<int>(plan.value().edits.size()), places);
        QVERIFY(std::ranges::is_sorted(plan.value().edits, [](const TextEdit& a, const TextEdit& b) {
            return a.file != b.file ? a.file < b.file : a.begin < b.begin;
        }));
        const auto texts = apply(plan.value().edits);
        const auto after = compiled(world_->path("kod"), problem);
        QVERIFY2(problem.empty(), problem.c_str());
        QVERIFY(after == before);
        // and back again
        const TreeIndex renamed = IndexedTree::read(kodTreeAt(world_->path(""))).index;
        const auto key = renamed.symbolAt(plan.value().edits[0].file, plan.value().edits[0].begin);
        QVERIFY(key.has_value());
        QCOMPARE(key->name, std::string("zz_fresh"));
        const auto back = renamed.rename(*key, name.toStdString());
        QVERIFY2(bool(back), back ? "" : back.error().text().c_str());
        QCOMPARE(back.value().edits.size(), plan.value().edits.size());
    }

    void namesThatCannotBeAreRefused()
    {
        const SymbolKey size{NameKind::Property, "object", "pisize"};
        QCOMPARE(refusal(size, ""), std::string("a name begins with a letter and holds letters, digits and `_`"));
        QCOMPARE(refusal(size, "1st"), std::string("a name begins with a letter and holds letters, digits and `_`"));
        QCOMPARE(refusal(size, "_x"), std::string("a name begins with a letter and holds letters, digits and `_`"));
        QCOMPARE(refusal(size, "a b"), std::string("a name begins with a letter and holds letters, digits and `_`"));
        QCOMPARE(refusal(size, "While"), std::string("`While` is a word of the language"));
        QCOMPARE(refusal(size, "send"), std::string("`send` is a built-in function"));
        QCOMPARE(refusal(size, "SELF"), std::string("`self` stands for the current object"));
        QCOMPARE(refusal(size, "session_id"), std::string("`session_id` is a name that the server knows"));
        QCOMPARE(refusal({NameKind::Function, "", "send"}, "x"), std::string("`send` belongs to the language"));
        QCOMPARE(refusal({NameKind::Class, "", "nobody"}, "x"), std::string("nobody: nothing has this name"));
        QCOMPARE(refusal({NameKind::Local, "lamp::getname", "n"}, "x"), std::string("n: nothing has this name"));
    }

    void takenNamesAreRefused()
    {
        const SymbolKey n{NameKind::Local, "lamp::shine", "n"};
        QCOMPARE(refusal(n, "lOther"), std::string("`lOther` is taken: it is the name of a local in lamp.kod, line 17"));
        QVERIFY(refusedFor(n, "what", "message parameter"));
        QVERIFY(refusedFor(n, "piSize", "property"));
        QVERIFY(refusedFor(n, "GetSize", "message"));   // @GetSize would be hidden
        QCOMPARE(refusal(n, "piCount"), std::string()); // not used in this handler
        QCOMPARE(refusal(n, "WIDE"), std::string());
        const SymbolKey count{NameKind::Property, "object", "picount"};
        QVERIFY(refusedFor(count, "piSize", "property"));
        QVERIFY(refusedFor(count, "viKind", "class variable"));
        QVERIFY(refusedFor(count, "WIDE", "constant"));
        QVERIFY(refusedFor(count, "amount", "message parameter"));
        QVERIFY(refusedFor(count, "lamp_name", "resource"));
        QVERIFY(refusedFor(count, "n", "local")); // where it is used
        QCOMPARE(refusal(count, "lOther"), std::string());
        for (const NameKind kind : {NameKind::Message, NameKind::Class, NameKind::Resource, NameKind::MessageParameter}) {
            const SymbolKey key{kind, "",
                                kind == NameKind::Message    ? "shine"
                                : kind == NameKind::Class    ? "lantern"
                                : kind == NameKind::Resource ? "lamp_name"
                                                             : "amount"};
            for (const char* taken : {"GetSize", "Lamp", "object_name", "WIDE", "OWN_LIMIT"})
                QVERIFY2(!refusal(key, taken).empty(), (key.name + " " + taken).c_str());
        }
        QVERIFY(!refusal({NameKind::MessageParameter, "", "amount"}, "what").empty());
        QVERIFY(!refusal({NameKind::MessageParameter, "", "amount"}, "piSize").empty());
        QVERIFY(!refusal({NameKind::Constant, "", "wide"}, "TALL").empty());
        QVERIFY(!refusal({NameKind::Constant, "", "wide"}, "piCount").empty());
    }

    void whatTheServerKnowsKeepsItsName()
    {
        world_->put("kod/object/user.kod", "User is Object\nmessages:\n   Constructor(name = $) { return name; }\nend\n");
        index_ = IndexedTree::read(kodTreeAt(world_->path(""))).index;
        QCOMPARE(refusal({NameKind::Class, "", "user"}, "Player"), std::string("the server knows `user` by this name"));
        QCOMPARE(refusal({NameKind::Message, "", "constructor"}, "Make"),
                 std::string("the server knows `constructor` by this name"));
        QCOMPARE(refusal({NameKind::Parameter, "user::constructor", "name"}, "title"),
                 std::string("the server knows `name` by this name"));
    }

    void anotherSpellingIsNoOtherName()
    {
        const auto plan = index_.rename({NameKind::Property, "object", "pisize"}, "PISIZE");
        QVERIFY(bool(plan));
        QCOMPARE(plan.value().edits.size(), std::size_t{5});
        QVERIFY(index_.rename({NameKind::Property, "object", "pisize"}, "piSize").value().edits.empty());
    }

    void whatARenamingCannotSeeIsSaid()
    {
        world_->put("kod/object/sign.kod", "Sign is Object\nresources:\n   sign_text = \"a Lamp hangs here\"\nmessages:\n"
                                           "   % the Lamp\n   Read() { return sign_text; }\nend\n");
        world_->put("kod/object/broken.kod", "Broken is Object\nmessages:\n   F() { return nothing_known; }\nend\n");
        index_ = IndexedTree::read(kodTreeAt(world_->path(""))).index;
        std::string all;
        const auto plan = index_.rename({NameKind::Class, "", "lamp"}, "Torch");
        QVERIFY(bool(plan));
        for (const std::string& warning : plan.value().warnings)
            all += warning + "\n";
        for (const char* part :
             {"kodbase.txt", "Saved games", "The file of the class", "2 comments or strings", "broken.kod has errors"})
            QVERIFY2(all.find(part) != std::string::npos, (std::string(part) + " is not in: " + all).c_str());
        QVERIFY(index_.rename({NameKind::Local, "lamp::shine", "n"}, "m").value().warnings.empty());
    }

private:
    std::string refusal(const SymbolKey& key, const std::string& name) const
    {
        const auto plan = index_.rename(key, name);
        return plan ? std::string() : plan.error().text();
    }
    bool refusedFor(const SymbolKey& key, const std::string& name, const std::string& reason) const
    {
        return refusal(key, name).find("it is the name of a " + reason) != std::string::npos;
    }

    std::unique_ptr<Folder> world_;
    TreeIndex index_;
};

QTEST_APPLESS_MAIN(TestRename)
#include "tst_rename.moc"
