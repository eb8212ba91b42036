// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/small_program.h"

#include <QTest>

#include <algorithm>
#include <array>

using namespace blak;
using namespace blak::test::small;

namespace {

/// Keeps what a debugger is told; may change a local before a line or ask for an interruption at an entry.
class Recorder : public vm::DebugHook
{
public:
    explicit Recorder(vm::Vm& machine) : machine_(machine) {}
    void line(const vm::CodePlace& place) override
    {
        lines.push_back(place.line);
        stack = machine_.stack();
        if (newLocal)
            QVERIFY(machine_.setLocal(0, 0, *newLocal));
    }
    void enter(std::int64_t, std::int32_t, std::int32_t message) override
    {
        entered.push_back(message);
        if (interruptAtEntry)
            machine_.interrupt();
    }
    void leave(std::int64_t, std::int32_t, std::int32_t message) override { left.push_back(message); }
    void propertyWritten(std::int64_t object, std::int32_t property, const vm::Value& before, const vm::Value& after) override
    {
        writes.push_back({object, property, before.data, after.data});
    }
    void error(std::string_view text) override { errors.emplace_back(text); }

    std::optional<vm::Value> newLocal;
    bool interruptAtEntry = false;
    std::vector<std::int32_t> lines, entered, left;
    std::vector<std::array<std::int64_t, 4>> writes;
    std::vector<std::string> errors;
    std::vector<vm::FrameView> stack;

private:
    vm::Vm& machine_;
};

} // namespace

class TestVm : public QObject
{
    Q_OBJECT

private slots:
    void parametersAndDefaults()
    {
        test::FakeHost host;
        auto machine = boot(host);
        QVERIFY(machine);
        QCOMPARE(machine->send(0, addMessage, {})->data, 8);
        const vm::Parameter x{parameterX, vm::Value::integer(41)};
        QCOMPARE(machine->send(0, addMessage, std::span(&x, 1))->data, 42);
        QVERIFY(!machine->send(0, whoMessage, {}));
        QVERIFY(!machine->send(99, addMessage, {}));
    }

    void integersWrapAtTheWidthOfTheDialect()
    {
        constexpr std::int64_t most28 = (1 << 27) - 1;
        const vm::Parameter x{parameterX, vm::Value::integer(most28)};
        test::FakeHost host;
        QCOMPARE(boot(host, vm::classic)->send(0, addMessage, std::span(&x, 1))->data, most28 + 1);
        QCOMPARE(boot(host, vm::classic97)->send(0, addMessage, std::span(&x, 1))->data, -most28 - 1);
    }

    void aFailedOperatorStoresItsFirstOperandAndReportsTheLine()
    {
        test::FakeHost host;
        auto machine = boot(host);
        const vm::Parameter x{parameterX, {Tag::Nil, 0}};
        const auto result = machine->send(0, addMessage, std::span(&x, 1));
        QCOMPARE(result->tag, Tag::Nil);
        QCOMPARE(host.errors.size(), std::size_t{1});
        QVERIFY(host.errors[0].starts_with("[world.bof (10010)] can't add"));
    }

    void propagateSendsTheParametersThatWereSent()
    {
        test::FakeHost host;
        auto machine = boot(host);
        const std::int64_t object = machine->createObject(derivedClass, {});
        const vm::Parameter x{parameterX, vm::Value::integer(3)};
        QCOMPARE(machine->send(object, whoMessage, std::span(&x, 1))->data, 3);
        QCOMPARE(machine->send(object, whoMessage, {})->data, 7);
    }

    void anEndlessLoopIsStopped()
    {
        test::FakeHost host;
        auto machine = boot(host);
        machine->setMaxInstructions(10000);
        QCOMPARE(machine->send(0, spinMessage, {})->tag, Tag::Nil);
        QVERIFY(host.errors.at(0).find("too many instructions") != std::string::npos);
        QCOMPARE(machine->send(0, addMessage, {})->data, 8);
    }

    void instructionsAreCountedOneByOne()
    {
        test::FakeHost host;
        auto machine = boot(host);
        const auto ran = [&](std::int64_t object, std::int32_t message) {
            const std::int64_t before = machine->counters().instructions;
            machine->send(object, message, {});
            return machine->counters().instructions - before;
        };
        QCOMPARE(ran(0, addMessage), 2);
        QCOMPARE(ran(machine->createObject(derivedClass, {}), whoMessage), 3); // an operator, propagate, return
        machine->setMaxInstructions(2);
        QCOMPARE(machine->send(0, addMessage, {})->data, 8);
        QVERIFY(host.errors.empty());
        machine->setMaxInstructions(1);
        QCOMPARE(machine->send(0, addMessage, {})->tag, Tag::Nil);
        QCOMPARE(host.errors.size(), std::size_t{1});
        machine->setMaxInstructions(1000);
        QCOMPARE(ran(0, spinMessage), 1000);
    }

