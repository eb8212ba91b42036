// SPDX-License-Identifier: GPL-3.0-or-later
// Requests about the server: counters, sessions, saves, time. The table of all requests.
#include "server/control/control.h"
#include "server/control/values.h"
#include "server/world/json_views.h"

#include <algorithm>

namespace blak::serve {
namespace {

using nlohmann::json;

constexpr double fastest = 1000;
constexpr world::Role observer = world::Role::Observer;
constexpr world::Role operators = world::Role::Operator;
constexpr world::Role owner = world::Role::Owner;

} // namespace

std::span<const Control::Action> Control::actions()
{
    using C = Control;
    static constexpr Action table[]{
        {"hello", observer, "token: the one of control.json, or name and password of an administrator; the first request",
         &C::hello},
        {"help", observer, "all requests", &C::help},
        {"admin", observer, "command: a line as for the maintenance port; everything an administrator may", &C::admin},
        {"commands", observer, "those of administrators that one may give: words, parameters, help", &C::commands},
        {"status", observer, "counters, clock, sizes of the heap", &C::status},
        {"metrics", observer, "the counters as Prometheus reads them", &C::readMetrics},
        {"sessions", observer, "who is connected", &C::sessions},
        {"accounts", observer, "account (number or name, all when left out): without passwords", &C::accounts},
        {"timers", observer, "limit: what is due next; while somebody debugs also who made each", &C::timers},
        {"posts", observer, "limit: posted messages that wait, in the order in which they will run", &C::posts},
        {"references", observer, "object, limit: properties, class variables and timers that hold it, also within lists and tables",
         &C::references},
        {"owners", observer, "object, property (poOwner when left out), limit: owners above each other, and what the object owns",
         &C::owners},
        {"subscribe", observer, "events: a list of log, counters, session, save, reload, debug; replaces the one before",
         &C::subscribe},
        {"object.read", observer, "object: class and properties", &C::readObject},
        {"object.resources", observer, "object: properties and class variables that hold resources, with their texts", &C::readResources},
        {"object.write", owner, "object, property, value", &C::writeObject},
        {"list.read", observer, "list, limit, within: its elements; true adds those of lists in it", &C::readList},
        {"table.read", observer, "table, limit: its entries", &C::readTable},
        {"string.read", observer, "string: its text", &C::readString},
        {"resource.read", observer, "resource (number or name): its text", &C::readResource},
        {"class.read", observer, "class (number or name): variables, properties, messages", &C::readClass},
        {"class.write", owner, "class, variable, value", &C::writeClass},
        {"classes", observer, "all classes with their superclasses; counts: true adds how many objects are exactly of each, names the values of these class variables and properties", &C::classes},
        {"instances", observer, "class, exactly, limit: its objects", &C::instances},
        {"instances.read", observer, "class, names, exactly, limit: its objects with these properties or class variables", &C::readInstances},
        {"send", owner, "object, message, parameters: {name: value}; what the handler returns", &C::sendMessage},
        {"create", owner, "class, parameters: a new object", &C::create},
        {"save", operators, "collects garbage and saves, as the command save game", &C::save},
        {"snapshot", operators, "saves without collecting, in the background", &C::makeSnapshot},
        {"saves", observer, "the saved games there are", &C::saves},
        {"reload", owner,
         "what: program (all classes, resources, rooms), class, resource, room (each with name), configuration; objects and "
         "sessions "
         "stay",
         &C::reload},
        {"pause", owner, "the clock of the world stands still and players are not heard", &C::pause},
        {"resume", owner, "time goes on", &C::resume},
        {"step", owner, "milliseconds: while paused, lets so much time pass at once", &C::step},
        {"time", owner, "scale: how fast the clock of the world runs, 1 = as the real one", &C::timeScale},
        {"debug.attach", owner, "stops handlers at breakpoints from now on, until debug.detach or the last tool goes",
         &C::debugAttach},
        {"debug.detach", owner, "takes all breakpoints out and goes on", &C::debugDetach},
        {"debug.breakpoints", owner, "file, lines: all breakpoints of a source file; which lines have statements",
         &C::debugBreakpoints},
        {"debug.continue", owner, "step (into, over, out; none when left out): the stopped handler goes on", &C::debugContinue},
        {"debug.pause", owner, "stops before the next statement that runs, but for what tools ask that only look", &C::debugPause},
        {"debug.stack", owner, "the handlers that run, innermost first, with their variables", &C::debugStack},
        {"debug.places", owner, "file, places (offset, id, condition, hits, log): replaces those of the file; which were found",
         &C::debugPlaces},
        {"debug.messages", owner,
         "messages (class, message, atEnd, id, hits, parts): replaces all; how many handlers each has. Parts (file, begin, end, "
         "condition, log) are tests of single handlers",
         &C::debugMessages},
        {"debug.handlers", owner, "messages (class, message, atEnd): where their handlers begin, or end", &C::debugHandlers},
        {"debug.writes", owner, "writes (object or class, property, id, condition, hits, log, parts): replaces all", &C::debugWrites},
        {"debug.writers", owner, "writes (object or class, property): in which handlers they are written", &C::debugWriters},
        {"debug.errors", owner, "stop, containing (texts), debug (also Debug()): errors of Blakod that stop handlers", &C::debugErrors},
        {"debug.evaluate", owner, "frame, code, locals, kept (a text literal becomes a string of the world), muted (nothing enters the logs): runs a compiled piece in a frame of the stopped handler",
         &C::debugEvaluate},
        {"debug.goto", owner, "offset: the stopped handler goes on at that statement of it", &C::debugGoto},
        {"debug.restart", owner, "frame: that handler begins anew", &C::debugRestart},
        {"debug.local", owner, "frame, local, value", &C::debugSetLocal},
        {"debug.variables", owner, "of (frame, object, classvars, list, table), its number, start, count: rows of values",
         &C::debugVariables},
        {"debug.element", owner, "list, index, value: changes an element", &C::debugSetElement},
        {"debug.entry", owner, "table, key (as debug.variables names it), value: changes an entry", &C::debugSetEntry},
        {"debug.record", owner, "checkpoints, period (milliseconds), work, memory (MB): keeps the past from now on", &C::debugRecord},
        {"debug.back", owner, "step (into, over, out; none when left out: to the last breakpoint): shows the past", &C::debugBack},
        {"debug.travel", owner, "to (milliseconds of debug.times, or \"present\"): shows that moment, or the last one before", &C::debugTravel},
        {"debug.times", owner, "what is kept of the past, and where in it one is", &C::debugTimes},
        {"test", owner, "runs the test that this server was started for; how it went", &C::runTest},
        {"debug.origin", owner, "who posted the message that runs, or made its timer", &C::origin},
        {"debug.ago", owner, "milliseconds, request (of an object, a class, values): what the world would have answered then", &C::debugAgo},
        {"debug.save", owner, "file, replace: writes what is kept of the past, and the world with it, as a recording", &C::debugSave},
        {"debug.hash", owner, "a number that equal states of the machine share", &C::debugHash},
        {"profile.start", owner, "period (microseconds between samples, 0 = every call), statements: where the time goes from now on",
         &C::profileStart},
        {"profile.stop", owner, "what was found since", &C::profileStop},
        {"stop", owner, "ends the server; save: true saves first", &C::end},
    };
    return table;
}

json Control::counters() const
{
    const vm::Counters vm = world_.vm().counters();
    const vm::HeapSizes sizes = world_.vm().sizes();
    const SessionCounters& s = sessions_.counters();
    json out{{"sessions", sessions_.all().size()},
             {"playing", sessions_.playing()},
             {"accepted", s.accepted},
             {"refused", s.refused},
             {"gave_way", s.gaveWay},
             {"log_lines_left_out", sessions_.linesLeftOut()},
             {"logins", s.logins},
             {"failed_logins", s.failedLogins},
             {"messages_in", s.messagesIn},
             {"messages_out", s.messagesOut},
             {"bytes_in", s.bytesIn},
             {"bytes_out", s.bytesOut},
             {"dropped", s.dropped},
             {"forged", s.forged},
             {"slow_readers", s.slowReaders},
             {"instructions", vm.instructions},
             {"top_level_messages", vm.topLevelMessages},
             {"blakod_messages", vm.messages},
             {"slow_messages", vm.slowMessages},
             {"objects", sizes.objects},
             {"list_nodes", sizes.listNodes},
             {"strings", sizes.strings},
             {"tables", sizes.tables},
             {"timers", sizes.timers}};
    for (const auto& [name, value] : gauges)
        out[name] = value;
    return out;
}

std::string Control::metrics() const
{
    std::string out;
    const json all = counters();
    for (const auto& [name, value] : all.items())
        out += "blakston_" + name + " " + value.dump() + "\n";
    return out;
}

json Control::status(ControlClient&, const json&)
{
    return {{"dialect", world_.vm().dialect().name}, {"started", world_.clock().startedAt()},           {"now", world_.unixTime()},
            {"time_scale", world_.clock().scale()},      {"locked", admin_.lock().closed()}, {"counters", counters()}};
}

json Control::readMetrics(ControlClient&, const json&) { return {{"text", metrics()}}; }

void Control::noteSave(std::int64_t time, bool isSnapshot)
{
    tell("save", {{"event", "save"}, {"time", time}, {"snapshot", isSnapshot}});
}

json Control::sessions(ControlClient&, const json&)
{
    json out = json::array();
    for (const world::PlayerLine& line : sessions_.list())
        out.push_back(world::playerJson(line));
    return out;
}

json Control::save(ControlClient&, const json&)
{
    const auto saved = world_.save();
    if (!saved)
        throw RequestFault(saved.error().text());
    return {{"time", saved.value()}};
}

json Control::makeSnapshot(ControlClient&, const json&)
{
    if (auto begun = snapshot(); !begun)
        throw RequestFault(begun.error().text());
    return {{"begun", true}};
}

json Control::saves(ControlClient&, const json&)
{
    const auto listed = world::listSaves(world_.path("LoadSave", "savegame/"));
    if (!listed)
        throw RequestFault(listed.error().text());
    json out = json::array();
    for (const world::SaveEntry& save : listed.value())
        out.push_back({{"time", save.time},
                       {"bytes", save.bytes},
                       {"complete", save.complete},
                       {"snapshot", save.snapshot},
                       {"current", save.current}});
    return out;
}

json Control::reload(ControlClient&, const json& request)
{
    const std::string what = textFromJson(request.value("what", json()), "what");
    if (what == "program") {
        const auto start = world::Clock::realMilliseconds();
        if (auto loaded = world_.reloadSystem(); !loaded)
            throw RequestFault(loaded.error().text());
        const json result{{"event", "reload"}, {"what", what}, {"milliseconds", world::Clock::realMilliseconds() - start}};
        programChanged();
        tell("reload", result);
        return result;
    }
    if (what != "configuration")
        return reloadFile(what, request);
    configure();
    return {{"what", what}};
}

json Control::reloadFile(const std::string& what, const json& request)
{
    if (what != "class" && what != "resource" && what != "room")
        throw RequestFault("what is program, class, resource, room or configuration");
    const std::string name = textFromJson(request.value("name", json()), "name");
    const auto done = what == "class"      ? world_.reloadClass(name)
                      : what == "resource" ? world_.reloadResourceFile(name)
                                           : world_.reloadRoomFile(name);
    if (!done)
        throw RequestFault(done.error().text());
    json reports = json::array();
    for (const std::string& report : done.value().reports)
        reports.push_back(textJson(report));
    const json result{{"event", "reload"},
                      {"what", what},
                      {"file", textJson(done.value().file)},
                      {"count", done.value().count},
                      {"reports", std::move(reports)},
                      {"milliseconds", done.value().milliseconds}};
    if (what == "class")
        programChanged();
    tell("reload", result);
    return result;
}

json Control::accounts(ControlClient&, const json& request)
{
    world::Accounts& accounts = world_.accounts();
    if (request.contains("account")) {
        const json& wanted = request["account"];
        const world::Account* account = wanted.is_number_integer() ? accounts.find(wanted.get<std::int64_t>())
                                                                   : accounts.find(textFromJson(wanted, "account"));
        if (account == nullptr)
            throw RequestFault("there is no account " + wanted.dump());
        return world::accountJson(accounts, *account);
    }
    json out = json::array();
    for (const world::Account& account : accounts.list)
        out.push_back(world::accountJson(accounts, account));
    return out;
}

json Control::pause(ControlClient&, const json&)
{
    world_.clock().setScale(0);
    sessions_.setPaused(true);
    return {{"time_scale", 0}};
}

json Control::resume(ControlClient&, const json&)
{
    world_.clock().setScale(1);
    sessions_.setPaused(false);
    return {{"time_scale", 1}};
}

json Control::step(ControlClient&, const json& request)
{
    if (world_.clock().scale() > 0)
        throw RequestFault("the world is not paused");
    constexpr std::int64_t longest = 3'600'000;
    const std::int64_t wanted = std::clamp<std::int64_t>(numberFromJson(request, "milliseconds"), 0, longest);
    // Timer by timer, so that what a timer starts is due within the same step.
    std::int64_t fired = 0;
    constexpr std::int64_t mostTimers = 100'000;
    const std::int64_t end = world_.milliseconds() + wanted;
    while (fired < mostTimers) {
        const auto due = world_.vm().nextTimerDue();
        if (!due || *due > end)
            break;
        world_.clock().skip(std::max<std::int64_t>(*due + 1 - world_.milliseconds(), 0));
        if (!world_.vm().runDueTimer())
            break;
        ++fired;
    }
    world_.clock().skip(std::max<std::int64_t>(end - world_.milliseconds(), 0));
    return {{"timers", fired}};
}

json Control::timeScale(ControlClient&, const json& request)
{
    const json scale = request.value("scale", json());
    if (!scale.is_number() || !(scale.get<double>() > 0) || scale.get<double>() > fastest)
        throw RequestFault("scale must be a number above 0 and at most 1000");
    world_.clock().setScale(scale.get<double>());
    sessions_.setPaused(false);
    return {{"time_scale", world_.clock().scale()}};
}

json Control::end(ControlClient&, const json& request)
{
    if (request.value("save", false))
        if (const auto saved = world_.save(); !saved)
            throw RequestFault(saved.error().text());
    stop();
    return {{"stopping", true}};
}

} // namespace blak::serve
