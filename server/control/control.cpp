// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/control/control.h"

#include "server/address/foreign_line.h"
#include "server/control/past.h"
#include "server/control/values.h"
#include "server/world/json_depth.h"
#include "server/world/secrets.h"

#include <algorithm>
#include <array>

namespace blak::serve {
namespace {

using nlohmann::json;

constexpr std::size_t mostClients = 16;
constexpr std::size_t longestLine = 1024 * 1024;
constexpr std::size_t longestGreeting = 4 * 1024; ///< before the token
constexpr std::size_t mostOutput = 64 * 1024 * 1024;
constexpr std::int64_t greetingTime = 10'000;
constexpr std::int64_t counterPeriod = 1'000;

std::string_view channelName(world::LogKind kind)
{
    switch (kind) {
#define X(name, text)                                                                                                            \
    case world::LogKind::name: return text;
        BLAK_LOG_KINDS(X)
#undef X
    }
    return "";
}

Address loopback() { return parseAddressRange("127.0.0.1")->first; }

/// "[file.bof (line)] text": the place of an error, when it has one.
json placeOf(std::string_view text)
{
    const std::size_t open = text.find(" (");
    const std::size_t close = text.find(")] ");
    if (!text.starts_with('[') || open == text.npos || close == text.npos || open > close)
        return nullptr;
    int line = 0;
    for (const char c : text.substr(open + 2, close - open - 2)) {
        if (c < '0' || c > '9' || line > 10'000'000)
            return nullptr;
        line = line * 10 + (c - '0');
    }
    return {{"file", textJson(text.substr(1, open - 1))}, {"line", line}, {"what", textJson(text.substr(close + 3))}};
}

/// The handlers that run, innermost first, each with the line of its statement: what a log says of that is the dialect's way to look
/// lines up, which finds none for some.
json stackJson(const vm::Vm& machine)
{
    json out = json::array();
    const std::vector<vm::FrameView> frames = machine.stack();
    for (const vm::HandlerView& one : machine.callers(world::World::mostCallers)) {
        const std::int32_t exact = out.size() < frames.size() ? frames[out.size()].place.line : 0;
        out.push_back({{"class", textJson(one.type)},
                       {"handler", textJson(one.handler)},
                       {"file", textJson(one.file)},
                       {"line", exact > 0 ? exact : one.line},
                       {"object", one.object}});
    }
    return out;
}

/// Where an error of Blakod happened, and who called whom.
void addPlace(json& event, std::string_view text, const vm::Vm& machine)
{
    const json place = placeOf(text);
    if (place.is_null())
        return;
    event["place"] = place;
    if (json stack = stackJson(machine); !stack.empty())
        event["stack"] = std::move(stack);
}

/// A value that a log may keep: without what telling names have, lists and objects without their depths.
json forLog(std::string_view name, const json& value, int depth = 0)
{
    constexpr std::size_t mostParts = 20;
    constexpr int deepest = 3;
    if (world::tellsOfSecret(name) || (value.is_structured() && depth >= deepest))
        return "...";
    if (value.is_array()) {
        json out = json::array();
        for (std::size_t i = 0; i < std::min(value.size(), mostParts); ++i)
            out.push_back(forLog(name, value[i], depth + 1));
        return out;
    }
    if (!value.is_object())
        return value;
    json out = json::object();
    for (const auto& [key, part] : value.items())
        if (out.size() < mostParts)
            out[key] = forLog(key, part, depth + 1);
    return out;
}

/// The name of an object's class, or of a class by its number.
std::string classNameFor(const std::string& key, const json& value, const vm::Vm& machine)
{
    if (!value.is_number_integer() || (key != "object" && key != "class"))
        return "";
    const auto number = value.get<std::int64_t>();
    const auto type = key == "object"                      ? machine.classOfObject(number)
                      : number >= 0 && number <= INT32_MAX ? std::optional(static_cast<std::int32_t>(number))
                                                           : std::nullopt;
    return type && machine.classView(*type) ? " (" + machine.className(*type) + ")" : "";
}

/// `object.write object=5 (User) property="piHours" value=7`: a request as the audit log keeps it, one line of ASCII.
std::string describeRequest(const std::string& action, const json& request, const vm::Vm& machine)
{
    constexpr std::size_t longestValue = 200;
    constexpr std::size_t longest = 1000;
    const auto cut = [](const std::string& text, std::size_t most) {
        return text.size() > most ? text.substr(0, most) + "..." : text;
    };
    std::string target; // a value is as secret as the name it is for
    for (const char* name : {"property", "variable"})
        if (request.contains(name) && request[name].is_string())
            target = request[name].get<std::string>();
    std::string out = action;
    for (const auto& [key, value] : request.items()) {
        if (key == "id" || key == "do" || out.size() > longest)
            continue;
        const std::string text = forLog(key == "value" ? target : key, value).dump(-1, ' ', true, json::error_handler_t::replace);
        out += " " + key + "=" + cut(text, longestValue) + classNameFor(key, value, machine);
    }
    return cut(out, longest);
}

/// Whether a request leaves the machine as it is but for messages: a handler waits in the middle of its code.
bool mayRunWhileStopped(std::string_view name)
{
    constexpr std::array<std::string_view, 23> harmless{
        "hello",      "help",        "commands",    "status",      "metrics",   "sessions",  "accounts",   "timers",      "subscribe",
        "object.read", "object.write", "list.read",  "table.read", "string.read", "resource.read", "class.read", "class.write",
        "classes",    "instances",   "instances.read", "posts",  "references", "owners"};
    return name.starts_with("debug.") || name == "send" || name == "stop" || std::ranges::find(harmless, name) != harmless.end();
}

/// While a tool is answered that only looks; what it interrupts was something else.
class AsideDebugger
{
public:
    AsideDebugger(Debugger& debugger, bool aside) : debugger_(debugger), before_(debugger.setAside(aside)) {}
    AsideDebugger(const AsideDebugger&) = delete;
    AsideDebugger& operator=(const AsideDebugger&) = delete;
    ~AsideDebugger() { debugger_.setAside(before_); }

private:
    Debugger& debugger_;
    bool before_;
};

} // namespace

Control::Control(world::World& world, world::Admin& admin, Sessions& sessions, std::string token)
    : world_(world), admin_(admin), sessions_(sessions), token_(std::move(token)), debugger_(world.vm())
{
    prepareDebugger();
    sessions_.text().setToken(token_);
    world_.logs().setListener(this, [this](world::LogKind kind, std::string_view text) {
        const bool isDebug = kind == world::LogKind::Debug;
        if (std::ranges::none_of(clients_, [](const auto& entry) { return entry.second->events.contains("log"); }))
            return isDebug ? debugger_.debugLine(text) : void();
        json event{{"event", "log"}, {"channel", channelName(kind)}, {"text", textJson(text)}};
        if (kind == world::LogKind::Error)
            addPlace(event, text, world_.vm());
        tell("log", event);
        if (isDebug)
            debugger_.debugLine(text);
    });
    sessions_.setListener([this](const Session& session, std::string_view what) {
        tell("session", {{"event", "session"},
                         {"session", session.id},
                         {"account", session.account},
                         {"name", textJson(session.accountName)},
                         {"what", textJson(what)}});
    });
}

Control::~Control()
{
    world_.logs().setListener(this, nullptr);
    sessions_.setListener(nullptr);
}

ControlClient* Control::open(std::int64_t now)
{
    if (clients_.size() >= mostClients) { // one that never said hello gives way
        const auto oldest =
            std::ranges::find_if(clients_, [](const auto& entry) { return !entry.second->authorised && !entry.second->closing; });
        if (oldest == clients_.end()) {
            sessions_.sayOfOthers(ClientLine::Letter, "control channel: a tool is refused, there are too many");
            return nullptr;
        }
        oldest->second->closing = true;
        dirty_.insert(oldest->first);
    }
    auto client = std::make_unique<ControlClient>();
    client->id = nextId_++;
    client->since = now;
    return (clients_[client->id] = std::move(client)).get();
}

void Control::forget(ControlClient& client)
{
    dirty_.erase(client.id);
    if (profiler_ && profiles_ == client.id)
        profiler_.reset();
    client.gone = client.closing = true;
    const bool debugged = client.debugs; // the client may go with its node
    if (auto node = clients_.extract(client.id); node && carryingOut_ > 0)
        gone_.push_back(std::move(node.mapped()));
    if (debugged || clients_.empty())
        endDebugging(); // nobody is left to go on
}

std::vector<ControlClient*> Control::takeDirty()
{
    std::vector<ControlClient*> out;
    for (const std::int64_t id : dirty_)
        if (const auto it = clients_.find(id); it != clients_.end())
            out.push_back(it->second.get());
    dirty_.clear();
    return out;
}

void Control::received(ControlClient& client, std::string_view bytes, std::int64_t now)
{
    now_ = now;
    if (carryingOut_ == 0)
        gone_.clear();
    client.input.append(bytes);
    readLines(client);
    if (client.input.size() > (client.authorised ? longestLine : longestGreeting))
        client.closing = true;
}

void Control::readLines(ControlClient& client)
{
    // A request may meet a breakpoint, and what the client says then is read within it: each line is taken out before.
    for (std::size_t end = client.input.find('\n'); end != std::string::npos && !client.closing && !client.proving;
         end = client.input.find('\n')) {
        const std::string line = client.input.substr(0, end);
        client.input.erase(0, end + 1);
        if (line.find_first_not_of(" \t\r") == std::string::npos)
            continue;
        ++carryingOut_;
        request(client, line);
        --carryingOut_;
    }
}

void Control::send(ControlClient& client, const json& message)
{
    client.output += message.dump(-1, ' ', true, json::error_handler_t::replace) + "\n";
    if (client.output.size() > mostOutput)
        client.closing = true; // does not read
    dirty_.insert(client.id);
}

void Control::tell(std::string_view event, const json& message)
{
    for (auto& [id, client] : clients_)
        if (!client->closing && client->events.contains(std::string(event)))
            send(*client, message);
}

void Control::request(ControlClient& client, std::string_view line)
{
    constexpr int deepest = 64;
    if (isHttpLine(line)) {
        sessions_.sayOfOthers(ClientLine::Letter, "control channel: somebody speaks HTTP: was a web page to give commands?");
        client.closing = true;
        client.output.clear();
        dirty_.insert(client.id);
        return;
    }
    const bool tooDeep = world::isDeeper(line, deepest);
    const json request = tooDeep ? json() : json::parse(line, nullptr, false);
    json answer{{"id", nullptr}, {"ok", false}};
    if (request.is_object() && request.contains("id"))
        answer["id"] = request["id"];
    try {
        if (tooDeep)
            throw RequestFault("a request has at most " + std::to_string(deepest) + " brackets in one another");
        if (!request.is_object() || !request.contains("do") || !request["do"].is_string())
            throw RequestFault("a request is one line with a JSON object: {\"id\": 1, \"do\": \"hello\", \"token\": \"...\"}");
        const auto& name = request["do"].get_ref<const std::string&>();
        const auto all = actions();
        const auto action = std::ranges::find(all, std::string_view(name), &Action::name);
        if (!client.authorised && name != "hello") {
            client.closing = true;
            throw RequestFault("say hello with the token first");
        }
        if (action == all.end())
            throw RequestFault("there is no \"" + name + "\"; \"help\" lists what there is");
        if (client.authorised && client.role < action->least)
            throw RequestFault("\"" + name + "\" is for the role " + std::string(world::roleName(action->least)));
        // A class: the handlers that stand are kept as they are.
        const bool reloadsClass = name == "reload" && request.value("what", json()) == "class";
        if (debugger_.stopped() && !mayRunWhileStopped(name) && !reloadsClass)
            throw RequestFault("a handler stands: let the world go on first");
        if (debugger_.onlyLooks() && (name == "send" || reloadsClass))
            throw RequestFault("a handler stands in the middle of an instruction: step first");
        if (debugger_.pulsing() && !name.starts_with("debug."))
            throw RequestFault("a handler runs: debug.pause first");
        if (action->least > world::Role::Observer && name != "admin") // which keeps its own account of commands
            world_.auditLine(client.name + " (" + std::string(world::roleName(client.role)) + "): control request " +
                             describeRequest(name, request, world_.vm()));
        if (name == "hello" && request.contains("name"))
            return helloByName(client, request, answer["id"]);
        if (showsPast()) {
            if (json shown = askPast(name, request); shown.is_object()) {
                answer.update(shown);
                return send(client, answer);
            }
        }
        const bool looks = action->least == world::Role::Observer && name != "admin"; // whose commands may do anything
        const AsideDebugger aside(debugger_, looks);
        answer["result"] = (this->*action->run)(client, request);
        answer["ok"] = true;
        noteRules(name, request);
    } catch (const RequestFault& fault) {
        client.closing = client.closing || !client.authorised;
        answer["error"] = fault.what();
    } catch (const json::exception& fault) { // a field of another type than expected
        answer["error"] = fault.what();
    }
    send(client, answer);
    tellLater();
}

void Control::tick(std::int64_t now)
{
    now_ = now;
    for (auto& [id, client] : clients_)
        if (!client->authorised && now - client->since > greetingTime) {
            client->closing = true;
            dirty_.insert(id);
        }
    if (now - toldCountersAt_ < counterPeriod)
        return;
    toldCountersAt_ = now;
    const auto wants = [](const auto& entry) { return entry.second->events.contains("counters"); };
    if (std::ranges::any_of(clients_, wants))
        tell("counters", {{"event", "counters"}, {"counters", counters()}});
}

json Control::hello(ControlClient& client, const json& request)
{
    const json token = request.value("token", json());
    if (token.is_string() && world::sameSecret(token.get_ref<const std::string&>(), token_))
        return welcome(client, world::Role::Owner, "control channel");
    client.closing = true;
    sessions_.sayOfOthers(ClientLine::Letter, "control channel: somebody came with a wrong token");
    throw RequestFault("the token is wrong");
}

/// The answer comes when the password has been checked.
void Control::helloByName(ControlClient& client, const json& request, const json& id)
{
    const std::string name = textFromJson(request.value("name", json()), "name");
    const std::string password = textFromJson(request.value("password", json()), "password");
    client.proving = true;
    sessions_.logInAdministrator(-1, loopback(), name, password, now_,
                                 [this, number = client.id, id](Session*, const std::optional<world::Credentials::Login>& login) {
                                     if (const auto it = clients_.find(number); it != clients_.end())
                                         answerHello(*it->second, id, login);
                                 });
}

void Control::answerHello(ControlClient& client, const json& id, const std::optional<world::Credentials::Login>& login)
{
    client.proving = false;
    json answer{{"id", id}, {"ok", login.has_value()}};
    if (login) {
        answer["result"] = welcome(client, login->role, login->name + ", control channel");
    } else {
        client.closing = true;
        sessions_.sayOfOthers(ClientLine::Letter, "control channel: a login failed");
        answer["error"] = "the name or the password is wrong, or there were too many attempts";
    }
    send(client, answer);
    readLines(client);
}

json Control::welcome(ControlClient& client, world::Role role, std::string name)
{
    client.authorised = true;
    client.role = role;
    client.name = std::move(name);
    return {{"server", "Blakston Studio"},
            {"dialect", world_.vm().dialect().name},
            {"folder", world_.folder().string()},
            {"role", world::roleName(client.role)},
            {"version", 1}};
}

json Control::help(ControlClient&, const json&)
{
    json out = json::array();
    for (const Action& action : actions())
        out.push_back({{"do", action.name}, {"help", action.help}, {"role", world::roleName(action.least)}});
    return out;
}

json Control::admin(ControlClient& client, const json& request)
{
    const std::string command = textFromJson(request.value("command", json()), "command");
    if (command.find_first_of("\r\n") != std::string::npos)
        throw RequestFault("a command is one line");
    bool closes = false;
    std::string text = admin_.run(command, closes, {world::Access::Admin, client.role, client.name});
    std::erase(text, '\r');
    if (command.starts_with("reload") && debugger_.attached()) {
        programChanged();
        tell("reload", {{"event", "reload"}, {"what", "program"}});
    }
    return {{"text", textJson(text)}};
}

json Control::commands(ControlClient& client, const json&) { return admin_.commands(client.role); }

json Control::subscribe(ControlClient& client, const json& request)
{
    const json events = request.value("events", json::array());
    std::set<std::string> wanted;
    for (const json& event : events) {
        const auto& name = event.get_ref<const std::string&>();
        if (name != "log" && name != "counters" && name != "session" && name != "save" && name != "reload" && name != "debug")
            throw RequestFault("there is no event " + name + ": log, counters, session, save, reload, debug");
        wanted.insert(name);
    }
    client.events = wanted;
    return wanted;
}

} // namespace blak::serve
