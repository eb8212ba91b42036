// SPDX-License-Identifier: GPL-3.0-or-later
// What an editor is told about a class in which something is unfinished.
#include "kodide/compiler/session.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace blak;
using namespace blak::kod;

class TestRecovery : public QObject
{
    Q_OBJECT

    static inline const std::string before_ = "Monster\nproperties:\n   poRoom = $\n   piHits = 3\nmessages:\n   GetHits()\n   {\n      return piHits;\n   }\n\n";
    /// With what real handlers have: locals, branches, loops, a wrapped call, a comment string.
    static inline const std::string whole_ = "   CanFight(who = $, what = $,\n            amount = -1)\n   \"whether it can\"\n   {\n      local oRoom, lAll, i;\n\n"
                                             "      i = 0;\n      oRoom = Send(self,@GetRoom,#what=what);\n      lAll = [ who, amount ];\n"
                                             "      if oRoom = $ OR (amount > 3\n         AND Length(lAll) > 2)\n      {\n         return FALSE_TEXT;\n      }\n"
                                             "      else\n      {\n         piHits = piHits - 1;\n      }\n\n      while i < Length(lAll)\n      {\n"
                                             "         i = i + Nth(lAll,\n               Length(lAll));\n         Post(who,@Hit,#by=self,\n            #hard=piHits);\n      }\n\n"
                                             "      return oRoom;\n   }\n\n";
    static inline const std::string after_ = "   GetRoom(what = $)\n   {\n      local n;\n\n      n = what;\n      poRoom = n;\n      return poRoom;\n   }\n\n"
                                             "   Hit(by = $, hard = 1)\n   {\n      local one, two;\n\n      one = by; two = hard; one = two;\n      return one;\n   }\n\nend\n";

    struct Told
    {
        std::vector<Finding> errors;
        std::set<std::string> handlers; ///< that were understood from their head to their `}`

        /// Each once: a name whose declaration is gone is unknown wherever it is used.
        std::set<std::string> sentences() const
        {
            std::set<std::string> all;
            for (const Finding& error : errors)
                all.insert(error.message);
            return all;
        }

        std::string text() const
        {
            std::string all;
            for (const Finding& error : errors)
                all += std::to_string(error.range.line) + ":" + std::to_string(error.range.column) + " " + error.message + "\n";
            return all;
        }
    };

    static Told tell(const std::string& text, const Dialect& dialect = classicDialect())
    {
        Session session(dialect);
        const std::shared_ptr<SyntaxUnit> unit = parse(std::make_shared<SourceText>(SourceText{"a.kod", text}), dialect, {});
        Told told;
        for (const ClassSyntax* one : unit->classes)
            for (const Handler* handler : one->handlers)
                if (!handler->broken && !handler->brokenHeader)
                    told.handlers.insert(std::string(unit->text(handler->name)));
        const UnitResult result = session.compile(unit, {});
        for (const Finding& finding : result.findings)
            if (finding.severity == Severity::Error)
                told.errors.push_back(finding);
        return told;
    }

    static std::string wholeText()
    {
        std::string text = whole_;
        text.replace(text.find("FALSE_TEXT"), 10, "0");
        return text;
    }

private slots:
    void theWholeTextIsGood() { QCOMPARE(tell(before_ + wholeText() + after_).text(), std::string()); }

    void anUnfinishedHandlerCostsOneError_data()
    {
        QTest::addColumn<QByteArray>("typed");
        QTest::newRow("a call") << QByteArray("LookerTest(who=$)\n{\n   local oRoom;\n   oRoom = Send(self,@GetOw\n\n");
        QTest::newRow("a sign") << QByteArray("   LookerTest(who=$)\n   {\n      Send(self,@\n\n");
        QTest::newRow("an assignment") << QByteArray("   LookerTest(who=$)\n   {\n      poRoom =\n\n");
        QTest::newRow("a condition") << QByteArray("   LookerTest(who=$)\n   {\n      if who = $ AND\n\n");
        QTest::newRow("locals") << QByteArray("   LookerTest(who=$)\n   {\n      local one,\n\n");
        QTest::newRow("a head") << QByteArray("   LookerTest(who=\n\n");
        QTest::newRow("a brace too few") << QByteArray("   LookerTest(who=$)\n   {\n      if who = $ {\n         poRoom = who;\n\n      return who;\n   }\n\n");
        QTest::newRow("a brace too many") << QByteArray("   LookerTest(who=$)\n   {\n      return who;\n   }\n      return who;\n   }\n\n");
        QTest::newRow("no brace") << QByteArray("   LookerTest(who=$)\n      return who;\n   }\n\n");
    }
    void anUnfinishedHandlerCostsOneError()
    {
        QFETCH(const QByteArray, typed);
        const Told told = tell(before_ + typed.toStdString() + wholeText() + after_);
        QVERIFY2(told.errors.size() == 1, told.text().c_str());
        for (const char* name : {"GetHits", "CanFight", "GetRoom", "Hit"})
            QVERIFY2(told.handlers.contains(name), name);
    }

