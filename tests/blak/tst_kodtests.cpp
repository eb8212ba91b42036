// SPDX-License-Identifier: GPL-3.0-or-later
// `blak test`: tests in Blakod that pass, fail, crash into limits, and what is written of them.
#include "tests/blak/blak_files.h"
#include "tests/support/run_blak.h"

#include <QDirIterator>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using blak::test::Run;
using blak::test::runBlak;

namespace {

/// A test class; line 9 is the first one of `messages`.
QByteArray testClass(const QByteArray& name, const QByteArray& messages)
{
    return name + " is BlakodTest\n\nconstants:\n\n   include blakston.khd\n\nmessages:\n\n" + messages + "\nend\n";
}

QByteArray handler(const QByteArray& name, const QByteArray& body)
{
    return "   " + name + "()\n   {\n      " + body + "\n      return;\n   }\n";
}

} // namespace

class TestKodtests : public QObject
{
    Q_OBJECT

    QTemporaryDir dir_;
    QString world_;

    QString path(const QString& name) const { return dir_.filePath(name); }

    void write(const QString& name, const QByteArray& text)
    {
        QDir().mkpath(QFileInfo(path(name)).path());
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }

    QByteArray read(const QString& name)
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    Run test(QStringList words, const QString& world = {})
    {
        words.prepend(QStringLiteral("test"));
        words.append(world.isEmpty() ? world_ : world);
        return runBlak(words, dir_.path());
    }

    /// Runs the test classes of a folder, one handler each row; by name what came of them.
    QMap<QString, QJsonObject> outcomes(const QString& folder, const QStringList& more = {})
    {
        const Run run = test(QStringList{QStringLiteral("--json"), QStringLiteral("--tests"), path(folder)} + more);
        QMap<QString, QJsonObject> out;
        for (const QJsonValue& one : QJsonDocument::fromJson(run.output.toUtf8()).array())
            out[one[u"handler"].toString()] = one.toObject();
        if (out.isEmpty())
            qWarning() << run.error;
        return out;
    }

    static QString firstFailure(const QJsonObject& outcome) { return outcome[u"failures"][0][u"text"].toString(); }

private slots:
    void initTestCase()
    {
        qputenv("XDG_CACHE_HOME", path(QStringLiteral("cache")).toUtf8());
        world_ = qEnvironmentVariable("BLAK_SOURCE_DIR") + QStringLiteral("/world");
    }

    void testsOfTheSamplePass()
    {
        const Run run = test({QStringLiteral("--jobs"), QStringLiteral("2")});
        QVERIFY2(run.exitCode == 0, qPrintable(run.output + run.error));
        QVERIFY(run.output.contains(QStringLiteral("ok    ItemTest.TestLampLights")));
        QVERIFY(run.output.contains(QStringLiteral(" 0 failed, 0 skipped")));
        // From a boot that was kept it is the same.
        const Run again = test({});
        QCOMPARE(again.exitCode, 0);
        QCOMPARE(again.output.count(QLatin1Char('\n')), run.output.count(QLatin1Char('\n')));
    }

