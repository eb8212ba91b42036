// SPDX-License-Identifier: GPL-3.0-or-later
// What the whole tree says of one text, told while it is typed: the same as a check of the tree tells.
#include "kodide/compiler/tree_compile.h"
#include "small_tree.h"

#include <algorithm>
#include <array>

using namespace blak;
using namespace blak::kod;
using namespace blak::test;
namespace fs = std::filesystem;

namespace {

constexpr const char* rootText = R"(Root
resources:
   by_name = "a message may be called ByName"
properties:
   prText = $
messages:
   Constructor(what = $)
   {
      return what;
   }

   Lonely(a = 1)
   {
      return a;
   }

   TeleportTo() { return; }
   ByName() { return; }
   NewHour() { return; }

   Greet(who = $)
   {
      Send(self, @Greet, #who = who);
      Send(self, @Greet, #whom = who);
      Send(self, @Lose);
      Send(self, @UserLogon, #anything = 1);
      Send(self, prText, #who = who);
      Send(self, prText, #size = who);
      Send(self, prText, #nobody = who);
      Create(&Root, #what = self);
      Create(&Leaf, #what = self, #size = 3);
      Create(&Root, #size = 3);
      Create(prText, #size = 3);
      Create(prText, #who = 3);
      return;
   }
end
)";

constexpr const char* leafText = R"(Leaf is Root
messages:
   Constructor(size = 1)
   {
      Debug(size);
      Create(&Leaf, #what = 1, #sise = 2);
      propagate;
   }
   Lonely() { return; }
   Quiet() { return; }
   FromElsewhere() { return; }
end
)";

constexpr const char* otherText = R"(Other
messages:
   UserLogon()
   {
      Post(self, @FromElsewhere);
      return;
   }
end
)";

constexpr std::array files{"kod/root.kod", "kod/root/leaf.kod", "kod/z_other.kod"};

bool isOfTree(const Finding& finding)
{
    return std::ranges::any_of(std::array{Code::NobodySends, Code::NobodyHandles, Code::NoSuchParameter},
                               [&](Code code) { return finding.code == diagnosticInfo(code).code; });
}

QString told(const fs::path& file, const Finding& finding)
{
    return QStringLiteral("%1:%2:%3 %4 %5")
        .arg(QString::fromStdString(file.filename().string()))
        .arg(finding.range.line)
        .arg(finding.range.column)
        .arg(QString::fromStdString(finding.code), QString::fromStdString(finding.message));
}

} // namespace

class TestTreeFindings : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        world_ = std::make_unique<Folder>();
        world_->put("kodbase.txt", "T 10000 20000\n");
        world_->put(files[0], rootText);
        world_->put(files[1], leafText);
        world_->put(files[2], otherText);
    }

    /// Each text of its own, by the index, and all of them together.
    void theIndexTellsWhatACheckOfTheTreeTells()
    {
        const QStringList found = byIndex();
        QVERIFY2(found == byCheck(), qPrintable(found.join(u'\n')));
        const auto tells = [&](const char* what) { return std::ranges::count_if(found, [&](const QString& one) { return one.contains(QLatin1String(what)); }); };
        QCOMPARE(tells("K0813"), 2);
        QCOMPARE(tells("root.kod:12:4 K0813 no code names the message `Lonely`"), 1); // not at its handler in Leaf
        QCOMPARE(tells("K0813 no code names the message `Quiet`"), 1);
        QCOMPARE(tells("K0814"), 1);
        QCOMPARE(tells("K0815"), 6);
        QCOMPARE(tells("`whom`"), 1);
        QCOMPARE(tells("`anything`"), 1); // handled, but without parameters
        QCOMPARE(tells("`nobody`"), 1);   // of any message
        QCOMPARE(tells("root.kod:32:22 K0815 no handler that can get this message takes `size`"), 1); // not of the constructors of Root
        QCOMPARE(tells("`who`"), 1);                                                                  // of no constructor
        QCOMPARE(tells("`sise`"), 1);
    }

    /// What may have been meant instead.
    void theNearestNameIsOffered()
    {
        const IndexedTree both = IndexedTree::read(kodTreeAt(world_->path("")));
        const auto fixes = [&](const std::string& statement) {
            QStringList all;
            const std::string text = "Leaf is Root\nmessages:\n   Quiet()\n   {\n      " + statement + "\n      return;\n   }\nend\n";
            for (const Finding& finding : both.index.findings(both.symbols.check(world_->path(files[1]), text)))
                for (const Fix& fix : finding.fixes)
                    all << QString::fromStdString(fix.title + ": " + text.substr(fix.range.begin, fix.range.end - fix.range.begin) + " > " + fix.replacement);
            return all.join(u'|');
        };
        QCOMPARE(fixes("Send(self, @UserLogin);"), QStringLiteral("change to UserLogon: UserLogin > UserLogon"));
        QCOMPARE(fixes("Send(self, @Greet, #wo = 1);"), QString()); // two letters: any guess would do
        QCOMPARE(fixes("Send(self, @Greet, #whoo = 1);"), QStringLiteral("change to who: whoo > who"));
        QCOMPARE(fixes("Send(self, @Xylophone);"), QString());
    }

    /// An unknown name hides nothing but what it may mean.
    void aTextWithErrorsIsToldOfItsMessages()
    {
        const IndexedTree both = IndexedTree::read(kodTreeAt(world_->path("")));
        const auto found = [&](const std::string& statement) {
            return ofText(both, world_->path(files[1]),
                          "Leaf is Root\nmessages:\n   Silent()\n   {\n      nobody = 1;\n      " + statement + "\n      return;\n   }\nend\n")
                .join(u'|');
        };
        QVERIFY(found("Send(self, @UserLogin);").contains(QLatin1String("K0814")));
        QVERIFY(found("Send(self, @Greet, #whom = 1);").contains(QLatin1String("K0815")));
        QCOMPARE(found("Create(&Unknown, #whom = 1);"), QStringLiteral("leaf.kod:3:4 K0813 no code names the message `Silent`")); // told of the class
        QCOMPARE(found("Send(self, @UserLogin"), QString());
    }

    /// What is typed and not saved counts, in this text and in the others.
    void unsavedTextsCount()
    {
        IndexedTree both = IndexedTree::read(kodTreeAt(world_->path("")));
        const fs::path leaf = world_->path(files[1]), other = world_->path(files[2]);
        const auto tells = [&](const std::string& text, const char* what) {
            const QStringList found = ofText(both, leaf, text);
            return std::ranges::any_of(found, [&](const QString& one) { return one.contains(QLatin1String(what)); });
        };
        QVERIFY(tells(leafText, "`Quiet`"));
        // named here, by code or by a string
        QVERIFY(!tells(std::string(leafText).replace(std::string(leafText).find("Debug(size)"), 11, "Send(self, @quiet)"), "`Quiet`"));
        QVERIFY(!tells(std::string(leafText).replace(std::string(leafText).find("Debug(size)"), 11, "Debug(\"be quiet\")"), "`Quiet`"));
        // a handler that is written this moment, whose name nothing else has
        QVERIFY(tells(std::string(leafText).replace(std::string(leafText).find("Quiet"), 5, "Zzfresh"), "`Zzfresh`"));
        // a parameter of its own constructor
        QVERIFY(tells(leafText, "`sise`"));
        QVERIFY(!tells(std::string(leafText).replace(std::string(leafText).find("size = 1"), 8, "size = 1, sise = 2"), "`sise`"));
        // in another text
        std::string typed = otherText;
        typed.replace(typed.find("@FromElsewhere"), 14, "@Quiet");
        both.index = both.index.with(other, both.symbols.check(other, typed));
        QVERIFY(!tells(leafText, "`Quiet`"));
        QVERIFY(tells(leafText, "`FromElsewhere`"));
        // which has errors for a moment: who knows what its words are
        both.index = both.index.with(other, both.symbols.check(other, "Other\nmessages:\n   UserLogon( {\n   Post(self, FromElsewhere\nend\n"));
        QVERIFY(!tells(leafText, "`FromElsewhere`"));
        QVERIFY(tells(leafText, "`Quiet`"));
        both.index = both.index.with(other, both.symbols.check(other, "Other\nmessages:\n   UserLogon( {\nend\n"));
        QVERIFY(tells(leafText, "`FromElsewhere`"));
    }

    /// Unknown names of a text hide nothing that is told once they are known, but for what may be meant by them.
    void unknownNamesHideOnlyWhatTheyMayMean_data()
    {
        QTest::addColumn<std::string>("wrong");
        QTest::addColumn<std::string>("right");
        QTest::addColumn<QString>("hidden"); ///< the message that the wrong text says nothing of
        QTest::newRow("a value") << std::string("nobody = 1;") << std::string("Debug(1);") << QString();
        QTest::newRow("a function") << std::string("Nothing(1);") << std::string("Debug(1);") << QString();
        QTest::newRow("a message without its sign") << std::string("Send(self, Quiet);") << std::string("Debug(1);") << QStringLiteral("`Quiet`");
        QTest::newRow("its name beside an error") << std::string("nobody = 1; Debug(Quiet);") << std::string("Debug(1);") << QStringLiteral("`Quiet`");
        QTest::newRow("of another text's handler") << std::string("Send(self, Lonely);") << std::string("Debug(1);") << QString();
    }
    void unknownNamesHideOnlyWhatTheyMayMean()
    {
        QFETCH(const std::string, wrong);
        QFETCH(const std::string, right);
        QFETCH(const QString, hidden);
        const IndexedTree both = IndexedTree::read(kodTreeAt(world_->path("")));
        const fs::path leaf = world_->path(files[1]);
        const auto with = [](const std::string& statement) { return std::string(leafText).replace(std::string(leafText).find("Debug(size);"), 12, "Debug(size); " + statement); };
        QVERIFY(hasErrors(both.symbols.check(leaf, with(wrong)).findings));
        const auto sentences = [&](const std::string& statement) {
            QStringList all;
            for (const Finding& finding : both.index.findings(both.symbols.check(leaf, with(statement))))
                if (finding.code == diagnosticInfo(Code::NobodySends).code)
                    all << QString::fromStdString(finding.message);
            return all;
        };
        world_->put(files[1], with(right));
        QStringList wanted; // what a check of all says of the right text
        for (const QString& one : byCheck())
            if (one.startsWith(QLatin1String("leaf.kod")) && one.contains(QLatin1String("K0813")))
                wanted << one.section(QLatin1Char(' '), 2);
        QVERIFY(wanted.contains(QStringLiteral("no code names the message `Quiet`")));
        QCOMPARE(sentences(right), wanted);
        if (!hidden.isEmpty())
            QCOMPARE(wanted.removeIf([&](const QString& one) { return one.contains(hidden); }), 1);
        QCOMPARE(sentences(wrong), wanted);
    }

    /// Errors of another text that is well-formed hide the messages that stand in it, those below a class with errors nothing.
    void errorsOfAnotherTextHideOnlyItsWords()
    {
        const auto found = [&](const std::string& root, const std::string& other) {
            world_->put(files[0], root);
            world_->put(files[2], other);
            const IndexedTree both = IndexedTree::read(kodTreeAt(world_->path("")));
            return ofText(both, world_->path(files[1]), leafText).join(u'|');
        };
        const std::string wrong = std::string(otherText).replace(std::string(otherText).find("return"), 6, "nobody = 1; return");
        QVERIFY(found(rootText, otherText).contains(QLatin1String("`Quiet`")));
        QVERIFY(found(rootText, wrong).contains(QLatin1String("`Quiet`")));
        QVERIFY(!found(rootText, std::string(wrong).replace(wrong.find("nobody = 1"), 10, "nobody = Quiet")).contains(QLatin1String("`Quiet`")));
        // an error in the class above: the handler there is the first, and is seen in spite of it
        const std::string above = std::string(rootText).replace(std::string(rootText).find("return what"), 11, "return nobody");
        QVERIFY(found(above, otherText).contains(QLatin1String("`Quiet`")));
        QVERIFY(!found(above, otherText).contains(QLatin1String("`Lonely`")));
    }

    /// While the grammar of another text is lost behind a fault, nothing is said of what may stand behind it.
    void whatAFaultHasLostIsNotTold()
    {
        IndexedTree both = IndexedTree::read(kodTreeAt(world_->path("")));
        const fs::path other = world_->path(files[2]);
        const std::string text = "Leaf is Root\nmessages:\n   Quiet() { Send(self, @UserLogon, #anew = 1); Send(self, @Behind); Send(self, @Nowhere); return; }\nend\n";
        const auto tells = [&](const char* what) { return ofText(both, world_->path(files[1]), text).join(u'|').contains(QLatin1String(what)); };
        QVERIFY(tells("`anew`") && tells("`Behind`") && tells("`Nowhere`"));
        both.index = both.index.with(other, both.symbols.check(other, "Other\nmessages:\n   UserLogon(\n   \"\n   Behind(anew = 1) { return; }\nend\n"));
        QVERIFY(!tells("`anew`") && !tells("`Behind`") && tells("`Nowhere`"));
    }

    /// In the middle of an edit; it ends, and says that no constructor takes it.
    void classesThatDeriveFromEachOther()
    {
        world_->put(files[1], "Leaf is Other\nmessages:\n   A() { Create(&Other, #no = 1); Send(self, @A); return; }\nend\n");
        IndexedTree both = IndexedTree::read(kodTreeAt(world_->path("")));
        const fs::path other = world_->path(files[2]);
        std::string typed = otherText;
        typed.replace(0, typed.find('\n'), "Other is Leaf");
        both.index = both.index.with(other, both.symbols.check(other, typed));
        CheckedText checked = both.symbols.check(world_->path(files[1]), world_->text(files[1]));
        checked.findings.clear();
        const std::vector<Finding> found = both.index.findings(checked);
        QVERIFY(std::ranges::any_of(found, [](const Finding& one) { return one.message.find("`no`") != std::string::npos; }));
    }

private:
    QStringList ofText(const IndexedTree& both, const fs::path& file, const std::string& text) const
    {
        QStringList all;
        for (const Finding& finding : both.index.findings(both.symbols.check(file, text)))
            all << told(file, finding);
        return all;
    }

    QStringList byIndex() const
    {
        const IndexedTree both = IndexedTree::read(kodTreeAt(world_->path("")));
        QStringList all;
        for (const char* file : files)
            all << ofText(both, world_->path(file), world_->text(file));
        all.sort();
        return all;
    }

    QStringList byCheck() const
    {
        TreeOptions options;
        options.checkOnly = options.lints = true;
        QStringList all;
        for (const Finding& finding : compileTree(kodTreeAt(world_->path("")), options).findings)
            if (isOfTree(finding))
                all << told(finding.file, finding);
        all.sort();
        return all;
    }

    std::unique_ptr<Folder> world_;
};

QTEST_GUILESS_MAIN(TestTreeFindings)
#include "tst_tree_findings.moc"