    /// The locals behind it are declared all the same, so that their names are not unknown in the whole handler.
    void aHalfTypedLineBeforeTheLocalsCostsOneError_data()
    {
        QTest::addColumn<QByteArray>("typed");
        for (const char* typed : {"oRoom = Send(self,@GetOw", "i", "i = ", "Send(self,", "Send(self,@GetRoom", "i = 1;", "i = (1 + ", "whole = [ 1,"})
            QTest::newRow(typed) << QByteArray(typed);
    }
    void aHalfTypedLineBeforeTheLocalsCostsOneError()
    {
        QFETCH(const QByteArray, typed);
        std::string text = wholeText();
        text.insert(text.find("local oRoom"), typed.toStdString() + "\n      ");
        for (const Dialect* dialect : dialects()) {
            const Told told = tell(before_ + text + after_, *dialect);
            QVERIFY2(told.errors.size() == 1, told.text().c_str());
            for (const char* name : {"GetHits", "CanFight", "GetRoom", "Hit"})
                QVERIFY2(told.handlers.contains(name), name);
        }
    }

    /// Whatever somebody has typed of a handler, and whatever is missing in the middle of one: a few errors, and the others are known.
    void cutHandlersCostFewErrors()
    {
        const std::string text = wholeText();
        for (const Dialect* dialect : dialects())
            for (std::size_t at = 1; at < text.size(); ++at)
                for (const std::size_t length : {text.size(), std::size_t{1}, std::size_t{7}, std::size_t{40}}) {
                    std::string cut = text;
                    cut.erase(at, length);
                    if (cut.find(" end(") != std::string::npos)
                        continue; // of `Send`: ends the class
                    const Told told = tell(before_ + cut + "\n" + after_, *dialect);
                    const std::string what = std::to_string(at) + "+" + std::to_string(length) + ":\n" + told.text();
                    QVERIFY2(told.sentences().size() <= 6, what.c_str());
                    for (const char* name : {"GetHits", "Hit"})
                        QVERIFY2(told.handlers.contains(name), what.c_str());
                }
    }

    void aMisspeltKeywordIsNoHandler()
    {
        const Told told = tell("Monster\nmessages:\n   Fight(who = $)\n   {\n      local a;\n\n      a = who;\n      iff (a = $)\n      {\n         a = who;\n      }\n      return a;\n   }\nend\n");
        QVERIFY2(told.errors.size() <= 2, told.text().c_str());
        QVERIFY(told.handlers.contains("Fight") && !told.handlers.contains("iff"));
    }

    void whatIsMissingIsToldAtTheEndOfItsLine()
    {
        const Told told = tell("Monster\nmessages:\n   Fight(who = $)\n   {\n      return who\n   }\nend\n");
        QCOMPARE(told.text(), std::string("5:17 expected `;`, found `}`\n"));
    }

    void aHandlerWithoutReturnIsStillTold()
    {
        const Told told = tell("Monster\nmessages:\n   Fight(who = $)\n   {\n      who = 1;\n   }\nend\n");
        QCOMPARE(told.errors.size(), std::size_t{1});
        QCOMPARE(told.errors[0].code, std::string("K0417"));
    }

    void aLongTextOfHalfHeadsEnds()
    {
        std::string text = "Monster\nmessages:\n   Fight(who = $)\n   {\n";
        for (int i = 0; i < 20'000; ++i)
            text += "   Fight(who =\n";
        QVERIFY(!tell(text).errors.empty());
    }

    void unknownNamesCanBeChanged()
    {
        const std::string text = "Monster\nmessages:\n   Fight(who = $)\n   {\n      return whoo;\n   }\nend\n";
        const Told told = tell(text);
        QCOMPARE(told.text(), std::string("5:14 unknown name `whoo`; did you mean `who`?\n"));
        QCOMPARE(told.errors[0].fixes.size(), std::size_t{1});
        const Fix& fix = told.errors[0].fixes[0];
        QCOMPARE(fix.title, std::string("change to who"));
        std::string changed = text;
        changed.replace(fix.range.begin, fix.range.end - fix.range.begin, fix.replacement);
        QCOMPARE(tell(changed).text(), std::string());
    }
};

QTEST_APPLESS_MAIN(TestRecovery)
#include "tst_recovery.moc"
