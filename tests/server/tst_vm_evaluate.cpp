// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces of Blakod in the frame of a handler that has stopped.
#include "tests/server/blakod_machine.h"

#include <functional>

using namespace blak;
using test::BlakodMachine;

namespace {

const char* const program = R"(System
properties:
   piCount = 10
messages:
   Constructor() { return; }

   Work(number = 3)
   {
      local iSum, lAll;

      iSum = 4;
      lAll = [ 1, 2 ];
      iSum = iSum + number;
      return iSum;
   }

   Twice(number = 0) { return number * 2; }
   Forever() { while 1 = 1 { piCount = piCount; } return; }
end
Child is System
messages:
   Twice(number = 0) { return number * 20; }
end
)";
constexpr std::int32_t stopLine = 13; ///< iSum = iSum + number
constexpr std::size_t variables = 3;  ///< number, iSum, lAll

/// Does something where the handler stops.
class Stopper : public vm::DebugHook
{
public:
    void breakpoint(const vm::CodePlace&) override { then(); }
    std::function<void()> then;
};

} // namespace

class TestVmEvaluate : public QObject
{
    Q_OBJECT

    static const vm::Dialect& dialectOf(const QString& name) { return *vm::findDialect(name.toStdString()); }
    static void dialects()
    {
        QTest::addColumn<QString>("dialect");
        for (const char* name : {"classic", "classic97", "open105"})
            QTest::newRow(name) << name;
    }

    /// The class once more, with one handler that is kept alone.
    static vm::LoadedFile piece(BlakodMachine& world, const std::string& body, const std::string& locals = "number, iSum, lAll")
    {
        std::string text(program);
        text = text.substr(0, text.find("end\nChild"));
        text += "   Piece()\n   {\n      local " + locals +
                ";\n      if self = $ { number = $; iSum = $; lAll = $; }\n      " + body + "\n   }\nend\n";
        vm::LoadedFile file = world.compile(text);
        std::int32_t newest = -1; // has the highest number, for the other names were known before
        for (const bof::Handler& handler : file.file.classes[0].handlers)
            newest = std::max(newest, handler.message);
        for (bof::Class& one : file.file.classes)
            std::erase_if(one.handlers, [newest](const bof::Handler& each) { return each.message != newest; });
        return file;
    }

    /// Runs Work and does something where it stops. What it returns.
    static std::optional<vm::Value> stopIn(BlakodMachine& world, std::function<void()> then)
    {
        Stopper stopper;
        stopper.then = std::move(then);
        world.machine->addHook(stopper, vm::HookCalls::Untold);
        world.machine->setBreakpoint("system", stopLine, true);
        const auto result = world.send("Work");
        world.machine->clearBreakpoints();
        world.machine->removeHook(stopper);
        return result;
    }

private slots:
    void aPieceReadsAndWritesTheFrame_data() { dialects(); }
    void aPieceReadsAndWritesTheFrame()
    {
        QFETCH(const QString, dialect);
        BlakodMachine world(dialectOf(dialect), program);
        int stops = 0;
        const auto result = stopIn(world, [&] {
            ++stops;
            const auto value =
                world.machine->evaluate(0, piece(world, "iSum = iSum * 100; return iSum + Length(lAll) + piCount + number;"), variables, 1000);
            QVERIFY2(value, value ? "" : value.error().text().c_str());
            QVERIFY(value.value().finished);
            QCOMPARE(value.value().value, vm::Value::integer(400 + 2 + 10 + 3));
            QCOMPARE(world.machine->depth(), std::size_t{1});
        });
        QCOMPARE(stops, 1);
        QCOMPARE(result, std::optional(vm::Value::integer(403)));
        QVERIFY(world.host.errors.empty());
    }

    void aPieceSendsMessages()
    {
        BlakodMachine world(vm::classic, program);
        stopIn(world, [&] {
            const auto value = world.machine->evaluate(0, piece(world, "return Send(self,@Twice,#number=iSum);"), variables, 1000);
            QVERIFY(value);
            QCOMPARE(value.value().value, vm::Value::integer(8));
            const auto text = world.machine->evaluate(0, piece(world, "return \"some text\";"), variables, 1000);
            QVERIFY(text);
            QCOMPARE(text.value().text, std::string("some text"));
        });
    }

