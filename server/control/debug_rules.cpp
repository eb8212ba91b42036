// SPDX-License-Identifier: GPL-3.0-or-later
// Requests that say where handlers stop.
#include "formats/base/names.h"
#include "server/control/control.h"
#include "server/control/values.h"

#include <algorithm>

namespace blak::serve {
namespace {

using nlohmann::json;

constexpr std::size_t mostRules = 1000;
constexpr std::size_t mostLocals = 255;

Snippet snippetOf(const json& given)
{
    const auto& digits = given.at("code").get_ref<const std::string&>();
    std::vector<std::byte> bytes;
    const auto value = [](char c) {
        const int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
        if (digit < 0)
            throw RequestFault("code is an object file in lower-case hexadecimal digits");
        return static_cast<unsigned>(digit);
    };
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
        bytes.push_back(static_cast<std::byte>(value(digits[i]) << 4 | value(digits[i + 1])));
    auto file = bof::read(bytes, "code");
    if (!file)
        throw RequestFault(file.error().text());
    const std::int64_t locals = numberFromJson(given, "locals");
    if (locals < 0 || locals > static_cast<std::int64_t>(mostLocals))
        throw RequestFault("locals must be a number from 0 to " + std::to_string(mostLocals));
    return {std::move(file).value(), static_cast<std::size_t>(locals)};
}

HitRule hitsOf(const json& given)
{
    using Kind = HitRule::Kind;
    const std::string kind = textFromJson(given.value("kind", json()), "kind");
    const std::int64_t number = numberFromJson(given, "number");
    if (number < 1 || (kind != "exactly" && kind != "atLeast" && kind != "each"))
        throw RequestFault("hits have a kind (exactly, atLeast, each) and a number from 1");
    return {kind == "exactly" ? Kind::Exactly : kind == "each" ? Kind::Each : Kind::AtLeast, number};
}

StopTest testOf(const json& given)
{
    StopTest test;
    if (given.contains("condition"))
        test.condition = snippetOf(given["condition"]);
    for (const json& piece : given.value("log", json::array())) {
        if (piece.is_string())
            test.log.emplace_back(textFromJson(piece, "log"));
        else
            test.log.emplace_back(snippetOf(piece));
    }
    return test;
}

/// The elements of a list in the request, which has a bearable length.
const json& listOf(const json& request, const char* key)
{
    static const json none = json::array();
    const auto it = request.find(key);
    const json& list = it == request.end() ? none : *it;
    if (!list.is_array() || list.size() > mostRules)
        throw RequestFault(std::string(key) + " is a list of up to " + std::to_string(mostRules));
    return list;
}

/// The tests of a rule by handlers.
std::vector<StopRule::Part> partsOf(const json& given)
{
    const auto offset = [](const json& part, const char* key) {
        return static_cast<std::uint32_t>(std::clamp<std::int64_t>(numberFromJson(part, key), 0, INT32_MAX));
    };
    std::vector<StopRule::Part> parts;
    for (const json& part : listOf(given, "parts"))
        parts.push_back({stemOfFile(textFromJson(part.value("file", json()), "file")), offset(part, "begin"), offset(part, "end"),
                         testOf(part)});
    return parts;
}

StopRule ruleOf(const json& given)
{
    StopRule rule;
    rule.id = numberFromJson(given, "id");
    rule.test = testOf(given);
    if (given.contains("hits"))
        rule.hits = hitsOf(given["hits"]);
    rule.once = given.value("once", json(false)) == json(true);
    if (given.contains("parts"))
        rule.parts = partsOf(given);
    return rule;
}

/// The class and the number of a property by its name.
std::pair<std::int32_t, std::uint32_t> propertyOf(const vm::Vm& machine, std::int32_t type, const std::string& name)
{
    const auto view = machine.classView(type);
    const auto it = std::ranges::find_if(view->propertyNames, [&](const std::string& one) { return equalIgnoringCase(one, name); });
    if (it == view->propertyNames.begin() || it == view->propertyNames.end())
        throw RequestFault("class " + std::string(view->name) + " has no property " + name);
    return {type, static_cast<std::uint32_t>(it - view->propertyNames.begin())};
}

MessageRule messageRuleOf(const json& given)
{
    return {ruleOf(given), textFromJson(given.value("class", json()), "class"), textFromJson(given.value("message", json()), "message"),
            given.value("atEnd", json(false)) == json(true)};
}

} // namespace

const StopTest* StopRule::testAt(std::string_view stem, std::uint32_t offset) const
{
    if (!parts)
        return &test;
    const auto part = std::ranges::find_if(
        *parts, [&](const Part& one) { return one.file == stem && one.begin <= offset && offset < one.end; });
    return part == parts->end() ? nullptr : &part->test;
}

/// Where the handlers of messages begin, or end.
json Control::debugHandlers(ControlClient&, const json& request)
{
    json all = json::array();
    for (const json& one : listOf(request, "messages")) {
        const MessageRule wanted{{}, textFromJson(one.value("class", json()), "class"),
                                 textFromJson(one.value("message", json()), "message"), one.value("atEnd", json(false)) == json(true)};
        json places = json::array();
        for (const vm::CodePlace& place : debugger_.placesOf(wanted))
            places.push_back({{"file", textJson(place.file)}, {"offset", place.offset}});
        all.push_back(std::move(places));
    }
    return {{"handlers", std::move(all)}};
}

json Control::debugPlaces(ControlClient&, const json& request)
{
    if (!debugger_.attached())
        throw RequestFault("debug.attach first");
    const std::string file = textFromJson(request.value("file", json()), "file");
    std::multimap<std::uint32_t, StopRule> rules;
    for (const json& place : listOf(request, "places"))
        rules.emplace(static_cast<std::uint32_t>(std::clamp<std::int64_t>(numberFromJson(place, "offset"), 0, INT32_MAX)),
                      ruleOf(place));
    json missing = json::array();
    for (const std::uint32_t offset : debugger_.setPlaces(file, std::move(rules)))
        missing.push_back(offset);
    return {{"missing", std::move(missing)}};
}

json Control::debugMessages(ControlClient&, const json& request)
{
    if (!debugger_.attached())
        throw RequestFault("debug.attach first");
    std::vector<MessageRule> rules;
    for (const json& one : listOf(request, "messages"))
        rules.push_back(messageRuleOf(one));
    return {{"handlers", debugger_.setMessages(std::move(rules))}};
}

/// Whose property a rule, or a question about one, is about.
WriteRule Control::writtenBy(const json& given) const
{
    WriteRule rule;
    std::int32_t type = 0;
    if (given.contains("object")) {
        rule.object = objectOf(given);
        type = *world_.vm().classOfObject(*rule.object);
    } else {
        type = classOf(given);
    }
    std::tie(rule.classId, rule.property) = propertyOf(world_.vm(), type, textFromJson(given.value("property", json()), "property"));
    return rule;
}

/// In which handlers properties are written. There may be none any more of which a question speaks.
json Control::debugWriters(ControlClient&, const json& request)
{
    json all = json::array();
    for (const json& one : listOf(request, "writes")) {
        json places = json::array();
        try {
            const WriteRule rule = writtenBy(one);
            for (const vm::CodePlace& place : world_.vm().writers(rule.classId, rule.property))
                places.push_back({{"file", textJson(place.file)}, {"offset", place.offset}});
        } catch (const RequestFault&) { // debug.writes says it
        }
        all.push_back(std::move(places));
    }
    return {{"handlers", std::move(all)}};
}

json Control::debugWrites(ControlClient&, const json& request)
{
    if (!debugger_.attached())
        throw RequestFault("debug.attach first");
    std::vector<WriteRule> rules;
    for (const json& one : listOf(request, "writes")) {
        WriteRule rule = writtenBy(one);
        rule.stop = ruleOf(one);
        rule.changesOnly = one.value("changesOnly", false);
        rules.push_back(std::move(rule));
    }
    debugger_.setWrites(std::move(rules));
    return json::object();
}

json Control::debugErrors(ControlClient&, const json& request)
{
    if (!debugger_.attached())
        throw RequestFault("debug.attach first");
    ErrorRule rule;
    rule.stops = request.value("stop", false);
    rule.atDebug = request.value("debug", false);
    json unknown = json::array();
    for (const json& one : listOf(request, "containing")) {
        const std::string part = textFromJson(one, "containing");
        rule.containing.push_back(lowerCase(part));
        if (part.starts_with('&') && !world_.vm().classByName(part.substr(1)))
            unknown.push_back(textJson(part.substr(1)));
    }
    debugger_.setErrors(std::move(rule));
    return {{"unknown", std::move(unknown)}};
}

json Control::debugEvaluate(ControlClient&, const json& request)
{
    constexpr std::int64_t deepest = 1'000'000;
    const auto frame = static_cast<std::size_t>(std::clamp<std::int64_t>(numberFromJson(request, "frame"), 0, deepest));
    auto outcome = debugger_.evaluate(frame, snippetOf(request), request.value("muted", false) ? Debugger::Voice::Muted : Debugger::Voice::Heard);
    if (!outcome)
        throw RequestFault(outcome.error().text());
    vm::Evaluation& given = outcome.value().evaluation;
    if (request.value("kept", false) && given.value.tag == bof::Tag::DebugString) // the literal goes with the piece
        given.value = {bof::Tag::String, world_.vm().newString(given.text)};
    json out{{"value", debugValue(outcome.value().evaluation)}, {"finished", outcome.value().evaluation.finished}};
    out["errors"] = json::array();
    for (const std::string& error : outcome.value().errors)
        out["errors"].push_back(textJson(error));
    return out;
}

} // namespace blak::serve
