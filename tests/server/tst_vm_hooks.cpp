// SPDX-License-Identifier: GPL-3.0-or-later
// Several hooks at once, breakpoints, classes that are replaced while objects live.
#include "server/control/debugger.h"
#include "tests/server/blakod_machine.h"

using namespace blak;
using test::BlakodMachine;

namespace {

const char* const program = R"(System
properties:
   piCount = 0
   ptTimer = $
messages:
   Constructor() { return; }

   Work()
   {
      local i;
      i = 0;
      while i < 3
      {
         i = i + 1;
         Send(self,@Step);
      }
      return piCount;
   }

   Step()
   {
      piCount = piCount + 1;
      return 7 / 2;
   }

   Remains(timer = $) { return 5; }
   Leaves(timer = $) { return 6; }
   Start()
   {
      ptTimer = CreateTimer(self,@Leaves,1000);
      CreateTimer(self,@Remains,1000);
      return;
   }
end
Child is System
messages:
   Step()
   {
      propagate;
   }
end
)";
constexpr std::int32_t loopLine = 14; ///< i = i + 1
constexpr std::int32_t stepLine = 22; ///< piCount = piCount + 1
constexpr std::int32_t returnLine = 23;

class Listener : public vm::DebugHook
{
public:
    void line(const vm::CodePlace& place) override { lines.push_back(place.line); }
    void breakpoint(const vm::CodePlace& place) override { breakpoints.push_back(place.line); }
    void enter(std::int64_t, std::int32_t, std::int32_t) override { ++entered; }
    void leave(std::int64_t, std::int32_t, std::int32_t) override { ++left; }
    void error(std::string_view) override { ++errors; }

    std::vector<std::int32_t> lines, breakpoints;
    int entered = 0, left = 0, errors = 0;
};

} // namespace

class TestVmHooks : public QObject
{
    Q_OBJECT

    static void dialects()
    {
        QTest::addColumn<QString>("dialect");
        for (const char* name : {"classic", "classic97", "open105"})
            QTest::newRow(name) << name;
    }
    static const vm::Dialect& dialectOf(const QString& name) { return *vm::findDialect(name.toStdString()); }

private slots:
    void severalHooksListenAtOnce_data() { dialects(); }
    void severalHooksListenAtOnce()
    {
        QFETCH(const QString, dialect);
        BlakodMachine world(dialectOf(dialect), program);
        Listener tracer, debugger, quiet;
        world.machine->addHook(tracer);
        world.machine->addHook(debugger);
        world.machine->addHook(quiet, vm::HookCalls::Untold);
        world.machine->setTimed(true);
        world.machine->setStepping(debugger, true);
        world.send("Work");
        QCOMPARE(tracer.entered, 4);
        QCOMPARE(tracer.left, 4);
        QCOMPARE(debugger.entered, 4);
        QCOMPARE(quiet.entered, 0);
        QVERIFY(debugger.lines.size() > 10);
        QVERIFY(tracer.lines.empty() && quiet.lines.empty()); // who does not step hears of no lines
        std::uint64_t timed = 0;
        for (const vm::HandlerCount& one : world.machine->handlerCounts())
            timed += one.timed.calls;
        QCOMPARE(timed, std::uint64_t{4});
        world.machine->removeHook(debugger);
        world.send("Work");
        QCOMPARE(tracer.entered, 8);
        QCOMPARE(debugger.entered, 4);
        world.machine->interrupt(); // reaches everybody once
        world.send("Work");
        QCOMPARE(tracer.lines.size(), std::size_t{1});
        QCOMPARE(quiet.lines.size(), std::size_t{1});
    }

    void breakpointsStopWhereTheyStand_data() { dialects(); }
    void breakpointsStopWhereTheyStand()
    {
        QFETCH(const QString, dialect);
        BlakodMachine world(dialectOf(dialect), program);
        Listener debugger;
        world.machine->addHook(debugger, vm::HookCalls::Untold);
        QCOMPARE(world.machine->setBreakpoint("memmap/SYSTEM.bof", stepLine, true), std::size_t{1});
        QCOMPARE(world.machine->setBreakpoint("system.kod", loopLine, true), std::size_t{1});
        QCOMPARE(world.machine->setBreakpoint("system.kod", 1000, true), std::size_t{0});
        QCOMPARE(world.send("Work"), std::optional(vm::Value::integer(3)));
        const std::vector<std::int32_t> both{loopLine, stepLine, loopLine, stepLine, loopLine, stepLine};
        QCOMPARE(debugger.breakpoints, both);
        QVERIFY(debugger.lines.empty());
        QCOMPARE(debugger.entered, 0);
        world.machine->setBreakpoint("system.kod", loopLine, false);
        world.send("Work");
        QCOMPARE(debugger.breakpoints.size(), std::size_t{9});
        world.machine->clearBreakpoints();
        QCOMPARE(world.send("Work"), std::optional(vm::Value::integer(9)));
        QCOMPARE(debugger.breakpoints.size(), std::size_t{9});
    }