    void propagatedFramesAreNoDeeperCalls()
    {
        test::FakeHost host;
        auto machine = boot(host);
        const std::int64_t object = machine->createObject(derivedClass, {});
        machine->resetCounters();
        machine->send(object, whoMessage, {});
        QCOMPARE(machine->counters().deepest, 1);
        QCOMPARE(machine->counters().messages, 1);
        machine->send(0, addMessage, {});
        QCOMPARE(machine->counters().deepest, 1);
    }

    void handlersAreTimedWhenAskedFor()
    {
        test::FakeHost host;
        host.stopwatchStep = 1000;
        auto machine = boot(host);
        const std::int64_t object = machine->createObject(derivedClass, {});
        const auto timesOf = [&](std::int32_t type, std::int32_t message) {
            for (const vm::HandlerCount& one : machine->handlerCounts())
                if (one.classId == type && one.message == message)
                    return std::pair(one.calls, one.timed.calls);
            return std::pair(std::uint64_t{0}, std::uint64_t{0});
        };
        machine->send(object, whoMessage, {});
        machine->setTimed(true);
        machine->send(object, whoMessage, {});
        machine->send(object, whoMessage, {});
        machine->setTimed(false);
        machine->send(object, whoMessage, {});
        QCOMPARE(timesOf(derivedClass, whoMessage), std::pair(std::uint64_t{4}, std::uint64_t{2}));
        QCOMPARE(timesOf(baseClass, whoMessage), std::pair(std::uint64_t{4}, std::uint64_t{2}));
        for (const vm::HandlerCount& one : machine->handlerCounts())
            if (one.message == whoMessage) // the part of each until it propagates or returns: from one look to the next or so
                QVERIFY(one.timed.averageMicroseconds() >= 1 && one.timed.averageMicroseconds() <= 3);
        // A debugger is told as before.
        Recorder recorder(*machine);
        machine->addHook(recorder);
        machine->setTimed(true);
        machine->send(object, whoMessage, {});
        machine->setTimed(false);
        machine->send(object, whoMessage, {});
        machine->removeHook(recorder);
        QCOMPARE(recorder.entered, (std::vector<std::int32_t>(4, whoMessage)));
        QCOMPARE(timesOf(baseClass, whoMessage).second, std::uint64_t{3});
    }

    void functionsAreTimedWhenAskedFor()
    {
        test::FakeHost host;
        host.stopwatchStep = 1000;
        auto machine = boot(host);
        const vm::Parameter x{parameterX, vm::Value::integer(-3)};
        const auto size = [&] { return machine->send(0, sizeMessage, std::span(&x, 1))->data; };
        QCOMPARE(size(), 3);
        machine->setTimed(true);
        QCOMPARE(size(), 3);
        machine->setTimed(false);
        QCOMPARE(size(), 3);
        const auto counts = machine->builtinCounts();
        QCOMPARE(counts.size(), std::size_t{1});
        QCOMPARE(counts[0].name, std::string_view("Abs"));
        QCOMPARE(counts[0].calls, std::uint64_t{3});
        QCOMPARE(counts[0].timed.calls, std::uint64_t{1});
        QCOMPARE(counts[0].timed.averageMicroseconds(), 1.0);
        // A program that is loaded while timing is timed as well.
        machine->setTimed(true);
        std::vector<vm::LoadedFile> files;
        files.push_back({world(), "world.bof"});
        QVERIFY(machine->replaceProgram(std::move(files), names(), {}));
        QCOMPARE(size(), 3);
        QCOMPARE(machine->builtinCounts().at(0).timed.calls, std::uint64_t{2});
    }

    void theSlowestMessageIsKnownUntilTheNextCollection()
    {
        for (const vm::Dialect* dialect : {&vm::classic, &vm::classic97}) {
            test::FakeHost host;
            auto machine = boot(host, *dialect);
            machine->resetCounters();
            host.stopwatchStep = 900'000;
            machine->send(0, addMessage, {});
            QCOMPARE(machine->counters().slowestObject, -1); // less than a millisecond
            host.stopwatchStep = 5'000'000;
            machine->send(0, addMessage, {});
            QCOMPARE(machine->counters().slowestObject, 0);
            QCOMPARE(machine->counters().slowestNanoseconds, 5'000'000);
            QCOMPARE(machine->counters().nanoseconds, 5'900'000);
            std::vector<std::int64_t> roots;
            machine->collect(roots);
            QCOMPARE(machine->counters().slowestObject, -1);
            QCOMPARE(machine->counters().slowestNanoseconds, 5'000'000);
        }
    }

