// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/debug_adapter.h"

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
    return {dap::numberOf(row, "id"),        dap::textOf(row, "name"),          dap::textOf(source, "path"),
            dap::textOf(source, "name"),     dap::numberOf(row, "line"),        dap::numberOf(row, "column"),
            dap::numberOf(row, "endLine"),   dap::numberOf(row, "endColumn"),   false};
}

dap::Variable variableOf(const json& row, const char* value)
{
    dap::Variable out;
    out.name = dap::textOf(row, "name");
    out.value = dap::textOf(row, value);
    out.type = dap::textOf(row, "type");
    out.reference = dap::numberOf(row, "variablesReference");
    out.indexed = dap::numberOf(row, "indexedVariables");
    out.isDefault = row.contains("presentationHint");
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
                        {"logMessage", one.logMessage}});
    return rows;
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
    const std::int64_t seq = ++seq_;
    waiting_.emplace(seq, std::move(answer));
    const json message{{"seq", seq}, {"type", "request"}, {"command", command}, {"arguments", std::move(arguments)}};
    process_.write(QByteArray::fromStdString(dap::framed(message.dump(-1, ' ', false, json::error_handler_t::replace))));
}

void DebugAdapter::start(const QString& project)
{
    reader_ = {};
    waiting_.clear();
    places_.clear();
    known_.clear();
    process_.start(program_, {QStringLiteral("dap")});
    ask("initialize", {{"adapterID", "blakod"}, {"linesStartAt1", true}, {"columnsStartAt1", true}});
    ask("launch", {{"project", project.toStdString()}}, [this](const json&, const QString& fault) {
        if (fault.isEmpty())
            return;
        emit failed(fault);
        end();
    });
}

void DebugAdapter::end() { ask("disconnect", {{"terminateDebuggee", true}}); }

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
    if (!node || !node.mapped())
        return;
    const bool good = dap::flagOf(message, "success");
    node.mapped()(dap::objectOf(message, "body"),
                  good ? QString() : QString::fromStdString(dap::textOf(message, "message", "it failed")));
}

void DebugAdapter::takeEvent(const json& message)
{
    const std::string name = dap::textOf(message, "event");
    const json& body = dap::objectOf(message, "body");
    if (name == "initialized") {
        emit ready();
        ask("configurationDone", json::object());
    } else if (name == "stopped") {
        emit stopped({QString::fromStdString(dap::textOf(body, "reason")), QString::fromStdString(dap::textOf(body, "text"))});
    } else if (name == "continued") {
        emit continued();
    } else if (name == "output") {
        emit printed(QString::fromStdString(dap::textOf(body, "output")), dap::textOf(body, "category") == "stderr");
    } else if (name == "breakpoint") {
        const dap::Breakpoint one = breakpointOf(dap::objectOf(body, "breakpoint"));
        if (const auto place = places_.find(one.id); place != places_.end()) {
            const auto& [path, index] = place->second;
            known_[path][index] = one;
            emit resolved(path, known_[path]);
        }
    } else if (name == "terminated") {
        end();
    }
}

void DebugAdapter::processEnded()
{
    waiting_.clear();
    emit ended();
}

void DebugAdapter::proceed(DebugStep step)
{
    const char* const commands[]{"continue", "next", "stepIn", "stepOut"};
    ask(commands[static_cast<std::size_t>(step)], {{"threadId", 1}});
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

void DebugAdapter::setMessageBreakpoints(const std::vector<dap::WantedBreakpoint>& wanted)
{
    ask("setFunctionBreakpoints", {{"breakpoints", wantedJson(wanted)}}, [this](const json& body, const QString&) {
        std::vector<dap::Breakpoint> all;
        for (const json& row : dap::listOf(body, "breakpoints"))
            all.push_back(breakpointOf(row));
        emit resolved({}, all);
    });
}

void DebugAdapter::setErrorStops(bool on)
{
    json filters = json::array();
    if (on)
        filters.push_back("errors");
    ask("setExceptionBreakpoints", {{"filters", std::move(filters)}});
}

void DebugAdapter::stack(std::function<void(std::vector<dap::StackFrame>)> then)
{
    ask("stackTrace", {{"threadId", 1}}, [then](const json& body, const QString&) {
        std::vector<dap::StackFrame> frames;
        for (const json& row : dap::listOf(body, "stackFrames"))
            frames.push_back(frameOf(row));
        then(std::move(frames));
    });
}

void DebugAdapter::scopes(std::int64_t frame, std::function<void(std::vector<dap::Scope>)> then)
{
    ask("scopes", {{"frameId", frame}}, [then](const json& body, const QString&) {
        std::vector<dap::Scope> scopes;
        for (const json& row : dap::listOf(body, "scopes"))
            scopes.push_back({dap::textOf(row, "name"), dap::textOf(row, "presentationHint"),
                              dap::numberOf(row, "variablesReference"), dap::flagOf(row, "expensive")});
        then(std::move(scopes));
    });
}

void DebugAdapter::variables(std::int64_t reference, std::int64_t start, std::int64_t count,
                             std::function<void(std::vector<dap::Variable>)> then)
{
    ask("variables", {{"variablesReference", reference}, {"start", start}, {"count", count}},
        [then](const json& body, const QString&) {
            std::vector<dap::Variable> rows;
            for (const json& row : dap::listOf(body, "variables"))
                rows.push_back(variableOf(row, "value"));
            then(std::move(rows));
        });
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

void DebugAdapter::setVariable(std::int64_t reference, const QString& name, const QString& value, Value then)
{
    askValue("setVariable",
             {{"variablesReference", reference}, {"name", name.toStdString()}, {"value", value.toStdString()}}, "value",
             std::move(then));
}

} // namespace blak::ui::code
