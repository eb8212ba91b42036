// SPDX-License-Identifier: GPL-3.0-or-later
// Requests of debuggers about the past.
#include "server/control/past.h"
#include "server/control/values.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace blak::serve {
namespace {

using nlohmann::json;

/// What is asked of the moment that is shown; the rest is about the living world.
constexpr std::array<std::string_view, 18> ofTheMoment{
    "debug.stack", "debug.variables", "debug.evaluate", "debug.hash",     "debug.origin", "object.read",
    "list.read",   "table.read",      "string.read",    "resource.read",  "class.read",   "classes",
    "instances",   "instances.read",  "timers",         "posts",          "references",   "owners"};
constexpr std::array<std::string_view, 9> changing{"object.write", "class.write",   "send",          "reload",     "debug.goto",
                                                   "debug.local",  "debug.restart", "debug.element", "debug.entry"};
constexpr std::array<std::string_view, 5> ofRules{"debug.places", "debug.messages", "debug.writes", "debug.errors",
                                                  "debug.breakpoints"};

bool isOneOf(std::span<const std::string_view> names, std::string_view name)
{
    return std::ranges::find(names, name) != names.end();
}

Traveller::Step travelStep(Debugger::Step step)
{
    switch (step) {
    case Debugger::Step::None: return Traveller::Step::None;
    case Debugger::Step::Into: return Traveller::Step::Into;
    case Debugger::Step::Over: return Traveller::Step::Over;
    case Debugger::Step::Out: return Traveller::Step::Out;
    }
    return Traveller::Step::None;
}

} // namespace

Control::Past& Control::past()
{
    if (!past_)
        throw RequestFault("the past is not kept: debug.record first");
    if (!debugger_.stopped())
        throw RequestFault("no handler is stopped");
    return *past_;
}

bool Control::showsPast() const { return past_ && past_->traveller.away(); }

void Control::notePresent(const Stop& halt)
{
    if (!past_)
        return;
    past_->traveller.stopped(debugger_.onlyLooks());
    past_->present = toJson(halt);
}

void Control::leavePresent()
{
    if (past_)
        past_->traveller.goOn();
}

void Control::tellLater()
{
    if (past_ && !past_->later.is_null())
        tell("debug", std::exchange(past_->later, nullptr));
}

/// Conditions and places that were asked for, so that copies of the world look for the same.
void Control::noteRules(std::string_view name, const json& request)
{
    if (isOneOf(ofRules, name))
        ruleRequests_[std::string(name) + " " + request.value("file", std::string())] = request.dump();
}

json Control::rules() const
{
    json all = json::array();
    for (const auto& [key, request] : ruleRequests_)
        all.push_back(json::parse(request));
    return all;
}

json Control::askPast(std::string_view name, const json& request)
{
    if (isOneOf(changing, name))
        throw RequestFault("the past cannot be changed: go on to the present first");
    return isOneOf(ofTheMoment, name) ? past_->traveller.ask(request) : json();
}