    /// What an instruction does must not depend on a breakpoint there: division and remainder share their code.
    void everyStatementDoesTheSameWithABreakpoint_data() { dialects(); }
    void everyStatementDoesTheSameWithABreakpoint()
    {
        QFETCH(const QString, dialect);
        BlakodMachine plain(dialectOf(dialect), program), stopped(dialectOf(dialect), program);
        Listener debugger;
        stopped.machine->addHook(debugger);
        stopped.machine->setTimed(true);
        for (std::int32_t line = 1; line < 50; ++line)
            for (const char* file : {"System", "Child"})
                stopped.machine->setBreakpoint(file, line, true);
        for (BlakodMachine* world : {&plain, &stopped}) {
            const std::int64_t child = world->machine->createObject(*world->machine->classByName("Child"), {});
            QCOMPARE(world->send("Work", child), std::optional(vm::Value::integer(3)));
            QCOMPARE(world->send("Step", child), std::optional(vm::Value::integer(3)));
        }
        QVERIFY(debugger.breakpoints.size() > 15);
        QCOMPARE(stopped.machine->counters().instructions, plain.machine->counters().instructions);
        QCOMPARE(stopped.machine->counters().messages, plain.machine->counters().messages);
    }

    void aDebuggerStopsStepsAndGoesOn()
    {
        BlakodMachine world(vm::open105, program);
        serve::Debugger debugger(*world.machine);
        std::vector<std::pair<std::string, std::int32_t>> stops;
        std::vector<serve::Debugger::Step> steps;
        debugger.stoppedAt = [&](const serve::Stop& stop) { stops.emplace_back(stop.reason, stop.place.line); };
        debugger.serveTools = [&] {
            const auto step = stops.size() <= steps.size() ? steps[stops.size() - 1] : serve::Debugger::Step::None;
            // What a tool sends while a handler is stopped runs through.
            if (world.send("Step") != vm::Value::integer(3))
                qFatal("a message within a stop");
            debugger.resume(step);
            return true;
        };
        debugger.attach();
        world.machine->setBreakpoint("system", stepLine, true);
        using Step = serve::Debugger::Step;
        steps = {Step::Over, Step::Out, Step::Into};
        world.send("Work");
        QCOMPARE(stops.at(0), (std::pair<std::string, std::int32_t>("breakpoint", stepLine)));
        QCOMPARE(stops.at(1), (std::pair<std::string, std::int32_t>("step", returnLine)));
        QCOMPARE(stops.at(2).first, std::string("step"));
        QVERIFY(stops.at(2).second < stepLine); // out of the handler
        QVERIFY(!debugger.stopped());
        debugger.detach();
        const std::size_t before = stops.size();
        world.send("Work");
        QCOMPARE(stops.size(), before);
    }

    void aServerThatEndsLetsTheHandlerGoOn()
    {
        BlakodMachine world(vm::classic, program);
        serve::Debugger debugger(*world.machine);
        int stops = 0;
        debugger.stoppedAt = [&](const serve::Stop&) { ++stops; };
        debugger.serveTools = [] { return false; };
        debugger.attach();
        world.machine->setBreakpoint("system", stepLine, true);
        QCOMPARE(world.send("Work"), std::optional(vm::Value::integer(3)));
        QCOMPARE(stops, 1);
        QVERIFY(!debugger.attached());
    }

