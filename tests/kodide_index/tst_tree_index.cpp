// SPDX-License-Identifier: GPL-3.0-or-later
// What the index of a small tree says of its names.
#include "small_tree.h"

#include <algorithm>

using namespace blak;
using namespace blak::kod;
using namespace blak::test;
namespace fs = std::filesystem;

namespace {

std::string text(const std::vector<SymbolUse>& uses)
{
    constexpr std::string_view kinds = "dsmwD";
    std::string all;
    for (const SymbolUse& use : uses)
        all += use.file.filename().string() + ":" + std::to_string(use.line + 1) + kinds[static_cast<std::size_t>(use.kind)] + " " +
               use.className + (use.handlerName.empty() ? "" : "." + use.handlerName) + "; ";
    return all;
}

std::string text(const SymbolKey& key) { return std::string(nameKindText(key.kind)) + " " + key.owner + " " + key.name; }

} // namespace

class TestTreeIndex : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        world_ = std::make_unique<Folder>();
        putTree(*world_);
        both_ = std::make_unique<IndexedTree>(IndexedTree::read(kodTreeAt(world_->path(""))));
    }

    void theTreeHasNoErrors()
    {
        for (const char* file : {"kod/object.kod", "kod/object/lamp.kod", "kod/object/lamp/lantern.kod"}) {
            const CheckedText checked = both_->symbols.check(world_->path(file), world_->text(file));
            for (const Finding& finding : checked.findings)
                QVERIFY2(finding.severity != Severity::Error, finding.message.c_str());
        }
        QCOMPARE(index().fileCount(), std::size_t{4});
    }

    void everyPlaceSaysWhatItStandsFor()
    {
        QCOMPARE(at("kod/object.kod", "Object\n"), std::string("class  object"));
        QCOMPARE(at("kod/object.kod", "WIDE + 1"), std::string("constant  wide"));
        QCOMPARE(at("kod/object.kod", "OWN_LIMIT;"), std::string("constant object own_limit"));
        QCOMPARE(at("kod/object.kod", "object_name;"), std::string("resource  object_name"));
        QCOMPARE(at("kod/object.kod", "viKind"), std::string("class variable object vikind"));
        QCOMPARE(at("kod/object.kod", "n;"), std::string("local object::getsize n"));
        QCOMPARE(at("kod/object.kod", "amount ="), std::string("parameter of the handler object::getsize amount"));
        QCOMPARE(at("kod/object/lamp.kod", "viKind;"), std::string("property lamp vikind"));
        QCOMPARE(at("kod/object/lamp.kod", "piSize = TALL"), std::string("property object pisize"));
        QCOMPARE(at("kod/object/lamp.kod", "what = what"), std::string("message parameter  what"));
        QCOMPARE(at("kod/object/lamp.kod", "Send("), std::string("built-in function  send"));
        QCOMPARE(at("kod/object/lamp.kod", "self,"), std::string("the current object  self"));
        QCOMPARE(at("kod/object/lamp.kod", "Shine, #"), std::string("message  shine"));
        QCOMPARE(at("kod/object/lamp.kod", "Lantern)"), std::string("class  lantern"));
        QCOMPARE(at("kod/object/lamp/lantern.kod", "piSize"), std::string("property object pisize"));
        QCOMPARE(at("kod/include/shared.khd", "WIDE = 3"), std::string("constant  wide"));
        QCOMPARE(at("kod/include/shared.khd", "WIDE + 1"), std::string("constant  wide"));
    }

    void commentsStringsAndBlanksStandForNothing()
    {
        QCOMPARE(at("kod/object.kod", "root of all"), std::string());
        QCOMPARE(at("kod/object.kod", "thing\""), std::string());
        QCOMPARE(at("kod/object.kod", "+ 1"), std::string());
        QVERIFY(!index().symbolAt(world_->path("kod/object.kod"), 1'000'000));
        QVERIFY(!index().symbolAt(world_->path("kod/none.kod"), 0));
    }

    void theEndOfANameCountsToIt()
    {
        const std::string lamp = world_->text("kod/object/lamp.kod");
        const auto place = static_cast<std::uint32_t>(lamp.find("piSize = n") + 6);
        QCOMPARE(text(*index().symbolAt(world_->path("kod/object/lamp.kod"), place)), std::string("property object pisize"));
    }

    void usesAreFoundEverywhere()
    {
        QCOMPARE(usesOf(NameKind::Constant, "", "WIDE"),
                 std::string("object.kod:5m Object; object.kod:12m Object; shared.khd:2d ; shared.khd:3m ; "));
        QCOMPARE(usesOf(NameKind::Constant, "", "tall"), std::string("lamp.kod:7m Lamp; lantern.kod:5m Lantern.GetSize; shared.khd:3d ; "));
        QCOMPARE(usesOf(NameKind::Property, "object", "pisize"),
                 std::string("object.kod:12d Object; object.kod:21m Object.GetSize; lamp.kod:7d Lamp; lamp.kod:21w Lamp.Shine; "
                             "lantern.kod:8m Lantern.GetSize; "));
        QCOMPARE(usesOf(NameKind::Message, "", "getsize"),
                 std::string("object.kod:17d Object.GetSize; lamp.kod:18s Lamp.Shine; lantern.kod:5d Lantern.GetSize; "));
        QCOMPARE(usesOf(NameKind::Message, "", "unknown"), std::string("lantern.kod:10s Lantern.GetSize; "));
        QCOMPARE(usesOf(NameKind::Class, "", "object"),
                 std::string("object.kod:2d Object; lamp.kod:1D Lamp; lamp.kod:21m Lamp.Shine; "));
        QCOMPARE(usesOf(NameKind::Local, "lamp::shine", "n"), std::string("lamp.kod:17d Lamp.Shine; lamp.kod:18w Lamp.Shine; lamp.kod:21m Lamp.Shine; "));
        QCOMPARE(usesOf(NameKind::MessageParameter, "", "amount"),
                 std::string("object.kod:17d Object.GetSize; lamp.kod:18m Lamp.Shine; lantern.kod:5d Lantern.GetSize; "));
        QCOMPARE(usesOf(NameKind::Property, "lamp", "vikind"), std::string("lamp.kod:8d Lamp; lamp.kod:22m Lamp.Shine; "));
        QCOMPARE(usesOf(NameKind::Property, "object", "nobody"), std::string());
    }

    void definitionsAreTheNearestFirst()
    {
        QCOMPARE(definitionsOf(NameKind::Message, "", "GetSize", "Lamp"), std::string("object.kod:17d Object.GetSize; lantern.kod:5d Lantern.GetSize; "));
        QCOMPARE(definitionsOf(NameKind::Message, "", "getsize", "Lantern"),
                 std::string("lantern.kod:5d Lantern.GetSize; object.kod:17d Object.GetSize; "));
        QCOMPARE(definitionsOf(NameKind::Message, "", "getname", ""), std::string("object.kod:25d Object.GetName; lamp.kod:10d Lamp.GetName; "));
        QCOMPARE(definitionsOf(NameKind::Property, "object", "pisize", "lantern"), std::string("lamp.kod:7d Lamp; object.kod:12d Object; "));
        QCOMPARE(definitionsOf(NameKind::Constant, "", "wide", "lamp"), std::string("shared.khd:2d ; "));
        QCOMPARE(definitionsOf(NameKind::Function, "", "send", ""), std::string());
    }

    void namesAreFoundWithoutCase()
    {
        std::string all;
        for (const char* name : {"GETSIZE", "lamp", "send", "Object_Name", "wide", "own_limit", "pisize", "none"})
            for (const SymbolKey& key : index().named(name))
                all += text(key) + "; ";
        QCOMPARE(all, std::string("message  getsize; class  lamp; built-in function  send; resource  object_name; constant  wide; "
                                  "constant object own_limit; "));
    }

    void aPartOfANameFindsWhatIsDefined()
    {
        const auto found = [&](const char* part, std::size_t most) {
            std::string all;
            for (const FoundSymbol& symbol : index().search(part, most))
                all += symbol.spelling + ":" + std::to_string(symbol.use.line + 1) + " ";
            return all;
        };
        QCOMPARE(found("la", 100), std::string("Lamp:1 Lantern:1 lamp_name:5 "));
        QCOMPARE(found("NAME", 100), std::string("object_name:7 GetName:25 lamp_name:5 GetName:10 "));
        QCOMPARE(found("size", 100), std::string("piSize:12 GetSize:17 piSize:7 GetSize:5 "));
        QCOMPARE(found("", 2), std::string("Object:2 Lamp:1 "));
        QCOMPARE(found("amount", 9), std::string());
        QVERIFY(TreeIndex().search("a", 9).empty());
    }

    void textsAreThoseOfTheIndex()
    {
        QCOMPARE(*index().textOf(world_->path("kod/object/lamp.kod")), world_->text("kod/object/lamp.kod"));
        QCOMPARE(*index().textOf(world_->path("kod/include/shared.khd")), world_->text("kod/include/shared.khd"));
        QVERIFY(!index().textOf(world_->path("kod/none.kod")));
        QVERIFY(!TreeIndex().textOf("x.kod"));
    }

    void handlersAboveAndBelowAreKnown()
    {
        const SymbolKey size{NameKind::Message, "", "getsize"};
        QCOMPARE(text(index().overridden(size, "Lantern")), std::string("object.kod:17d Object.GetSize; "));
        QCOMPARE(text(index().overridden(size, "Object")), std::string());
        QCOMPARE(text(index().overriding(size, "object")), std::string("lantern.kod:5d Lantern.GetSize; "));
        QCOMPARE(text(index().overriding(size, "Nobody")), std::string());
    }

    void theSameTextAgainChangesNothing()
    {
        for (const char* name : {"kod/object.kod", "kod/object/lamp.kod", "kod/object/lamp/lantern.kod"})
            QCOMPARE(index().with(world_->path(name), both_->symbols.check(world_->path(name), world_->text(name))).useCount(),
                     index().useCount());
    }

    void aTextThatIsTypedTakesThePlaceOfTheOld()
    {
        const fs::path file = world_->path("kod/object/lamp.kod");
        std::string lamp = world_->text("kod/object/lamp.kod");
        lamp.replace(lamp.find("return viKind;"), 14, "n = piCount; return viKind;");
        const TreeIndex after = index().with(file, both_->symbols.check(file, lamp));
        const SymbolKey count{NameKind::Property, "object", "picount"};
        QCOMPARE(text(after.uses(count)), std::string("object.kod:13d Object; lamp.kod:22m Lamp.Shine; lantern.kod:9w Lantern.GetSize; "));
        QCOMPARE(text(index().uses(count)), std::string("object.kod:13d Object; lantern.kod:9w Lantern.GetSize; "));
        // a class and its members that were not there before
        const fs::path fresh = world_->path("kod/object/torch.kod");
        const TreeIndex more = after.with(fresh, both_->symbols.check(fresh, "Torch is Object\nproperties:\n   piCount = 3\nmessages:\n"
                                                                             "   GetSize() { return piCount; }\nend\n"));
        QCOMPARE(more.fileCount(), std::size_t{5});
        QCOMPARE(text(more.overriding({NameKind::Message, "", "getsize"}, "object")),
                 std::string("lantern.kod:5d Lantern.GetSize; torch.kod:5d Torch.GetSize; "));
        QCOMPARE(text(more.uses(count)), std::string("object.kod:13d Object; lamp.kod:22m Lamp.Shine; lantern.kod:9w Lantern.GetSize; "
                                                     "torch.kod:3d Torch; torch.kod:5m Torch.GetSize; "));
    }

    void aHeaderThatIsTypedTakesThePlaceOfTheOld()
    {
        const fs::path file = world_->path("kod/include/shared.khd");
        const TreeIndex after = index().with(file, both_->symbols.check(file, "   WIDE = 3\n   TALL = WIDE + 1\n   DEEP = TALL\n"));
        QCOMPARE(text(after.definitions({NameKind::Constant, "", "deep"}, "lamp")), std::string("shared.khd:3d ; "));
        QCOMPARE(text(after.uses({NameKind::Constant, "", "tall"})),
                 std::string("lamp.kod:7m Lamp; lantern.kod:5m Lantern.GetSize; shared.khd:2d ; shared.khd:3m ; "));
    }

    /// Below a class with errors nothing is bound: the syntax tells what it can.
    void belowAClassWithErrorsTheSyntaxTells()
    {
        std::string broken = world_->text("kod/object/lamp.kod");
        broken.replace(broken.find("return viKind;"), 14, "return nothing_known;");
        world_->put("kod/object/lamp.kod", broken);
        const TreeIndex after = TreeIndex::read(TreeSymbols::read(kodTreeAt(world_->path(""))));
        const fs::path file = world_->path("kod/object/lamp/lantern.kod");
        const std::string lantern = world_->text("kod/object/lamp/lantern.kod");
        const auto place = [&](const std::string& where) {
            const auto key = after.symbolAt(file, static_cast<std::uint32_t>(lantern.find(where)));
            return key ? text(*key) : std::string();
        };
        QCOMPARE(place("piSize"), std::string("property object pisize"));
        QCOMPARE(place("piCount"), std::string("property object picount"));
        QCOMPARE(place("TALL"), std::string("constant  tall"));
        QCOMPARE(place("n = piSize"), std::string("local lantern::getsize n"));
        QCOMPARE(place("what,"), std::string("parameter of the handler lantern::getsize what"));
        QCOMPARE(place("Unknown"), std::string("message  unknown"));
        QCOMPARE(place("Send"), std::string("built-in function  send"));
        QCOMPARE(place("Lamp"), std::string("class  lamp"));
        QCOMPARE(place("GetSize"), std::string("message  getsize"));
    }

    void namesAreDescribedInAFewLines()
    {
        QCOMPARE(describe(NameKind::Message, "", "getsize", "lamp"),
                 std::string("GetSize(what = $, amount = 3) | message of Object | Asked by everybody\nwho wants to know.\nthe size"));
        QCOMPARE(describe(NameKind::Message, "", "getsize", "lantern"),
                 std::string("GetSize(what = $, amount = TALL) | message of Lantern, overrides Object | "));
        QCOMPARE(describe(NameKind::Message, "", "getname", ""), std::string("GetName() | message of Object; 1 other class handles it | "));
        QCOMPARE(describe(NameKind::Message, "", "unknown", ""), std::string("Unknown | message that nothing handles | "));
        QCOMPARE(describe(NameKind::Property, "object", "pisize", ""), std::string("piSize = WIDE | property of Object | how large it is"));
        QCOMPARE(describe(NameKind::Property, "object", "pisize", "lantern"),
                 std::string("piSize = TALL | property of Object; this value is that of Lamp | "));
        QCOMPARE(describe(NameKind::Classvar, "object", "vikind", ""), std::string("viKind = 1 | class variable of Object | "));
        QCOMPARE(describe(NameKind::Constant, "", "wide", ""), std::string("WIDE = 3 | constant of shared.khd | three paces"));
        QCOMPARE(describe(NameKind::Constant, "object", "own_limit", ""),
                 std::string("OWN_LIMIT = WIDE + 1 | constant of Object | how much it carries"));
        QCOMPARE(describe(NameKind::Resource, "", "lamp_name", ""), std::string("lamp_name = \"lamp\" | resource of Lamp | "));
        QCOMPARE(describe(NameKind::Class, "", "lamp", ""), std::string("Lamp is Object | class; 1 class derives from it | "));
        QCOMPARE(describe(NameKind::Class, "", "object", ""), std::string("Object | class; 2 classes derive from it | The root of all things."));
        QCOMPARE(describe(NameKind::Local, "lamp::shine", "n", "lamp"), std::string("n | local of Shine | "));
        QCOMPARE(describe(NameKind::Parameter, "object::getsize", "amount", ""), std::string("amount = 3 | parameter of GetSize | "));
        QCOMPARE(describe(NameKind::MessageParameter, "", "amount", ""), std::string("#amount | parameter of 2 handlers | "));
        QCOMPARE(describe(NameKind::Self, "", "self", "Lamp"), std::string("self | the current object, Lamp | "));
        QVERIFY(describe(NameKind::Function, "", "send", "").starts_with("Send(object, message, #parameter = value ...) | built-in function"));
        QVERIFY(describe(NameKind::Function, "", "random", "").starts_with("Random(least, most) | built-in function; gives a number | A random"));
        QVERIFY(!index().describe({NameKind::Class, "", "nobody"}));
    }

    void stringsOfSeveralLinesAreJoined()
    {
        const fs::path file = world_->path("kod/object/sign.kod");
        const TreeIndex after = index().with(file, both_->symbols.check(file, "Sign is Object\nmessages:\n   Read()\n   \"first \"\n   \"second\"\n"
                                                                              "   \"third\"\n   { return; }\nend\n"));
        const auto known = after.describe({NameKind::Message, "", "read"});
        QVERIFY(known.has_value());
        QCOMPARE(known->comment, std::string("first second third"));
    }

    void anIndexOfNothingAnswersNothing()
    {
        const TreeIndex none;
        QCOMPARE(none.fileCount(), std::size_t{0});
        QVERIFY(!none.symbolAt("x.kod", 0));
        QVERIFY(none.named("x").empty());
        QVERIFY(none.uses({NameKind::Class, "", "x"}).empty());
        QVERIFY(!none.describe({NameKind::Class, "", "x"}));
        const Folder empty;
        QCOMPARE(IndexedTree::read(kodTreeAt(empty.path(""))).index.fileCount(), std::size_t{0});
    }

private:
    const TreeIndex& index() const { return both_->index; }

    std::string at(const std::string& file, const std::string& where) const
    {
        const std::string all = world_->text(file);
        const std::size_t place = all.find(where);
        if (place == std::string::npos)
            return "no such text";
        const auto key = index().symbolAt(world_->path(file), static_cast<std::uint32_t>(place));
        return key ? text(*key) : std::string();
    }

    std::string describe(NameKind kind, const std::string& owner, const std::string& name, const std::string& from) const
    {
        const auto known = index().describe({kind, owner, name}, from);
        return known ? known->signature + " | " + known->detail + " | " + known->comment : std::string();
    }

    std::string usesOf(NameKind kind, const std::string& owner, const std::string& name) const
    {
        return text(index().uses({kind, owner, name}));
    }

    std::string definitionsOf(NameKind kind, const std::string& owner, const std::string& name, const std::string& from) const
    {
        return text(index().definitions({kind, owner, name}, from));
    }

    std::unique_ptr<Folder> world_;
    std::unique_ptr<IndexedTree> both_;
};

QTEST_APPLESS_MAIN(TestTreeIndex)
#include "tst_tree_index.moc"
