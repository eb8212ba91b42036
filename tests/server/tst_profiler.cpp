// SPDX-License-Identifier: GPL-3.0-or-later
// Where the time goes: every call counted, samples, statements, and what is made of a profile.
#include "server/profile/profiler.h"
#include "tests/server/blakod_machine.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <thread>
#include <utility>

using namespace blak;
using profile::Profile;
using profile::Profiler;
using test::BlakodMachine;

namespace {

const char* const program = R"(System
messages:
   Constructor() { return; }

   Work()
   {
      local i;
      i = 0;
      while i < 3
      {
         i = i + 1;
         Send(self,@Make);
      }
      return;
   }

   Make()
   {
      local l;
      l = [1,2,3,4];
      return;
   }

   Burn()
   {
      Send(self,@Loop,#count=300000);
      return;
   }

   Loop(count = 0)
   {
      local i;
      i = 0;
      while i < count
      {
         i = i + 1;
      }
      return;
   }

   Down(count = 0)
   {
      if count > 0
      {
         Send(self,@Down,#count=count - 1);
      }
      return;
   }
end
Child is System
messages:
   Make()
   {
      Create(&System);
      propagate;
   }
end
)";

const profile::Row* rowOf(const Profile& profile, const std::vector<profile::Row>& rows, std::string_view name)
{
    const auto row = std::ranges::find_if(rows, [&](const auto& one) { return profile.functions()[one.function].name() == name; });
    return row == rows.end() ? nullptr : &*row;
}

std::vector<std::string> paths(const Profile& profile)
{
    std::vector<std::string> out;
    for (std::size_t i = 1; i < profile.nodes().size(); ++i)
        out.push_back(profile.pathOf(i) + " " + std::to_string(profile.nodes()[i].self.calls));
    return out;
}

constexpr profile::Wish everyCall{std::chrono::microseconds(0), false};

} // namespace

class TestProfiler : public QObject
{
    Q_OBJECT

private slots:
    void everyCallIsCounted()
    {
        BlakodMachine world(vm::classic, program);
        Profiler profiler(*world.machine, everyCall);
        world.send("Work");
        world.send("Work");
        const Profile profile = profiler.take();
        QCOMPARE(paths(profile), (std::vector<std::string>{"System.Work 2", "System.Work;System.Make 6"}));
        QCOMPARE(profile.messages, 2);
        const auto rows = profile.rows();
        const profile::Row* work = rowOf(profile, rows, "System.Work");
        const profile::Row* make = rowOf(profile, rows, "System.Make");
        QVERIFY(work != nullptr && make != nullptr);
        QCOMPARE(make->self.calls, 6);
        QCOMPARE(make->self.listNodes, 24); // six lists of four
        QCOMPARE(work->self.listNodes, 0);
        QCOMPARE(work->total, work->self.nanoseconds + make->self.nanoseconds);
        QVERIFY(work->total > 0 && work->total <= profile.nanoseconds);
    }

    /// What runs after a handler that has propagated belongs to its caller.
    void propagatedCallsStandBelow()
    {
        BlakodMachine world(vm::classic, program);
        const std::int64_t child = world.machine->createObject(world.machine->classByName("Child").value(), {});
        Profiler profiler(*world.machine, everyCall);
        world.send("Work", child);
        QCOMPARE(paths(profiler.take()),
                 (std::vector<std::string>{"System.Work 1", "System.Work;Child.Make 3", "System.Work;Child.Make;System.Constructor 3",
                                           "System.Work;Child.Make;System.Make 3"}));
        const Profile profile = profiler.take();
        const auto rows = profile.rows();
        QCOMPARE(rowOf(profile, rows, "Child.Make")->self.objects, 3);
    }

    void aHandlerThatCallsItselfCountsOnce()
    {
        BlakodMachine world(vm::classic, program);
        Profiler profiler(*world.machine, everyCall);
        const vm::Parameter count{world.machine->parameterByName("count").value(), vm::Value::integer(9)};
        world.machine->send(0, world.machine->messageByName("Down").value(), std::span(&count, 1));
        const Profile profile = profiler.take();
        const auto rows = profile.rows();
        QCOMPARE(rows.size(), std::size_t{1});
        QCOMPARE(rows.front().self.calls, 10);
        QCOMPARE(rows.front().total, rows.front().self.nanoseconds);
    }

    void samplesShowWhereTheTimeGoes()
    {
        BlakodMachine world(vm::classic, program);
        Profiler profiler(*world.machine, {std::chrono::microseconds(500), false});
        Profile profile;
        while (profile.sum().samples < 20) { // as long as that takes: the thread that asks may have to wait for its turn
            world.send("Burn");
            profile = profiler.take();
        }
        QCOMPARE(profile.sum().calls, 0);
        const auto rows = profile.rows();
        QCOMPARE(profile.functions()[rows.front().function].name(), std::string("System.Loop"));
        QVERIFY(rows.front().self.nanoseconds * 10 > profile.nanoseconds * 5);
        QVERIFY(profile.sum().nanoseconds <= profile.nanoseconds);
        QCOMPARE(profile.slowest.front().message, std::string("Burn"));
        // The slowest may have had its time before anybody asked, such as the first.
        const auto seen = std::ranges::find_if(profile.slowest, [](const auto& one) { return !one.stacks.empty(); });
        QVERIFY(seen != profile.slowest.end());
        QCOMPARE(seen->stacks.front().first, std::string("System.Burn;System.Loop"));
        QVERIFY(std::ranges::is_sorted(profile.slowest, std::greater(), &profile::SlowMessage::nanoseconds));
        QVERIFY(profile.slowest.size() <= Profile::mostSlow);
    }