    void memoryIsThatOfTheParts()
    {
        test::FakeHost host;
        auto machine = boot(host);
        const vm::MemoryUse before = machine->memory();
        QVERIFY(before.code > 0 && before.classes > 0 && before.handlers > 0 && before.names > 0 && before.kodbase > 0);
        QCOMPARE(before.properties, std::size_t{2 * 8}); // self and one more, of 64 bits
        machine->createObject(derivedClass, {});
        machine->newString(std::string(1000, 'x'));
        machine->newTimer(0, tickMessage, 1000);
        const vm::MemoryUse after = machine->memory();
        QCOMPARE(after.properties, std::size_t{4 * 8});
        QVERIFY(after.strings >= before.strings + 1000);
        QVERIFY(after.timers > before.timers);
        QVERIFY(after.code > before.code); // the constructor has been decoded
    }

    void aDebuggerSeesLinesAndWrites()
    {
        test::FakeHost host;
        auto machine = boot(host);
        Recorder recorder(*machine);
        machine->addHook(recorder);
        const vm::Parameter x{parameterX, vm::Value::integer(3)};
        machine->send(0, keepMessage, std::span(&x, 1));
        QVERIFY(recorder.lines.empty()); // not stepping
        QCOMPARE(recorder.entered, std::vector<std::int32_t>{keepMessage});
        QCOMPARE(recorder.left, recorder.entered);

        machine->setStepping(recorder, true);
        recorder.newLocal = vm::Value::integer(9);
        machine->send(0, keepMessage, std::span(&x, 1));
        QCOMPARE(recorder.lines, std::vector<std::int32_t>{keepMessage});
        QCOMPARE(recorder.stack.size(), std::size_t{1});
        QCOMPARE(recorder.stack[0].message, keepMessage);
        QCOMPARE(recorder.stack[0].locals.at(0), vm::Value::integer(3));
        QCOMPARE(recorder.writes.size(), std::size_t{1});
        QCOMPARE(recorder.writes[0], (std::array<std::int64_t, 4>{0, 1, 3, 9}));
        QVERIFY(!machine->setLocal(0, 0, {})); // nothing runs
    }

    void aDebuggerSeesPropagatedFrames()
    {
        test::FakeHost host;
        auto machine = boot(host);
        const std::int64_t object = machine->createObject(derivedClass, {});
        Recorder recorder(*machine);
        machine->addHook(recorder);
        machine->setStepping(recorder, true);
        machine->send(object, whoMessage, {});
        QCOMPARE(recorder.lines.size(), std::size_t{2});
        QCOMPARE(recorder.stack.size(), std::size_t{2});
        QVERIFY(recorder.stack[0].propagated);
        QCOMPARE(recorder.stack[0].ownerClass, baseClass);
        QCOMPARE(recorder.stack[1].ownerClass, derivedClass);
        QCOMPARE(recorder.stack[1].object, object);
    }

    void anInterruptionReachesAnEndlessLoopOnce()
    {
        test::FakeHost host;
        auto machine = boot(host);
        machine->setMaxInstructions(100000);
        Recorder recorder(*machine);
        recorder.interruptAtEntry = true;
        machine->addHook(recorder);
        machine->send(0, spinMessage, {});
        QCOMPARE(recorder.lines, std::vector<std::int32_t>{spinMessage});
        QCOMPARE(recorder.errors.size(), std::size_t{1});
        machine->removeHook(recorder);
        machine->interrupt(); // nobody listens
        QCOMPARE(machine->send(0, addMessage, {})->data, 8);
    }

    void aFileWithAFaultIsRefusedAndTheRestLoads()
    {
        test::FakeHost host;
        auto machine = vm::Vm::create(vm::classic, host);
        bof::File broken = world();
        broken.classes.resize(1);
        broken.classes[0].id = 10050;
        broken.classes[0].handlers[1].locals = 0;
        bof::File orphan = world();
        orphan.classes.erase(orphan.classes.begin(), orphan.classes.begin() + 2);
        orphan.classes[0].id = 10051;
        orphan.classes[0].superId = 10052;
        std::vector<vm::LoadedFile> files;
        files.push_back({broken, "broken.bof"});
        files.push_back({world(), "world.bof"});
        files.push_back({orphan, "orphan.bof"});
        const auto problems = machine->loadProgram(std::move(files));
        QCOMPARE(problems.size(), std::size_t{2});
        QVERIFY(problems[0].text().starts_with("broken.bof, class 10050"));
        QCOMPARE(problems[1].what, std::string("the superclass 10052 is missing"));
        QCOMPARE(machine->classIds().size(), std::size_t{3});
    }

