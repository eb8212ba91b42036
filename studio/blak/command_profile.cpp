// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"
#include "server/profile/profiler.h"
#include "studio/blak/commands.h"
#include "studio/blak/counted.h"
#include "studio/blak/number_option.h"
#include "studio/blak/terminal.h"
#include "studio/blak/test_pool.h"
#include "studio/blak/test_world.h"
#include "studio/blak/tool_connection.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <thread>

namespace blak::cli {
namespace {

using profile::Profile;

constexpr int usualSeconds = 10, longest = 24 * 3600;
constexpr int usualPeriod = 5000, shortestPeriod = 100, longestPeriod = 1'000'000; ///< microseconds
constexpr std::size_t usualRows = 25;

/// Of a server that runs, for a while.
Result<Profile> profileServer(const std::filesystem::path& folder, const profile::Wish& wish, int seconds)
{
    auto server = ToolConnection::open(folder);
    if (!server)
        return server.error();
    if (const auto begun = server.value().ask("profile.start", {{"period", wish.period.count()}, {"statements", wish.statements}}); !begun)
        return begun.error();
    std::this_thread::sleep_for(std::chrono::seconds(seconds));
    const auto found = server.value().ask("profile.stop");
    if (!found)
        return found.error();
    try {
        return Profile::fromJson(found.value());
    } catch (const std::exception& wrong) {
        return Error{std::string("the server's answer makes no sense: ") + wrong.what(), folder.string()};
    }
}

/// Of the tests of a world, each in a process of its own; failed ones count as well.
Result<Profile> profileTests(TestWorld& world, const profile::Wish& wish, const std::optional<std::string>& filter)
{
    std::vector<testing::TestCase> tests = testing::findTests(world.world().vm());
    if (filter)
        std::erase_if(tests, [&](const testing::TestCase& test) { return !testing::isWanted(test, *filter); });
    if (tests.empty())
        return Error{"expected tests to run, found none", ""};
    Profile all;
    PoolOptions options;
    options.run.skip = [&world](std::int64_t milliseconds) { world.skip(milliseconds); };
    options.around = [&](const std::function<void()>& test) {
        profile::Profiler profiler(world.world().vm(), wish);
        test();
        return profiler.take().toJson();
    };
    options.finished = [&](const testing::TestOutcome& outcome) {
        if (outcome.more.is_object())
            all.merge(Profile::fromJson(outcome.more));
    };
    runTests(world.world(), tests, options);
    return all;
}

std::string milliseconds(std::int64_t nanoseconds)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.3f", static_cast<double>(nanoseconds) / 1e6);
    return text;
}

void show(const Profile& profile, std::size_t most)
{
    const profile::Cost sum = profile.sum();
    const bool sampled = sum.samples > 0 || sum.calls == 0;
    print(counted(static_cast<std::size_t>(profile.messages), "top-level message") + ", " + milliseconds(profile.nanoseconds) + " ms" +
          (sampled ? ", " + counted(static_cast<std::size_t>(sum.samples), "sample") : ", " + counted(static_cast<std::size_t>(sum.calls), "call")) + "\n\n");
    TextTable table(sampled ? std::vector<std::string>{"handler", "self ms", "total ms", "samples"}
                            : std::vector<std::string>{"handler", "self ms", "total ms", "calls", "objects", "list nodes", "strings"});
    for (const profile::Row& row : profile.rows()) {
        if (most-- == 0)
            break;
        std::vector<std::string> cells{profile.functions()[row.function].name(), milliseconds(row.self.nanoseconds), milliseconds(row.total)};
        if (sampled)
            cells.push_back(std::to_string(row.self.samples));
        else
            for (const std::int64_t number : {row.self.calls, row.self.objects, row.self.listNodes, row.self.strings})
                cells.push_back(std::to_string(number));
        table.add(std::move(cells));
    }
    print(table.text(1));
    if (!profile.slowest.empty())
        print("\nslowest top-level messages:\n");
    constexpr std::size_t shownSlow = 5;
    for (std::size_t i = 0; i < std::min(profile.slowest.size(), shownSlow); ++i) {
        const profile::SlowMessage& one = profile.slowest[i];
        print(milliseconds(one.nanoseconds) + " ms  " + one.type + "." + one.message + " to OBJECT " + std::to_string(one.object) + "\n");
        for (const auto& [path, nanoseconds] : one.stacks)
            print("    " + milliseconds(nanoseconds) + "  " + path + "\n");
    }
}

int run(const Arguments& arguments)
{
    const auto seconds = numberOption(profileCommand, arguments, "--seconds", 1, longest, usualSeconds);
    const auto period = numberOption(profileCommand, arguments, "--period", shortestPeriod, longestPeriod, usualPeriod);
    const auto rows = numberOption(profileCommand, arguments, "--rows", 0, 100'000, usualRows);
    if (!seconds || !period || !rows)
        return badUsage;
    // Tests are over before there are samples that say anything.
    const bool every = arguments.has("--calls") || (arguments.has("--tests") && !arguments.has("--period"));
    const profile::Wish wish{std::chrono::microseconds(every ? 0 : *period), arguments.has("--lcov")};
    const std::filesystem::path folder = arguments.words[0];
    std::unique_ptr<TestWorld> world;
    SourcePlaces sources;
    Result<Profile> found = Profile();
    if (arguments.has("--tests")) {
        auto booted = TestWorld::boot({.project = folder, .tests = {}, .dialect = {}});
        if (!booted)
            return complain(booted.error().text());
        world = std::move(booted).value();
        found = profileTests(*world, wish, arguments.value("--filter"));
    } else {
        sources.add(arguments.value("--project").value_or(folder.string()));
        found = profileServer(folder, wish, *seconds);
    }
    if (!found)
        return complain(found.error().text());
    const Profile& profile = found.value();
    const auto dumped = [](const nlohmann::json& json) { return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace); };
    const auto write = [&](std::string_view option, const auto& text) {
        const auto file = arguments.value(option);
        return file ? writeFileAtomically(*file, text()) : Result<void>();
    };
    const auto lcov = [&] {
        SourcePlaces::Counts counts;
        for (const vm::StatementCount& one : profile.statements)
            if (!world || !world->isOfTests(one.file))
                counts[{one.file, one.offset}] += one.count;
        return (world ? world->places() : sources).lcov(counts);
    };
    for (const auto& written : {write("--collapsed", [&] { return profile.collapsed(); }),
                                write("--speedscope", [&] { return dumped(profile.speedscope(folder.string())); }),
                                write("--json", [&] { return dumped(profile.toJson()); }), write("--lcov", lcov)})
        if (!written)
            return complain(written.error().text());
    show(profile, static_cast<std::size_t>(*rows));
    return success;
}

constexpr std::array options{
    Option{"--seconds", "N", "so long; 10 otherwise"},
    Option{"--period", "MICROSECONDS", "from one sample to the next; 5000 otherwise"},
    Option{"--calls", "", "no samples: time every call, count calls and what they make, at the price of a slower world"},
    Option{"--tests", "", "run the tests of the project FOLDER instead of looking at a server; without --period as with --calls"},
    Option{"--filter", "PATTERN", "with --tests: only those that fit, as blak test has it"},
    Option{"--project", "FOLDER", "where the sources are, for --lcov; FOLDER otherwise"},
    Option{"--rows", "N", "of the table of handlers; 25 otherwise"},
    Option{"--collapsed", "FILE", "also write collapsed stacks, for flamegraph.pl"},
    Option{"--speedscope", "FILE", "also write a profile for www.speedscope.app"},
    Option{"--lcov", "FILE", "also count statements and write which lines ran, for genhtml"},
    Option{"--json", "FILE", "also write everything that was found"},
};
constexpr std::array examples{
    Example{"blak profile run/server", "where the time of that running server goes, for ten seconds"},
    Example{"blak profile --seconds 60 --speedscope out.json world", "the same of a project that is served, to be looked at"},
    Example{"blak profile --tests world", "every call that the tests of the project make"},
};

} // namespace

const Command profileCommand{
    "profile",
    "Server",
    "Find out where the time of a world goes",
    "FOLDER",
    options,
    examples,
    1,
    1,
    run,
    "Looks at a server that runs in FOLDER, or in the run folder of the project FOLDER, through its control channel, and prints the "
    "handlers by the time that they took themselves, and the slowest top-level messages with the calls below them. Samples cost a "
    "running world next to nothing; --calls and --lcov slow it down. The time of the built-in functions belongs to the handler that "
    "calls them.",
};

} // namespace blak::cli
