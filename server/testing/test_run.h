// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/testing/expectations.h"
#include "server/testing/test_case.h"
#include "server/testing/test_clients.h"
#include "server/vm/statement_counts.h"
#include "server/world/world.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace blak::testing {

/// One test in a world: makes an object of its class, sends SetUp, the test, and what the test wanted sent later, and watches what
/// the machine does. The world is changed by it; whoever wants it fresh forks before, or takes another one.
class TestRun final : public vm::DebugHook
{
public:
    struct Options
    {
        bool countStatements = false; ///< costs time
        /// Lets the machine's clock go on by milliseconds; the world's clock is moved without it.
        std::function<void(std::int64_t milliseconds)> skip;
    };

    explicit TestRun(world::World& world) : TestRun(world, Options()) {}
    TestRun(world::World& world, Options options);
    ~TestRun() override;

    TestOutcome run(const TestCase& test);

    void line(const vm::CodePlace& place) override;
    void enter(std::int64_t object, std::int32_t classId, std::int32_t message) override;
    void error(std::string_view text) override;

private:
    struct Call;
    struct Row
    {
        Expectation what;
        std::map<std::string_view, std::size_t> slots; ///< parameters, as they lie in a frame
    };
    struct Sent
    {
        std::int64_t object;
        std::int32_t type; ///< class of the object when it was sent
        std::int32_t message;
    };
    struct Later
    {
        std::int64_t milliseconds;
        std::int32_t message;
    };
    struct ExpectedError
    {
        std::string text;
        bool came = false;
        Failure place;
    };

    void learnLibrary();
    void obey(Call& call);
    void expect(const Call& call, bool holds, std::string text);
    void fail(Failure failure);
    Failure placeOf(std::size_t depth) const;
    void checkSent(const Call& call, bool wanted);
    void checkTold(const Call& call, bool wanted);
    void makePlayer(Call& call);
    void logOn(const Call& call);
    void sendLater(std::int64_t object, const Later& later);
    bool isSame(const vm::Value& a, const vm::Value& b, std::int32_t caller, int depth) const;
    std::optional<std::string> textOf(const vm::Value& value, std::int32_t caller) const;
    std::string shown(const vm::Value& value, std::int32_t caller) const;

    world::World& world_;
    vm::Vm& machine_;
    Options options_;
    TestClients clients_;
    std::optional<std::int32_t> library_;
    std::unordered_map<std::int32_t, Row> rows_; ///< by message
    TestOutcome outcome_;
    std::vector<Sent> sent_;
    std::vector<ExpectedError> expected_;
    std::vector<Later> later_;
    vm::StatementCounts statements_;
};

} // namespace blak::testing
