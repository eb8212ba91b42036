// SPDX-License-Identifier: GPL-3.0-or-later
// What Blakod can do to the server: each of these programs took a server down, or its memory, or its disk.
#include "tests/server/blakod_machine.h"

#include <QElapsedTimer>

using namespace blak;
using test::BlakodMachine;

namespace {

constexpr std::size_t megabyte = 1 << 20;

/// What loops share. `%` comments would be another operator in open105: there are none.
const char* const program = R"(System
properties:
   piCount = 0
   plList = $
   psText = $
messages:
   Constructor() { return; }

   Nest(string = $)
   {
      piCount = piCount + 1;
      ClearTempString();
      AppendTempString("a b");
      ParseString(GetTempString()," ",@Nest);
      return;
   }

   Broken()
   {
      local i, n;
      n = $;
      while 1
      {
         i = n + 1;
         piCount = piCount + 1;
      }
      return;
   }

   BrokenOften()
   {
      local i, n;
      i = 0;
      n = $;
      while i < 3000
      {
         piCount = n + 1;
         i = i + 1;
      }
      return;
   }

   Chatter()
   {
      local i;
      i = 0;
      while i < 1000
      {
         Debug("a line for the log");
         i = i + 1;
      }
      return;
   }

   Lists()
   {
      local l;
      l = $;
      while 1
      {
         l = Cons(1,l);
      }
      return;
   }

   Texts()
   {
      local s;
      ClearTempString();
      while StringLength(GetTempString()) < 6000
      {
         AppendTempString("0123456789");
      }
      while 1
      {
         s = CreateString();
         SetString(s,GetTempString());
      }
      return;
   }

   Tables()
   {
      local t;
      while 1
      {
         t = CreateTable();
      }
      return;
   }

   Entries()
   {
      local t, i;
      t = CreateTable();
      i = 0;
      while 1
      {
         AddTableEntry(t,i,i);
         i = i + 1;
      }
      return;
   }

   Objects()
   {
      while 1
      {
         Create(&System);
      }
      return;
   }

   Packets()
   {
      while 1
      {
         AddPacket(4,piCount);
      }
      return;
   }

   Tick(timer = $)
   {
      CreateTimer(self,@Tick,0);
      CreateTimer(self,@Tick,0);
      return;
   }

   Again(timer = $)
   {
      piCount = piCount + 1;
      CreateTimer(self,@Again,0);
      return;
   }

   PostAgain()
   {
      piCount = piCount + 1;
      Post(self,@PostAgain);
      return;
   }

   Ring()
   {
      plList = [1,2,3];
      return;
   }

   LengthOf() { return Length(plList); }
   NthOf() { return Nth(plList,100000000); }
   SetNthOf() { SetNth(plList,100000000,1); return 1; }
   FindIn() { return FindListElem(plList,77); }
   DeleteFrom() { DelListElem(plList,77); return 1; }

   Walks()
   {
      while 1
      {
         FindListElem(plList,77);
      }
      return;
   }

   Works() { return 42; }
end
)";

const char* const openProgram = R"(System
properties:
   plList = $
   piCount = 0
messages:
   Constructor() { return; }
   Ring() { plList = [1,2,3]; return; }
   LastOf() { return Last(plList); }
   DeleteLast() { plList = DelLastListElem(plList); return 1; }
   AppendTo() { plList = AppendListElem(4,plList); return 1; }
   InsertInto() { plList = InsertListElem(plList,100000000,4); return 1; }
   Swap() { SwapListElem(plList,1,100000000); return 1; }
   CopyOf() { plList = ListCopy(plList); return 1; }
   Match() { return IsListMatch(plList,[1,2,3]); }
   NodeOf() { return GetListNode(plList,1,2); }
   ElementOf() { return GetListElemByClass(plList,&System); }
   NodesOf() { plList = GetAllListNodesByClass(plList,1,&System); return 1; }
   SendTo() { return SendList(plList,0,@Works); }
   Alone() { plList = [self]; return; }
   Works() { piCount = piCount + 1; return 42; }
end
)";

const char* const formatProgram = R"(System
messages:
   Constructor() { return; }
   Doubles()
   {
      local s;
      s = BuildString("0123456789");
      while 1
      {
         s = BuildString("{0}{0}",s);
      }
      return;
   }
   Wide() { return BuildString("{:2000000000}",1); }
   Works() { return 42; }
end
)";

const vm::Dialect& dialectOf(const QString& name) { return *vm::findDialect(name.toStdString()); }

/// The last node of the list in the first property gets the first one as its rest.
void closeRing(BlakodMachine& world, std::uint32_t property)
{
    const vm::Value list = world.machine->property(0, property).value_or(vm::Value{});
    const auto node = [&](std::int64_t id) { return world.machine->listNode(id).value_or(std::pair<vm::Value, vm::Value>()); };
    std::int64_t last = list.data;
    while (node(last).second.tag == bof::Tag::List)
        last = node(last).second.data;
    world.machine->setListNode(last, node(last).first, list);
}

} // namespace

class TestVmLimits : public QObject
{
    Q_OBJECT