    void oneFileIsReplacedAlone_data() { dialects(); }
    void oneFileIsReplacedAlone()
    {
        QFETCH(const QString, dialect);
        BlakodMachine world(dialectOf(dialect), program);
        const std::int64_t child = world.machine->createObject(*world.machine->classByName("Child"), {});
        world.send("Work", child); // fills caches of calls
        world.send("Start");
        Listener debugger;
        world.machine->addHook(debugger, vm::HookCalls::Untold);
        std::string text(program);
        text = text.substr(0, text.find("Child is"));
        text.replace(text.find("piCount + 1"), 11, "piCount + 9");
        const std::size_t leaves = text.find("   Leaves");
        text.erase(leaves, text.find('\n', leaves) - leaves + 1);
        const std::size_t start = text.find("      ptTimer = ");
        text.erase(start, text.find('\n', start) - start + 1);
        vm::LoadedFile file = world.compile(text);
        world.machine->setBreakpoint("system", stepLine, true);
        std::vector<std::string> reports;
        const auto replaced = world.machine->replaceFile(std::move(file), world.names, reports);
        QVERIFY2(replaced, replaced ? "" : replaced.error().text().c_str());
        QVERIFY(replaced.value());
        QCOMPARE(reports.size(), std::size_t{1}); // the timer whose handler went
        QCOMPARE(world.machine->sizes().timers, std::size_t{1});
        // Objects have what they had; subclasses propagate to the new handler; breakpoints stand in it.
        QCOMPARE(world.send("Work", child), std::optional(vm::Value::integer(3 + 27)));
        QCOMPARE(debugger.breakpoints.size(), std::size_t{3});
        QCOMPARE(world.send("Remains"), std::optional(vm::Value::integer(5)));
    }

    void aFileThatConcernsOthersIsNotReplacedAlone()
    {
        BlakodMachine world(vm::classic, program);
        std::string text(program);
        text = text.substr(0, text.find("Child is"));
        text.replace(text.find("   ptTimer = $"), 14, "   piNew = 4\n   ptTimer = $");
        vm::LoadedFile file = world.compile(text);
        std::vector<std::string> reports;
        const auto replaced = world.machine->replaceFile(std::move(file), world.names, reports);
        QVERIFY(replaced && !replaced.value());
        QCOMPARE(world.send("Work"), std::optional(vm::Value::integer(3)));
    }

    void aFileWithAFaultChangesNothing()
    {
        BlakodMachine world(vm::classic, program);
        std::string text(program);
        vm::LoadedFile file = world.compile(text.substr(0, text.find("Child is")));
        file.file.classes[0].handlers[0].code.resize(1);
        std::vector<std::string> reports;
        QVERIFY(!world.machine->replaceFile(std::move(file), world.names, reports));
        QCOMPARE(world.send("Work"), std::optional(vm::Value::integer(3)));
    }

    /// It fails when the old world is out of the way already: numbers of objects have such gaps that no save may have them.
    void aReloadThatFailsInTheMiddleChangesNothing_data() { dialects(); }
    void aReloadThatFailsInTheMiddleChangesNothing()
    {
        QFETCH(const QString, dialect);
        BlakodMachine world(dialectOf(dialect), program);
        const std::string text(program);
        const std::string system = text.substr(0, text.find("Child is"));
        const auto replace = [&](const std::string& with) {
            std::vector<vm::LoadedFile> files;
            files.push_back(world.compile(with));
            return world.machine->replaceProgram(std::move(files), world.names, {});
        };
        for (int i = 0; i < 5000; ++i)
            world.machine->createObject(*world.machine->classByName("Child"), {});
        const std::int64_t last = world.machine->createObject(*world.machine->classByName("System"), {});
        const auto smaller = replace(system);
        QVERIFY(smaller);
        QVERIFY(smaller.value().size() >= 5000); // left out
        world.send("Start");
        Listener debugger;
        world.machine->addHook(debugger, vm::HookCalls::Untold);
        QCOMPARE(world.machine->setBreakpoint("system", stepLine, true), std::size_t{1});
        QCOMPARE(world.send("Work", last), std::optional(vm::Value::integer(3)));
        const save::Game before = world.machine->saveGame();
        const vm::HeapSizes sizes = world.machine->sizes();

        std::string other(system);
        other.replace(other.find("piCount + 1"), 11, "piCount + 9");
        const auto failed = replace(other);
        QVERIFY(!failed);
        QVERIFY2(failed.error().text().find("is out of range") != std::string::npos, failed.error().text().c_str());
        QVERIFY(world.machine->saveGame() == before);
        QCOMPARE(world.machine->sizes().objects, sizes.objects);
        QCOMPARE(world.machine->sizes().timers, sizes.timers);
        QCOMPARE(world.send("Work", last), std::optional(vm::Value::integer(6)));
        QCOMPARE(debugger.breakpoints.size(), std::size_t{6});
        QCOMPARE(world.send("Remains"), std::optional(vm::Value::integer(5)));
    }

