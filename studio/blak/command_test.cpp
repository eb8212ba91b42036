// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"
#include "server/serve/server.h"
#include "server/world/secrets.h"
#include "studio/blak/commands.h"
#include "studio/blak/json_output.h"
#include "studio/blak/junit.h"
#include "studio/blak/number_option.h"
#include "studio/blak/terminal.h"
#include "studio/blak/test_pool.h"
#include "studio/blak/test_world.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <thread>

namespace blak::cli {
namespace {

using testing::Failure;
using testing::TestOutcome;
using testing::Verdict;

constexpr int usualSeconds = 60;

/// "tests/lamp.kod:23", or what the object file says.
std::string placeOf(SourcePlaces& places, const Failure& failure)
{
    if (failure.offset != 0)
        if (const auto place = places.find(failure.file, failure.offset))
            return place->file.string() + ":" + std::to_string(place->line);
    return failure.line > 0 ? failure.file + ":" + std::to_string(failure.line) : failure.file;
}

std::string timeText(double milliseconds)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.1f ms", milliseconds);
    return text;
}

void show(const TestOutcome& outcome, SourcePlaces& places)
{
    static constexpr std::array words{"ok    ", "FAIL  ", "skip  "};
    std::string text = words[static_cast<std::size_t>(outcome.verdict)] + outcome.test.name() + "  (" +
                       std::to_string(outcome.checked) + " checked, " + timeText(outcome.milliseconds) + ")";
    if (outcome.verdict == Verdict::Skipped)
        text += ": " + outcome.skipped;
    text += "\n";
    for (const Failure& failure : outcome.failures) {
        text += "      " + placeOf(places, failure) + ": " + failure.text + "\n";
        for (const std::string& caller : failure.callers)
            text += "        " + caller + "\n";
    }
    print(text);
    std::fflush(stdout);
}

Json jsonOf(std::span<const TestOutcome> outcomes, SourcePlaces& places)
{
    static constexpr std::array words{"passed", "failed", "skipped"};
    Json all = Json::array();
    for (const TestOutcome& one : outcomes) {
        Json failures = Json::array();
        for (const Failure& failure : one.failures)
            failures.push_back({{"place", placeOf(places, failure)}, {"text", failure.text}, {"callers", failure.callers}});
        Json row{{"class", one.test.className},     {"handler", one.test.handler}, {"comment", one.test.comment},
                 {"verdict", words[static_cast<std::size_t>(one.verdict)]},
                 {"checked", one.checked},          {"milliseconds", one.milliseconds},
                 {"failures", std::move(failures)}, {"debug", one.lines}};
        if (one.verdict == Verdict::Skipped)
            row["skipped"] = one.skipped;
        all.push_back(std::move(row));
    }
    return all;
}

Result<void> writeCoverage(const std::filesystem::path& file, std::span<const TestOutcome> outcomes, TestWorld& world)
{
    SourcePlaces::Counts counts;
    for (const TestOutcome& one : outcomes)
        for (const vm::StatementCount& statement : one.statements)
            if (!world.isOfTests(statement.file))
                counts[{statement.file, statement.offset}] += statement.count;
    if (auto written = writeFileAtomically(file, world.places().lcov(counts)); !written)
        return written;
    const SourcePlaces::Share share = world.places().share(counts);
    printError(file.string() + ": " + std::to_string(share.ran) + " of " + std::to_string(share.all) +
               " lines ran, of the files that ran at all");
    return {};
}

/// A server with the world of the test, which runs it when a debugger has come and says so.
int debugTest(TestWorld& world, std::span<const testing::TestCase> tests, const std::filesystem::path& facts, std::uint32_t seed)
{
    if (tests.size() != 1)
        return complain("expected one test to debug, found " + std::to_string(tests.size()));
    const TestWorld::Served served = world.giveAway();
    serve::ServeOptions options;
    options.folder = served.folder;
    options.port = options.maintenancePort = options.controlPort = 0;
    options.acceptLosses = options.quiet = true;
    options.clock = served.clock;
    options.seed = seed;
    serve::Server server(std::move(options));
    if (const auto started = server.start(); !started)
        return complain(started.error().text());
    bool failed = false;
    server.control().test = [&] {
        testing::TestRun run(server.world(), {.countStatements = false, .skip = [&world](std::int64_t time) { world.skip(time); }});
        const TestOutcome outcome = run.run(tests.front());
        failed = outcome.verdict == Verdict::Failed;
        show(outcome, world.places());
        return testing::toJson(outcome);
    };
    auto control = readTextFile(served.folder / "control.json");
    Json all = control ? Json::parse(control.value(), nullptr, false) : Json();
    if (!all.is_object())
        return complain("the server has not written its control.json");
    for (const auto& [copy, original] : served.sources)
        all["sourceMap"].push_back({{"sidecars", copy.string()}, {"sources", original.string()}});
    all["kodbase"] = (served.folder / "kodbase.txt").string();
    all["dialect"] = served.dialect;
    if (const auto written = world::writeSecretFile(facts, all.dump()); !written)
        return complain(written.error().text());
    const int status = server.run();
    return status != 0 ? status : failed ? failure : success;
}

int run(const Arguments& arguments)
{
    const auto jobs = numberOption(testCommand, arguments, "--jobs", 1, 256, static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1u, 256u)));
    const auto seconds = numberOption(testCommand, arguments, "--timeout", 1, 24 * 3600, usualSeconds);
    const auto seed = numberOption(testCommand, arguments, "--seed", 0, INT32_MAX, 1);
    if (!jobs || !seconds || !seed)
        return badUsage;
    auto booted = TestWorld::boot({arguments.words[0], arguments.value("--tests").value_or(""), arguments.value("--dialect").value_or(""),
                                   static_cast<std::uint32_t>(*seed)});
    if (!booted)
        return complain(booted.error().text());
    TestWorld& world = *booted.value();

    std::vector<testing::TestCase> tests = testing::findTests(world.world().vm());
    if (const auto pattern = arguments.value("--filter"))
        std::erase_if(tests, [&](const testing::TestCase& test) { return !testing::isWanted(test, *pattern); });
    if (arguments.has("--list")) {
        for (const testing::TestCase& test : tests)
            print(test.name() + (test.comment.empty() ? "" : "  " + test.comment) + "\n");
        return success;
    }
    if (tests.empty())
        return complain(arguments.words[0] + ": expected tests, found none: handlers Test... of classes that are BlakodTest, or "
                                             "handlers whose comment begins with \"Test:\"");
    if (const auto facts = arguments.value("--debug"))
        return debugTest(world, tests, *facts, static_cast<std::uint32_t>(*seed));
    const bool json = arguments.has("--json");
    PoolOptions options;
    options.jobs = static_cast<unsigned>(*jobs);
    options.milliseconds = *seconds * 1000;
    options.run.countStatements = arguments.value("--coverage").has_value();
    options.run.skip = [&world](std::int64_t milliseconds) { world.skip(milliseconds); };
    options.finished = [&](const TestOutcome& outcome) {
        if (!json)
            show(outcome, world.places());
    };
    const std::vector<TestOutcome> outcomes = runTests(world.world(), tests, options);
    if (json)
        printJson(jsonOf(outcomes, world.places()));
    if (const auto file = arguments.value("--junit"))
        if (auto written = writeFileAtomically(*file, junitXml(outcomes, [&](const Failure& one) { return placeOf(world.places(), one); })); !written)
            return complain(written.error().text());
    if (const auto file = arguments.value("--coverage"))
        if (auto written = writeCoverage(*file, outcomes, world); !written)
            return complain(written.error().text());
    const auto count = [&](Verdict verdict) { return std::to_string(std::ranges::count(outcomes, verdict, &TestOutcome::verdict)); };
    if (!json)
        print(count(Verdict::Passed) + " passed, " + count(Verdict::Failed) + " failed, " + count(Verdict::Skipped) + " skipped\n");
    return count(Verdict::Failed) == "0" ? success : failure;
}

