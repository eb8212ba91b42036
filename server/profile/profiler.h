// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/profile/profile.h"
#include "server/profile/work_ticker.h"
#include "server/vm/statement_counts.h"
#include "server/vm/vm.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace blak::profile {

/// What is to be found out.
struct Wish
{
    std::chrono::microseconds period{5000}; ///< of samples, in time of the processor that the machine's thread has; 0 = every call is timed, and what it makes is counted
    bool statements = false;                ///< how often each ran, which slows the machine down
};

/// Finds out where a machine's time goes while it lives. With samples a thread asks the machine to look at its stack at the next
/// statement that ends a straight line (a loop, a call, a return); the machine is told nothing else.
class Profiler final : public vm::DebugHook
{
public:
    Profiler(vm::Vm& machine, Wish wish);
    ~Profiler() override;

    /// What was found up to now. While no handler runs.
    Profile take();

    /// A debugger stops the machine in the middle of a handler: that time, and what tools have it do meanwhile, is nobody's.
    void stand();
    void goOn();

    void line(const vm::CodePlace& place) override;
    void enter(std::int64_t object, std::int32_t classId, std::int32_t message) override;
    void leave(std::int64_t object, std::int32_t classId, std::int32_t message) override;
    void began(std::int64_t object, std::int32_t message) override;
    void ended() override;

private:
    struct Open
    {
        std::size_t node = 0;
        std::size_t depth = 0; ///< of the machine's stack
    };

    std::int64_t now() const;
    std::size_t functionOf(std::int32_t classId, std::int32_t message);
    void sample();
    void account(); ///< what has passed since the last look goes to the handler that ran
    void closeDeeper(std::size_t depth);
    void spent(std::size_t node, std::int64_t nanoseconds);

    vm::Vm& machine_;
    Wish wish_;
    Profile profile_;
    std::unordered_map<std::uint64_t, std::size_t> functions_; ///< by class and message
    std::vector<Open> open_;                                   ///< handlers that run, when every call is timed
    vm::HeapSizes sizes_;
    std::int64_t since_ = 0;                ///< of what was not accounted yet
    std::int64_t beganAt_ = 0;
    std::int64_t standsSince_ = 0;          ///< 0 = it does not stand
    std::int64_t object_ = -1;              ///< of the running top-level message, -1 = none runs
    std::int32_t message_ = 0;
    std::string type_;
    std::unordered_map<std::size_t, std::int64_t> spent_; ///< by node, in the running top-level message
    vm::StatementCounts statements_;
    std::atomic<std::int64_t> wanted_ = 0; ///< when the thread last asked for a sample, 0 = it did not
    WorkTicker ticker_;
};

} // namespace blak::profile
