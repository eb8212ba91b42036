// SPDX-License-Identifier: GPL-3.0-or-later
// The index of a tree of the other dialect: texts of resources in files of their own, statements that are included, locals by number.
#include "renaming.h"
#include "small_tree.h"

#include <algorithm>

using namespace blak;
using namespace blak::kod;
using namespace blak::test;
namespace fs = std::filesystem;

class TestOpen105 : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        world_ = std::make_unique<Folder>();
        world_->put("include/shared.khd", "   // three paces\n   WIDE = 3\n   TALL = WIDE + 1\n");
        world_->put("thing.kod", "Thing\nconstants:\n   include shared.khd\nresources:\n   include thing.lkod\nproperties:\n   piSize = WIDE // its size\n"
                                 "messages:\n   /* What it does\n    * all day. */\n   Work(what = $)\n   {\n      local i, oOne;\n"
                                 "      for (i = 0; i < WIDE; i++) { piSize += i; }\n      foreach oOne in what { i = IsClass(oOne, &Thing); }\n"
                                 "      GetRandomMoveDestBSP(what, 1, 2, 3, 4, 5, 6, 7, *i, *oOne, *i, *oOne);\n"
                                 "      include more.ktm;\n      return thing_name;\n   }\nend\n");
        world_->put("thing.lkod", "thing_name = \"thing\"\nthing_name = de \"Ding\"\nthing_desc = \"it is\"\n");
        world_->put("more.ktm", "i = i + TALL;\npiSize = i;\nSend(self, @Work, #what = thing_desc);\n");
        both_ = std::make_unique<IndexedTree>(IndexedTree::read(tree()));
    }

    void theTreeHasNoErrors()
    {
        std::string problem;
        QVERIFY2(compiled(world_->path("").parent_path(), problem).size() >= 2, problem.c_str());
        QCOMPARE(both_->index.fileCount(), std::size_t{4});
        QCOMPARE(both_->symbols.tree().dialect, &open105Dialect());
    }

    void resourcesOfTheirOwnFileAreKnown()
    {
        const SymbolKey name{NameKind::Resource, "", "thing_name"};
        QCOMPARE(text(both_->index.uses(name)), std::string("thing.kod:18 Thing.Work; thing.lkod:1 Thing; thing.lkod:2 Thing; "));
        QCOMPARE(text(both_->index.definitions(name)), std::string("thing.lkod:1 Thing; thing.lkod:2 Thing; "));
        const auto known = both_->index.describe(name);
        QVERIFY(known.has_value());
        QCOMPARE(known->signature, std::string("thing_name = \"thing\""));
        QCOMPARE(known->detail, std::string("resource of Thing"));
        QVERIFY(completes("return ", "thing_desc"));
    }

    void statementsThatAreIncludedBelongToTheirHandler()
    {
        QCOMPARE(text(both_->index.uses({NameKind::Local, "thing::work", "i"})),
                 std::string("thing.kod:13 Thing.Work; thing.kod:14 Thing.Work; thing.kod:14 Thing.Work; thing.kod:14 Thing.Work; "
                             "thing.kod:14 Thing.Work; thing.kod:15 Thing.Work; thing.kod:16 Thing.Work; thing.kod:16 Thing.Work; "
                             "more.ktm:1 Thing.Work; more.ktm:1 Thing.Work; more.ktm:2 Thing.Work; "));
        const std::string ktm = world_->text("more.ktm");
        const auto key = both_->index.symbolAt(world_->path("more.ktm"), static_cast<std::uint32_t>(ktm.find("piSize")));
        QVERIFY(key.has_value());
        QVERIFY(*key == (SymbolKey{NameKind::Property, "thing", "pisize"}));
        QCOMPARE(text(both_->index.uses({NameKind::Message, "", "work"})), std::string("thing.kod:11 Thing.Work; more.ktm:3 Thing.Work; "));
    }

    void commentsOfBothKindsAreRead()
    {
        QCOMPARE(both_->index.describe({NameKind::Message, "", "work"})->comment, std::string("What it does\nall day."));
        QCOMPARE(both_->index.describe({NameKind::Property, "thing", "pisize"})->comment, std::string("its size"));
        QCOMPARE(both_->index.describe({NameKind::Constant, "", "wide"})->comment, std::string("three paces"));
    }

    void aFileOfResourcesIsTyped()
    {
        const fs::path file = world_->path("thing.lkod");
        const std::string typed = "thing_name = \"thing\"\nthing_name = de \"Ding\"\n\nthing_fresh = \"new\"\n";
        const TreeIndex after = both_->index.with(file, both_->symbols.check(file, typed));
        QCOMPARE(text(after.definitions({NameKind::Resource, "", "thing_fresh"})), std::string("thing.lkod:4 Thing; "));
        QVERIFY(after.definitions({NameKind::Resource, "", "thing_desc"}).empty());
        QVERIFY(after.named("thing_fresh") == (std::vector<SymbolKey>{{NameKind::Resource, "", "thing_fresh"}}));
    }

    void aTextOfStatementsIsTyped()
    {
        const fs::path file = world_->path("more.ktm");
        const std::string typed = "// i\ni = i + TALL;\nDebug(\"i\", piSize & WIDE);\nSend(self, @Work, #what = &Thing);\nnobody = i;\n";
        const TreeIndex after = both_->index.with(file, both_->symbols.check(file, typed));
        const auto kindAt = [&](const char* where) {
            const auto key = after.symbolAt(file, static_cast<std::uint32_t>(typed.find(where)));
            return key ? std::string(nameKindText(key->kind)) + " " + key->owner : std::string("none");
        };
        QCOMPARE(kindAt("i = i"), std::string("local thing::work"));
        QCOMPARE(kindAt("TALL"), std::string("constant "));
        QCOMPARE(kindAt("Debug"), std::string("built-in function "));
        QCOMPARE(kindAt("piSize"), std::string("property thing"));
        QCOMPARE(kindAt("Work"), std::string("message "));
        QCOMPARE(kindAt("what"), std::string("message parameter "));
        QCOMPARE(kindAt("Thing"), std::string("class "));
        QCOMPARE(kindAt("nobody"), std::string("none"));
        QCOMPARE(kindAt("i\n"), std::string("none"));
        QVERIFY(after.named("i").empty());
    }

    void renamingReachesAllFiles()
    {
        const fs::path folder = world_->path("").parent_path();
        std::string problem;
        const auto before = compiled(folder, problem);
        for (const SymbolKey& key : {SymbolKey{NameKind::Resource, "", "thing_name"}, SymbolKey{NameKind::Local, "thing::work", "i"},
                                     SymbolKey{NameKind::Local, "thing::work", "oone"}, SymbolKey{NameKind::Constant, "", "tall"},
                                     SymbolKey{NameKind::Message, "", "work"}, SymbolKey{NameKind::MessageParameter, "", "what"},
                                     SymbolKey{NameKind::Class, "", "thing"}, SymbolKey{NameKind::Property, "thing", "pisize"}}) {
            const auto plan = both_->index.rename(key, "zzFresh");
            QVERIFY2(bool(plan), key.name.c_str());
            const auto texts = apply(plan.value().edits);
            QVERIFY2(compiled(folder, problem) == before, (key.name + " " + problem).c_str());
            for (const auto& [file, old] : texts)
                QVERIFY(bool(writeFileAtomically(file, old, Backup::None)));
        }
    }

    void aTextThatSeveralHandlersIncludeKeepsItsLocals()
    {
        world_->put("other.kod", "Other is Thing\nconstants:\n   include shared.khd\nmessages:\n   Rest2()\n   {\n      local i;\n      i = 1;\n"
                                 "      include more.ktm;\n      return i;\n   }\nend\n");
        const TreeIndex index = IndexedTree::read(tree()).index;
        const auto plan = index.rename({NameKind::Local, "thing::work", "i"}, "zz");
        QVERIFY(!plan);
        QVERIFY(plan.error().text().find("more.ktm") != std::string::npos);
        QVERIFY(!index.rename({NameKind::Local, "other::rest2", "i"}, "zz"));
    }

    void itsWordsAreProposed()
    {
        for (const char* word : {"foreach", "switch", "do", "for", "SendListByClass"})
            QVERIFY2(completes("", word), word);
        QVERIFY(completes("i = Work(*", "i"));
        QVERIFY(completes("foreach ", "oOne"));
        QVERIFY(completes("i++; ", "piSize"));
        QVERIFY(completes("for (i = 0; i < ", "WIDE"));
        QVERIFY(completes("for (", "i"));
        QVERIFY(completes("switch (i) { case ", "WIDE"));
        QVERIFY(completes("switch (i) { case WIDE: ", "while"));
        QVERIFY(!completes("// ", "i"));
        QVERIFY(!completes("/* a /* b */ ", "i"));
        QVERIFY(completes("/* a /* b */ */ i = ", "piSize"));
    }

private:
    KodTree tree() const { return kodTreeAt(world_->path("").parent_path(), {.dialect = &open105Dialect()}); }

    static std::string text(const std::vector<SymbolUse>& uses)
    {
        std::string all;
        for (const SymbolUse& use : uses)
            all += use.file.filename().string() + ":" + std::to_string(use.line + 1) + " " + use.className +
                   (use.handlerName.empty() ? "" : "." + use.handlerName) + "; ";
        return all;
    }

    bool completes(const std::string& statement, const std::string& name) const
    {
        std::string typed = world_->text("thing.kod");
        typed.resize(typed.find("      for (i"));
        typed += "      " + statement;
        const auto items = both_->index.complete(world_->path("thing.kod"), typed, static_cast<std::uint32_t>(typed.size())).items;
        return std::ranges::count(items, name, &Completion::text) == 1;
    }

    std::unique_ptr<Folder> world_;
    std::unique_ptr<IndexedTree> both_;
};

QTEST_APPLESS_MAIN(TestOpen105)
#include "tst_open105.moc"