    void builtInObjectsAreRememberedAndSaved()
    {
        BlakodMachine world(vm::open105,
                            "System\nproperties:\n   plKept = $\nmessages:\n   Constructor() { return; }\n   Keep()\n   {\n"
                            "      plKept = [Create(&Thing),Create(&Thing),Create(&Settings),Create(&Settings)];\n"
                            "      return;\n   }\n   Ask() { return Send(1,@Who); }\nend\n"
                            "Thing is System\nmessages:\n   Who() { return 1; }\nend\n"
                            "Settings is Thing\nmessages:\n   Who() { return self; }\nend\n");
        using vm::BuiltInObject;
        QCOMPARE(world.machine->builtInObject(BuiltInObject::Settings), std::int64_t{0}); // until one is set
        world.send("Keep");
        world.machine->setBuiltInObject(BuiltInObject::Settings, 3);
        QCOMPARE(world.send("Ask"), std::optional(vm::Value::object(3)));
        std::vector<std::int64_t> roots;
        world.machine->collect(roots);
        QCOMPARE(world.send("Ask"), std::optional(vm::Value::object(4))); // the last one of the class
        const save::Game game = world.machine->saveGame();
        QCOMPARE(game.builtIns.size(), std::size_t{4});
        QCOMPARE(game.builtIns[1].object, 4);
        world.machine->clearWorld();
        QCOMPARE(world.machine->builtInObject(BuiltInObject::Settings), std::int64_t{0});
        std::vector<std::string> reports;
        QVERIFY(world.machine->loadGame(game, {}, {}, reports));
        QCOMPARE(world.send("Ask"), std::optional(vm::Value::object(4)));
    }

    void numbersWithoutANameSurviveASave()
    {
        // Of classes and resources that kodbase.txt knows and no file holds.
        BlakodMachine world(vm::classic, "System\nproperties:\n   plKept = $\nmessages:\n   Constructor() { return; }\nend\n");
        constexpr std::int64_t unloaded = 77'777, nameless = 88'888;
        (void)world.compile("Other is System\nend\n");
        kodbase::Kodbase known = world.names;
        kodbase::Class other;
        other.name = "Unloaded";
        other.id = unloaded;
        other.resources = {{"nameless_name", nameless}};
        known.classes.push_back(std::move(other));
        world.machine->setNames(known);
        const std::int64_t node = world.machine->newListNode({bof::Tag::Class, unloaded}, {bof::Tag::Resource, nameless});
        world.machine->setProperty(0, 1, {bof::Tag::List, node});
        const save::Game game = world.machine->saveGame();
        world.machine->clearWorld();
        std::vector<std::string> reports;
        QVERIFY(world.machine->loadGame(game, {}, {}, reports));
        QCOMPARE(reports.size(), std::size_t{2}); // each once
        const save::Game again = world.machine->saveGame();
        QCOMPARE(again.listNodes, game.listNodes);
        QCOMPARE(again.listNodes.back().first.data, unloaded);
        QCOMPARE(again.listNodes.back().rest.data, nameless);
    }

    /// RESOURCE 0, say, which clients send for a part of a face that is not there: no name is missing.
    void numbersThatNameNothingAreNoFault()
    {
        BlakodMachine world(vm::classic, "System\nproperties:\n   plKept = $\nmessages:\n   Constructor() { return; }\nend\n");
        const std::int64_t node = world.machine->newListNode({bof::Tag::Resource, 0}, {bof::Tag::Resource, 88'888});
        world.machine->setProperty(0, 1, {bof::Tag::List, node});
        const save::Game game = world.machine->saveGame();
        world.machine->clearWorld();
        std::vector<std::string> reports;
        QVERIFY(world.machine->loadGame(game, {}, {}, reports));
        QCOMPARE(reports, std::vector<std::string>());
        QCOMPARE(world.machine->saveGame().listNodes, game.listNodes);
    }
};

QTEST_APPLESS_MAIN(TestVmHooks)
#include "tst_vm_hooks.moc"