    void aPieceThatDoesNotEndIsStoppedAndTheHandlerGoesOn_data() { dialects(); }
    void aPieceThatDoesNotEndIsStoppedAndTheHandlerGoesOn()
    {
        QFETCH(const QString, dialect);
        BlakodMachine plain(dialectOf(dialect), program), world(dialectOf(dialect), program);
        const auto result = stopIn(world, [&] {
            for (const char* body : {"while 1 = 1 { iSum = iSum; } return $;", "return Send(self,@Forever);"}) {
                const auto value = world.machine->evaluate(0, piece(world, body), variables, 5000);
                QVERIFY(value);
                QVERIFY(!value.value().finished);
            }
        });
        QCOMPARE(result, std::optional(vm::Value::integer(7)));
        plain.send("Work");
        QCOMPARE(world.machine->counters().instructions, plain.machine->counters().instructions); // of the message itself
        QCOMPARE(world.send("Twice"), std::optional(vm::Value::integer(0)));
    }

    /// However much the handler, or a piece before, has complained of: who asks is told why there is no value.
    void whatFailsIsAlwaysTold()
    {
        class Listener final : public vm::DebugHook
        {
        public:
            void error(std::string_view) override { ++errors; }
            int errors = 0;
        } listener;
        BlakodMachine world(vm::classic, program);
        stopIn(world, [&] {
            world.machine->addHook(listener, vm::HookCalls::Untold);
            QVERIFY(world.machine->evaluate(0, piece(world, "while iSum < 4000 { lAll = First(iSum); iSum = iSum + 1; } return 0;"), variables, 1'000'000));
            QVERIFY(listener.errors > 0);
            listener.errors = 0;
            QVERIFY(world.machine->evaluate(0, piece(world, "return First(iSum);"), variables, 1000));
            QCOMPARE(listener.errors, 1);
            QVERIFY(world.machine->evaluate(0, piece(world, "return Create(iSum + 0);"), variables, 1000));
            QCOMPARE(listener.errors, 2);
            world.machine->removeHook(listener);
        });
    }

    void piecesThatDoNotFitAreRefused()
    {
        BlakodMachine world(vm::classic, program);
        vm::LoadedFile late = piece(world, "return 1;");
        QVERIFY(!world.machine->evaluate(0, late, variables, 1000)); // nothing runs
        const auto result = stopIn(world, [&] {
            QVERIFY(!world.machine->evaluate(1, piece(world, "return 1;"), variables, 1000)); // no such frame
            QVERIFY(!world.machine->evaluate(0, piece(world, "return 1;"), 200, 1000));       // not so many variables
            vm::LoadedFile other = piece(world, "return 1;");
            other.file.classes[0].totalProperties = 7; // another version of the class
            QVERIFY(!world.machine->evaluate(0, other, variables, 1000));
            vm::LoadedFile many = piece(world, "return 1;");
            many.file.classes[0].handlers.clear();
            QVERIFY(!world.machine->evaluate(0, many, variables, 1000));
            vm::LoadedFile broken = piece(world, "return 1;");
            broken.file.classes[0].handlers[0].code.resize(1);
            QVERIFY(!world.machine->evaluate(0, broken, variables, 1000));
        });
        QCOMPARE(result, std::optional(vm::Value::integer(7)));
    }

    void handlersOfAClassAndItsDescendantsBeginSomewhere_data() { dialects(); }
    void handlersOfAClassAndItsDescendantsBeginSomewhere()
    {
        QFETCH(const QString, dialect);
        BlakodMachine world(dialectOf(dialect), program);
        vm::Vm& machine = *world.machine;
        const auto count = [&](const char* type, const char* message) {
            return machine.entries(*machine.classByName(type), *machine.messageByName(message)).size();
        };
        QCOMPARE(count("System", "Twice"), std::size_t{2});
        QCOMPARE(count("Child", "Twice"), std::size_t{1});
        QCOMPARE(count("Child", "Work"), std::size_t{1}); // an inherited one
        QCOMPARE(machine.entries(*machine.classByName("System"), 30'000).size(), std::size_t{0});
        int stops = 0;
        Stopper stopper;
        stopper.then = [&] { ++stops; };
        machine.addHook(stopper, vm::HookCalls::Untold);
        for (const vm::CodePlace& place : machine.entries(*machine.classByName("System"), *machine.messageByName("Twice")))
            QVERIFY(machine.setBreakpointAt(place.file, place.offset, true));
        QVERIFY(!machine.setBreakpointAt("system.kod", 3, true)); // no instruction begins there
        const std::int64_t child = machine.createObject(*machine.classByName("Child"), {});
        world.send("Twice", child);
        world.send("Twice");
        QCOMPARE(stops, 2);
        machine.clearBreakpoints();
        world.send("Twice");
        QCOMPARE(stops, 2);
    }
};

QTEST_APPLESS_MAIN(TestVmEvaluate)
#include "tst_vm_evaluate.moc"
