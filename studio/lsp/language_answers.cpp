// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/capitalised.h"
#include "kodide/compiler/characters.h"
#include "kodide/index/text_place.h"
#include "server/dap/protocol.h"
#include "studio/lsp/language_server.h"

#include <algorithm>
#include <memory>

namespace blak::lsp {
namespace {

using kod::CompletionKind;
using kod::NameKind;
using kod::UseKind;
using nlohmann::json;

constexpr int requestFailed = -32803;
constexpr std::size_t mostItems = 400; ///< of a completion; the editor asks again as somebody types
constexpr std::size_t mostSymbols = 500;
constexpr std::size_t mostPlaces = 20'000;

// Numbers of the protocol: CompletionItemKind and SymbolKind.
int itemKind(CompletionKind kind)
{
    switch (kind) {
    case CompletionKind::Keyword: return 14;
    case CompletionKind::Function: return 3;
    case CompletionKind::Local:
    case CompletionKind::Parameter:
    case CompletionKind::MessageParameter: return 6;
    case CompletionKind::Property: return 10;
    case CompletionKind::Classvar: return 5;
    case CompletionKind::Constant: return 21;
    case CompletionKind::Resource: return 12;
    case CompletionKind::Class: return 7;
    case CompletionKind::Message: return 2;
    }
    return 1;
}

int symbolKind(NameKind kind)
{
    switch (kind) {
    case NameKind::Class: return 5;
    case NameKind::Message: return 6;
    case NameKind::Property: return 7;
    case NameKind::Classvar: return 8;
    case NameKind::Constant: return 14;
    case NameKind::Resource: return 15;
    default: return 13;
    }
}

std::string_view withoutSign(std::string_view text)
{
    if (!text.empty() && (text[0] == '@' || text[0] == '&'))
        text.remove_prefix(1);
    return text;
}

/// How well an item fits what is typed: 0 begins with it, 1 holds its letters in that order; -1 not at all.
int fitOf(std::string_view item, std::string_view word)
{
    item = withoutSign(item);
    if (item.size() >= word.size() && kod::equalIgnoringCase(item.substr(0, word.size()), word))
        return 0;
    std::size_t at = 0;
    for (const char c : item)
        if (at < word.size() && kod::lower(c) == kod::lower(word[at]))
            ++at;
    return at == word.size() ? 1 : -1;
}

json markdown(const kod::SymbolDescription& known)
{
    std::string text = "```blakod\n" + known.signature + "\n```\n" + known.detail;
    if (!known.comment.empty())
        text += "\n\n```text\n" + known.comment + "\n```";
    return {{"kind", "markdown"}, {"value", text}};
}

/// Turns places of many files into lines and columns; each text is read through once.
class Places
{
public:
    explicit Places(const kod::TreeIndex& index) : index_(index) {}

    std::optional<json> range(const std::filesystem::path& file, std::uint32_t begin, std::uint32_t end)
    {
        auto place = texts_.find(file);
        if (place == texts_.end()) {
            One one{index_.textOf(file), nullptr};
            if (one.text)
                one.places = std::make_unique<Utf16Text>(*one.text);
            place = texts_.emplace(file, std::move(one)).first;
        }
        return place->second.places ? std::optional(place->second.places->range(begin, end)) : std::nullopt;
    }

private:
    struct One
    {
        std::shared_ptr<const std::string> text;
        std::unique_ptr<Utf16Text> places;
    };

    const kod::TreeIndex& index_;
    std::map<std::filesystem::path, One> texts_;
};

/// The outline of a text, from its syntax.
class Outline
{
public:
    explicit Outline(const kod::SyntaxUnit& unit) : unit_(unit), places_(unit.sources[0]->text) {}

    json make()
    {
        json classes = json::array();
        for (const kod::ClassSyntax* syntax : unit_.classes) {
            json members = json::array();
            for (const kod::Declaration& constant : syntax->constants)
                if (!constant.fragment)
                    add(members, constant.name, constant.name, NameKind::Constant, "");
            for (const kod::ResourceDeclaration& resource : syntax->resources)
                add(members, resource.name, resource.text, NameKind::Resource, "");
            for (const kod::Declaration& classvar : syntax->classvars)
                add(members, classvar.name, classvar.value ? classvar.value->last : classvar.name, NameKind::Classvar, "");
            for (const kod::Declaration& property : syntax->properties)
                add(members, property.name, property.value ? property.value->last : property.name, NameKind::Property, "");
            for (const kod::Handler* handler : syntax->handlers)
                add(members, handler->name, handler->last, NameKind::Message, "");
            add(classes, syntax->name, syntax->last, NameKind::Class,
                syntax->super == kod::noToken ? "" : "is " + std::string(unit_.text(syntax->super)));
            if (!classes.empty())
                classes.back()["children"] = std::move(members);
        }
        return classes;
    }

private:
    void add(json& list, kod::TokenIndex name, kod::TokenIndex last, NameKind kind, const std::string& detail) const
    {
        if (name == kod::noToken || unit_.tokens[name].source != 0)
            return;
        const kod::Token& token = unit_.tokens[name];
        const std::uint32_t nameEnd = token.begin + token.length;
        std::uint32_t end = nameEnd;
        if (last != kod::noToken && last < unit_.tokens.size() && unit_.tokens[last].source == 0)
            end = std::max(end, unit_.tokens[last].begin + unit_.tokens[last].length);
        json one{{"name", unit_.text(name)},
                 {"kind", symbolKind(kind)},
                 {"range", places_.range(token.begin, end)},
                 {"selectionRange", places_.range(token.begin, nameEnd)}};
        if (!detail.empty())
            one["detail"] = detail;
        list.push_back(std::move(one));
    }

