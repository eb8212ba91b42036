// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/blak/test_world.h"

#include "formats/base/file_io.h"
#include "formats/base/names.h"
#include "server/testing/expectations.h"
#include "studio/blak/counted.h"
#include "studio/blak/kod_findings.h"
#include "studio/blak/terminal.h"

#include <algorithm>

namespace blak::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t firstSecond = 1'767'268'800; ///< 1 January 2026, 12:00 UTC: as good as any other, and always the same
constexpr std::size_t mostTests = 10'000;           ///< files
constexpr std::int64_t millisecondsPerSecond = 1000;

std::string stemOf(const fs::path& file) { return lowerCase(file.stem().string()); }

/// Sources below the folder, by their path there.
Result<std::map<fs::path, std::string>> readSources(const fs::path& folder)
{
    std::map<fs::path, std::string> sources;
    std::error_code code;
    for (fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied, code), end; !code && it != end;
         it.increment(code)) {
        const std::string ending = lowerCase(it->path().extension().string());
        if ((ending != ".kod" && ending != ".khd") || sources.size() >= mostTests)
            continue;
        auto text = readTextFile(it->path());
        if (!text)
            return text.error();
        sources.emplace(it->path().lexically_relative(folder), std::move(text).value());
    }
    return sources;
}

} // namespace

Result<std::unique_ptr<TestWorld>> TestWorld::boot(const TestWorldWish& wish)
{
    std::error_code code;
    if (!fs::is_directory(wish.project, code))
        return Error{"expected the folder of a project", wish.project.string()};
    std::unique_ptr<TestWorld> out(new TestWorld);
    {
        ProgressBar bar("Compiling");
        kod::TreeOptions options;
        options.progress = [&bar](std::size_t done, std::size_t all) { bar.show(done, all); };
        play::PlayWish play;
        play.project = wish.project;
        play.dialect = wish.dialect;
        auto prepared = play::PreparedWorld::prepare(play, options);
        if (!prepared)
            return prepared.error();
        out->prepared_ = std::move(prepared).value();
    }
    play::PreparedWorld& prepared = *out->prepared_;
    if (!prepared.compiled().good()) {
        printFindings(prepared.compiled());
        return Error{"expected Blakod without errors, found them in " + std::to_string(prepared.compiled().failed) + " of " +
                         counted(static_cast<std::size_t>(prepared.compiled().files), "file"),
                     wish.project.string()};
    }
    const fs::path tests = wish.tests.empty() ? prepared.projectRoot() / "tests" : wish.tests;
    if (!wish.tests.empty() && !fs::is_directory(tests, code))
        return Error{"expected a folder with test classes", tests.string()};
    out->tests_ = tests;
    if (auto added = out->addTests(tests); !added)
        return added.error();
    out->places_.add(prepared.mirrorFolder(), [&prepared](const fs::path& copy) { return prepared.original(copy); });
    if (!prepared.isBooted()) {
        if (auto booted = out->bootOnce(wish.seed); !booted)
            return booted.error();
        if (auto saved = out->world_->saves().writeQuietly(true); !saved)
            return saved.error();
        out->world_.reset();
        if (auto kept = prepared.keepBoot(); !kept)
            return kept.error();
    }
    if (auto booted = out->bootOnce(wish.seed); !booted)
        return booted.error();
    return out;
}

Result<void> TestWorld::addTests(const fs::path& folder)
{
    auto sources = readSources(folder);
    if (!sources)
        return sources.error();
    for (const auto& [name, text] : sources.value())
        testStems_.insert(stemOf(name));
    const std::string library = std::string(testing::testFile) + ".kod";
    sources.value().try_emplace(library, testing::testLibrarySource());
    testStems_.insert(std::string(testing::testFile));
    auto compiled = prepared_->addClasses(sources.value());
    if (!compiled)
        return compiled.error();
    const fs::path added = prepared_->addedFolder();
    const auto original = [added, folder](const fs::path& copy) {
        const fs::path relative = copy.lexically_relative(added);
        return relative.empty() || *relative.begin() == ".." ? copy : folder / relative;
    };
    for (kod::Finding& finding : compiled.value().findings)
        finding.file = original(finding.file).string();
    printFindings(compiled.value());
    if (!compiled.value().good())
        return Error{"the tests do not compile", folder.string()};
    places_.add(added, original);
    return {};
}

world::Clock::Sources TestWorld::clock() const
{
    Time* const time = time_.get();
    return {[time] { return firstSecond + time->milliseconds / millisecondsPerSecond; }, [time] { return time->milliseconds; }};
}

Result<void> TestWorld::bootOnce(std::uint32_t seed)
{
    time_->milliseconds = 0;
    world_ = std::make_unique<world::World>(prepared_->server());
    world_->setSources(clock(), seed);
    return world_->boot({.needsSystem = true, .rehearsal = false, .acceptLosses = true, .dialect = {}});
}

auto TestWorld::giveAway() -> Served
{
    world_.reset();
    time_->milliseconds = 0;
    return {prepared_->server(), clock(), {{prepared_->mirrorFolder(), prepared_->projectRoot()}, {prepared_->addedFolder(), tests_}}, prepared_->dialect()};
}

bool TestWorld::isOfTests(const std::string& object) const { return testStems_.contains(stemOf(object)); }

} // namespace blak::cli
