// SPDX-License-Identifier: GPL-3.0-or-later
// The machine of a world and its program.
#include "server/world/world.h"

#include "formats/base/dialects.h"
#include "server/world/losses.h"

#include <algorithm>

namespace blak::world {
namespace {

constexpr std::string_view howToForce = "(blak serve --accept-losses starts anyway)";

} // namespace

/// What one message of Blakod may do.
void World::applyLimits()
{
    constexpr std::int64_t megabyte = 1 << 20;
    constexpr std::int64_t mostMegabytes = 1 << 20;
    vm_->setMaxInstructions(config().number("Blakod", "MaxStatements", vm_->dialect().maxInstructions));
    vm::Limits limits;
    const auto usual = static_cast<std::int64_t>(limits.messageBytes) / megabyte;
    limits.messageBytes = static_cast<std::size_t>(
        std::clamp<std::int64_t>(config().number("Blakod", "MaxMessageMemory", usual), 1, mostMegabytes) * megabyte);
    limits.errors = std::max<std::int64_t>(config().number("Blakod", "MaxMessageErrors", limits.errors), 1);
    limits.shownErrors = std::min(limits.shownErrors, limits.errors);
    limits.timers = static_cast<std::size_t>(
        std::max<std::int64_t>(config().number("Blakod", "MaxTimers", static_cast<std::int64_t>(limits.timers)), 1));
    vm_->setLimits(limits);
}

Result<void> World::makeMachine(const ProgramFiles& files)
{
    const bool extended = std::ranges::any_of(
        files.classes, [](const vm::LoadedFile& file) { return file.file.version == vm::open105.bofVersion; });
    const std::string wanted = wantedDialect_.empty() ? config().text("Blakston", "Dialect") : wantedDialect_;
    const vm::Dialect* named = vm::findDialect(wanted);
    if (named == nullptr && !wanted.empty())
        return Error{"[Blakston] Dialect: expected one of " + dialectNames() + ", found \"" + wanted + "\"", "blakserv.cfg"};
    vm_ = vm::Vm::create(named != nullptr ? *named : extended ? vm::open105 : vm::classic, *this);
    applyLimits();
    return {};
}

/// The program of the start.
Result<void> World::loadProgram(const BootOptions& options)
{
    auto read = program_.read();
    if (!read)
        return read.error();
    ProgramFiles& files = read.value();
    if (!vm_)
        if (auto made = makeMachine(files); !made)
            return made;
    vm_->setMaxInstructions(config().number("Blakod", "MaxStatements", vm_->dialect().maxInstructions));
    program_.nameFiles(files.classes, extended());
    std::vector<Error> problems = files.problems;
    programFaults_ = vm_->loadProgram(std::move(files.classes));
    problems.insert(problems.end(), programFaults_.begin(), programFaults_.end());
    for (const Error& problem : problems)
        logError(problem.text());
    if (options.needsSystem && !vm_->classView(vm_->dialect().ids.classSystem))
        return Error{
            "expected the class System, found " + std::to_string(vm_->classIds().size()) + " other classes" +
                (problems.empty() ? "" : "; the first of " + std::to_string(problems.size()) + " faults: " + problems[0].text()),
            runFolder_.memmap().string()};
    if (!files.names)
        return files.names.error();
    vm_->setNames(files.names.value());
    if (auto fits = options.needsSystem ? checkNames(*vm_) : Result<void>(); !fits) {
        if (!options.acceptLosses)
            return Error{fits.error().what + " " + std::string(howToForce), fits.error().where};
        logError(fits.error().text());
    }
    useResources(files.texts);
    if (files.texts.unreadable)
        return *files.texts.unreadable;
    return {};
}

void World::useResources(const WorldTexts& texts)
{
    vm_->clearResources();
    for (const Result<rsc::File>& file : texts.resources)
        if (file)
            vm_->addResources(file.value());
        else
            logError(file.error().text());
}

/// A machine with that program, which runs nothing; an error when anything of the files is damaged that the program in use does
/// not have as well.
Result<std::unique_ptr<vm::Vm>> World::tryProgram(const ProgramFiles& files)
{
    auto trial = vm::Vm::create(vm_->dialect(), *this);
    std::vector<Error> problems = trial->loadProgram(files.classes);
    problems.insert(problems.end(), files.problems.begin(), files.problems.end());
    for (const Error& problem : problems)
        if (std::ranges::find(programFaults_, problem) == programFaults_.end())
            return problem;
    if (!files.names)
        return files.names.error();
    if (files.texts.unreadable)
        return *files.texts.unreadable;
    for (const Result<rsc::File>& file : files.texts.resources)
        if (!file)
            return file.error();
    if (!trial->classView(trial->dialect().ids.classSystem))
        return Error{"expected the class System, found none", runFolder_.memmap().string()};
    trial->setNames(files.names.value());
    if (auto fits = checkNames(*trial); !fits)
        return fits.error();
    return trial;
}

} // namespace blak::world
