// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/debug_adapter.h"

#include "kodide/ui/debug_session.h"

#include <algorithm>
#include <array>

namespace blak::ui::code {
namespace {

using nlohmann::json;

constexpr int patienceAtEnd = 3000; ///< ms

dap::Breakpoint breakpointOf(const json& row)
{
    return {dap::numberOf(row, "id"), dap::flagOf(row, "verified"), dap::textOf(row, "message"),
            dap::textOf(dap::objectOf(row, "source"), "path"), dap::numberOf(row, "line")};
}

dap::StackFrame frameOf(const json& row)
{
    const json& source = dap::objectOf(row, "source");
    const bool isOrigin = dap::numberOf(row, "id") >= dap::firstOriginFrame;
    return {dap::numberOf(row, "id"),        dap::textOf(row, "name"),          dap::textOf(source, "path"),
            dap::textOf(source, "name"),     dap::numberOf(row, "line"),        dap::numberOf(row, "column"),
            dap::numberOf(row, "endLine"),   dap::numberOf(row, "endColumn"),
            dap::numberOf(source, "sourceReference"), !isOrigin && dap::textOf(row, "presentationHint") == "subtle", isOrigin};
}

dap::Variable variableOf(const json& row, const char* value)
{
    dap::Variable out;
    out.name = dap::textOf(row, "name");
    out.value = dap::textOf(row, value);
    out.type = dap::textOf(row, "type");
    out.reference = dap::numberOf(row, "variablesReference");
    out.indexed = dap::numberOf(row, "indexedVariables");
    for (const json& attribute : dap::listOf(dap::objectOf(row, "presentationHint"), "attributes")) {
        out.isDefault = out.isDefault || attribute == "default";
        out.mayChange = out.mayChange || attribute == "hasSideEffects";
    }
    return out;
}

json wantedJson(const std::vector<dap::WantedBreakpoint>& all)
{
    json rows = json::array();
    for (const dap::WantedBreakpoint& one : all)
        rows.push_back({{"line", one.line},
                        {"name", one.name},
                        {"condition", one.condition},
                        {"hitCondition", one.hitCondition},
                        {"logMessage", one.logMessage},
                        {"oneShot", one.oneShot}});
    return rows;
}

std::vector<dap::StackFrame> framesOf(const json& body)
{
    std::vector<dap::StackFrame> frames;
    for (const json& row : dap::listOf(body, "stackFrames"))
        frames.push_back(frameOf(row));
    return frames;
}

std::vector<dap::Scope> scopesOf(const json& body)
{
    std::vector<dap::Scope> scopes;
    for (const json& row : dap::listOf(body, "scopes"))
        scopes.push_back({dap::textOf(row, "name"), dap::textOf(row, "presentationHint"), dap::numberOf(row, "variablesReference"),
                          dap::flagOf(row, "expensive")});
    return scopes;
}

std::vector<dap::Variable> variablesOf(const json& body)
{
    std::vector<dap::Variable> rows;
    for (const json& row : dap::listOf(body, "variables"))
        rows.push_back(variableOf(row, "value"));
    return rows;
}

/// Leaves the world, and what its numbers mean, as it is.
bool onlyReads(std::string_view command)
{
    constexpr std::array<std::string_view, 10> all{"stackTrace", "scopes", "variables", "source", "blakodTimes", "blakodWorld", "setBreakpoints",
                                                   "setFunctionBreakpoints", "setDataBreakpoints", "setExceptionBreakpoints"};
    return std::ranges::find(all, command) != all.end();
}

} // namespace

DebugAdapter::DebugAdapter(QString program, QObject* parent) : DebugBackend(parent), program_(std::move(program))
{
    process_.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    connect(&process_, &QProcess::readyReadStandardOutput, this, &DebugAdapter::read);
    connect(&process_, &QProcess::finished, this, &DebugAdapter::processEnded);
    connect(&process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            emit failed(tr("%1 cannot be started.").arg(program_));
            emit ended();
        }
    });
}

