// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/dap/adapter.h"

#include "server/dap/error_kinds.h"
#include "server/vm/error_words.h"

#include <algorithm>

namespace blak::dap {

using nlohmann::json;

Adapter::Adapter(AdapterHost& host) : host_(host)
{
    link_.event = [this](const json& event) { serverEvent(event); };
}

std::span<const Adapter::Action> Adapter::actions()
{
    using A = Adapter;
    static constexpr Action table[]{
        {"initialize", &A::initialize, false},
        {"launch", &A::launch, false},
        {"attach", &A::attach, false},
        {"disconnect", &A::disconnect, false},
        {"terminate", &A::terminate, false},
        {"threads", &A::threads, false},
        {"configurationDone", &A::configurationDone, true},
        {"setBreakpoints", &A::setBreakpoints, true},
        {"setFunctionBreakpoints", &A::setFunctionBreakpoints, true},
        {"setExceptionBreakpoints", &A::setExceptionBreakpoints, true},
        {"dataBreakpointInfo", &A::dataBreakpointInfo, true},
        {"setDataBreakpoints", &A::setDataBreakpoints, true},
        {"breakpointLocations", &A::breakpointLocations, true},
        {"continue", &A::resume, true},
        {"next", &A::next, true},
        {"stepIn", &A::stepIn, true},
        {"stepOut", &A::stepOut, true},
        {"pause", &A::pause, true},
        {"stepBack", &A::stepBack, true},
        {"reverseContinue", &A::reverseContinue, true},
        {"blakodTimes", &A::times, true},
        {"blakodTravel", &A::travel, true},
        {"blakodSave", &A::savePast, true},
        {"blakodWorld", &A::askWorld, true},
        {"blakodReload", &A::reload, true},
        {"gotoTargets", &A::gotoTargets, true},
        {"goto", &A::goTo, true},
        {"restartFrame", &A::restartFrame, true},
        {"exceptionInfo", &A::exceptionInfo, true},
        {"stackTrace", &A::stackTrace, true},
        {"source", &A::source, true},
        {"scopes", &A::scopes, true},
        {"variables", &A::variables, true},
        {"setVariable", &A::setVariable, true},
        {"evaluate", &A::evaluate, true},
    };
    return table;
}

void Adapter::fromEditor(std::string_view bytes)
{
    reader_.add(bytes);
    while (!finished_) {
        const auto body = reader_.next();
        if (!body)
            break;
        const auto request = readRequest(*body);
        if (request)
            handle(request.value());
        else
            say("debug adapter: " + request.error().text() + "\n", "stderr");
    }
    if (!reader_.fault().empty() && !finished_) {
        finished_ = true;
        host_.hangUp(launched_);
    }
}

void Adapter::handle(const Request& request)
{
    const auto all = actions();
    const auto action = std::ranges::find(all, std::string_view(request.command), &Action::command);
    if (action == all.end())
        return refuse(request, "this debugger does not know \"" + request.command + "\"");
    if (action->connected && !connected_)
        return refuse(request, "there is no server yet: launch or attach first");
    (this->*action->run)(request);
}

void Adapter::send(json message)
{
    message["seq"] = seq_++;
    forEditor_ += framed(message.dump(-1, ' ', false, json::error_handler_t::replace));
}

void Adapter::say(std::string_view text, std::string_view category)
{
    send(eventJson("output", {{"category", category}, {"output", text}}));
}

void Adapter::printed(std::string_view text, bool error) { say(text, error ? "stderr" : "stdout"); }

void Adapter::ask(const Request& request, std::string_view action, json fields, Then then)
{
    link_.ask(action, std::move(fields), [this, request, then = std::move(then)](const json& result, const std::string& fault) {
        if (!fault.empty())
            return refuse(request, fault);
        try {
            then(result);
        } catch (const json::exception& wrong) { // a server of another version
            refuse(request, std::string("the server's answer makes no sense: ") + wrong.what());
        }
    });
}

void Adapter::initialize(const Request& request)
{
    firstLineIs1_ = flagOf(request.arguments, "linesStartAt1", true);
    firstColumnIs1_ = flagOf(request.arguments, "columnsStartAt1", true);
    takesInvalidated_ = flagOf(request.arguments, "supportsInvalidatedEvent");
    json filters = json::array();
    for (const ErrorKind& kind : errorKinds())
        filters.push_back({{"filter", kind.filter}, {"label", kind.label}, {"default", false}, {"supportsCondition", true},
                           {"conditionDescription", "words of the error, or &Class: only in objects of it"}});
    filters.push_back({{"filter", "debug"}, {"label", "Debug() of Blakod"}, {"default", false}, {"supportsCondition", false}});
    answer(request, {{"supportsConfigurationDoneRequest", true},
                     {"supportsFunctionBreakpoints", true},
                     {"supportsConditionalBreakpoints", true},
                     {"supportsHitConditionalBreakpoints", true},
                     {"supportsLogPoints", true},
                     {"supportsDataBreakpoints", true},
                     {"supportsEvaluateForHovers", true},
                     {"supportsSetVariable", true},
                     {"supportsBreakpointLocationsRequest", true},
                     {"supportsExceptionInfoRequest", true},
                     {"supportsExceptionFilterOptions", true},
                     {"supportsGotoTargetsRequest", true},
                     {"supportsRestartFrame", true},
                     {"supportsStepBack", true},
                     {"supportsTerminateRequest", true},
                     {"supportTerminateDebuggee", true},
                     {"supportsDelayedStackTraceLoading", true},
                     {"exceptionBreakpointFilters", std::move(filters)}});
}

void Adapter::launch(const Request& request)
{
    if (starting_ || connected_)
        return refuse(request, "there is a server already");
    LaunchWish wish{textOf(request.arguments, "project", textOf(request.arguments, "program")), {}, textOf(request.arguments, "test"),
                    textOf(request.arguments, "recording"), flagOf(request.arguments, "aside")};
    if (wish.project.empty()) // of a recording it has the sources, without which there are only messages and writes to stop at
        return refuse(request, "launch needs \"project\": the folder of the world");
    for (const json& one : listOf(request.arguments, "arguments"))
        if (one.is_string())
            wish.arguments.push_back(one.get<std::string>());
    project_ = wish.project;
    test_ = wish.test;
    stopOnEntry_ = flagOf(request.arguments, "stopOnEntry");
    keepsPast_ = flagOf(request.arguments, "timeTravel", true) && test_.empty(); // what a test does to its world is no input
    launched_ = true;
    starting_ = request;
    host_.launch(wish);
}

void Adapter::attach(const Request& request)
{
    if (starting_ || connected_)
        return refuse(request, "there is a server already");
    AttachWish wish{textOf(request.arguments, "folder"), textOf(request.arguments, "host", "127.0.0.1"),
                    static_cast<int>(std::clamp<std::int64_t>(numberOf(request.arguments, "port"), 0, 65535)),
                    textOf(request.arguments, "token")};
    if (wish.folder.empty() && (wish.port == 0 || wish.token.empty()))
        return refuse(request, "attach needs \"folder\" of the server, or \"port\" and \"token\" of its control.json");
    project_ = textOf(request.arguments, "project");
    stopOnEntry_ = flagOf(request.arguments, "stopOnEntry");
    keepsPast_ = flagOf(request.arguments, "timeTravel", true);
    starting_ = request;
    host_.attach(wish);
}

void Adapter::failed(const std::string& why)
{
    if (starting_)
        refuse(*std::exchange(starting_, std::nullopt), why);
    else
        say(why + "\n", "stderr");
    launched_ = connected_ = false;
}

void Adapter::connected(const std::string& token, const ServedSources& sources)
{
    if (!starting_)
        return;
    const Request request = *starting_;
    std::vector<SidecarTree> trees = sources.trees;
    for (const json& one : listOf(request.arguments, "sourceMap"))
        if (one.is_object())
            trees.push_back({textOf(one, "sidecars"), textOf(one, "sources")});
    const std::filesystem::path kodbase = sources.kodbase.empty() ? textOf(request.arguments, "kodbase") : sources.kodbase.string();
    const std::filesystem::path tree = trees.empty() ? project_ : trees.front().folder;
    if (trees.empty())
        trees.push_back({project_, {}});
    const auto step = [this, request](std::string_view action, json fields, Then then) {
        link_.ask(action, std::move(fields), [this, then = std::move(then)](const json& result, const std::string& fault) {
            if (fault.empty())
                return then(result);
            failed(fault);
            host_.hangUp(true);
        });
    };
    step("hello", {{"token", token}}, [=, this](const json& welcome) {
        served_ = textOf(welcome, "folder");
        step("subscribe", {{"events", {"debug", "log", "reload"}}}, [=, this](const json&) {
            step("debug.attach", json::object(), [=, this](const json& attached) {
                standing_ = objectOf(attached, "stopped");
                connected_ = true;
                starting_.reset();
                book_ = std::make_unique<SidecarBook>(trees);
                snippets_ = std::make_unique<Snippets>(tree, kodbase, sources.dialect);
                if (keepsPast_) // a server that cannot says so when somebody wants to go back
                    link_.ask("debug.record", json::object(), nullptr);
                const SidecarTree& first = trees.front();
                answer(request, {{"blakodServer", served_.string()}, {"blakodSidecars", first.folder.string()},
                                 {"blakodSources", (first.original.empty() ? first.folder : first.original).string()}});
                send(eventJson("initialized", json::object()));
            });
        });
    });
}

void Adapter::configurationDone(const Request& request)
{
    if (stopOnEntry_)
        link_.ask("debug.pause", json::object(), nullptr);
    answer(request);
    if (!standing_.empty())
        serverStopped(std::exchange(standing_, nullptr));
    if (!test_.empty())
        runTest();
}

void Adapter::disconnect(const Request& request)
{
    const bool terminates = flagOf(request.arguments, "terminateDebuggee", launched_);
    if (connected_ && terminates)
        link_.ask("stop", json::object(), nullptr);
    connected_ = false;
    finished_ = true;
    answer(request);
    host_.hangUp(terminates);
}

/// The server ends by itself then, in its own time, and the editor is told.
void Adapter::terminate(const Request& request)
{
    if (!connected_)
        return answer(request);
    ask(request, "stop", json::object(), [this, request](const json&) { answer(request); });
}

void Adapter::fromServer(std::string_view bytes) { link_.received(bytes); }

void Adapter::serverEnded()
{
    link_.ended();
    if (starting_)
        return failed("the server has ended before it served anybody");
    if (connected_) {
        connected_ = stopped_ = false;
        send(eventJson("terminated", json::object()));
    }
}

void Adapter::serverEvent(const json& event)
{
    const std::string name = textOf(event, "event");
    if (name == "log" && (textOf(event, "channel") == "error" || textOf(event, "channel") == "debug")) {
        json body{{"category", textOf(event, "channel") == "error" ? "stderr" : "console"}, {"output", textOf(event, "text") + "\n"}};
        const json& place = objectOf(event, "place");
        if (const Sidecar* sidecar = book_ && place.contains("file") ? book_->find(textOf(place, "file")) : nullptr) {
            body["source"] = {{"name", sidecar->source.filename().string()}, {"path", sidecar->source.string()}};
            body["line"] = numberOf(place, "line");
        }
        return send(eventJson("output", std::move(body)));
    }
    if (name == "reload")
        return reloaded();
    if (name != "debug")
        return;
    const std::string what = textOf(event, "what");
    if (what == "stopped")
        return serverStopped(event);
    if (what == "wrote")
        return say(textOf(event, "text") + "\n", "console");
    if (what == "continued" && stopped_) { // another tool let it go on
        stopped_ = false;
        send(eventJson("continued", {{"threadId", 1}, {"allThreadsContinued", true}}));
    }
}

void Adapter::serverStopped(const json& event)
{
    stopped_ = true;
    frames_.clear();
    handles_.clear();
    gotoTargets_.clear();
    const std::string reason = textOf(event, "reason");
    const std::string text = textOf(event, "text");
    standing_ = nullptr;
    error_ = reason == "error" || reason == "debug" ? text : std::string();
    past_ = flagOf(event, "past");
    json body{{"threadId", 1}, {"allThreadsStopped", true}, {"reason", reason == "message" ? "function breakpoint"
                                                                        : reason == "write" ? "data breakpoint"
                                                                        : reason == "error" || reason == "debug" ? "exception"
                                                                                            : reason}};
    if (event.contains("past")) {
        body["blakodPast"] = past_; // for editors that have a mark for it
        body["description"] = past_ ? "In the past" : "Back in the present";
    }
    if (!text.empty()) {
        body["description"] = reason == "error" ? "Stopped at an error" : reason == "debug" ? "Stopped at Debug()" : text;
        body["text"] = reason == "error" ? vm::errorInWords(text) : text;
    }
    if (reason == "error")
        body["blakodError"] = text; // as the machine tells it, for who wants to see that too
    if (const std::string fault = textOf(event, "fault"); !fault.empty()) {
        body["description"] = body["text"] = "Its condition fails: " + reasonFirst(fault);
        body["blakodConditionFails"] = true; // for the studio, which says so where there is no place for why
    }
    if (const json& rules = listOf(event, "rules"); !rules.empty())
        body["hitBreakpointIds"] = rules;
    send(eventJson("stopped", std::move(body)));
    takeSpent(listOf(event, "rules"));
}

} // namespace blak::dap
