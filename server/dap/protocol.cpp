// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/dap/protocol.h"

#include <charconv>

namespace blak::dap {

using nlohmann::json;

namespace {

constexpr std::size_t deepest = 64;

/// Whether brackets go deeper than any message of an editor; JSON that does would take the stack with it.
bool isDeep(std::string_view text)
{
    std::size_t depth = 0;
    bool inText = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inText) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                inText = false;
        } else if (c == '"') {
            inText = true;
        } else if (c == '{' || c == '[') {
            if (++depth > deepest)
                return true;
        } else if ((c == '}' || c == ']') && depth > 0) {
            --depth;
        }
    }
    return false;
}

json sourceJson(const std::string& path, const std::string& name)
{
    json source{{"name", name.empty() ? path.substr(path.find_last_of('/') + 1) : name}};
    if (!path.empty())
        source["path"] = path;
    return source;
}

} // namespace

Result<json> readObject(std::string_view text)
{
    if (isDeep(text))
        return Error{"a message has at most " + std::to_string(deepest) + " brackets in one another", ""};
    json message = json::parse(text, nullptr, false);
    if (!message.is_object())
        return Error{"a message is a JSON object", ""};
    return message;
}

Result<Request> readRequest(std::string_view text)
{
    const Result<json> read = readObject(text);
    if (!read)
        return read.error();
    const json& message = read.value();
    if (textOf(message, "type") != "request" || textOf(message, "command").empty())
        return Error{"expected a request with a command", ""};
    return Request{numberOf(message, "seq"), textOf(message, "command"), objectOf(message, "arguments")};
}

json responseJson(const Request& request, json body)
{
    json out{{"type", "response"}, {"request_seq", request.seq}, {"success", true}, {"command", request.command}};
    if (!body.is_null())
        out["body"] = std::move(body);
    return out;
}

json refusalJson(const Request& request, std::string_view why)
{
    return {{"type", "response"},
            {"request_seq", request.seq},
            {"success", false},
            {"command", request.command},
            {"message", why},
            {"body", {{"error", {{"id", 1}, {"format", why}, {"showUser", true}}}}}};
}

json eventJson(std::string_view name, json body) { return {{"type", "event"}, {"event", name}, {"body", std::move(body)}}; }

std::string textOf(const json& object, const char* key, std::string_view otherwise)
{
    const auto it = object.find(key);
    return it != object.end() && it->is_string() ? it->get<std::string>() : std::string(otherwise);
}

std::int64_t numberOf(const json& object, const char* key, std::int64_t otherwise)
{
    const auto it = object.find(key);
    return it != object.end() && it->is_number_integer() ? it->get<std::int64_t>() : otherwise;
}

bool flagOf(const json& object, const char* key, bool otherwise)
{
    const auto it = object.find(key);
    return it != object.end() && it->is_boolean() ? it->get<bool>() : otherwise;
}

const json& listOf(const json& object, const char* key)
{
    static const json none = json::array();
    const auto it = object.find(key);
    return it != object.end() && it->is_array() ? *it : none;
}

const json& objectOf(const json& object, const char* key)
{
    static const json none = json::object();
    const auto it = object.find(key);
    return it != object.end() && it->is_object() ? *it : none;
}

WantedBreakpoint wantedBreakpoint(const json& given)
{
    if (!given.is_object())
        return {};
    return {numberOf(given, "line"), textOf(given, "name", textOf(given, "dataId")), textOf(given, "condition"),
            textOf(given, "hitCondition"), textOf(given, "logMessage"), flagOf(given, "oneShot")};
}

json toJson(const Breakpoint& breakpoint)
{
    json out{{"id", breakpoint.id}, {"verified", breakpoint.verified}};
    if (!breakpoint.message.empty())
        out["message"] = breakpoint.message;
    if (!breakpoint.path.empty())
        out["source"] = sourceJson(breakpoint.path, {});
    if (breakpoint.line > 0)
        out["line"] = breakpoint.line;
    return out;
}

json toJson(const StackFrame& frame)
{
    json out{{"id", frame.id}, {"name", frame.name}, {"line", frame.line}, {"column", frame.column}};
    if (frame.endLine > 0) {
        out["endLine"] = frame.endLine;
        out["endColumn"] = frame.endColumn;
    }
    if (!frame.path.empty() || !frame.sourceName.empty())
        out["source"] = sourceJson(frame.path, frame.sourceName);
    if (frame.isOld || frame.isOrigin)
        out["presentationHint"] = frame.isOrigin && frame.path.empty() && frame.sourceName.empty() ? "label" : "subtle";
    if (frame.sourceReference > 0)
        out["source"]["sourceReference"] = frame.sourceReference;
    return out;
}

json toJson(const Scope& scope)
{
    json out{{"name", scope.name}, {"variablesReference", scope.reference}, {"expensive", scope.expensive}};
    if (!scope.hint.empty())
        out["presentationHint"] = scope.hint;
    return out;
}

json toJson(const Variable& variable)
{
    json out{{"name", variable.name}, {"value", variable.value}, {"variablesReference", variable.reference}};
    if (!variable.type.empty())
        out["type"] = variable.type;
    if (!variable.evaluateName.empty())
        out["evaluateName"] = variable.evaluateName;
    if (variable.indexed > 0)
        out["indexedVariables"] = variable.indexed;
    if (variable.isDefault)
        out["presentationHint"] = {{"attributes", {"default"}}};
    return out;
}

Result<json> hitsJson(std::string_view text)
{
    const auto skip = [&] {
        while (!text.empty() && text.front() == ' ')
            text.remove_prefix(1);
        while (!text.empty() && text.back() == ' ')
            text.remove_suffix(1);
    };
    const auto accept = [&](std::string_view sign) {
        if (!text.starts_with(sign))
            return false;
        text.remove_prefix(sign.size());
        skip();
        return true;
    };
    skip();
    std::string kind = "exactly";
    std::int64_t more = 0;
    if (accept(">="))
        kind = "atLeast";
    else if (accept(">")) {
        kind = "atLeast";
        more = 1;
    } else if (accept("%"))
        kind = "each";
    else if (!accept("=="))
        accept("=");
    std::int32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number + more < 1)
        return Error{"a hit count is a number from 1, with = (that hit), >= (from it on) or % (each so many) before it", ""};
    return json{{"kind", kind}, {"number", number + more}};
}

} // namespace blak::dap