DebugAdapter::~DebugAdapter()
{
    process_.disconnect(this);
    if (process_.state() == QProcess::NotRunning)
        return;
    process_.closeWriteChannel(); // it ends the server then
    if (!process_.waitForFinished(patienceAtEnd))
        process_.kill();
}

void DebugAdapter::ask(const char* command, json arguments, Answer answer)
{
    if (process_.state() == QProcess::NotRunning)
        return;
    if (!onlyReads(command))
        place_ = {};
    const std::int64_t seq = ++seq_;
    waiting_.emplace(seq, std::move(answer));
    const json message{{"seq", seq}, {"type", "request"}, {"command", command}, {"arguments", std::move(arguments)}};
    process_.write(QByteArray::fromStdString(dap::framed(message.dump(-1, ' ', false, json::error_handler_t::replace))));
}

void DebugAdapter::start(const DebugWish& wish)
{
    reader_ = {};
    world_ = {};
    waiting_.clear();
    places_.clear();
    known_.clear();
    place_ = {};
    arming_ = 0;
    ++stops_;
    launched_ = wish.kind != DebugWish::Kind::Attach;
    process_.start(program_, {QStringLiteral("dap")});
    ask("initialize", {{"adapterID", "blakod"}, {"linesStartAt1", true}, {"columnsStartAt1", true}, {"supportsInvalidatedEvent", true}});
    json how{{"project", (wish.compiledIn.isEmpty() ? wish.project : wish.compiledIn).toStdString()},
             {"stopOnEntry", wish.stopOnEntry},
             {"timeTravel", wish.keepPast}};
    if (launched_) {
        how["arguments"] = json::array();
        for (const QString& one : wish.arguments)
            how["arguments"].push_back(one.toStdString());
        how["aside"] = wish.kind == DebugWish::Kind::Launch; // as it is played
        if (wish.kind == DebugWish::Kind::Test)
            how["test"] = wish.test.toStdString();
        if (wish.kind == DebugWish::Kind::Recording)
            how["recording"] = wish.recording.toStdString();
    } else if (!wish.folder.isEmpty()) {
        how["folder"] = wish.folder.toStdString();
    } else {
        how.update({{"host", wish.host.toStdString()}, {"port", wish.port}, {"token", wish.token.toStdString()}});
    }
    if (!wish.compiledIn.isEmpty()) {
        how["sourceMap"] = {{{"sidecars", wish.compiledIn.toStdString()}, {"sources", wish.project.toStdString()}}};
        how["kodbase"] = wish.kodbase.toStdString();
    }
    ask(launched_ ? "launch" : "attach", std::move(how), [this](const json& body, const QString& fault) {
        if (!fault.isEmpty()) {
            emit failed(fault);
            return end();
        }
        world_ = {QString::fromStdString(dap::textOf(body, "blakodServer")), QString::fromStdString(dap::textOf(body, "blakodSidecars")),
                  QString::fromStdString(dap::textOf(body, "blakodSources"))};
    });
}

/// A server that ran before runs on.
void DebugAdapter::end()
{
    ++stops_; // nobody wants to see it stand any more
    ask("disconnect", {{"terminateDebuggee", launched_}});
}

