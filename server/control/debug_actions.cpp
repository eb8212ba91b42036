// SPDX-License-Identifier: GPL-3.0-or-later
// Requests of debuggers.
#include "server/control/control.h"
#include "server/control/values.h"

namespace blak::serve {
namespace {

using nlohmann::json;

constexpr std::int32_t highestLine = 10'000'000;
constexpr std::size_t mostBreakpoints = 1000; ///< of a file
constexpr std::size_t mostFrames = 100;

json placeJson(const vm::CodePlace& place) { return {{"file", textJson(place.file)}, {"line", place.line}}; }

} // namespace

void Control::tellStop(std::string_view reason, const vm::CodePlace& place)
{
    json event = placeJson(place);
    event["event"] = "debug";
    event["what"] = "stopped";
    event["reason"] = reason;
    tell("debug", event);
}

json Control::debugAttach(ControlClient&, const json&)
{
    if (!debugger_.serveTools)
        throw RequestFault("this server cannot stop handlers");
    debugger_.attach();
    return json::object();
}

json Control::debugDetach(ControlClient&, const json&)
{
    debugger_.detach();
    breakpoints_.clear();
    return json::object();
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

json Control::debugStack(ControlClient&, const json&)
{
    json out = json::array();
    for (const vm::FrameView& frame : world_.vm().stack()) {
        if (out.size() >= mostFrames)
            break;
        json one = placeJson(frame.place);
        one["object"] = frame.object;
        one["class"] = textJson(world_.vm().className(frame.ownerClass));
        one["message"] = textJson(world_.vm().messageName(frame.message));
        one["locals"] = json::array();
        for (const vm::Value& value : frame.locals)
            one["locals"].push_back(valueJson(world_.vm(), value));
        out.push_back(std::move(one));
    }
    return out;
}

} // namespace blak::serve
