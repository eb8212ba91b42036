// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/characters.h"
#include "kodide/compiler/lints.h"
#include "kodide/compiler/tree_walk.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

namespace blak::kod {
namespace {

constexpr std::int32_t firstOwnId = 10000;      // below are the names that the servers know
constexpr std::int32_t constructorMessage = 10; // reserved in all dialects
constexpr std::int32_t anyMessage = -1;

/// Messages that the servers look up by name (../shared/reference/kod.md, section 6).
constexpr std::array serverMessages{
    std::string_view("teleportto"),    std::string_view("admingotoobject"), std::string_view("registercallback"),
    std::string_view("findnewsbynum"), std::string_view("getarticle"),
};

/// The resource whose text masks the stream, unless the server's configuration names another one ([Security] RedbookRsc).
constexpr std::string_view serverResource = "system_success_rsc";

/// A place that may be reported when everything is known; keeps the text, not the tree.
struct Place
{
    SourcePointer source;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

Place placeOf(const SyntaxUnit& unit, TokenIndex token)
{
    const Token& t = unit.tokens[token];
    return {unit.sources[t.source], t.begin, t.begin + t.length};
}

std::string_view textOf(const Place& place)
{
    return std::string_view(place.source->text).substr(place.begin, place.end - place.begin);
}

/// `#parameter = ...` of a call that sends a message.
struct Setting
{
    Place place;
    std::int32_t parameter = 0;
    std::int32_t message = anyMessage;
    std::int32_t classId = 0; ///< of Create with a class that is written there, 0 = unknown
};

Finding& add(std::vector<Finding>& findings, Code code, const Place& place, std::string message)
{
    const LineColumn at = lineColumn(place.source->text, place.begin);
    Finding finding;
    finding.severity = diagnosticInfo(code).severity;
    finding.code = diagnosticInfo(code).code;
    finding.file = place.source->name;
    finding.range = {0, place.begin, place.end, at.line, at.column};
    finding.referenceLine = at.line;
    finding.message = std::move(message);
    findings.push_back(std::move(finding));
    return findings.back();
}

} // namespace

SettingsTarget settingsTarget(const Call& call)
{
    SettingsTarget target{.creates = true}; // has no message among its arguments
    for (const Argument& argument : call.arguments) {
        if (argument.setting != noToken)
            break;
        const Expression& value = *argument.value;
        target.creates = target.creates && call.builtin->arguments == 1;
        if (value.kind == ExpressionKind::MessageLiteral)
            target.message = &value;
        if (target.creates && value.kind == ExpressionKind::ClassLiteral)
            target.createdClass = &value;
    }
    return target;
}

bool isLookedUpByServer(std::string_view message) { return std::ranges::find(serverMessages, message) != serverMessages.end(); }

struct TreeLints::Facts
{
    std::unordered_set<std::int32_t> sent;
    std::unordered_set<std::int32_t> usedResources;
    std::unordered_set<std::string> words; ///< of all strings, lower case
    std::vector<std::pair<std::int32_t, Place>> handled;
    std::vector<std::pair<std::int32_t, Place>> resources;
    std::vector<Place> messages; ///< `@Message`
    std::vector<Place> classes;  ///< `&Class`
    std::vector<Setting> settings;

    void addWords(std::string_view text)
    {
        forEachWord(text, [this](std::string_view word) { words.insert(lowerText(word)); });
    }