    void aCollectionKeepsWhatIsReachableAndRenumbers()
    {
        test::FakeHost host;
        auto machine = boot(host);
        for (int i = 0; i < 5; ++i)
            machine->createObject(baseClass, {});
        const std::int64_t text = machine->newString("kept");
        machine->newString("lost");
        const std::int64_t inner = machine->newListNode({Tag::String, text}, {});
        const std::int64_t list = machine->newListNode(vm::Value::object(4), {Tag::List, inner});
        machine->setProperty(0, 1, {Tag::List, list});
        std::vector<std::int64_t> roots{5};
        machine->collect(roots);
        QCOMPARE(roots, std::vector<std::int64_t>{2});
        QCOMPARE(machine->sizes().objects, std::size_t{3});
        QCOMPARE(machine->sizes().listNodes, std::size_t{2});
        QCOMPARE(machine->sizes().strings, std::size_t{1});
        const auto node = machine->listNode(machine->property(0, 1)->data);
        QCOMPARE(node->first, vm::Value::object(1));
        QCOMPARE(machine->stringText(machine->listNode(node->second.data)->first.data), std::optional<std::string>("kept"));
    }

    void timersFireOnceInOrder()
    {
        test::FakeHost host;
        auto machine = boot(host);
        const auto late = machine->newTimer(0, tickMessage, 50);
        const auto soon = machine->newTimer(0, tickMessage, 10);
        QVERIFY(late && soon);
        QVERIFY(!machine->runDueTimer());
        host.now += 100;
        QVERIFY(machine->runDueTimer());
        QCOMPARE(machine->property(0, 1), std::optional<vm::Value>(vm::Value{Tag::Timer, *soon}));
        QVERIFY(machine->runDueTimer());
        QVERIFY(!machine->runDueTimer());
    }

    void aSnapshotIsTheSaveThatACollectionWouldMake()
    {
        test::FakeHost host;
        auto machine = boot(host);
        machine->createObject(baseClass, {}); // nobody knows it
        const std::int64_t object = machine->createObject(derivedClass, {});
        const auto gone = machine->newTimer(0, tickMessage, 10);
        const auto late = machine->newTimer(0, tickMessage, 5000);
        const auto soon = machine->newTimer(0, tickMessage, 1500);
        QVERIFY(machine->deleteTimer(*gone));
        machine->setProperty(0, 1, {Tag::List, machine->newListNode({Tag::Timer, *late}, vm::Value::object(object))});
        machine->setProperty(object, 1, {Tag::Timer, *soon});

        const auto plan = machine->planSnapshot({{3, static_cast<std::int32_t>(object)}, {4, 99}});
        plan->findReachable();
        VectorSink snapshot;
        plan->writeGame(snapshot);
        std::vector<std::int64_t> roots{object, 99};
        machine->collect(roots);
        QCOMPARE(roots, (std::vector<std::int64_t>{1, -1}));
        const save::User users[]{{3, 1}, {4, -1}};
        QCOMPARE(snapshot.bytes, machine->writeGame(users));
        QCOMPARE(save::readGame(snapshot.bytes, "snapshot").value().timers.size(), std::size_t{2});
    }

    void aSavedWorldLoadsAgain()
    {
        test::FakeHost host;
        auto machine = boot(host);
        const std::int64_t object = machine->createObject(derivedClass, {});
        machine->setProperty(object, 1, vm::Value::integer(std::int64_t{1} << 40));
        machine->setProperty(0, 1, {Tag::List, machine->newListNode(vm::Value::object(object), {})});
        machine->newListNode({Tag::Resource, 0}, {}); // as clients send for a face without that part: nothing is called so
        machine->newListNode({Tag::Class, derivedClass}, {});
        machine->newString("text");
        machine->newDynamicResource("name");
        machine->newTimer(0, tickMessage, 1500);
        const save::Game game = machine->saveGame();
        QCOMPARE(machine->writeGame({}), save::write(game));

        auto other = boot(host);
        other->clearWorld();
        std::vector<std::string> reports;
        const auto loaded = other->loadGame(game, machine->saveStrings(), machine->saveDynamicResources(), reports);
        QVERIFY2(loaded, loaded ? "" : loaded.error().text().c_str());
        QVERIFY(reports.empty());
        QCOMPARE(other->saveGame(), game);
        QCOMPARE(other->saveStrings(), machine->saveStrings());
        QCOMPARE(other->property(object, 1)->data, std::int64_t{1} << 40);
        QCOMPARE(other->newDynamicResource("next"), std::int64_t{1000001});

        // What the kodbase knows and the save does not may be another one by now.
        save::Game without = game;
        std::erase_if(without.classes, [](const save::Class& one) { return one.id == derivedClass; });
        auto third = boot(host);
        third->clearWorld();
        QVERIFY(third->loadGame(without, machine->saveStrings(), machine->saveDynamicResources(), reports));
        QCOMPARE(std::ranges::count(reports, "class " + std::to_string(derivedClass) + " of the save has no name there, its number stays"), 1);
    }
};

QTEST_APPLESS_MAIN(TestVm)
#include "tst_vm.moc"