void DebugAdapter::read()
{
    const QByteArray bytes = process_.readAllStandardOutput();
    reader_.add({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    while (const auto body = reader_.next())
        if (const json message = json::parse(*body, nullptr, false); message.is_object())
            take(message);
}

void DebugAdapter::take(const json& message)
{
    if (dap::textOf(message, "type") == "event")
        return takeEvent(message);
    const auto node = waiting_.extract(dap::numberOf(message, "request_seq"));
    if (!node)
        return;
    const bool good = dap::flagOf(message, "success");
    if (node.mapped())
        node.mapped()(dap::objectOf(message, "body"),
                      good ? QString() : QString::fromStdString(dap::textOf(message, "message", "it failed")));
    if (arming_ > 0 && (waiting_.empty() || waiting_.begin()->first > arming_)) {
        arming_ = 0;
        emit armed();
    }
}

void DebugAdapter::takeEvent(const json& message)
{
    const std::string name = dap::textOf(message, "event");
    const json& body = dap::objectOf(message, "body");
    if (name == "initialized") {
        emit ready();
        ask("configurationDone", json::object());
        arming_ = seq_;
    } else if (name == "stopped") {
        stop_ = {QString::fromStdString(dap::textOf(body, "reason")), QString::fromStdString(dap::textOf(body, "text")),
                 dap::flagOf(body, "blakodPast"), dap::flagOf(body, "blakodConditionFails"),
                 QString::fromStdString(dap::textOf(body, "blakodError"))};
        gather();
    } else if (name == "invalidated") { // it stands where it stood, but what was known of it is another one
        gather();
    } else if (name == "continued") {
        place_ = {};
        ++stops_;
        emit continued();
    } else if (name == "output") {
        emit printed(QString::fromStdString(dap::textOf(body, "output")), dap::textOf(body, "category") == "stderr",
                     QString::fromStdString(dap::textOf(dap::objectOf(body, "source"), "path")),
                     static_cast<int>(dap::numberOf(body, "line")));
    } else if (name == "breakpoint") {
        const dap::Breakpoint one = breakpointOf(dap::objectOf(body, "breakpoint"));
        const auto place = places_.find(one.id);
        if (place == places_.end() || place->second.second >= known_[place->second.first].size())
            return;
        const auto [path, index] = place->second;
        if (dap::textOf(body, "reason") == "removed")
            return takeRemoved(path, index);
        known_[path][index] = one;
        emit resolved(path, known_[path]);
    } else if (name == "terminated") {
        end();
    }
}

void DebugAdapter::gather()
{
    place_ = {};
    const quint64 stop = ++stops_;
    open_ = 1;
    ask("stackTrace", {{"threadId", 1}}, [this, stop](const json& body, const QString&) {
        if (stop != stops_)
            return;
        place_.frames = framesOf(body);
        if (place_.frames.empty())
            return gathered(stop);
        const std::int64_t frame = place_.frames.front().id;
        ask("scopes", {{"frameId", frame}}, [this, stop, frame](const json& answer, const QString&) {
            if (stop != stops_)
                return;
            const std::vector<dap::Scope> scopes = scopesOf(answer);
            place_.scopes[frame] = scopes;
            for (const dap::Scope& scope : scopes) {
                if (scope.expensive)
                    continue;
                ++open_;
                ask("variables", {{"variablesReference", scope.reference}, {"start", 0}, {"count", 0}},
                    [this, stop, reference = scope.reference](const json& values, const QString& fault) {
                        if (stop != stops_)
                            return;
                        if (fault.isEmpty())
                            place_.variables[reference] = variablesOf(values);
                        gathered(stop);
                    });
            }
            gathered(stop);
        });
    });
}

/// One of the answers.
void DebugAdapter::gathered(quint64 stop)
{
    if (stop == stops_ && --open_ == 0)
        emit stopped(stop_);
}

void DebugAdapter::takeRemoved(const QString& path, std::size_t index)
{
    std::vector<dap::Breakpoint>& all = known_[path];
    places_.erase(all[index].id);
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(index));
    for (std::size_t i = index; i < all.size(); ++i)
        places_[all[i].id] = {path, i};
    emit spent(path, static_cast<int>(index));
}

void DebugAdapter::processEnded()
{
    waiting_.clear();
    world_ = {};
    emit ended();
}

void DebugAdapter::proceed(DebugStep step)
{
    ++stops_; // what is gathered yet is of a place that is left
    const char* const commands[]{"continue", "next", "stepIn", "stepOut", "stepBack", "reverseContinue"};
    tryTo(commands[static_cast<std::size_t>(step)], {{"threadId", 1}});
}

/// What is refused leaves the world as it stands.
void DebugAdapter::tryTo(const char* command, json arguments)
{
    ask(command, std::move(arguments), [this](const json&, const QString& fault) {
        if (!fault.isEmpty())
            emit failed(fault);
    });
}

void DebugAdapter::travel(std::int64_t milliseconds) { tryTo("blakodTravel", {{"milliseconds", milliseconds}}); }

void DebugAdapter::travelToNow() { tryTo("blakodTravel", {{"present", true}}); }

void DebugAdapter::times(std::function<void(const DebugTimes&)> then)
{
    ask("blakodTimes", json::object(), [then = std::move(then)](const json& body, const QString&) {
        then({dap::flagOf(body, "kept"), dap::numberOf(body, "first"), dap::numberOf(body, "here"), dap::numberOf(body, "now")});
    });
}

void DebugAdapter::pause() { ask("pause", {{"threadId", 1}}); }

void DebugAdapter::setBreakpoints(const QString& path, const std::vector<dap::WantedBreakpoint>& wanted)
{
    ask("setBreakpoints", {{"source", {{"path", path.toStdString()}}}, {"breakpoints", wantedJson(wanted)}},
        [this, path](const json& body, const QString&) {
            std::vector<dap::Breakpoint> all;
            for (const json& row : dap::listOf(body, "breakpoints")) {
                places_[dap::numberOf(row, "id")] = {path, all.size()};
                all.push_back(breakpointOf(row));
            }
            known_[path] = all;
            emit resolved(path, all);
        });
}

/// Breakpoints that are on no line; when the request itself is refused none of them is set.
void DebugAdapter::askNamed(const char* command, const QString& key, json breakpoints, std::size_t count)
{
    ask(command, {{"breakpoints", std::move(breakpoints)}}, [this, key, count](const json& body, const QString& fault) {
        std::vector<dap::Breakpoint> all;
        for (const json& row : dap::listOf(body, "breakpoints")) {
            places_[dap::numberOf(row, "id")] = {key, all.size()};
            all.push_back(breakpointOf(row));
        }
        if (!fault.isEmpty())
            all.assign(count, {0, false, fault.toStdString(), {}, 0});
        known_[key] = all;
        emit resolved(key, all);
    });
}

void DebugAdapter::setMessageBreakpoints(const std::vector<dap::WantedBreakpoint>& wanted)
{
    askNamed("setFunctionBreakpoints", messageBreakpoints, wantedJson(wanted), wanted.size());
}

/// What dataBreakpointInfo would say of "Class.property".
void DebugAdapter::setWriteBreakpoints(const std::vector<dap::WantedBreakpoint>& wanted)
{
    json rows = wantedJson(wanted);
    for (json& row : rows) {
        std::string name = dap::textOf(row, "name");
        if (const std::size_t dot = name.find('.'); dot != std::string::npos)
            name[dot] = ':';
        row["dataId"] = "class:" + name;
        row.erase("name");
    }
    askNamed("setDataBreakpoints", writeBreakpoints, std::move(rows), wanted.size());
}

void DebugAdapter::setErrorStops(bool on, const QStringList& containing, bool atDebug)
{
    json options = json::array(), filters = json::array();
    for (const QString& text : containing)
        if (on)
            options.push_back({{"filterId", "errors"}, {"condition", text.toStdString()}});
    if (on && containing.isEmpty())
        filters.push_back("errors");
    if (atDebug)
        filters.push_back("debug");
    ask("setExceptionBreakpoints", {{"filters", std::move(filters)}, {"filterOptions", std::move(options)}});
}

void DebugAdapter::setNext(const QString& path, int line)
{
    ask("gotoTargets", {{"source", {{"path", path.toStdString()}}}, {"line", line}},
        [this](const json& body, const QString& fault) {
            const json& targets = dap::listOf(body, "targets");
            if (!fault.isEmpty() || targets.empty()) {
                emit failed(fault.isEmpty() ? tr("no statement begins there") : fault);
                return;
            }
            ask("goto", {{"threadId", 1}, {"targetId", dap::numberOf(targets.front(), "id")}},
                [this](const json&, const QString& refused) {
                    if (!refused.isEmpty())
                        emit failed(refused);
                });
        });
}

void DebugAdapter::restartFrame(std::int64_t frame)
{
    tryTo("restartFrame", {{"frameId", frame}});
}

void DebugAdapter::stack(std::function<void(std::vector<dap::StackFrame>)> then)
{
    if (!place_.frames.empty())
        return then(place_.frames);
    ask("stackTrace", {{"threadId", 1}}, [then](const json& body, const QString&) { then(framesOf(body)); });
}

void DebugAdapter::scopes(std::int64_t frame, std::function<void(std::vector<dap::Scope>)> then)
{
    if (const auto known = place_.scopes.find(frame); known != place_.scopes.end())
        return then(known->second);
    ask("scopes", {{"frameId", frame}}, [then](const json& body, const QString&) { then(scopesOf(body)); });
}

void DebugAdapter::variables(std::int64_t reference, std::int64_t start, std::int64_t count,
                             std::function<void(std::vector<dap::Variable>)> then)
{
    if (const auto known = place_.variables.find(reference); known != place_.variables.end() && start == 0 && count == 0)
        return then(known->second);
    ask("variables", {{"variablesReference", reference}, {"start", start}, {"count", count}},
        [then](const json& body, const QString&) { then(variablesOf(body)); });
}

void DebugAdapter::askValue(const char* command, json arguments, const char* key, Value then)
{
    ask(command, std::move(arguments), [then = std::move(then), key](const json& body, const QString& fault) {
        then(variableOf(body, key), fault);
    });
}

void DebugAdapter::evaluate(std::int64_t frame, const QString& text, Value then)
{
    askValue("evaluate", {{"frameId", frame}, {"expression", text.toStdString()}, {"context", "repl"}}, "result", std::move(then));
}

void DebugAdapter::watch(std::int64_t frame, const QString& text, Value then)
{
    askValue("evaluate", {{"frameId", frame}, {"expression", text.toStdString()}, {"context", "watch"}}, "result", std::move(then));
}

void DebugAdapter::lookUp(std::int64_t frame, const QString& name, Value then)
{
    askValue("evaluate", {{"frameId", frame}, {"expression", name.toStdString()}, {"context", "hover"}}, "result", std::move(then));
}

void DebugAdapter::askWorld(const nlohmann::json& request, Told then)
{
    if (process_.state() == QProcess::NotRunning)
        return then(nullptr, tr("no world runs"));
    ask("blakodWorld", request, [then = std::move(then)](const json& body, const QString& fault) {
        then(body.contains("result") ? body["result"] : json(), fault);
    });
}

void DebugAdapter::savePast(const QString& file, Told then)
{
    ask("blakodSave", {{"file", file.toStdString()}, {"replace", true}}, std::move(then));
}

void DebugAdapter::source(std::int64_t reference, std::function<void(const QString& text, const QString& fault)> then)
{
    ask("source", {{"sourceReference", reference}, {"source", {{"sourceReference", reference}}}},
        [then = std::move(then)](const json& body, const QString& fault) {
            then(QString::fromStdString(dap::textOf(body, "content")), fault);
        });
}

void DebugAdapter::reload(Told then) { ask("blakodReload", json::object(), std::move(then)); }

void DebugAdapter::setVariable(std::int64_t reference, const QString& name, const QString& value, Value then)
{
    askValue("setVariable",
             {{"variablesReference", reference}, {"name", name.toStdString()}, {"value", value.toStdString()}}, "value",
             std::move(then));
}

} // namespace blak::ui::code
