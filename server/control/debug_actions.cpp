// SPDX-License-Identifier: GPL-3.0-or-later
// Requests of debuggers.
#include "server/control/control.h"
#include "server/control/debug_values.h"
#include "server/control/past.h"
#include "server/control/values.h"

#include <algorithm>

namespace blak::serve {
namespace {

using nlohmann::json;

constexpr std::int32_t highestLine = 10'000'000;
constexpr std::size_t mostBreakpoints = 1000; ///< of a file
constexpr std::size_t mostFrames = 100;

json placeJson(const vm::CodePlace& place)
{
    return {{"file", textJson(place.file)}, {"line", place.line}, {"offset", place.offset}};
}

/// A number from 0 of the request, or what holds without it.
std::size_t countOf(const json& request, const char* key, std::size_t otherwise)
{
    return request.contains(key)
               ? static_cast<std::size_t>(std::clamp<std::int64_t>(numberFromJson(request, key), 0, 1'000'000))
               : otherwise;
}

} // namespace

json Control::debugValue(const vm::Evaluation& evaluation) const
{
    json out = shownJson(world_.vm(), evaluation.value);
    if (evaluation.value.tag == bof::Tag::DebugString)
        out["shown"] = textJson("\"" + evaluation.text + "\"");
    return out;
}

void Control::prepareDebugger()
{
    debugger_.stoppedAt = [this](const Stop& halt) {
        if (profiler_)
            profiler_->stand();
        tellPlayers(true);
        notePresent(halt);
        tellStop(halt);
    };
    debugger_.wentOn = [this] {
        leavePresent();
        tellPlayers(false);
        tell("debug", {{"event", "debug"}, {"what", "continued"}});
        if (profiler_)
            profiler_->goOn();
    };
    debugger_.mutes = [this](bool begins) { world_.setMuted(begins); };
    debugger_.shown = [this](const vm::Evaluation& evaluation) {
        return evaluation.value.tag == bof::Tag::DebugString ? evaluation.text : shownValue(world_.vm(), evaluation.value);
    };
    debugger_.wrote = [this](std::int64_t id, const std::string& text, const vm::CodePlace& place) {
        json event = placeJson(place);
        event.update({{"event", "debug"}, {"what", "wrote"}, {"rule", id}, {"text", textJson(text)}});
        tell("debug", event);
    };
}

/// What the protocol has for saves: clients show that the world stands still, and what players do waits.
void Control::tellPlayers(bool stopped)
{
    constexpr std::byte wait{21}, goOn{22}; // BP_WAIT and BP_UNWAIT of every dialect
    const std::byte message[]{stopped ? wait : goOn};
    for (const auto& [id, session] : sessions_.all())
        if (session->inGame() && !session->closing)
            sessions_.sendPacket(id, message);
    flushPlayers();
}

void Control::tellStop(const Stop& halt)
{
    json event = placeJson(halt.place);
    event.update({{"event", "debug"}, {"what", "stopped"}, {"reason", halt.reason}, {"rules", halt.ids}});
    if (!halt.text.empty())
        event["text"] = textJson(halt.text);
    if (!halt.fault.empty())
        event["fault"] = textJson(halt.fault);
    stopEvent_ = event.dump();
    tell("debug", event);
}

json Control::debugAttach(ControlClient& client, const json&)
{
    if (!debugger_.serveTools)
        throw RequestFault("this server cannot stop handlers");
    client.debugs = true;
    if (!debugger_.attached()) {
        debugger_.attach();
        world_.vm().keepOrigins(true);
        debugging(true);
    }
    return debugger_.stopped() && !showsPast() ? json{{"stopped", json::parse(stopEvent_)}} : json::object();
}

json Control::debugDetach(ControlClient&, const json&)
{
    for (auto& [id, client] : clients_)
        client->debugs = false;
    endDebugging();
    return json::object();
}

/// When nobody debugs any more: whatever is stopped goes on.
void Control::endDebugging()
{
    if (!debugger_.attached() || std::ranges::any_of(clients_, [](const auto& entry) { return entry.second->debugs; }))
        return;
    if (atEnd_)
        return stop();
    debugger_.detach();
    breakpoints_.clear();
    ruleRequests_.clear();
    if (keepsPast_) // this one has debugged what was recorded
        return debugger_.attach();
    world_.vm().keepOrigins(false);
    past_.reset();
    debugging(false);
}

/// Lines without a statement are kept too: the next version of the class may have one there.
json Control::debugBreakpoints(ControlClient&, const json& request)
{
    if (!debugger_.attached())
        throw RequestFault("debug.attach first");
    const std::string file = textFromJson(request.value("file", json()), "file");
    const json lines = request.value("lines", json::array());
    if (file.empty() || !lines.is_array() || lines.size() > mostBreakpoints)
        throw RequestFault("expected the name of a source file and up to " + std::to_string(mostBreakpoints) + " lines");
    std::set<std::int32_t> wanted;
    for (const json& line : lines) {
        if (!line.is_number_integer() || line < 1 || line > highestLine)
            throw RequestFault("a line is a number from 1 to " + std::to_string(highestLine));
        wanted.insert(line.get<std::int32_t>());
    }
    std::set<std::int32_t>& before = breakpoints_[file];
    for (const std::int32_t line : before)
        world_.vm().setBreakpoint(file, line, false);
    before = wanted;
    json out = json::array();
    for (const std::int32_t line : wanted)
        out.push_back({{"line", line}, {"statements", world_.vm().setBreakpoint(file, line, true)}});
    return out;
}

json Control::debugContinue(ControlClient&, const json& request)
{
    const std::string step = request.contains("step") ? textFromJson(request["step"], "step") : "";
    const auto how = step.empty()     ? Debugger::Step::None
                     : step == "into" ? Debugger::Step::Into
                     : step == "over" ? Debugger::Step::Over
                                      : Debugger::Step::Out;
    if (how == Debugger::Step::Out && step != "out")
        throw RequestFault("a step is one of into, over, out");
    if (!debugger_.stopped())
        throw RequestFault("no handler is stopped");
    if (showsPast())
        return travelForward(how);
    debugger_.resume(how);
    return json::object();
}

json Control::debugPause(ControlClient&, const json&)
{
    if (!debugger_.attached())
        throw RequestFault("debug.attach first");
    debugger_.pause();
    return json::object();
}

json Control::debugStack(ControlClient&, const json& request)
{
    const vm::Vm& machine = world_.vm();
    const std::size_t start = countOf(request, "start", 0);
    const std::vector<vm::FrameView> frames = machine.stack();
    const std::size_t end = std::min(frames.size(), start + countOf(request, "levels", mostFrames));
    json out = json::array();
    for (std::size_t i = start; i < end; ++i) {
        const vm::FrameView& frame = frames[i];
        json one = placeJson(frame.place);
        one["frame"] = i;
        one["depth"] = frames.size();
        one["object"] = frame.object;
        one["class"] = textJson(machine.className(frame.ownerClass));
        one["classId"] = frame.ownerClass;
        if (const auto type = machine.classOfObject(frame.object))
            one["type"] = textJson(machine.className(*type));
        one["message"] = textJson(machine.messageName(frame.message));
        one["propagated"] = frame.propagated;
        one["replaced"] = frame.replaced;
        one["parameters"] = frame.parameters;
        one["locals"] = json::array();
        for (const vm::Value& value : frame.locals)
            one["locals"].push_back(valueJson(machine, value));
        out.push_back(std::move(one));
    }
    return out;
}

json Control::debugGoto(ControlClient&, const json& request)
{
    const auto offset = static_cast<std::uint32_t>(std::clamp<std::int64_t>(numberFromJson(request, "offset"), 0, INT32_MAX));
    if (const auto fault = debugger_.setNext(offset))
        throw RequestFault(fault->text());
    return json::object();
}

json Control::debugRestart(ControlClient&, const json& request)
{
    if (const auto fault = debugger_.restart(countOf(request, "frame", 0)))
        throw RequestFault(fault->text());
    return json::object();
}

json Control::debugSetLocal(ControlClient&, const json& request)
{
    if (!debugger_.stopped())
        throw RequestFault("no handler is stopped");
    vm::Vm& machine = world_.vm();
    const vm::Value value = valueFromJson(machine, request.value("value", json()));
    if (!machine.setLocal(countOf(request, "frame", 0), countOf(request, "local", 0), value))
        throw RequestFault("there is no such frame or variable");
    return shownJson(machine, value);
}

} // namespace blak::serve