    void whatFailsIsNamed()
    {
        QByteArray messages;
        messages += handler("TestEqual", "Send(self,@ExpectEqual,#value=[1,2,[3]],#wanted=[1,2,[4]],#what=\"a list\");"); // lines 9 to 13
        messages += handler("TestSame", "Send(self,@ExpectEqual,#value=[1,\"a\",[3]],#wanted=[1,Send(self,@AsString,#string=\"a\"),[3]]);");
        messages += handler("TestNothing", "Send(self,@Expect,#value=$);");
        messages += handler("TestErrorComes", "First(5);");
        messages += handler("TestErrorExpected", "Send(self,@ExpectError,#string=\"first\"); First(5);");
        messages += handler("TestErrorMissed", "Send(self,@ExpectError,#string=\"a dragon\");");
        messages += handler("TestSent", "Send(SYS,@GetUsers); Send(self,@ExpectSent,#message=@GetUsers,#what=&System,#number=2);");
        messages += handler("TestNotSent", "Send(SYS,@GetUsers); Send(self,@ExpectNotSent,#message=@GetUsers);");
        messages += handler("TestForgotten", "Send(SYS,@GetUsers); Send(self,@Forget); Send(self,@ExpectNotSent,#message=@GetUsers);");
        messages += handler("TestEndless", "while TRUE { Send(SYS,@GetDaylight); }");
        messages += handler("TestSkipped", "Send(self,@Skip,#what=\"no sea here\");");
        messages += handler("TestFail", "Send(self,@Fail,#what=\"on purpose\");");
        messages += handler("TestAfterNothing", "Send(self,@After,#number=-1,#message=@SetUp);");
        messages += handler("NotATest", "Send(self,@Fail);");
        write(QStringLiteral("failing/failing.kod"), testClass("FailingTest", messages));
        const auto all = outcomes(QStringLiteral("failing"));
        QCOMPARE(all.size(), 13);
        const auto verdict = [&](const char* name) { return all[QLatin1String(name)][u"verdict"].toString(); };
        for (const char* good : {"TestSame", "TestErrorExpected", "TestForgotten"})
            QVERIFY2(verdict(good) == QStringLiteral("passed"), qPrintable(firstFailure(all[QLatin1String(good)])));
        QCOMPARE(verdict("TestSkipped"), QStringLiteral("skipped"));
        QCOMPARE(all[QStringLiteral("TestSkipped")][u"skipped"].toString(), QStringLiteral("no sea here"));
        const std::pair<const char*, const char*> texts[]{
            {"TestEqual", "a list: expected [1, 2, [4]], found [1, 2, [3]]"},
            {"TestNothing", "expected something, found $"},
            {"TestErrorComes", "error: "},
            {"TestErrorMissed", "expected an error with \"a dragon\", none came"},
            {"TestSent", "expected @GetUsers to &System 2 times, it was sent 1 times"},
            {"TestNotSent", "expected @GetUsers not to be sent, it was sent 1 times"},
            {"TestEndless", "error: "},
            {"TestFail", "on purpose"},
            {"TestAfterNothing", "expected milliseconds (`number`) and a message, found -1 and @SetUp"}};
        for (const auto& [name, text] : texts) {
            QCOMPARE(verdict(name), QStringLiteral("failed"));
            const QString found = firstFailure(all[QLatin1String(name)]);
            QVERIFY2(found.startsWith(QLatin1String(text)), qPrintable(found));
        }
        const QString place = all[QStringLiteral("TestEqual")][u"failures"][0][u"place"].toString();
        QCOMPARE(place, path(QStringLiteral("failing/failing.kod:11")));
        const Run shown = test({QStringLiteral("--tests"), path(QStringLiteral("failing"))});
        QCOMPARE(shown.exitCode, 1);
        QVERIFY(shown.output.contains(QStringLiteral("3 passed, 9 failed, 1 skipped")));
    }

    void eachHasAWorldOfItsOwn()
    {
        const QByteArray body = "Send(self,@ExpectEqual,#value=Send(SYS,@GetDaylight),#wanted=208); Send(SYS,@NewHour);";
        write(QStringLiteral("alone/alone.kod"), testClass("AloneTest", handler("TestOne", body) + handler("TestTwo", body) +
                                                                           handler("TestChance", "Debug(Random(1,1000000),GetTime());")));
        const auto all = outcomes(QStringLiteral("alone"), {QStringLiteral("--jobs"), QStringLiteral("1")});
        QCOMPARE(all.size(), 3);
        for (const QJsonObject& one : all)
            QVERIFY2(one[u"verdict"] == QStringLiteral("passed"), qPrintable(firstFailure(one)));
        // Time and chance repeat; another seed is other chance.
        const auto again = outcomes(QStringLiteral("alone"));
        const auto other = outcomes(QStringLiteral("alone"), {QStringLiteral("--seed"), QStringLiteral("7")});
        const QString chance = QStringLiteral("TestChance");
        QVERIFY(!all[chance][u"debug"].toArray().isEmpty());
        QCOMPARE(again[chance][u"debug"], all[chance][u"debug"]);
        QVERIFY(other[chance][u"debug"] != all[chance][u"debug"]);
    }

    void oneThatDoesNotEndIsStopped()
    {
        write(QStringLiteral("slow/slow.kod"),
              testClass("SlowTest", "   TestForEver()\n   {\n      local i;\n      i = 0;\n      while i < 1000000 { i = i + 1; }\n"
                                    "      Send(self,@After,#number=0,#message=@TestForEver);\n      return;\n   }\n" +
                                        handler("TestQuick", "Send(self,@Expect,#value=1);")));
        const auto all = outcomes(QStringLiteral("slow"), {QStringLiteral("--timeout"), QStringLiteral("1")});
        QCOMPARE(firstFailure(all[QStringLiteral("TestForEver")]), QStringLiteral("the test took longer than 1000 ms"));
        QCOMPARE(all[QStringLiteral("TestQuick")][u"verdict"].toString(), QStringLiteral("passed"));
    }

