// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/characters.h"
#include "kodide/index/candidates.h"
#include "kodide/index/describe.h"

#include <algorithm>
#include <functional>
#include <unordered_set>

namespace blak::kod {
namespace {

// Ranks, the nearest first. Members count up with the distance of their class.
constexpr int localRank = 0;
constexpr int parameterRank = 1;
constexpr int memberRank = 2;
constexpr int farthest = 9; ///< classes above that are told apart
constexpr int resourceRank = 13;
constexpr int constantRank = 24;
constexpr int headerRank = 25;
constexpr int functionRank = 26;
constexpr int keywordRank = 28;
constexpr int elsewhereRank = 40;

std::string_view wordOf(const TextPlace& place, std::string_view text)
{
    return text.substr(place.begin, place.end - place.begin);
}

std::vector<WordId> parameterNames(const CalledHandler& called)
{
    std::vector<WordId> names;
    for (const VariableEntry& parameter : called.names->parametersOf(*called.handler))
        names.push_back(parameter.name);
    return names;
}

bool isSelf(std::string_view name) { return equalIgnoringCase(name, "self"); }

} // namespace

std::vector<CalledHandler> handlersCalled(const TreeIndex::Tree& tree, const OpenCall& call, std::string_view className)
{
    std::string_view message = call.message;
    const ClassNode* from = nullptr;
    if (equalIgnoringCase(call.function, "Create")) {
        message = "Constructor";
        from = tree.classOf(call.ofClass);
        if (!from)
            return {};
    } else if (isSelf(call.receiver)) {
        from = tree.classOf(className);
    } else if (!call.ofClass.empty()) {
        from = tree.classOf(call.ofClass);
    }
    std::vector<CalledHandler> found;
    const WordId word = tree.table->find(message);
    if (message.empty() || word == noWord)
        return found;
    for (const ClassNode* node = from; node; node = tree.parentOf(*node))
        if (const HandlerEntry* handler = tree.handlerOf(*node, word))
            found.push_back({&tree.fileOf(*node), handler});
    if (!found.empty())
        return found;
    for (const std::uint32_t file : tree.filesWith(word))
        for (const HandlerEntry& handler : tree.files[file]->handlers)
            if (handler.name == word)
                found.push_back({tree.files[file].get(), &handler});
    std::ranges::stable_sort(found, std::greater(), [](const CalledHandler& one) { return one.names->parametersOf(*one.handler).size(); });
    return found;
}

Candidates::Candidates(const TreeIndex::Tree& tree, const FileNames* names, const TextPlace& place)
    : tree_(tree), names_(names), place_(place), class_(tree.classOf(place.className))
{
    if (!class_ || (!place.superName.empty() && tree.parentOf(*class_) != tree.classOf(place.superName))) {
        class_ = tree.classOf(place.superName);
        ownDistance_ = 1;
    }
    chain_ = tree.chainOf(class_);
}

void Candidates::add(CompletionKind kind, std::string text, std::string detail, int rank)
{
    items_.push_back({kind, std::move(text), std::move(detail), rank});
}

void Candidates::collect()
{
    const bool messageFits = !place_.calls.empty() && [&] {
        const OpenCall& call = place_.calls.back();
        const BuiltinFunction* function = findFunction(*tree_.dialect, call.function);
        const auto at = function ? messagePlace(*function) : std::nullopt;
        return at && static_cast<int>(*at) == call.argument;
    }();
    const bool classFits = !place_.calls.empty() && [&] {
        const OpenCall& call = place_.calls.back();
        return (equalIgnoringCase(call.function, "Create") && call.argument == 0) ||
               (equalIgnoringCase(call.function, "IsClass") && call.argument == 1);
    }();
    switch (place_.kind) {
    case PlaceKind::Nothing:
    case PlaceKind::ClassName: break;
    case PlaceKind::AfterClass: addKeywords({TokenKind::Is}, 0); break;
    case PlaceKind::Superclass: addClasses("", 0); break;
    case PlaceKind::EntryName: addEntryNames(); break;
    case PlaceKind::EntryValue:
    case PlaceKind::ParameterValue:
        addConstants();
        if (place_.block != TokenKind::Constants) {
            addResources();
            addClasses("&", elsewhereRank);
        }
        break;
    case PlaceKind::HandlerName: addHandlerNames(); break;
    case PlaceKind::ParameterName: addParameterNames(); break;
    case PlaceKind::Statement: addStatement(); break;
    case PlaceKind::LoopVariable:
        addVariables();
        addMembers(true);
        break;
    case PlaceKind::Expression:
        addExpression();
        if (messageFits || classFits)
            for (Completion& item : items_)
                item.rank += elsewhereRank;
        if (messageFits)
            addMessages("@");
        if (classFits)
            addClasses("&", 0);
        break;
    case PlaceKind::Operator: addKeywords({TokenKind::And, TokenKind::Or, TokenKind::Mod, TokenKind::In}, keywordRank); break;
    case PlaceKind::Message: addMessages(""); break;
    case PlaceKind::Class: addClasses("", 0); break;
    case PlaceKind::Setting: addSettings(); break;
    case PlaceKind::Variable: addVariables(); break;
    }
}

void Candidates::addVariables()
{
    for (const TextVariable& variable : place_.variables)
        add(variable.isParameter ? CompletionKind::Parameter : CompletionKind::Local, std::string(variable.name),
            variable.isParameter ? "parameter" : "local", variable.isParameter ? parameterRank : localRank);
}

std::string Candidates::spelling(const FileNames& names, const MemberEntry& member) const
{
    return std::string(names.wordAt(member.begin, tree_.table->text(member.name).size()));
}

std::string Candidates::memberDetail(const FileNames& names, const MemberEntry& member) const
{
    const std::string value = oneLine(member.value.of(names.text()), 60);
    return value.empty() ? "$" : value;
}

void Candidates::addMembersOf(const ClassNode& node, int distance, bool assignable)
{
    const FileNames& names = tree_.fileOf(node);
    for (const MemberEntry& member : names.members) {
        if (member.classIndex != node.index ||
            (member.kind != NameKind::Property && (member.kind != NameKind::Classvar || assignable)))
            continue;
        std::string text = spelling(names, member);
        if (!seen_.try_emplace(lowerText(text), true).second)
            continue;
        std::string detail = memberDetail(names, member);
        if (distance > 0)
            detail += "   " + std::string(tree_.spellingOf(node));
        add(member.kind == NameKind::Property ? CompletionKind::Property : CompletionKind::Classvar, std::move(text),
            std::move(detail), memberRank + std::min(distance, farthest));
    }
}

void Candidates::addMembers(bool assignable)
{
    int distance = ownDistance_;
    for (const ClassNode* node : chain_)
        addMembersOf(*node, distance++, assignable);
    for (const TextMember& member : place_.members) { // typed since the index was made
        const bool property = member.block == TokenKind::Properties;
        if ((property || (member.block == TokenKind::Classvars && !assignable)) &&
            seen_.try_emplace(lowerText(member.name), true).second)
            add(property ? CompletionKind::Property : CompletionKind::Classvar, std::string(member.name), "", memberRank);
    }
}

void Candidates::addConstants()
{
    std::unordered_set<std::string> known;
    const auto addFrom = [&](const FileNames& names, std::uint32_t classIndex, int rank) {
        for (const MemberEntry& member : names.members)
            if (member.kind == NameKind::Constant && member.classIndex == classIndex) {
                std::string text = spelling(names, member);
                if (known.insert(lowerText(text)).second)
                    add(CompletionKind::Constant, std::move(text), memberDetail(names, member), rank);
            }
    };
    if (class_ && ownDistance_ == 0)
        addFrom(tree_.fileOf(*class_), class_->index, constantRank);
    for (const TextMember& member : place_.members)
        if (member.block == TokenKind::Constants && known.insert(lowerText(member.name)).second)
            add(CompletionKind::Constant, std::string(member.name), "", constantRank);
    const FileNames* including = names_ ? names_ : class_ ? &tree_.fileOf(*class_) : nullptr; // a new class will include the same
    if (!including)
        return;
    if (including->isHeader)
        addFrom(*including, noPlace, headerRank);
    for (const std::string& key : including->includes)
        if (const auto place = tree_.places->find(key); place != tree_.places->end())
            addFrom(*tree_.files[place->second], noPlace, headerRank);
}

void Candidates::addResources()
{
    std::unordered_set<std::string> known;
    const auto addOne = [&](const FileNames& names, const MemberEntry& member, int rank) {
        std::string text = spelling(names, member);
        if (known.insert(lowerText(text)).second)
            add(CompletionKind::Resource, std::move(text), memberDetail(names, member), rank);
    };
    int distance = ownDistance_;
    for (const ClassNode* node : chain_) {
        const FileNames& names = tree_.fileOf(*node);
        for (const MemberEntry& member : names.members)
            if (member.kind == NameKind::Resource && member.classIndex == node->index)
                addOne(names, member, resourceRank + std::min(distance, farthest));
        for (const std::string& key : names.includes)
            if (const auto place = tree_.places->find(key); place != tree_.places->end())
                for (const FileNames& header = *tree_.files[place->second]; const MemberEntry& member : header.members)
                    if (member.kind == NameKind::Resource && header.ofClass == node->name)
                        addOne(header, member, resourceRank + std::min(distance, farthest));
        ++distance;
    }
    for (const TextMember& member : place_.members)
        if (member.block == TokenKind::Resources && known.insert(lowerText(member.name)).second)
            add(CompletionKind::Resource, std::string(member.name), "", resourceRank);
}

void Candidates::addFunctions(int rank)
{
    for (const BuiltinFunction& function : tree_.dialect->functions)
        add(CompletionKind::Function, std::string(function.name), "(" + std::string(function.parameters) + ")", rank);
}

void Candidates::addKeywords(std::initializer_list<TokenKind> kinds, int rank)
{
    for (const Keyword& keyword : tree_.dialect->keywords)
        if (std::ranges::find(kinds, keyword.kind) != kinds.end())
            add(CompletionKind::Keyword, std::string(keyword.text), "", rank);
}

void Candidates::addExpression()
{
    addVariables();
    addMembers(false);
    addConstants();
    addResources();
    addFunctions(functionRank);
    add(CompletionKind::Keyword, "self", class_ ? std::string(tree_.spellingOf(*class_)) : "", parameterRank);
    addKeywords({TokenKind::Not}, keywordRank);
}

void Candidates::addStatement()
{
    addVariables();
    addMembers(true);
    addFunctions(functionRank);
    addKeywords({TokenKind::If, TokenKind::Else, TokenKind::While, TokenKind::For, TokenKind::Foreach, TokenKind::Do,
                 TokenKind::Switch, TokenKind::Case, TokenKind::Default, TokenKind::Break, TokenKind::Continue, TokenKind::Return,
                 TokenKind::Propagate},
                resourceRank);
    if (place_.firstInBody)
        addKeywords({TokenKind::Local}, localRank);
}

void Candidates::addMessages(std::string_view before)
{
    const OpenCall* call = place_.calls.empty() ? nullptr : &place_.calls.back();
    std::vector<const ClassNode*> receiver;
    if (call && isSelf(call->receiver))
        receiver = chain_;
    else if (call && !call->ofClass.empty())
        receiver = tree_.chainOf(tree_.classOf(call->ofClass));
    std::unordered_map<WordId, int> near;
    const auto addOne = [&](const FileNames& names, const HandlerEntry& handler, std::string_view ofClass, int rank) {
        std::string text(before);
        text += names.wordAt(handler.begin, tree_.table->text(handler.name).size());
        std::string detail = parametersText(names, handler, *tree_.table);
        detail += "   ";
        detail += ofClass;
        add(CompletionKind::Message, std::move(text), std::move(detail), rank);
    };
    int distance = 0;
    for (const ClassNode* node : receiver) {
        const FileNames& names = tree_.fileOf(*node);
        for (const HandlerEntry& handler : names.handlers)
            if (handler.classIndex == node->index && near.try_emplace(handler.name, distance).second)
                addOne(names, handler, tree_.spellingOf(*node), std::min(distance, farthest));
        ++distance;
    }
    const std::vector<MessageEntry>& messages = tree_.listed().messages;
    items_.reserve(items_.size() + messages.size());
    for (const MessageEntry& message : messages) {
        if (near.contains(message.name))
            continue;
        const FileNames& names = *tree_.files[message.file];
        const HandlerEntry& handler = names.handlers[message.handler];
        const ClassEntry& of = names.classes[handler.classIndex];
        const bool known = names_ && names_->has(message.name);
        addOne(names, handler, names.wordAt(of.begin, tree_.table->text(of.name).size()), known ? farthest + 1 : farthest + 2);
    }
}

void Candidates::addClasses(std::string_view before, int rank)
{
    items_.reserve(items_.size() + tree_.classes->nodes.size());
    for (const ClassNode& node : tree_.classes->nodes) {
        const ClassNode* parent = tree_.parentOf(node);
        const bool known = names_ && names_->has(node.name);
        add(CompletionKind::Class, std::string(before) + std::string(tree_.spellingOf(node)),
            parent ? "is " + std::string(tree_.spellingOf(*parent)) : "", rank + (known ? 0 : 1));
    }
}

void Candidates::addSettings()
{
    const OpenCall* call = place_.calls.empty() ? nullptr : &place_.calls.back();
    std::unordered_set<std::string> known;
    if (call)
        for (const std::string_view there : call->settings)
            known.insert(lowerText(there));
    const std::vector<CalledHandler> handlers =
        call ? handlersCalled(tree_, *call, class_ && ownDistance_ == 0 ? place_.className : place_.superName)
             : std::vector<CalledHandler>();
    for (std::size_t i = 0; i < handlers.size(); ++i)
        for (const VariableEntry& parameter : handlers[i].names->parametersOf(*handlers[i].handler)) {
            std::string text(handlers[i].names->wordAt(parameter.begin, tree_.table->text(parameter.name).size()));
            if (known.insert(lowerText(text)).second)
                add(CompletionKind::MessageParameter, std::move(text), parameterText(*handlers[i].names, parameter, *tree_.table),
                    i == 0 ? 0 : 1);
        }
    if (!handlers.empty())
        return;
    for (const WordId parameter : tree_.listed().parameters)
        if (const std::string_view text = tree_.table->text(parameter); !known.contains(lowerText(text)))
            add(CompletionKind::MessageParameter, std::string(text), "", 2);
}

void Candidates::addHandlerNames()
{
    std::unordered_set<WordId> known;
    if (class_ && ownDistance_ == 0)
        for (const HandlerEntry& handler : tree_.fileOf(*class_).handlers)
            if (handler.classIndex == class_->index)
                known.insert(handler.name);
    int distance = 0;
    for (const ClassNode* node : chain_) {
        const FileNames& names = tree_.fileOf(*node);
        for (const HandlerEntry& handler : names.handlers)
            if (handler.classIndex == node->index && known.insert(handler.name).second)
                add(CompletionKind::Message, std::string(names.wordAt(handler.begin, tree_.table->text(handler.name).size())),
                    parametersText(names, handler, *tree_.table) + "   " + std::string(tree_.spellingOf(*node)),
                    std::min(distance, farthest));
        ++distance;
    }
    for (const ReservedName& reserved : tree_.dialect->reserved)
        if (reserved.kind == SymbolKind::Message && known.insert(tree_.table->find(reserved.name)).second)
            add(CompletionKind::Message, std::string(reserved.name), "sent by the server", farthest + 1);
    addKeywords({TokenKind::EndClass}, keywordRank);
}

void Candidates::addParameterNames()
{
    std::unordered_set<std::string> known;
    for (const TextVariable& variable : place_.variables)
        known.insert(lowerText(variable.name));
    const WordId word = tree_.table->find(place_.handlerName);
    int distance = 0;
    for (const ClassNode* node : chain_) {
        const HandlerEntry* handler = word == noWord ? nullptr : tree_.handlerOf(*node, word);
        if (!handler)
            continue;
        const FileNames& names = tree_.fileOf(*node);
        for (const VariableEntry& parameter : names.parametersOf(*handler)) {
            std::string text(names.wordAt(parameter.begin, tree_.table->text(parameter.name).size()));
            if (known.insert(lowerText(text)).second)
                add(CompletionKind::Parameter, std::move(text), parameterText(names, parameter, *tree_.table),
                    std::min(distance, farthest));
        }
        ++distance;
    }
    for (const WordId parameter : tree_.listed().parameters)
        if (const std::string_view text = tree_.table->text(parameter); known.insert(lowerText(text)).second)
            add(CompletionKind::Parameter, std::string(text), "", elsewhereRank);
}

void Candidates::addEntryNames()
{
    if (place_.block == TokenKind::Properties || place_.block == TokenKind::Classvars) {
        for (const TextMember& member : place_.members)
            seen_.emplace(lowerText(member.name), true);
        if (class_ && ownDistance_ == 0)
            for (const MemberEntry& member : tree_.fileOf(*class_).members)
                if (member.classIndex == class_->index)
                    seen_.emplace(lowerText(tree_.table->text(member.name)), true);
        int distance = 0;
        for (const ClassNode* node : chain_)
            addMembersOf(*node, distance++, false);
        if (place_.block == TokenKind::Classvars)
            std::erase_if(items_, [](const Completion& item) { return item.kind == CompletionKind::Property; });
    }
    if (place_.block == TokenKind::Constants || (place_.block == TokenKind::Resources && tree_.dialect->resourceLanguages))
        addKeywords({TokenKind::Include}, 0);
    addKeywords({TokenKind::Constants, TokenKind::Resources, TokenKind::Classvars, TokenKind::Properties, TokenKind::Messages,
                 TokenKind::EndClass},
                keywordRank);
}

CompletionList TreeIndex::complete(const std::filesystem::path& file, std::string_view text, std::uint32_t offset) const
{
    CompletionList list;
    list.begin = list.end = std::min(offset, static_cast<std::uint32_t>(text.size()));
    if (!tree_)
        return list;
    const TextPlace place = textPlace(text, offset, *tree_->dialect);
    list.begin = place.begin;
    list.end = place.end;
    Candidates candidates(*tree_, tree_->file(file), place);
    candidates.collect();
    list.items = std::move(candidates).take();
    const std::string_view word = wordOf(place, text);
    if (place.kind == PlaceKind::Expression && word.size() >= 3) { // resources of other classes are too many to list all
        std::unordered_set<std::string> known;
        for (const Completion& item : list.items)
            if (item.kind == CompletionKind::Resource)
                known.insert(lowerText(item.text));
        for (const FilePointer& names : tree_->files)
            for (const MemberEntry& member : names->members) {
                const std::string_view name = tree_->table->text(member.name);
                if (member.kind == NameKind::Resource && name.size() >= word.size() &&
                    equalIgnoringCase(name.substr(0, word.size()), word) && known.insert(lowerText(name)).second)
                    list.items.push_back({CompletionKind::Resource, std::string(names->wordAt(member.begin, name.size())),
                                          oneLine(member.value.of(names->text()), 60), elsewhereRank});
            }
    }
    std::ranges::stable_sort(list.items, {}, &Completion::rank);
    return list;
}

std::optional<CallHelp> TreeIndex::callAt(const std::filesystem::path&, std::string_view text, std::uint32_t offset) const
{
    if (!tree_)
        return std::nullopt;
    const TextPlace place = textPlace(text, offset, *tree_->dialect);
    const OpenCall* call = nullptr;
    for (const OpenCall& one : place.calls)
        if (!one.function.empty())
            call = &one;
    const BuiltinFunction* function = call ? findFunction(*tree_->dialect, call->function) : nullptr;
    if (!function)
        return std::nullopt;
    CallHelp help;
    const bool inSettings = call->argument >= function->arguments && function->more == MoreArguments::Settings;
    const std::vector<CalledHandler> handlers =
        inSettings ? handlersCalled(*tree_, *call, place.className) : std::vector<CalledHandler>();
    const auto called = std::ranges::find_if(
        handlers, [](const CalledHandler& one) { return !one.names->parametersOf(*one.handler).empty(); });
    if (called != handlers.end()) {
        const FileNames& names = *called->names;
        const HandlerEntry& handler = *called->handler;
        const std::string_view setting = place.kind == PlaceKind::Setting ? wordOf(place, text) : call->setting;
        help.name = names.wordAt(handler.begin, tree_->table->text(handler.name).size());
        for (const VariableEntry& parameter : names.parametersOf(handler)) {
            if (equalIgnoringCase(setting, tree_->table->text(parameter.name)))
                help.current = static_cast<int>(help.parameters.size());
            help.parameters.push_back(parameterText(names, parameter, *tree_->table));
        }
        help.comment = commentAt(names, handler.begin, *tree_->dialect);
        help.others = static_cast<int>(std::ranges::count_if(
            handlers, [&](const CalledHandler& one) { return parameterNames(one) != parameterNames(*called); }));
        return help;
    }
    help.name = function->name;
    for (std::string_view rest = function->parameters; !rest.empty();) {
        const std::size_t comma = rest.find(", ");
        help.parameters.emplace_back(rest.substr(0, comma));
        rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 2);
    }
    const int last = static_cast<int>(help.parameters.size()) - 1;
    const bool open = function->more != MoreArguments::None;
    help.current = call->argument <= last ? call->argument : open ? last : -1;
    help.comment = function->description;
    return help;
}

} // namespace blak::kod