    static void dialects()
    {
        QTest::addColumn<QString>("dialect");
        for (const char* name : {"classic", "classic97", "open105"})
            QTest::newRow(name) << name;
    }

    /// Runs a message that goes on for ever unless something stops it, and another one that must work afterwards.
    static void endsWith(const QString& dialect, const char* message, std::string_view error, const vm::Limits& limits)
    {
        BlakodMachine world(dialectOf(dialect), program);
        world.machine->setLimits(limits);
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(world.send(message), std::optional(vm::Value{}));
        QVERIFY2(world.errors(error) == 1, world.host.errors.empty() ? "no error" : world.host.errors.back().c_str());
        QVERIFY(timer.elapsed() < 20'000);
        QCOMPARE(world.send("Works"), std::optional(vm::Value::integer(42)));
    }

    static vm::Limits small()
    {
        vm::Limits limits;
        limits.messageBytes = 16 * megabyte;
        return limits;
    }

private slots:
    void nestedParsingStopsBeforeTheStackEnds_data() { dialects(); }
    void nestedParsingStopsBeforeTheStackEnds()
    {
        QFETCH(const QString, dialect);
        BlakodMachine world(dialectOf(dialect), program);
        world.machine->setMaxInstructions(300'000); // the tree of calls has two branches at every depth
        world.send("Nest");
        QVERIFY(world.errors("depth is") > 0);
        QVERIFY(world.machine->property(0, 1)->data > 100);
        QCOMPARE(world.send("Works"), std::optional(vm::Value::integer(42)));
        // With little left of the process's own stack it stops earlier, at any depth that Blakod may have.
        BlakodMachine narrow(dialectOf(dialect), program);
        narrow.machine->setMaxInstructions(300'000);
        vm::Limits limits;
        limits.nativeStackLeft = std::size_t{1} << 40; // more than there is
        narrow.machine->setLimits(limits);
        narrow.send("Nest");
        QVERIFY(narrow.errors("the stack is full") > 0);
        QCOMPARE(narrow.machine->property(0, 1), std::optional(vm::Value::integer(1)));
    }

    void aLoopOfErrorsEnds_data() { dialects(); }
    void aLoopOfErrorsEnds()
    {
        QFETCH(const QString, dialect);
        BlakodMachine world(dialectOf(dialect), program);
        vm::Limits limits;
        limits.shownErrors = 50;
        limits.errors = 2000;
        world.machine->setLimits(limits);
        world.send("Broken");
        QCOMPARE(world.errors("more than 2000 errors"), std::size_t{1});
        QVERIFY(world.host.errors.size() < 60); // those shown, why it ended, how many were not shown
        QCOMPARE(world.errors("more errors of MESSAGE Broken"), std::size_t{1});
        QVERIFY(world.machine->property(0, 1)->data <= 2001); // the statement of the last one is carried out
    }

    void errorsBelowTheLimitAreCountedNotShown()
    {
        BlakodMachine world(vm::classic, program);
        world.send("BrokenOften");
        QCOMPARE(world.host.errors.size(), std::size_t{vm::Limits().shownErrors} + 1);
        QCOMPARE(world.host.errors.back(), std::string("[Server] 2000 more errors of MESSAGE BrokenOften and what it posted are "
                                                       "not shown"));
        // The next message is shown again, but all of them together no more than so many a second.
        for (int i = 0; i < 10; ++i)
            world.send("BrokenOften");
        QVERIFY(world.host.errors.size() < 5100);
        world.host.now += 1000;
        const std::size_t before = world.host.errors.size();
        world.send("BrokenOften");
        QCOMPARE(world.host.errors.size(), before + std::size_t{vm::Limits().shownErrors} + 1);
    }

    void linesForTheLogAreLimited()
    {
        BlakodMachine world(vm::classic, program);
        vm::Limits limits;
        limits.logBytes = 10'000;
        world.machine->setLimits(limits);
        world.send("Chatter");
        QVERIFY(world.host.debug.size() > 50 && world.host.debug.size() < 200);
        QCOMPARE(world.errors("more lines for the log of MESSAGE Chatter"), std::size_t{1});
    }

    void memoryOfOneMessageIsLimited_data()
    {
        QTest::addColumn<QString>("dialect");
        QTest::addColumn<QByteArray>("message");
        for (const char* dialect : {"classic", "classic97", "open105"})
            for (const char* message : {"Lists", "Texts", "Tables", "Entries", "Objects"})
                QTest::addRow("%s %s", dialect, message) << dialect << QByteArray(message);
    }
    void memoryOfOneMessageIsLimited()
    {
        QFETCH(const QString, dialect);
        QFETCH(const QByteArray, message);
        endsWith(dialect, message.constData(), "bytes of memory", small());
        BlakodMachine world(dialectOf(dialect), program);
        world.machine->setLimits(small());
        world.send(message.constData());
        const vm::MemoryUse use = world.machine->memory();
        QVERIFY(use.lists + use.strings + use.tables + use.objects + use.properties < 40 * megabyte);
    }

    void packetsAreLimited()
    {
        vm::Limits limits;
        limits.packetBytes = megabyte;
        endsWith(QStringLiteral("classic"), "Packets", "a packet of more than", limits);
    }

    void timersAreLimited_data() { dialects(); }
    void timersAreLimited()
    {
        QFETCH(const QString, dialect);
        BlakodMachine world(dialectOf(dialect), program);
        vm::Limits limits;
        limits.timers = 500;
        world.machine->setLimits(limits);
        world.send("Tick");
        for (int i = 0; i < 2000; ++i) {
            world.host.now += 2;
            world.machine->runDueTimer();
        }
        QCOMPARE(world.machine->sizes().timers, std::size_t{500});
        QVERIFY(world.errors("no timer for MESSAGE Tick: 500 timers run") > 0);
    }

    void timersWithoutPauseAreNamed()
    {
        BlakodMachine world(vm::open105, program);
        vm::Limits limits;
        limits.timersPerSecond = 1000;
        world.machine->setLimits(limits);
        world.send("Again");
        for (int i = 0; i < 5000; ++i)
            world.machine->runDueTimer();
        QCOMPARE(world.errors("timers of CLASS System with MESSAGE Again fired 1000 times within a second"), std::size_t{1});
    }

    void messagesThatPostThemselvesAreLimitedAndNamed_data() { dialects(); }
    void messagesThatPostThemselvesAreLimitedAndNamed()
    {
        QFETCH(const QString, dialect);
        BlakodMachine world(dialectOf(dialect), program);
        world.send("PostAgain");
        QCOMPARE(world.machine->property(0, 1), std::optional(vm::Value::integer(vm::Limits().posts + 1)));
        QCOMPARE(world.errors("posted messages ran in a row; 1 wait, the first is MESSAGE PostAgain to OBJECT 0 CLASS System"),
                 std::size_t{1});
        // Others go on, and it gets little at a time.
        QCOMPARE(world.send("Works"), std::optional(vm::Value::integer(42)));
        QVERIFY(world.machine->property(0, 1)->data <= vm::Limits().posts + 1 + 4000);
        QCOMPARE(world.errors("posted messages ran in a row"), std::size_t{1});
    }

    void ringsAreSurvived_data()
    {
        QTest::addColumn<QString>("dialect");
        QTest::addColumn<QByteArray>("message");
        for (const char* dialect : {"classic", "classic97", "open105"})
            for (const char* message : {"LengthOf", "NthOf", "SetNthOf", "FindIn", "DeleteFrom"})
                QTest::addRow("%s %s", dialect, message) << dialect << QByteArray(message);
        for (const char* message : {"LastOf", "DeleteLast", "AppendTo", "InsertInto", "Swap", "ElementOf", "SendTo"})
            QTest::addRow("open105 %s", message) << "open105" << QByteArray(message);
    }
    void ringsAreSurvived()
    {
        QFETCH(const QString, dialect);
        QFETCH(const QByteArray, message);
        const bool both = message.endsWith("Of") && message != "LastOf" && message != "ElementOf";
        const bool common = both || message == "FindIn" || message == "DeleteFrom";
        BlakodMachine world(dialectOf(dialect), common ? program : openProgram);
        world.send(message == "SendTo" ? "Alone" : "Ring");
        closeRing(world, common ? 2 : 1);
        QVERIFY(world.send(message.constData()));
        QCOMPARE(world.errors("ring of list nodes"), std::size_t{1});
        QCOMPARE(world.send("Works"), std::optional(vm::Value::integer(42)));
    }

    void copiesOfRingsEndWithTheMemory()
    {
        BlakodMachine world(vm::open105, openProgram);
        world.machine->setLimits(small());
        world.send("Ring");
        closeRing(world, 1);
        world.send("CopyOf");
        QCOMPARE(world.errors("bytes of memory"), std::size_t{1});
        QCOMPARE(world.send("Works"), std::optional(vm::Value::integer(42)));
    }

    void walksOverLongListsHaveALimit()
    {
        BlakodMachine world(vm::classic, program);
        world.machine->setMaxInstructions(100'000);
        world.send("Ring");
        vm::Value list{};
        for (int i = 0; i < 10'000; ++i)
            list = {bof::Tag::List, world.machine->newListNode(vm::Value::integer(i + 100), list)};
        world.machine->setProperty(0, 2, list);
        world.send("Walks");
        QCOMPARE(world.errors("passed too many list nodes"), std::size_t{1});
        QCOMPARE(world.send("Works"), std::optional(vm::Value::integer(42)));
    }

    void textsThatGrowHaveALimit()
    {
        BlakodMachine world(vm::classic, formatProgram);
        world.machine->setLimits(small());
        world.send("Doubles");
        QCOMPARE(world.errors("bytes of memory"), std::size_t{1});
        world.send("Wide");
        QCOMPARE(world.errors("bytes of memory"), std::size_t{2});
        QCOMPARE(world.send("Works"), std::optional(vm::Value::integer(42)));
    }
};

QTEST_APPLESS_MAIN(TestVmLimits)
#include "tst_vm_limits.moc"
