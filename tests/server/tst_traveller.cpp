// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked of the past without going there.
#include "server/travel/traveller.h"
#include "tests/server/blakod_machine.h"

#include <nlohmann/json.hpp>

using namespace blak;
using namespace blak::serve;
using nlohmann::json;
using test::BlakodMachine;

namespace {

const char* const program = R"(System
properties:
   piCount = 0
messages:
   Constructor() { return; }

   Add()
   {
      piCount = piCount + 1;
      return piCount;
   }
end
)";

/// In a copy of the machine: how much was added there.
class CountGuide : public Guide
{
public:
    explicit CountGuide(BlakodMachine& machine) : machine_(machine) {}
    void forgetPresent() override {}
    void watch(const json&, std::function<void(const Stop&)>, std::function<void(bool)>) override {}
    void debugLine(std::string_view) override {}
    json answerInPast(const json&) override
    {
        const auto count = machine_.machine->property(0, 1); // 0 is self
        return {{"count", count ? count->data : -1}};
    }

private:
    BlakodMachine& machine_;
};

} // namespace

class TestTraveller : public QObject
{
    Q_OBJECT

private slots:
    /// However long a checkpoint takes to make, the input before which it was made is part of what it leads to.
    void theOldestMomentIsBeforeTheFirstInput()
    {
        BlakodMachine world(vm::classic, program);
        CountGuide guide(world);
        TravelLimits limits;
        limits.clock = [time = std::int64_t{0}]() mutable { return time++; }; // each look at it is a millisecond later
        Traveller traveller(*world.machine, guide, limits);
        QVERIFY(traveller.start());
        for (int i = 0; i < 3; ++i)
            QVERIFY(world.send("Add"));
        const auto then = traveller.askAgo(3'600'000, json::object());
        QVERIFY2(then, then ? "" : then.error().what.c_str());
        QCOMPARE(then.value().answer.value("count", -1), 0);
        QVERIFY(then.value().ago > 0);
    }

    void aTimeAtWhichNothingWasDoneIsTheMomentBefore_data()
    {
        QTest::addColumn<int>("period"); // milliseconds
        QTest::newRow("one checkpoint") << 1'000'000;
        QTest::newRow("one at each input") << 0;
    }

    /// The world stands for a minute, and is idle for another one: nothing of these is kept, and who asks for them sees what was last.
    void aTimeAtWhichNothingWasDoneIsTheMomentBefore()
    {
        QFETCH(const int, period);
        BlakodMachine world(vm::classic, program);
        CountGuide guide(world);
        std::int64_t time = 0;
        TravelLimits limits;
        limits.clock = [&time] { return time; };
        limits.period = period;
        limits.work = 0;
        Traveller traveller(*world.machine, guide, limits);
        QVERIFY(traveller.start());
        for (const std::int64_t begins : {1'000, 2'000, 62'000}) {
            time = begins;
            QVERIFY(world.send("Add"));
        }
        time = 122'000;
        traveller.stopped(false);
        const auto shown = [&](std::int64_t wanted) -> std::pair<std::int64_t, int> {
            const auto place = traveller.toTime(wanted);
            if (!place || !place.value().past)
                return {-1, -1};
            return {traveller.times().here, traveller.ask(json::object()).value("count", -1)};
        };
        QCOMPARE(shown(121'000), std::pair(std::int64_t{62'000}, 2));
        QCOMPARE(shown(62'000), std::pair(std::int64_t{62'000}, 2));
        QCOMPARE(shown(61'999), std::pair(std::int64_t{2'000}, 1));
        QCOMPARE(shown(1'500), std::pair(std::int64_t{1'000}, 0));
        QCOMPARE(shown(0), std::pair(std::int64_t{1'000}, 0)); // the first that is kept
        traveller.goOn();
    }
};

QTEST_GUILESS_MAIN(TestTraveller)
#include "tst_traveller.moc"
