// SPDX-License-Identifier: GPL-3.0-or-later
// The stack, values, and what is evaluated in a frame.
#include "server/dap/adapter.h"

#include "formats/base/names.h"
#include "server/dap/error_kinds.h"

#include <algorithm>
#include <charconv>

namespace blak::dap {

using nlohmann::json;

namespace {

constexpr std::int64_t pageSize = 10'000;

std::string shownOf(const json& value) { return textOf(value, "shown", textOf(value, "tag")); }

bool isName(std::string_view text)
{
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    return !text.empty() && letter(text.front()) &&
           std::ranges::all_of(text, [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

/// A value that needs no compiler: a number or $.
std::optional<json> plainValue(std::string_view text)
{
    if (text == "$")
        return json{{"tag", "$"}, {"data", 0}};
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return json{{"tag", "INT"}, {"data", number}};
}

/// What the control channel takes for a value that it has given.
json writable(const json& value) { return {{"tag", textOf(value, "tag")}, {"data", numberOf(value, "data")}}; }

std::string trimmed(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first == text.npos ? std::string() : std::string(text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1));
}

} // namespace

std::int64_t Adapter::handleFor(Handle handle)
{
    handles_.push_back(std::move(handle));
    return static_cast<std::int64_t>(handles_.size());
}

void Adapter::takeFrames(const json& rows)
{
    const bool whole = !rows.empty() && numberOf(rows.front(), "depth") == static_cast<std::int64_t>(rows.size());
    if (whole &&
        std::ranges::none_of(rows, [](const json& row) { return flagOf(row, "replaced"); }))
        book_->forgetBefore();
    for (const json& row : rows) {
        const std::string file = textOf(row, "file");
        Frame frame{row, flagOf(row, "replaced") ? book_->before(file) : book_->find(file), nullptr};
        if (frame.sidecar != nullptr)
            book_->keepText(*frame.sidecar); // before somebody changes it
        if (frame.sidecar != nullptr)
            frame.handler = frame.sidecar->handlerAt(static_cast<std::uint32_t>(numberOf(row, "offset")));
        frames_[static_cast<std::size_t>(numberOf(row, "frame"))] = std::move(frame);
    }
}

void Adapter::loadFrame(const Request& request, std::size_t frame, std::function<void(const Frame& frame)> then)
{
    if (!stopped_)
        return refuse(request, "the world runs: pause it first");
    if (const auto it = frames_.find(frame); it != frames_.end())
        return then(it->second);
    ask(request, "debug.stack", {{"start", frame}, {"levels", 1}}, [this, request, frame, then](const json& rows) {
        takeFrames(rows);
        if (const auto it = frames_.find(frame); it != frames_.end())
            return then(it->second);
        refuse(request, "there is no such frame");
    });
}

void Adapter::stackTrace(const Request& request)
{
    if (!stopped_)
        return refuse(request, "the world runs: pause it first");
    constexpr std::int64_t usualLevels = 100;
    const std::int64_t start = std::max<std::int64_t>(numberOf(request.arguments, "startFrame"), 0);
    const std::int64_t levels = numberOf(request.arguments, "levels");
    ask(request, "debug.stack", {{"start", start}, {"levels", levels > 0 ? levels : usualLevels}},
        [this, request](const json& rows) {
            takeFrames(rows);
            json out = json::array();
            std::int64_t depth = 0;
            for (const json& row : rows) {
                const Frame& frame = frames_[static_cast<std::size_t>(numberOf(row, "frame"))];
                depth = numberOf(row, "depth");
                StackFrame shown;
                shown.id = numberOf(row, "frame") + 1;
                shown.name = textOf(row, "class") + "." + textOf(row, "message") + (flagOf(row, "propagated") ? " (propagated)" : "");
                shown.line = numberOf(row, "line");
                shown.column = 1;
                shown.sourceName = textOf(row, "file");
                const StatementPlace* place =
                    frame.handler == nullptr
                        ? nullptr
                        : statementAt(*frame.handler, static_cast<std::uint32_t>(numberOf(row, "offset")));
                if (place != nullptr && place->source < frame.sidecar->sources.size()) {
                    shown.path = frame.sidecar->sources[place->source].string();
                    shown.sourceName = frame.sidecar->sources[place->source].filename().string();
                    shown.line = place->line;
                    shown.column = place->column;
                    shown.endLine = place->endLine - (firstLineIs1_ ? 0 : 1);
                    shown.endColumn = place->endColumn - (firstColumnIs1_ ? 0 : 1);
                }
                if (flagOf(row, "replaced")) {
                    shown.name += " (as it was before the reload)";
                    shown.isOld = true;
                    if (place != nullptr && frame.sidecar->text)
                        shown.sourceReference = shown.id;
                }
                shown.line -= firstLineIs1_ ? 0 : 1;
                shown.column -= firstColumnIs1_ ? 0 : 1;
                out.push_back(toJson(shown));
            }
            answerFrames(request, std::move(out), depth);
        });
}

/// Only of handlers whose source has another version by now; all others are files.
void Adapter::source(const Request& request)
{
    std::int64_t reference = numberOf(request.arguments, "sourceReference");
    if (reference == 0)
        reference = numberOf(objectOf(request.arguments, "source"), "sourceReference");
    const auto it = frames_.find(static_cast<std::size_t>(std::max<std::int64_t>(reference - 1, 0)));
    if (reference < 1 || it == frames_.end() || it->second.sidecar == nullptr || !it->second.sidecar->text)
        return refuse(request, "nothing is known of that source");
    answer(request, {{"content", *it->second.sidecar->text}});
}

void Adapter::scopes(const Request& request)
{
    const auto index = static_cast<std::size_t>(std::max<std::int64_t>(numberOf(request.arguments, "frameId") - 1, 0));
    loadFrame(request, index, [this, request, index](const Frame& frame) {
        const std::int64_t object = numberOf(frame.row, "object");
        json out = json::array();
        out.push_back(toJson(Scope{"Parameters", "arguments", handleFor({Kind::Parameters, index, 0, {}}), false}));
        out.push_back(toJson(Scope{"Locals", "locals", handleFor({Kind::Locals, index, 0, {}}), false}));
        out.push_back(toJson(Scope{"self: OBJECT " + std::to_string(object) + " (" + textOf(frame.row, "type") + ")", "",
                                   handleFor({Kind::Object, index, object, {}}), false}));
        out.push_back(
            toJson(Scope{"Class variables", "", handleFor({Kind::Classvars, index, numberOf(frame.row, "classId"), {}}), true}));
        answer(request, {{"scopes", std::move(out)}});
    });
}

Variable Adapter::variableOf(std::string name, const json& value, std::size_t frame)
{
    Variable out;
    out.name = std::move(name);
    out.value = shownOf(value);
    out.type = textOf(value, "tag");
    const std::string parts = textOf(value, "parts");
    if (parts.empty())
        return out;
    const Kind kind = parts == "object" ? Kind::Object : parts == "list" ? Kind::List : Kind::Table;
    out.reference = handleFor({kind, frame, numberOf(value, "data"), {}});
    if (kind != Kind::Object)
        out.indexed = numberOf(value, "count");
    if (kind == Kind::List)
        out.value = "[" + std::to_string(out.indexed) + "] " + out.value;
    return out;
}

std::vector<Variable> Adapter::rowsToVariables(const Handle& handle, const json& rows, std::size_t start)
{
    std::vector<Variable> out;
    if (handle.kind == Kind::Parameters || handle.kind == Kind::Locals) {
        const Frame& frame = frames_[handle.frame];
        const auto parameters = static_cast<std::size_t>(numberOf(frame.row, "parameters"));
        const bool first = handle.kind == Kind::Parameters;
        for (std::size_t i = first ? 0 : parameters; i < (first ? std::min(parameters, rows.size()) : rows.size()); ++i) {
            const bool named = frame.handler != nullptr && i < frame.handler->variables.size();
            if (!named && frame.handler != nullptr)
                break; // a temporary value of the compiler
            out.push_back(variableOf(named ? frame.handler->variables[i] : "local " + std::to_string(i), rows.at(i).at("value"), handle.frame));
            out.back().evaluateName = named ? frame.handler->variables[i] : std::string();
        }
        return out;
    }
    if (handle.kind == Kind::Object || handle.kind == Kind::Inherited) {
        const std::string own = rows.empty() ? std::string() : textOf(rows.back(), "class");
        std::map<std::string, std::int64_t> groups;
        std::vector<std::string> order;
        for (const json& row : rows) {
            const std::string declares = textOf(row, "class");
            if (declares == (handle.kind == Kind::Object ? own : handle.group)) {
                out.push_back(variableOf(textOf(row, "name"), row.at("value"), handle.frame));
                out.back().isDefault = flagOf(row, "default");
            } else if (handle.kind == Kind::Object && groups[declares]++ == 0) {
                order.push_back(declares);
            }
        }
        std::ranges::reverse(order); // the nearest ancestor first
        for (const std::string& group : order) {
            Variable inherited;
            inherited.name = "from " + group;
            inherited.value = std::to_string(groups[group]) + (groups[group] == 1 ? " property" : " properties");
            inherited.reference = handleFor({Kind::Inherited, handle.frame, handle.number, group});
            out.push_back(std::move(inherited));
        }
        return out;
    }
    for (std::size_t i = 0; i < rows.size(); ++i)
        out.push_back(variableOf(handle.kind == Kind::List ? std::to_string(start + i + 1) : textOf(rows.at(i), "name"),
                                 rows.at(i).at("value"), handle.frame));
    return out;
}

void Adapter::variables(const Request& request)
{
    const std::int64_t reference = numberOf(request.arguments, "variablesReference");
    if (!stopped_ || reference < 1 || static_cast<std::size_t>(reference) > handles_.size())
        return refuse(request, "the world has gone on since");
    const Handle handle = handles_[static_cast<std::size_t>(reference - 1)];
    const std::int64_t start = std::max<std::int64_t>(numberOf(request.arguments, "start"), 0);
    const std::int64_t count = numberOf(request.arguments, "count");
    json fields{{"start", start}, {"count", count > 0 ? count : pageSize}};
    switch (handle.kind) {
    case Kind::Parameters:
    case Kind::Locals: fields.update({{"of", "frame"}, {"frame", handle.frame}}); break;
    case Kind::Object:
    case Kind::Inherited: fields.update({{"of", "object"}, {"object", handle.number}}); break;
    case Kind::Classvars: fields.update({{"of", "classvars"}, {"class", handle.number}}); break;
    case Kind::List: fields.update({{"of", "list"}, {"list", handle.number}}); break;
    case Kind::Table: fields.update({{"of", "table"}, {"table", handle.number}}); break;
    }
    ask(request, "debug.variables", std::move(fields), [this, request, handle, start](const json& rows) {
        json out = json::array();
        for (const Variable& variable : rowsToVariables(handle, rows, static_cast<std::size_t>(start)))
            out.push_back(toJson(variable));
        answer(request, {{"variables", std::move(out)}});
    });
}

/// Compiles the text for the frame and runs it there. `then` gets {"value", "finished", "errors"}.
void Adapter::run(const Request& request, std::size_t index, const std::string& text, Purpose purpose, Then then)
{
    loadFrame(request, index, [this, request, index, text, purpose, then](const Frame& frame) {
        if (frame.handler == nullptr)
            return refuse(request, "no source of this handler is known, so nothing can be compiled for it");
        auto piece = snippets_->compile(*frame.sidecar, *frame.handler, text);
        if (!piece)
            return refuse(request, piece.error().text());
        json fields = std::move(piece).value();
        const bool changes = flagOf(fields, "changes");
        fields.erase("changes");
        fields["frame"] = index;
        if (purpose == Purpose::Kept)
            fields["kept"] = true;
        if (purpose == Purpose::Watched)
            fields["muted"] = true;
        ask(request, "debug.evaluate", std::move(fields), [this, request, changes, then](json result) {
            result["changes"] = changes && !past_; // what an expression changes in the past is forgotten
            if (!flagOf(result, "finished", true))
                return refuse(request, "it ran too long and was stopped");
            if (const json& errors = listOf(result, "errors"); !errors.empty())
                return refuse(request, reasonFirst(errors.front().get<std::string>()));
            then(result);
        });
    });
}

/// A variable, property or class variable by its name alone is looked up, which runs nothing. False when the frame has none.
bool Adapter::evaluateName(const Request& request, std::size_t index, const std::string& name)
{
    const auto it = frames_.find(index);
    if (it == frames_.end() || !isName(name))
        return false;
    const Frame& frame = it->second;
    const auto show = [this, request, index](const json& value) {
        const Variable shown = variableOf({}, value, index);
        json body{{"result", shown.value}, {"type", shown.type}, {"variablesReference", shown.reference}};
        if (shown.indexed > 0)
            body["indexedVariables"] = shown.indexed;
        answer(request, std::move(body));
    };
    if (equalIgnoringCase(name, "self")) {
        show({{"tag", "OBJECT"},
              {"data", numberOf(frame.row, "object")},
              {"shown", "OBJECT " + std::to_string(numberOf(frame.row, "object")) + " (" + textOf(frame.row, "type") + ")"},
              {"parts", "object"},
              {"count", 1}});
        return true;
    }
    if (frame.handler != nullptr) {
        const auto& names = frame.handler->variables;
        const auto local = std::ranges::find_if(names, [&](const std::string& one) { return equalIgnoringCase(one, name); });
        if (local != names.end()) {
            const auto slot = static_cast<std::size_t>(local - names.begin());
            ask(request, "debug.variables", {{"of", "frame"}, {"frame", index}},
                [show, slot](const json& rows) { show(rows.at(slot).at("value")); });
            return true;
        }
    }
    ask(request, "debug.variables", {{"of", "object"}, {"object", numberOf(frame.row, "object")}},
        [this, request, index, name, show](const json& rows) {
            for (const json& row : rows)
                if (equalIgnoringCase(textOf(row, "name"), name))
                    return show(row.at("value"));
            run(request, index, name, Purpose::Watched, [show](const json& result) { show(result.at("value")); }); // a constant, a resource
        });
    return true;
}

void Adapter::evaluate(const Request& request)
{
    const std::string text = trimmed(textOf(request.arguments, "expression"));
    const auto index = static_cast<std::size_t>(std::max<std::int64_t>(numberOf(request.arguments, "frameId", 1) - 1, 0));
    const std::string context = textOf(request.arguments, "context");
    const bool hover = context == "hover";
    const Purpose purpose = context == "watch" ? Purpose::Watched : Purpose::Typed;
    loadFrame(request, index, [this, request, index, text, hover, purpose](const Frame&) {
        if (evaluateName(request, index, text))
            return;
        if (hover)
            return refuse(request, "only names are looked up here, for anything else would run");
        run(request, index, text, purpose, [this, request, index](const json& result) {
            const Variable shown = variableOf({}, result.at("value"), index);
            json body{{"result", shown.value}, {"type", shown.type}, {"variablesReference", shown.reference}};
            if (shown.indexed > 0)
                body["indexedVariables"] = shown.indexed;
            if (flagOf(result, "changes"))
                body["presentationHint"] = {{"attributes", {"hasSideEffects"}}};
            answer(request, std::move(body));
        });
    });
}

void Adapter::setVariable(const Request& request)
{
    const std::int64_t reference = numberOf(request.arguments, "variablesReference");
    if (!stopped_ || reference < 1 || static_cast<std::size_t>(reference) > handles_.size())
        return refuse(request, "the world has gone on since");
    const Handle handle = handles_[static_cast<std::size_t>(reference - 1)];
    const std::string name = textOf(request.arguments, "name");
    const std::string text = trimmed(textOf(request.arguments, "value"));
    if (const auto plain = plainValue(text))
        return writeValue(request, handle, name, *plain);
    run(request, handle.frame, text, Purpose::Kept,
        [this, request, handle, name](const json& result) { writeValue(request, handle, name, writable(result.at("value"))); });
}

void Adapter::writeValue(const Request& request, const Handle& handle, const std::string& name, const json& value)
{
    json fields{{"value", value}};
    std::string action;
    switch (handle.kind) {
    case Kind::Parameters:
    case Kind::Locals: {
        const Frame& frame = frames_[handle.frame];
        const auto& names = frame.handler != nullptr ? frame.handler->variables : std::vector<std::string>();
        const auto local = std::ranges::find(names, name);
        if (local == names.end())
            return refuse(request, "there is no variable " + name);
        action = "debug.local";
        fields.update({{"frame", handle.frame}, {"local", local - names.begin()}});
        break;
    }
    case Kind::Object:
    case Kind::Inherited:
        action = "object.write";
        fields.update({{"object", handle.number}, {"property", name}});
        break;
    case Kind::Classvars:
        action = "class.write";
        fields.update({{"class", handle.number}, {"variable", name}});
        break;
    case Kind::List:
        action = "debug.element";
        fields.update({{"list", handle.number}, {"index", std::strtoll(name.c_str(), nullptr, 10) - 1}});
        break;
    case Kind::Table:
        action = "debug.entry";
        fields.update({{"table", handle.number}, {"key", name}});
        break;
    }
    ask(request, action, std::move(fields), [this, request, handle](json result) {
        if (!result.contains("shown")) // the plain requests give the value alone
            result["shown"] = result.contains("text")   ? json("\"" + textOf(result, "text") + "\"")
                              : textOf(result, "tag") == "INT" ? json(std::to_string(numberOf(result, "data")))
                              : textOf(result, "tag") == "$"   ? json("$")
                                                               : json(textOf(result, "tag") + " " + std::to_string(numberOf(result, "data")));
        const Variable shown = variableOf({}, result, handle.frame);
        answer(request, {{"value", shown.value}, {"type", shown.type}, {"variablesReference", shown.reference}});
    });
}

} // namespace blak::dap
