// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/blak/test_pool.h"

#include "studio/blak/write_all.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace blak::cli {
namespace {

using Clock = std::chrono::steady_clock;
using testing::TestCase;
using testing::TestOutcome;

constexpr std::size_t mostBytes = 64u << 20; ///< that a test may say

/// A test that runs in a process of its own.
struct Running
{
    std::size_t test = 0;
    pid_t process = 0;
    int pipe = -1;
    Clock::time_point end;
    std::string said;
};

TestOutcome failed(const TestCase& test, std::string why)
{
    TestOutcome outcome;
    outcome.test = test;
    outcome.verdict = testing::Verdict::Failed;
    outcome.failures.push_back({std::move(why), test.file, 0, 0, {}});
    return outcome;
}

/// Nothing runs in the copy but the test; what the world would do at its end is not done.
[[noreturn]] void runInCopy(world::World& world, const TestCase& test, const PoolOptions& options, int pipe)
{
    std::string text;
    {
        testing::TestRun run(world, options.run);
        testing::TestOutcome outcome;
        const auto body = [&] { outcome = run.run(test); };
        nlohmann::json more;
        if (options.around)
            more = options.around(body);
        else
            body();
        outcome.more = std::move(more);
        text = testing::toJson(outcome).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    }
    ::_exit(writeAll(pipe, text) ? 0 : 1);
}

class Pool
{
public:
    Pool(world::World& world, std::span<const TestCase> tests, const PoolOptions& options)
        : world_(world), tests_(tests), options_(options), outcomes_(tests.size())
    {
    }

    std::vector<TestOutcome> run()
    {
        std::size_t next = 0;
        while (next < tests_.size() || !running_.empty()) {
            while (next < tests_.size() && running_.size() < std::max(options_.jobs, 1u))
                start(next++);
            wait();
        }
        return std::move(outcomes_);
    }

private:
    void start(std::size_t test)
    {
        std::array<int, 2> ends{-1, -1};
        if (::pipe2(ends.data(), O_CLOEXEC) != 0)
            return finish(test, failed(tests_[test], std::string("no pipe for the test: ") + std::strerror(errno)));
        const pid_t process = ::fork();
        if (process == 0) {
            ::close(ends[0]);
            runInCopy(world_, tests_[test], options_, ends[1]);
        }
        ::close(ends[1]);
        if (process < 0) {
            ::close(ends[0]);
            return finish(test, failed(tests_[test], std::string("no process for the test: ") + std::strerror(errno)));
        }
        running_.push_back({test, process, ends[0], Clock::now() + std::chrono::milliseconds(options_.milliseconds), {}});
    }

    /// Until one of them has said something, or has taken too long.
    void wait()
    {
        std::vector<pollfd> waiting;
        Clock::time_point first = Clock::time_point::max();
        for (const Running& one : running_) {
            waiting.push_back({one.pipe, POLLIN, 0});
            first = std::min(first, one.end);
        }
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(first - Clock::now()).count();
        ::poll(waiting.data(), waiting.size(), static_cast<int>(std::clamp<std::int64_t>(left + 1, 0, 60'000)));
        for (std::size_t i = waiting.size(); i-- > 0;) {
            Running& one = running_[i];
            if (waiting[i].revents != 0 ? !read(one) : Clock::now() >= one.end)
                end(i, waiting[i].revents == 0);
        }
    }

    /// False at the end.
    static bool read(Running& one)
    {
        std::array<char, 64 * 1024> buffer;
        const ssize_t count = ::read(one.pipe, buffer.data(), buffer.size());
        if (count > 0)
            one.said.append(buffer.data(), static_cast<std::size_t>(count));
        return (count > 0 && one.said.size() <= mostBytes) || (count < 0 && errno == EINTR);
    }

    void end(std::size_t place, bool late)
    {
        const Running one = std::move(running_[place]);
        running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(place));
        if (late || one.said.size() > mostBytes)
            ::kill(one.process, SIGKILL);
        ::close(one.pipe);
        int status = 0;
        while (::waitpid(one.process, &status, 0) < 0 && errno == EINTR) {
        }
        if (late)
            return finish(one.test, failed(tests_[one.test], "the test took longer than " +
                                                                 std::to_string(options_.milliseconds) + " ms"));
        try {
            finish(one.test, testing::outcomeFromJson(nlohmann::json::parse(one.said)));
        } catch (const nlohmann::json::exception&) {
            finish(one.test, failed(tests_[one.test],
                                    WIFSIGNALED(status) ? std::string("the machine crashed: ") + ::strsignal(WTERMSIG(status))
                                                        : "the test said nothing of its outcome"));
        }
    }

    void finish(std::size_t test, TestOutcome outcome)
    {
        if (options_.finished)
            options_.finished(outcome);
        outcomes_[test] = std::move(outcome);
    }

    world::World& world_;
    std::span<const TestCase> tests_;
    const PoolOptions& options_;
    std::vector<TestOutcome> outcomes_;
    std::vector<Running> running_;
};

} // namespace

std::vector<TestOutcome> runTests(world::World& world, std::span<const TestCase> tests, const PoolOptions& options)
{
    return Pool(world, tests, options).run();
}

} // namespace blak::cli