    const kod::SyntaxUnit& unit_;
    Utf16Text places_;
};

} // namespace

std::optional<LanguageServer::Asked> LanguageServer::symbolAsked(const json& params)
{
    const OpenText* text = textAt(params);
    if (!text || !hasTree_)
        return std::nullopt;
    checkChanged();
    Asked asked{
        .text = text, .offset = Utf16Text(text->text).offset(dap::objectOf(params, "position")), .key = {}, .className = {}};
    const auto key = tree_.index.symbolAt(text->path, asked.offset);
    if (!key)
        return std::nullopt;
    asked.key = *key;
    asked.className = kod::textPlace(text->text, asked.offset, *tree_.symbols.tree().dialect).className;
    return asked;
}

json LanguageServer::locations(const std::vector<kod::SymbolUse>& uses)
{
    Places places(tree_.index);
    json list = json::array();
    for (const kod::SymbolUse& use : uses) {
        if (list.size() >= mostPlaces)
            break;
        if (auto range = places.range(use.file, use.begin, use.end))
            list.push_back({{"uri", uriOf(use.file)}, {"range", std::move(*range)}});
    }
    return list;
}

LspAnswer LanguageServer::completion(const json& params)
{
    const OpenText* text = textAt(params);
    if (!text || !hasTree_)
        return {};
    const Utf16Text places(text->text);
    const std::uint32_t offset = places.offset(dap::objectOf(params, "position"));
    kod::CompletionList list = tree_.index.complete(text->path, text->text, offset);
    const std::string_view word = std::string_view(text->text).substr(list.begin, std::max(offset, list.begin) - list.begin);
    struct Fitting
    {
        int fit;
        const kod::Completion* item;
    };
    std::vector<Fitting> fitting;
    for (const kod::Completion& item : list.items)
        if (const int fit = fitOf(item.text, word); fit >= 0)
            fitting.push_back({fit, &item});
    std::ranges::stable_sort(fitting, {}, &Fitting::fit);
    const bool cut = fitting.size() > mostItems;
    if (cut)
        fitting.resize(mostItems);
    const json range = places.range(list.begin, std::max(list.end, offset));
    json items = json::array();
    for (const Fitting& one : fitting) {
        const std::string number = std::to_string(items.size());
        items.push_back({{"label", one.item->text},
                         {"kind", itemKind(one.item->kind)},
                         {"detail", one.item->detail},
                         {"filterText", withoutSign(one.item->text)},
                         {"sortText", std::string(6 - std::min<std::size_t>(number.size(), 6), '0') + number},
                         {"textEdit", {{"range", range}, {"newText", one.item->text}}}});
    }
    return {{{"isIncomplete", cut || word.size() < 3}, {"items", std::move(items)}}, 0, {}};
}

LspAnswer LanguageServer::hover(const json& params)
{
    const auto asked = symbolAsked(params);
    const auto known = asked ? tree_.index.describe(asked->key, asked->className) : std::nullopt;
    if (!known)
        return {};
    return {{{"contents", markdown(*known)}}, 0, {}};
}

LspAnswer LanguageServer::signatureHelp(const json& params)
{
    const OpenText* text = textAt(params);
    if (!text || !hasTree_)
        return {};
    const auto help = tree_.index.callAt(text->path, text->text, Utf16Text(text->text).offset(dap::objectOf(params, "position")));
    if (!help)
        return {};
    std::string label = help->name + "(";
    json parameters = json::array();
    for (const std::string& parameter : help->parameters) {
        if (!parameters.empty())
            label += ", ";
        label += parameter;
        parameters.push_back({{"label", parameter}});
    }
    json signature{{"label", label + ")"}, {"parameters", std::move(parameters)}};
    std::string about = help->comment;
    if (help->others > 0)
        about += std::string(about.empty() ? "" : "\n\n") +
                 (help->others == 1 ? "Another handler takes other parameters."
                                    : std::to_string(help->others) + " other handlers take other parameters.");
    if (!about.empty())
        signature["documentation"] = about;
    const std::size_t active = help->current < 0 ? help->parameters.size() : static_cast<std::size_t>(help->current); // none
    return {{{"signatures", json::array({std::move(signature)})}, {"activeSignature", 0}, {"activeParameter", active}}, 0, {}};
}

LspAnswer LanguageServer::definition(const json& params)
{
    const auto asked = symbolAsked(params);
    if (!asked)
        return {};
    const bool isMember = asked->key.kind == NameKind::Property || asked->key.kind == NameKind::Classvar;
    std::vector<kod::SymbolUse> found = tree_.index.definitions(asked->key, asked->className);
    // of a member, where it gets its value, and where it comes from; not those of all classes below
    if (isMember && found.size() > 1) {
        const auto owner = std::ranges::find_if(
            found, [&](const kod::SymbolUse& use) { return kod::lowerText(use.className) == asked->key.owner; });
        std::vector<kod::SymbolUse> few{found[0]};
        if (owner != found.end() && owner != found.begin())
            few.push_back(*owner);
        found = std::move(few);
    }
    return {locations(found), 0, {}};
}

LspAnswer LanguageServer::references(const json& params)
{
    const auto asked = symbolAsked(params);
    if (!asked)
        return {json::array(), 0, {}};
    std::vector<kod::SymbolUse> uses = tree_.index.uses(asked->key);
    if (!dap::flagOf(dap::objectOf(params, "context"), "includeDeclaration", true))
        std::erase_if(uses, [](const kod::SymbolUse& use) { return use.kind == UseKind::Defines; });
    return {locations(uses), 0, {}};
}

LspAnswer LanguageServer::documentHighlight(const json& params)
{
    const auto asked = symbolAsked(params);
    json list = json::array();
    if (!asked)
        return {list, 0, {}};
    const Utf16Text places(asked->text->text);
    for (const kod::SymbolUse& use : tree_.index.uses(asked->key))
        if (use.file == asked->text->path)
            list.push_back({{"range", places.range(use.begin, use.end)},
                            {"kind", use.kind == UseKind::Writes || use.kind == UseKind::Defines ? 3 : 2}});
    return {list, 0, {}};
}

LspAnswer LanguageServer::documentSymbol(const json& params)
{
    const OpenText* text = textAt(params);
    if (!text)
        return {json::array(), 0, {}};
    checkChanged();
    return {text->checked.unit ? Outline(*text->checked.unit).make() : json::array(), 0, {}};
}

LspAnswer LanguageServer::workspaceSymbol(const json& params)
{
    ensureTree({});
    checkChanged();
    Places places(tree_.index);
    json list = json::array();
    for (const kod::FoundSymbol& symbol : tree_.index.search(dap::textOf(params, "query"), mostSymbols))
        if (auto range = places.range(symbol.use.file, symbol.use.begin, symbol.use.end))
            list.push_back({{"name", symbol.spelling},
                            {"kind", symbolKind(symbol.kind)},
                            {"containerName", symbol.kind == NameKind::Class ? std::string() : symbol.use.className},
                            {"location", {{"uri", uriOf(symbol.use.file)}, {"range", std::move(*range)}}}});
    return {list, 0, {}};
}

LspAnswer LanguageServer::prepareRename(const json& params)
{
    const auto asked = symbolAsked(params);
    if (!asked || asked->key.kind == NameKind::Function || asked->key.kind == NameKind::Self)
        return {};
    for (const kod::SymbolUse& use : tree_.index.uses(asked->key))
        if (use.file == asked->text->path && use.begin <= asked->offset && asked->offset <= use.end)
            return {{{"range", Utf16Text(asked->text->text).range(use.begin, use.end)},
                     {"placeholder", asked->text->text.substr(use.begin, use.end - use.begin)}},
                    0,
                    {}};
    return {};
}

LspAnswer LanguageServer::rename(const json& params)
{
    const auto asked = symbolAsked(params);
    if (!asked)
        return {nullptr, requestFailed, "there is no name here that could be changed"};
    const auto plan = tree_.index.rename(asked->key, dap::textOf(params, "newName"));
    if (!plan)
        return {nullptr, requestFailed, plan.error().text()};
    Places places(tree_.index);
    json changes = json::object();
    for (const kod::TextEdit& edit : plan.value().edits)
        if (auto range = places.range(edit.file, edit.begin, edit.end))
            changes[uriOf(edit.file)].push_back({{"range", std::move(*range)}, {"newText", edit.text}});
    for (const std::string& warning : plan.value().warnings)
        notify("window/logMessage", {{"type", 2}, {"message", warning}});
    return {{{"changes", std::move(changes)}}, 0, {}};
}

LspAnswer LanguageServer::codeAction(const json& params)
{
    json list = json::array();
    const OpenText* text = textAt(params);
    if (!text)
        return {list, 0, {}};
    checkChanged();
    const Utf16Text places(text->text);
    const json& range = dap::objectOf(params, "range");
    const std::uint32_t begin = places.offset(dap::objectOf(range, "start"));
    const std::uint32_t end = places.offset(dap::objectOf(range, "end"));
    for (const kod::Finding& finding : text->checked.findings) {
        if (finding.range.file != 0 || finding.range.begin > end || finding.range.end < begin)
            continue;
        for (const Fix& fix : finding.fixes)
            if (fix.range.file == 0)
                list.push_back({{"title", capitalised(fix.title)},
                                {"kind", "quickfix"},
                                {"edit",
                                 {{"changes",
                                   {{text->uri, json::array({{{"range", places.range(fix.range.begin, fix.range.end)},
                                                              {"newText", fix.replacement}}})}}}}}});
    }
    return {list, 0, {}};
}

} // namespace blak::lsp
