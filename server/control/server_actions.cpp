// SPDX-License-Identifier: GPL-3.0-or-later
// Requests about the server: counters, sessions, saves, time. The table of all requests.
#include "server/control/control.h"
#include "server/control/values.h"

#include <algorithm>

namespace blak::serve {
namespace {

using nlohmann::json;

constexpr double fastest = 1000;

} // namespace

std::span<const Control::Action> Control::actions()
{
    using C = Control;
    static constexpr Action table[]{
        {"hello", "token: the one of control.json; the first request", &C::hello},
        {"help", "all requests", &C::help},
        {"admin", "command: a line as for the maintenance port; everything an administrator may", &C::admin},
        {"status", "counters, clock, sizes of the heap", &C::status},
        {"metrics", "the counters as Prometheus reads them", &C::readMetrics},
        {"sessions", "who is connected", &C::sessions},
        {"subscribe", "events: a list of log, counters, session, save, reload; replaces the one before", &C::subscribe},
        {"object.read", "object: class and properties", &C::readObject},
        {"object.write", "object, property, value", &C::writeObject},
        {"list.read", "list, limit: its elements", &C::readList},
        {"table.read", "table, limit: its entries", &C::readTable},
        {"string.read", "string: its text", &C::readString},
        {"resource.read", "resource (number or name): its text", &C::readResource},
        {"class.read", "class (number or name): variables, properties, messages", &C::readClass},
        {"class.write", "class, variable, value", &C::writeClass},
        {"classes", "all classes", &C::classes},
        {"instances", "class, exactly, limit: its objects", &C::instances},
        {"send", "object, message, parameters: {name: value}; what the handler returns", &C::sendMessage},
        {"create", "class, parameters: a new object", &C::create},
        {"save", "collects garbage and saves, as the command save game", &C::save},
        {"snapshot", "saves without collecting, in the background", &C::makeSnapshot},
        {"saves", "the saved games there are", &C::saves},
        {"reload",
         "what: program (classes from loadkod and memmap, resources, rooms; objects and sessions stay) or configuration",
         &C::reload},
        {"pause", "the clock of the world stands still and players are not heard", &C::pause},
        {"resume", "time goes on", &C::resume},
        {"step", "milliseconds: while paused, lets so much time pass at once", &C::step},
        {"time", "scale: how fast the clock of the world runs, 1 = as the real one", &C::timeScale},
        {"stop", "ends the server; save: true saves first", &C::end},
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
    return {{"dialect", world_.vm().dialect().name}, {"started", world_.startedAt()},           {"now", world_.unixTime()},
            {"time_scale", world_.timeScale()},      {"locked", admin_.lockText().has_value()}, {"counters", counters()}};
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
        out.push_back({{"session", line.session},
                       {"account", line.account},
                       {"name", textJson(line.name)},
                       {"version", line.version},
                       {"address", line.address},
                       {"where", textJson(line.where)},
                       {"playing", line.inGame}});
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
    json out = json::array();
    for (const world::SaveEntry& save : world::listSaves(world_.path("LoadSave", "savegame/")))
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
        const auto start = world::World::realMilliseconds();
        if (auto loaded = world_.reloadSystem(); !loaded)
            throw RequestFault(loaded.error().text());
        const json result{{"event", "reload"}, {"what", what}, {"milliseconds", world::World::realMilliseconds() - start}};
        tell("reload", result);
        return result;
    }
    if (what != "configuration")
        throw RequestFault("what is program or configuration");
    configure();
    return {{"what", what}};
}

json Control::pause(ControlClient&, const json&)
{
    world_.setTimeScale(0);
    sessions_.setPaused(true);
    return {{"time_scale", 0}};
}

json Control::resume(ControlClient&, const json&)
{
    world_.setTimeScale(1);
    sessions_.setPaused(false);
    return {{"time_scale", 1}};
}

json Control::step(ControlClient&, const json& request)
{
    if (world_.timeScale() > 0)
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
        world_.skip(std::max<std::int64_t>(*due + 1 - world_.milliseconds(), 0));
        if (!world_.vm().runDueTimer())
            break;
        ++fired;
    }
    world_.skip(std::max<std::int64_t>(end - world_.milliseconds(), 0));
    return {{"timers", fired}};
}

json Control::timeScale(ControlClient&, const json& request)
{
    const json scale = request.value("scale", json());
    if (!scale.is_number() || !(scale.get<double>() > 0) || scale.get<double>() > fastest)
        throw RequestFault("scale must be a number above 0 and at most 1000");
    world_.setTimeScale(scale.get<double>());
    sessions_.setPaused(false);
    return {{"time_scale", world_.timeScale()}};
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