json Control::debugRecord(ControlClient&, const json& request)
{
    if (!debugger_.attached())
        throw RequestFault("debug.attach first");
    if (keepsPast_)
        return json::object();
    if (past_)
        throw RequestFault("the past is kept already");
    TravelLimits limits;
    const auto number = [&](const char* key, std::int64_t least, std::int64_t most, std::int64_t otherwise) {
        return request.contains(key) ? std::clamp(numberFromJson(request, key), least, most) : otherwise;
    };
    limits.checkpoints = static_cast<std::size_t>(number("checkpoints", 2, 100, static_cast<std::int64_t>(limits.checkpoints)));
    limits.period = number("period", 0, 3'600'000, limits.period);
    limits.work = number("work", 0, 10'000, limits.work);
    limits.memoryBytes = static_cast<std::uint64_t>(number("memory", 16, 65'536, 512)) << 20;
    auto past = std::make_unique<Past>(world_.vm(), static_cast<Guide&>(*this), std::move(limits));
    if (const auto started = past->traveller.start(); !started)
        throw RequestFault(started.error().text());
    past_ = std::move(past);
    return json::object();
}

Result<void> Control::keepPast(std::function<std::int64_t()> clock)
{
    constexpr std::size_t checkpoints = 40;
    constexpr std::uint64_t logBytes = std::uint64_t{4} << 30; // of a file without a name
    TravelLimits limits;
    limits.checkpoints = checkpoints;
    limits.logBytes = logBytes;
    limits.clock = std::move(clock);
    auto past = std::make_unique<Past>(world_.vm(), static_cast<Guide&>(*this), std::move(limits));
    if (auto started = past->traveller.start(); !started)
        return started;
    past_ = std::move(past);
    keepsPast_ = true;
    debugger_.attach();
    world_.vm().keepOrigins(true);
    return {};
}

json Control::debugBack(ControlClient&, const json& request)
{
    const std::string step = request.contains("step") ? textFromJson(request["step"], "step") : "";
    const auto how = step.empty()     ? Traveller::Step::None
                     : step == "into" ? Traveller::Step::Into
                     : step == "over" ? Traveller::Step::Over
                                      : Traveller::Step::Out;
    if (how == Traveller::Step::Out && step != "out")
        throw RequestFault("a step is one of into, over, out");
    past().show(past().traveller.back(how, rules()));
    return json::object();
}

json Control::travelForward(Debugger::Step step)
{
    past().show(past().traveller.forward(travelStep(step), rules()));
    return json::object();
}

json Control::debugTravel(ControlClient&, const json& request)
{
    if (request.value("to", json()) == "present")
        past().show(past().traveller.toPresent());
    else
        past().show(past().traveller.toTime(numberFromJson(request, "to")));
    return json::object();
}

json Control::debugTimes(ControlClient&, const json&)
{
    if (!past_)
        return {{"kept", false}};
    const Traveller::Times times = past_->traveller.times();
    const Traveller::Figures figures = past_->traveller.figures();
    return {{"kept", true},
            {"first", times.first},
            {"here", times.here},
            {"now", times.now},
            {"past", past_->traveller.away()},
            {"checkpoints", figures.checkpoints},
            {"made", figures.made},
            {"nanoseconds", figures.nanoseconds},
            {"log", figures.logBytes},
            {"memory", figures.memoryBytes}};
}

/// How something was so many milliseconds before what is shown now.
json Control::debugAgo(ControlClient&, const json& request)
{
    if (!past_)
        throw RequestFault("the past is not kept: debug.record first");
    if (debugger_.pulsing())
        throw RequestFault("a handler runs: ask again");
    const json wanted = request.value("request", json());
    if (!wanted.is_object() || !isOneOf(ofTheMoment, textFromJson(wanted.value("do", json()), "do")))
        throw RequestFault("expected a request about a moment, such as object.read");
    const std::int64_t ago = std::clamp<std::int64_t>(numberFromJson(request, "milliseconds"), 0, INT32_MAX);
    auto answer = past_->traveller.askAgo(ago, wanted);
    if (!answer)
        throw RequestFault(answer.error().text());
    if (answer.value().answer.is_null()) { // nothing has happened since
        ControlClient nobody;
        nobody.authorised = true;
        nobody.role = world::Role::Owner;
        const auto action = std::ranges::find(actions(), wanted.at("do").get<std::string>(), &Action::name);
        return {{"milliseconds", answer.value().ago}, {"result", (this->*action->run)(nobody, wanted)}};
    }
    const json& said = answer.value().answer;
    if (!said.value("ok", false))
        throw RequestFault(said.value("error", "the past has no answer"));
    return {{"milliseconds", answer.value().ago}, {"result", said.value("result", json())}};
}

/// The world stands meanwhile, so that all of it is of one moment.
json Control::debugSave(ControlClient&, const json& request)
{
    namespace fs = std::filesystem;
    if (!past_ || !writePast)
        throw RequestFault("the past is not kept: debug.record first");
    const fs::path file = request.value("file", std::string()); // as the system names it, not in the encoding of Blakod
    if (!file.is_absolute())
        throw RequestFault("file is the whole path of a new file");
    std::error_code error;
    if (request.value("replace", json(false)) != json(true) && fs::exists(fs::symlink_status(file, error)))
        throw RequestFault(file.string() + " is there already");
    const fs::path worldFile = file.string() + ".world", inputsFile = file.string() + ".inputs";
    const bool stands = debugger_.stopped();
    const auto past = past_->traveller.save(worldFile, inputsFile, stands ? past_->present : json(), debugger_.onlyLooks());
    const auto written = past ? writePast(file, past.value()) : Result<void>(past.error());
    for (const fs::path& part : {worldFile, inputsFile})
        fs::remove(part, error);
    if (!written)
        throw RequestFault(written.error().text());
    const Traveller::Times times = past_->traveller.times();
    const auto size = fs::file_size(file, error);
    return {{"milliseconds", std::max<std::int64_t>(times.now - past.value().milliseconds, 0)},
            {"left", std::max<std::int64_t>(past.value().milliseconds - times.first, 0)}, // out: what a change of the classes cuts off
            {"bytes", error ? 0 : size}};
}

json Control::debugHash(ControlClient&, const json&)
{
    std::array<char, 17> text{};
    std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(world_.vm().stateHash()));
    return {{"hash", std::string(text.data())}};
}

// --- in copies of the process -----------------------------------------------------------------------------------------------

void Control::forgetPresent()
{
    debugger_.serveTools = nullptr;
    debugger_.servePulse = nullptr;
    debugger_.detach();
    forgetOwner();
}

void Control::watch(const json& rules, std::function<void(const Stop& stop)> met, std::function<void(bool begins)> tries)
{
    debugger_.instead = std::move(met);
    debugger_.tries = std::move(tries);
    debugger_.attach();
    for (const json& request : rules)
        (void)answerInPast(request);
}

json Control::answerInPast(const json& request)
{
    ControlClient nobody;
    nobody.authorised = true;
    nobody.role = world::Role::Owner;
    if (!debugger_.instead)
        debugger_.standInCopy();
    try {
        const auto action = std::ranges::find(actions(), request.at("do").get<std::string>(), &Action::name);
        if (action == actions().end())
            throw RequestFault("there is no such request");
        return {{"ok", true}, {"result", (this->*action->run)(nobody, request)}};
    } catch (const RequestFault& fault) {
        return {{"ok", false}, {"error", fault.what()}};
    } catch (const json::exception& fault) {
        return {{"ok", false}, {"error", fault.what()}};
    }
}

} // namespace blak::serve