    /// A debugger has stopped a handler: that is no time of its own, nor of its callers, and what tools do meanwhile does not count.
    void timeThatTheWorldStandsIsLeftOut_data()
    {
        QTest::addColumn<int>("period");
        QTest::addRow("every call") << 0;
        QTest::addRow("samples") << 500;
    }
    void timeThatTheWorldStandsIsLeftOut()
    {
        QFETCH(int, period);
        struct Stopper final : vm::DebugHook
        {
            std::function<void()> stand;
            void enter(std::int64_t, std::int32_t, std::int32_t) override
            {
                if (auto once = std::exchange(stand, nullptr))
                    once();
            }
        } stopper;
        BlakodMachine world(vm::classic, program);
        Profiler profiler(*world.machine, {std::chrono::microseconds(period), false});
        world.machine->addHook(stopper);
        constexpr std::int64_t stood = 3'000'000'000; // nanoseconds: longer than all the work
        stopper.stand = [&] {
            profiler.stand();
            std::this_thread::sleep_for(std::chrono::nanoseconds(stood));
            profiler.goOn();
        };
        for (int i = 0; i < 5; ++i)
            world.send("Burn");
        const Profile profile = profiler.take();
        world.machine->removeHook(stopper);
        QCOMPARE(profile.messages, 5);
        QVERIFY2(profile.nanoseconds < stood, qPrintable(QString::number(profile.nanoseconds)));
        QVERIFY2(profile.sum().nanoseconds <= profile.nanoseconds, qPrintable(QString::number(profile.sum().nanoseconds)));
        QVERIFY(profile.slowest.front().nanoseconds < stood);
    }

    void statementsAreCounted()
    {
        BlakodMachine world(vm::classic, program);
        Profiler profiler(*world.machine, {std::chrono::microseconds(0), true});
        world.send("Work");
        const Profile profile = profiler.take();
        std::vector<std::uint64_t> counts;
        for (const vm::StatementCount& one : profile.statements)
            counts.push_back(one.count);
        std::ranges::sort(counts);
        // i = 0, return; while (each time round, as the table of the file has it); i = i + 1, Send, and both of Make three times.
        QVERIFY2(std::ranges::count(counts, 3u) >= 4, "statements of the loop");
        QCOMPARE(counts.front(), 1u);
    }

    void afterItsEndTheMachineIsAsBefore()
    {
        BlakodMachine world(vm::classic, program);
        {
            Profiler profiler(*world.machine, {std::chrono::microseconds(100), true});
            world.send("Burn");
        }
        QVERIFY(world.send("Work").has_value());
        QVERIFY(world.host.errors.empty());
    }

    void profilesAreMergedWrittenAndRead()
    {
        BlakodMachine world(vm::classic, program);
        Profile both;
        for (const char* message : {"Work", "Burn"}) {
            Profiler profiler(*world.machine, {std::chrono::microseconds(0), true});
            world.send(message);
            both.merge(profiler.take());
        }
        QCOMPARE(both.messages, 2);
        const Profile again = Profile::fromJson(both.toJson());
        QVERIFY(again.toJson() == both.toJson());
        QCOMPARE(again.collapsed(), both.collapsed());
        QVERIFY(both.collapsed().find("System.Burn;System.Loop ") != std::string::npos);

        const nlohmann::json scope = both.speedscope("a world");
        const nlohmann::json& sampled = scope["profiles"][0];
        QCOMPARE(sampled["samples"].size(), sampled["weights"].size());
        std::int64_t sum = 0;
        for (const auto& weight : sampled["weights"])
            sum += weight.get<std::int64_t>();
        QCOMPARE(sum, both.sum().nanoseconds);
        QCOMPARE(sampled["endValue"].get<std::int64_t>(), sum);
        for (const auto& stack : sampled["samples"])
            for (const auto& frame : stack)
                QVERIFY(frame.get<std::size_t>() < scope["shared"]["frames"].size());

        nlohmann::json broken = both.toJson();
        broken["nodes"][1][0] = 5000;
        QVERIFY_THROWS_EXCEPTION(std::out_of_range, Profile::fromJson(broken));
        broken = both.toJson();
        broken["nodes"][1][1] = 5000;
        QVERIFY_THROWS_EXCEPTION(std::out_of_range, Profile::fromJson(broken));
        QVERIFY_THROWS_EXCEPTION(nlohmann::json::exception, Profile::fromJson(nlohmann::json::array()));
    }
};

QTEST_GUILESS_MAIN(TestProfiler)
#include "tst_profiler.moc"
