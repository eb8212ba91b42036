// SPDX-License-Identifier: GPL-3.0-or-later
// What machines say of errors, in words.
#include "server/vm/error_words.h"

#include "server/dap/error_kinds.h"
#include "tests/server/blakod_machine.h"

using namespace blak;
using test::BlakodMachine;

namespace {

const char* const program = R"(System
properties:
   piCount = 5
messages:
   Constructor() { return; }
   Nobody() { return Send(self,@Missing); }
   NoObject() { return Send(piCount,@Nobody); }
   Zero() { local i; i = 0; return 10 / i; }
   Sum() { local i; i = $; return piCount + i; }
   Less() { local i; i = $; return i < piCount; }
   Negative() { local i; i = $; return -i; }
   TakeFirst() { return First(piCount); }
   Many() { return Length(self); }
   Second() { return Nth(piCount,2); }
   Kind() { return GetClass(piCount); }
   Words() { return StringEqual(piCount,"a"); }
end
)";
const char* const caller = R"(Other
messages:
   Constructor() { return; }
   Missing() { return; }
end
)";

} // namespace

class TestErrorWords : public QObject
{
    Q_OBJECT

private slots:
    void errorsAreSaidInWords_data()
    {
        QTest::addColumn<QString>("message");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* message, const char* words) {
            QTest::newRow(message) << QString::fromLatin1(message) << QString::fromLatin1(words);
        };
        row("Nobody", "System has no handler Missing");
        row("NoObject", "Nobody sent to 5, which is no object");
        row("Zero", "division by zero: 10 / 0");
        row("Sum", "5 + $: $ is no number");
        row("Less", "$ < 5: $ is no number");
        row("Negative", "-$: $ is no number");
        row("TakeFirst", "First of 5, which is no list");
        row("Many", "Length of OBJECT 0, which is no list");
        row("Second", "Nth of 5, which is no list");
        row("Kind", "GetClass of 5, which is no object");
        row("Words", "StringEqual of 5, which is no string");
    }

    void errorsAreSaidInWords()
    {
        QFETCH(const QString, message);
        QFETCH(const QString, words);
        for (const vm::Dialect* dialect : {&vm::classic, &vm::open105}) {
            BlakodMachine world(*dialect, std::string(caller).insert(0, program));
            world.host.errors.clear();
            world.send(message.toStdString());
            QVERIFY(!world.host.errors.empty());
            const std::string& said = world.host.errors.front();
            QVERIFY2(QString::fromStdString(vm::errorInWords(said)) == words, qPrintable(QString::fromStdString(said + " / " + vm::errorInWords(said))));
            QVERIFY(QString::fromStdString(dap::reasonFirst(said)).startsWith(words));
        }
    }

    void whatIsNotKnownIsLeftAsItIs()
    {
        QCOMPARE(vm::errorInWords("[lamp.bof (12)] something odd of 1,5"), std::string("something odd of 1,5"));
        QCOMPARE(dap::reasonFirst("[lamp.bof (12)] OBJECT 6 CLASS Lamp can't do that"),
                 std::string("can't do that (OBJECT 6 CLASS Lamp, lamp.bof line 12)"));
        QCOMPARE(vm::errorInWords("can't add 2 vars 1,5"), std::string("can't add 2 vars 1,5"));
        QCOMPARE(vm::errorInWords("can't send MESSAGE Light to invalid OBJECT 12"), std::string("Light sent to OBJECT 12, which is not there"));
    }
};

QTEST_GUILESS_MAIN(TestErrorWords)
#include "tst_error_words.moc"