    void addCall(const SyntaxUnit& unit, const Call& call)
    {
        if (!call.builtin || call.builtin->more != MoreArguments::Settings)
            return;
        const SettingsTarget target = settingsTarget(call);
        Setting setting;
        if (target.creates)
            setting.message = constructorMessage;
        else if (target.message)
            setting.message = target.message->value;
        if (target.createdClass)
            setting.classId = target.createdClass->value;
        for (const Argument& argument : call.arguments)
            if (argument.setting != noToken) {
                setting.place = placeOf(unit, argument.setting);
                setting.parameter = argument.parameter;
                settings.push_back(setting);
            }
    }
};

TreeLints::TreeLints() : facts_(std::make_unique<Facts>()) {}
TreeLints::~TreeLints() = default;

void TreeLints::add(const BoundUnit& bound, const SyntaxUnit& unit)
{
    Facts& facts = *facts_;
    for (const std::string_view text : unit.texts)
        facts.addWords(text);
    for (const BoundClass& owner : bound.classes) {
        if (owner.unit != &unit)
            continue;
        for (const ResourceDeclaration& resource : owner.syntax->resources) {
            const auto known = std::ranges::find_if(owner.resources, [&](const BoundResource& other) {
                return equalIgnoringCase(other.name, unit.text(resource.name));
            });
            if (known != owner.resources.end() && unit.tokens[resource.name].source == 0)
                facts.resources.emplace_back(known->id, placeOf(unit, resource.name));
        }
        for (const BoundHandler& handler : owner.handlers)
            facts.handled.emplace_back(handler.message->id, placeOf(unit, handler.syntax->name));
        forEachExpression(*owner.syntax, [&](const Expression& expression) {
            switch (expression.kind) {
            case ExpressionKind::MessageLiteral:
                facts.sent.insert(expression.value);
                facts.messages.push_back(placeOf(unit, expression.name));
                break;
            case ExpressionKind::ClassLiteral: facts.classes.push_back(placeOf(unit, expression.name)); break;
            case ExpressionKind::Call: facts.addCall(unit, *expression.call); break;
            default:
                if (expression.isConstant() && expression.tag == Tag::Resource)
                    facts.usedResources.insert(expression.value);
                break;
            }
        });
    }
}

namespace {

/// Parameters of the handlers of a message.
class Handlers
{
public:
    explicit Handlers(const SymbolTable& symbols)
    {
        for (const ClassInfo* info : symbols.classes()) {
            classes_[info->symbol->id] = info;
            for (const MessageInfo& message : info->messages)
                for (const ParameterInfo& parameter : message.parameters) {
                    parameters_[message.id].insert(parameter.id);
                    parameters_[anyMessage].insert(parameter.id);
                }
        }
    }

    bool take(const Setting& setting) const
    {
        if (setting.classId != 0)
            return constructorTakes(setting.classId, setting.parameter);
        const auto known = parameters_.find(setting.message);
        return known != parameters_.end() && known->second.contains(setting.parameter);
    }

private:
    /// The class and its ancestors, for constructors propagate.
    bool constructorTakes(std::int32_t classId, std::int32_t parameter) const
    {
        const auto known = classes_.find(classId);
        for (const ClassInfo* up = known == classes_.end() ? nullptr : known->second; up; up = up->super)
            for (const MessageInfo& message : up->messages)
                if (message.id == constructorMessage &&
                    std::ranges::find(message.parameters, parameter, &ParameterInfo::id) != message.parameters.end())
                    return true;
        return false;
    }

    std::unordered_map<std::int32_t, const ClassInfo*> classes_;
    std::unordered_map<std::int32_t, std::unordered_set<std::int32_t>> parameters_;
};

} // namespace

void TreeLints::finish(const SymbolTable& symbols, std::vector<Finding>& findings)
{
    Facts& facts = *facts_;
    const auto defined = [&](const Place& place, SymbolKind kind) {
        const Symbol* symbol = symbols.find(textOf(place));
        return symbol && symbol->kind == kind;
    };
    for (const Place& place : facts.classes)
        if (!defined(place, SymbolKind::Class))
            blak::kod::add(findings, Code::UnresolvedExternals, place,
                           "no class `" + std::string(textOf(place)) + "` is defined anywhere");
    for (const Place& place : facts.messages)
        if (!defined(place, SymbolKind::Message))
            blak::kod::add(findings, Code::NobodyHandles, place,
                           "no class has a handler for `" + std::string(textOf(place)) + "`");

    const Handlers handlers(symbols);
    std::unordered_set<std::int32_t> handledMessages;
    for (const auto& [message, place] : facts.handled)
        handledMessages.insert(message);
    for (const Setting& setting : facts.settings) {
        const bool known = setting.message == anyMessage || handledMessages.contains(setting.message);
        if (known && !handlers.take(setting))
            blak::kod::add(findings, Code::NoSuchParameter, setting.place,
                           "no handler that can get this message takes `" + std::string(textOf(setting.place)) + "`");
    }
    // One finding for a message: at its first handler, that of the class nearest to the root.
    std::unordered_set<std::int32_t> said;
    for (const auto& [message, place] : facts.handled) {
        const std::string name = lowerText(textOf(place));
        const bool byServer = message < firstOwnId || isLookedUpByServer(name);
        if (!byServer && !facts.sent.contains(message) && !facts.words.contains(name) && said.insert(message).second)
            blak::kod::add(findings, Code::NobodySends, place, "no code names the message `" + std::string(textOf(place)) + "`");
    }
    for (const auto& [resource, place] : facts.resources)
        if (lowerText(textOf(place)) != serverResource && !facts.usedResources.contains(resource) &&
            !facts.words.contains(lowerText(textOf(place))) && facts.usedResources.insert(resource).second) // said once
            blak::kod::add(findings, Code::UnusedResource, place,
                           "no code uses the resource `" + std::string(textOf(place)) + "`");
}

} // namespace blak::kod
