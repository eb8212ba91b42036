// SPDX-License-Identifier: GPL-3.0-or-later
// What the index proposes in texts that are in the middle of being typed; `|` marks the place.
#include "small_tree.h"

#include <algorithm>

using namespace blak;
using namespace blak::kod;
using namespace blak::test;
namespace fs = std::filesystem;

class TestComplete : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        putTree(world_);
        index_ = IndexedTree::read(kodTreeAt(world_.path(""))).index;
    }

    void messagesFollowTheSign()
    {
        QCOMPARE(best("n = Send(self, @|"), std::string("GetName Shine GetSize "));
        QCOMPARE(best("n = Send(what, @G|;"), std::string("GetSize GetName Shine "));
        QCOMPARE(best("Send(&Object, @|"), std::string("GetSize GetName Shine "));
        QCOMPARE(word("Send(what, @Ge|tS"), std::string("GetS"));
        QCOMPARE(detailOf("Send(self, @|", "GetSize"), std::string("(what = $, amount = 3)   Object"));
    }

    void messagesFitWhereAFunctionTakesOne()
    {
        QVERIFY(proposes("Send(what, |", "@Shine"));
        QVERIFY(proposes("Send(what, |", "what")); // a variable may hold one
        QVERIFY(!proposes("Send(|", "@Shine"));
        QVERIFY(proposes("Post(self, |)", "@Shine"));
        QVERIFY(proposes("ptX = CreateTimer(self, |, 5)", "@Shine"));
        QVERIFY(!proposes("ptX = CreateTimer(self, @Shine, |)", "@Shine"));
        QVERIFY(best("Send(self, |").starts_with("@GetName @Shine @GetSize n what self "));
    }

    void classesFollowTheirSign()
    {
        QCOMPARE(best("x = Create(&|"), std::string("Object Lamp Lantern "));
        QCOMPARE(best("if IsClass(what, &La|) {"), std::string("Object Lamp Lantern "));
        QVERIFY(proposes("x = Create(|", "&Lamp"));
        QVERIFY(proposes("x = n & |", "piSize")); // joins two numbers
        QVERIFY(!proposes("x = n & |", "Lamp"));
        QVERIFY(!proposes("x = (n) &|", "Lamp"));
        QCOMPARE(best("return &|"), std::string("Object Lamp Lantern "));
    }

    void parametersOfTheMessageFollowTheirSign()
    {
        QCOMPARE(best("Send(self, @GetSize, #|"), std::string("what amount "));
        QCOMPARE(best("Send(self, @GetSize, #what = n, #|"), std::string("amount "));
        QCOMPARE(best("Send(n, @Shine, #|"), std::string("what "));
        QCOMPARE(best("Send(n, @None, #|"), std::string("what amount ")); // not known: all
        QCOMPARE(best("Send(Send(self, @Shine, #what = 1), @GetSize, #a|"), std::string("what amount "));
        QCOMPARE(detailOf("Send(self, @GetSize, #|", "amount"), std::string("amount = 3"));
    }

    void expressionsHaveWhatHasAValue()
    {
        for (const char* text :
             {"n = |", "n = n + |", "if |", "return |", "n = [n, |", "Debug(|", "while n > |", "n = Nth(n, |)"}) {
            for (const char* name :
                 {"n", "what", "piSize", "viKind", "piCount", "WIDE", "lamp_name", "object_name", "self", "Random"})
                QVERIFY2(proposes(text, name), (std::string(text) + " lacks " + name).c_str());
            for (const char* name : {"while", "OWN_LIMIT", "Shine", "Lamp", "lOther"})
                QVERIFY2(!proposes(text, name), (std::string(text) + " has " + name).c_str());
        }
        QVERIFY(best("n = |").starts_with("n what self piSize viKind piCount lamp_name object_name WIDE TALL "));
        QCOMPARE(detailOf("n = |", "piSize"), std::string("TALL"));
        QCOMPARE(detailOf("n = |", "piCount"), std::string("0   Object"));
    }

    void statementsHaveWhatCanBeginOne()
    {
        for (const char* text : {"|", "n = 1; |", "if n { |", "if n { } else { |", "n = 1;\n |", "n = 1\n   Se|"}) {
            for (const char* name : {"n", "piSize", "Send", "if", "while", "return", "propagate"})
                QVERIFY2(proposes(text, name), (std::string(text) + " lacks " + name).c_str());
            for (const char* name : {"viKin", "WIDE", "lamp_name", "and", "local"})
                QVERIFY2(!proposes(text, name), (std::string(text) + " has " + name).c_str());
        }
        QVERIFY(best("for |").starts_with("n what piSize viKind "));
        QVERIFY(proposesIn("Lamp is Object\nmessages:\n   F()\n   {\n      lo|", "local"));
        QCOMPARE(bestIn("Lamp is Object\nmessages:\n   F()\n   {\n      local a, |"), std::string());
    }

    void behindAnOperandStandsAnOperator() { QCOMPARE(best("n = what |"), std::string("and in mod or ")); }

    void commentsStringsAndNumbersHaveNothing()
    {
        for (const char* text : {"% a comm|", "n = \"a str|", "n = \"a str|\";", "n = 12|", "n = 0x1|"})
            QCOMPARE(best(text), std::string());
        QVERIFY(proposes("n = \"a\" + |", "piSize"));
        QVERIFY(proposes("% a comment\n n = |", "piSize"));
    }

    void declarationsHaveWhatFits()
    {
        QCOMPARE(bestIn("Torch is La|"), std::string("Object Lamp Lantern "));
        QCOMPARE(bestIn("Torch i|"), std::string("is "));
        QCOMPARE(bestIn("Torch is Lamp\nproperties:\n   pi|"),
                 std::string("piSize viKind piCount classvars constants end messages properties resources "));
        QCOMPARE(bestIn("Torch is Lamp\nproperties:\n   piSize = 1\n   |"),
                 std::string("viKind piCount classvars constants end messages properties resources "));
        QCOMPARE(bestIn("Torch is Lamp\nconstants:\n   include shared.khd\n   A = |"),
                 std::string("WIDE TALL ")); // as the class above
        QVERIFY(proposesIn("Lamp is Object\nproperties:\n   piSize = |", "TALL"));
        QVERIFY(proposesIn("Lamp is Object\nproperties:\n   piSize = |", "lamp_name"));
        QVERIFY(proposesIn("Lamp is Object\nproperties:\n   piSize = &|", "Lantern"));
        QVERIFY(!proposesIn("Lamp is Object\nconstants:\n   A = |", "lamp_name"));
        QCOMPARE(bestIn("Lamp is Object\nresources:\n   x = |"), std::string());
        QVERIFY(bestIn("Torch is Lamp\nmessages:\n   |").starts_with("GetName Shine GetSize "));
        QVERIFY(bestIn("Torch is Lamp\nmessages:\n   GetSize(|").starts_with("what amount "));
        QVERIFY(bestIn("Torch is Lamp\nmessages:\n   GetSize(what = $, |)").starts_with("amount "));
        QVERIFY(proposesIn("Lamp is Object\nmessages:\n   GetSize(what = |", "WIDE"));
    }

    void missingEndsDoNotConfuse()
    {
        // the handler above has no brace, the one before no semicolon, the class above no `end`
        const std::string above = "Lamp is Object\nmessages:\n   F(old = $)\n   {\n      local older;\n      if old {\n         "
                                  "older = Send(old, @Shine\n\n";
        QVERIFY(proposesIn(above + "   G(fresh = $)\n   {\n      local fresher;\n      return |", "fresher"));
        QVERIFY(proposesIn(above + "   G(fresh = $)\n   \"says what\"\n   {\n      local fresher;\n      return |", "fresh"));
        QVERIFY(!proposesIn(above + "   G(fresh = $)\n   {\n      local fresher;\n      return |", "older"));
        QVERIFY(proposesIn(above + "end\n\nTorch is Object\nmessages:\n   G()\n   {\n      piCount = pi|", "piCount"));
        QVERIFY(proposesIn("Lamp is Object\nproperties:\n   a = 1\n\nTorch is La|", "Lamp"));
        QCOMPARE(bestIn("Lamp is Object\nmessages:\n   F() { n = Send(self, @GetSize, #what = 1; m = Send(self, @Shine, #|"),
                 std::string("what "));
        QVERIFY(proposesIn("Lamp is Object\nmessages:\n   F() { } } } }\n   G(x = $) { return |", "x"));
    }

    void whatWasJustTypedIsKnown()
    {
        const std::string text =
            "Lamp is Object\nconstants:\n   FRESH_CONSTANT = 3\nresources:\n   fresh_resource = \"x\"\nclassvars:\n   viFresh = "
            "1\nproperties:\n   piFresh = 2\nmessages:\n   F() { return |";
        for (const char* name : {"FRESH_CONSTANT", "fresh_resource", "viFresh", "piFresh", "piSize"})
            QVERIFY2(proposesIn(text, name), name);
    }

    void callsAreExplained()
    {
        QCOMPARE(call("n = Random(|"), std::string("Random(*least, most)"));
        QCOMPARE(call("n = Random(1, |"), std::string("Random(least, *most)"));
        QCOMPARE(call("n = Random(1, 2, |"), std::string("Random(least, most)"));
        QCOMPARE(call("n = Random(Nth(what, 1|), 3)"), std::string("Nth(list, *position)"));
        QCOMPARE(call("n = Random((1 + |"), std::string("Random(*least, most)"));
        QCOMPARE(call("n = Random(1, 2); |"), std::string());
        QCOMPARE(call("Send(self, |"), std::string("Send(object, *message, #parameter = value ...)"));
        QCOMPARE(call("Send(self, @GetSize, |"), std::string("GetSize(what = $, amount = 3)"));
        QCOMPARE(call("Send(self, @GetSize, #amount = |"), std::string("GetSize(what = $, *amount = 3)"));
        QCOMPARE(call("Send(self, @GetSize, #amount = 2, #wh|at"), std::string("GetSize(*what = $, amount = 3)"));
        QCOMPARE(call("Send(self, @None, #amount = |"), std::string("Send(object, message, *#parameter = value ...)"));
        QCOMPARE(call("Debug(\"text, with | comma\", 2"), call("Debug(|"));
        QCOMPARE(call("if n { |"), std::string());
        QVERIFY(!index_.callAt("none.kod", "", 5));
    }

    /// Of an object that could be anything the handler that takes most is told, and that others take something else.
    void callsOfAnyObjectAreExplained()
    {
        Folder world;
        world.put("kodbase.txt", "T 10000 20000\n");
        world.put("kod/object.kod", "Object\nmessages:\n   MsgUser()\n   {\n      return;\n   }\nend\n");
        world.put("kod/object/user.kod", "User is Object\nmessages:\n   % Tells the user.\n   MsgUser(text = $, how = 1)\n   {\n      return text + how;\n   }\nend\n");
        world.put("kod/object/bot.kod", "Bot is Object\nmessages:\n   MsgUser(text = $)\n   {\n      return text;\n   }\nend\n");
        const TreeIndex index = IndexedTree::read(kodTreeAt(world.path(""))).index;
        const auto asked = [&](const std::string& className, const std::string& receiver) {
            const std::string text = className + "\nmessages:\n   Ask(who = $)\n   {\n      Send(" + receiver + ", @MsgUser, ";
            return index.callAt(world.path("kod/object/x.kod"), text, static_cast<std::uint32_t>(text.size()));
        };
        const auto any = asked("Lamp is Object", "who");
        QVERIFY(any);
        QCOMPARE(any->name, std::string("MsgUser"));
        QCOMPARE(any->parameters, (std::vector<std::string>{"text = $", "how = 1"}));
        QCOMPARE(any->others, 2);
        const auto bot = asked("Bot is Object", "self");
        QVERIFY(bot);
        QCOMPARE(bot->parameters, std::vector<std::string>{"text = $"});
        QCOMPARE(bot->others, 1);
    }

    void otherFilesAndPlacesAreNoTrouble()
    {
        QVERIFY(index_.complete(world_.path("none.kod"), "", 0).items.empty());
        QCOMPARE(index_.complete(world_.path("none.kod"), "abc", 1000).begin, 0u);
        QCOMPARE(index_.complete(world_.path("none.kod"), "abc ", 1000).begin, 4u);
        QVERIFY(TreeIndex().complete("x.kod", "X is ", 5).items.empty());
    }