    /// JUnit's XML and lcov's tracefile.
    void reportsAreWritten()
    {
        write(QStringLiteral("two/two.kod"),
              testClass("TwoTest", handler("TestGood", "Debug(\"a < b & c\"); Send(Create(&Lamp),@GetLight);") +
                                       handler("TestBad", "Send(self,@ExpectEqual,#value=\"<&\",#wanted=2);")));
        const Run run = test({QStringLiteral("--tests"), path(QStringLiteral("two")), QStringLiteral("--junit"),
                              path(QStringLiteral("out.xml")), QStringLiteral("--coverage"), path(QStringLiteral("out.info"))});
        QCOMPARE(run.exitCode, 1);
        QXmlStreamReader xml(read(QStringLiteral("out.xml")));
        QStringList cases;
        QString message, output;
        while (!xml.atEnd()) {
            xml.readNext();
            if (!xml.isStartElement())
                continue;
            if (xml.name() == QStringLiteral("testsuite"))
                QCOMPARE(xml.attributes().value(QStringLiteral("failures")).toString(), QStringLiteral("1"));
            else if (xml.name() == QStringLiteral("testcase"))
                cases += xml.attributes().value(QStringLiteral("name")).toString();
            else if (xml.name() == QStringLiteral("failure"))
                message = xml.attributes().value(QStringLiteral("message")).toString();
            else if (xml.name() == QStringLiteral("system-out"))
                output = xml.readElementText();
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QCOMPARE(cases, QStringList({QStringLiteral("TestGood"), QStringLiteral("TestBad")}));
        QCOMPARE(message, QStringLiteral("expected 2, found \"<&\""));
        QVERIFY(output.contains(QStringLiteral("a < b & c")));

        const QByteArray info = read(QStringLiteral("out.info"));
        const int lamp = static_cast<int>(info.indexOf("/lamp.kod\n"));
        QVERIFY(lamp > 0);
        const QByteArray part = info.mid(lamp, info.indexOf("end_of_record", lamp) - lamp);
        QVERIFY2(part.contains("FNDA:1,Lamp.GetLight\n"), part.constData());
        QVERIFY2(part.contains("DA:29,1\n"), part.constData()); // return viLight;
        QVERIFY(!info.contains("two.kod"));                      // tests are not what is covered
        QVERIFY(info.contains("DA:") && info.contains(",0\n"));
    }

    void anyHandlerMayBeATest()
    {
        const QString world = path(QStringLiteral("own"));
        for (QDirIterator it(world_ + QStringLiteral("/kod"), QDir::Files, QDirIterator::Subdirectories); it.hasNext();) {
            const QString file = it.next();
            const QString target = world + QStringLiteral("/kod/") + QDir(world_ + QStringLiteral("/kod")).relativeFilePath(file);
            QDir().mkpath(QFileInfo(target).path());
            QFile::copy(file, target);
        }
        const QString sword = world + QStringLiteral("/kod/object/thing/item/tool/sword.kod");
        QFile::setPermissions(sword, QFile::ReadOwner | QFile::WriteOwner);
        QFile file(sword);
        QVERIFY(file.open(QIODevice::ReadWrite));
        QByteArray text = file.readAll();
        const auto cut = text.lastIndexOf("\nend");
        text.truncate(cut);
        text += "\nmessages:\n\n   IsSharp()\n   \"Test: a sword is no lamp\"\n   {\n      return NOT IsClass(self,&Lamp);\n   }\n\n"
                "   IsBlunt()\n   \"Test: fails\"\n   {\n      return 0;\n   }\n\nend\n";
        if (text.count("messages:") > 1)
            text.replace(text.lastIndexOf("messages:"), 9, "");
        file.resize(0);
        file.write(text);
        file.close();
        const QStringList before = QDir(world).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
        const Run run = test({}, world);
        QVERIFY2(run.output.contains(QStringLiteral("ok    Sword.IsSharp")), qPrintable(run.output + run.error));
        QVERIFY(run.output.contains(QStringLiteral("FAIL  Sword.IsBlunt")));
        QVERIFY(run.output.contains(QStringLiteral("the handler returned FALSE")));
        QCOMPARE(QDir(world).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), before);
    }

    void whatIsWrongIsSaid()
    {
        write(QStringLiteral("broken/broken.kod"), testClass("BrokenTest", handler("TestX", "nonsense(")));
        Run run = test({QStringLiteral("--tests"), path(QStringLiteral("broken"))});
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.error.contains(path(QStringLiteral("broken/broken.kod:11"))), qPrintable(run.error));
        write(QStringLiteral("taken/lamp.kod"), testClass("LampTest", handler("TestX", "")));
        run = test({QStringLiteral("--tests"), path(QStringLiteral("taken"))});
        QVERIFY2(run.error.contains(QStringLiteral("a file of the project has that name already")), qPrintable(run.error));
        run = test({QStringLiteral("--filter"), QStringLiteral("NoSuch*")});
        QCOMPARE(run.exitCode, 1);
        QVERIFY(run.error.contains(QStringLiteral("expected tests, found none")));
        QCOMPARE(test({QStringLiteral("--jobs"), QStringLiteral("many")}).exitCode, 2);
        run = test({QStringLiteral("--list"), QStringLiteral("--filter"), QStringLiteral("itemtest.*lamp*")});
        QCOMPARE(run.output.count(QLatin1Char('\n')), 1);
        QVERIFY(test({}, path(QStringLiteral("nowhere"))).error.contains(QStringLiteral("expected the folder of a project")));
    }
};

QTEST_GUILESS_MAIN(TestKodtests)
#include "tst_kodtests.moc"