constexpr std::array options{
    Option{"--tests", "FOLDER", "the test classes; WORLD/tests otherwise"},
    Option{"--filter", "PATTERN", "only tests that fit: Class, Class.Handler; * is any text"},
    Option{"--list", "", "name the tests, run none"},
    Option{"--jobs", "N", "so many at a time; as many as there are processors otherwise"},
    Option{"--timeout", "SECONDS", "a test that takes longer has failed; 60 otherwise"},
    Option{"--seed", "N", "of Random(); 1 otherwise"},
    Option{"--dialect", "NAME", "classic, classic97, open105 or open29; found out from the sources otherwise"},
    Option{"--junit", "FILE", "also write the outcome as XML for build servers"},
    Option{"--coverage", "FILE", "also write which lines ran, for lcov and genhtml"},
    Option{"--debug", "FILE", "wait for a debugger (blak dap does this); FILE gets port and token, and only one test may fit"},
    Option{"--json", "", "print the outcome as JSON"},
};
constexpr std::array examples{
    Example{"blak test world", "compile the project with its tests, boot its world, run each test in a copy"},
    Example{"blak test --filter 'Lamp*' world", "the tests of some classes"},
    Example{"blak test --junit out.xml --coverage out.info world", "for a build server"},
};

} // namespace

const Command testCommand{
    "test",
    "Blakod",
    "Run the tests of a project",
    "WORLD",
    options,
    examples,
    1,
    1,
    run,
    "Tests are handlers in Blakod: those whose names begin with Test in classes of WORLD/tests that are BlakodTest, and handlers of any "
    "class whose comment begins with \"Test:\". Each runs in a fresh copy of the booted world, in a process of its own, with a clock "
    "that stands still and chance that repeats. What a test may expect is written in docs/debugging.md. Nothing of the project's folder "
    "is written to. The exit status is 1 when a test failed."};

} // namespace blak::cli