private:
    static std::string inHandler(const std::string& statement)
    {
        return "Lamp is Object\nconstants:\n   include shared.khd\nmessages:\n   Shine(what = $)\n   {\n      local n;\n      n "
               "= 1;\n      " +
               statement;
    }

    CompletionList listIn(std::string text) const
    {
        const std::size_t place = text.find('|');
        if (place == std::string::npos)
            return {};
        text.erase(place, 1);
        return index_.complete(world_.path(text.starts_with("Lamp") ? "kod/object/lamp.kod" : "kod/object/torch.kod"), text,
                               static_cast<std::uint32_t>(place));
    }

    std::string bestIn(const std::string& text) const
    {
        std::string all;
        for (const Completion& item : listIn(text).items)
            all += item.text + " ";
        return all;
    }
    std::string best(const std::string& statement) const { return bestIn(inHandler(statement)); }

    bool proposesIn(const std::string& text, const std::string& name) const
    {
        const auto items = listIn(text).items;
        return std::ranges::count(items, name, &Completion::text) == 1;
    }
    bool proposes(const std::string& statement, const std::string& name) const { return proposesIn(inHandler(statement), name); }

    std::string detailOf(const std::string& statement, const std::string& name) const
    {
        const auto items = listIn(inHandler(statement)).items;
        const auto found = std::ranges::find(items, name, &Completion::text);
        return found == items.end() ? "none" : found->detail;
    }

    std::string word(std::string statement) const
    {
        const CompletionList list = listIn(inHandler(statement));
        statement = inHandler(statement);
        statement.erase(statement.find('|'), 1);
        return statement.substr(list.begin, list.end - list.begin);
    }

    std::string call(const std::string& statement) const
    {
        std::string text = inHandler(statement);
        const std::size_t place = text.find('|');
        text.erase(place, 1);
        const auto help = index_.callAt(world_.path("kod/object/lamp.kod"), text, static_cast<std::uint32_t>(place));
        if (!help)
            return {};
        std::string all = help->name + "(";
        for (std::size_t i = 0; i < help->parameters.size(); ++i)
            all += (i > 0 ? ", " : "") + std::string(static_cast<int>(i) == help->current ? "*" : "") + help->parameters[i];
        return all + ")";
    }

    Folder world_;
    TreeIndex index_;
};

QTEST_APPLESS_MAIN(TestComplete)
#include "tst_complete.moc"
