// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/characters.h"
#include "kodide/compiler/lints.h"
#include "kodide/compiler/nearest_name.h"
#include "kodide/compiler/tree_walk.h"
#include "kodide/index/index_tree.h"

#include <algorithm>
#include <span>
#include <unordered_map>
#include <unordered_set>

/// What a whole tree has to say of one text, as `blak check` says it of all: see TreeLints.
namespace blak::kod {
namespace {

constexpr std::string_view constructorName = "constructor"; // reserved in all dialects

/// Names of the text without regard to case.
struct SameName
{
    std::size_t operator()(std::string_view name) const { return hashIgnoringCase(name); }
    bool operator()(std::string_view a, std::string_view b) const { return equalIgnoringCase(a, b); }
};
template <typename Value>
using ByName = std::unordered_map<std::string_view, Value, SameName, SameName>;

/// The handlers of one message.
struct KnownMessage
{
    bool isHandled = false;
    std::unordered_set<WordId> parameters; ///< of those in other files
};

class TextFindings
{
public:
    TextFindings(const TreeIndex::Tree& tree, const SyntaxUnit& unit) : tree_(tree), unit_(unit)
    {
        const auto place = tree.places->find(indexKey(unit.sources[0]->name));
        own_ = place == tree.places->end() ? tree.files.size() : place->second;
    }

    /// `hasErrors`: names of it may be unknown, and be meant for messages.
    std::vector<Finding> run(bool hasErrors)
    {
        forEach([this](const Expression& expression) {
            if (expression.kind == ExpressionKind::MessageLiteral)
                ask(unit_.text(expression.name));
            else if (expression.kind == ExpressionKind::Call)
                asksAll_ = asksAll_ || goesToAll(*expression.call);
        });
        ask(constructorName);
        lookUp();
        forEach([this](const Expression& expression) {
            if (expression.kind == ExpressionKind::MessageLiteral && isOwn(expression.name))
                checkMessage(expression.name);
            else if (expression.kind == ExpressionKind::Call)
                checkSettings(*expression.call);
        });
        checkHandlers(hasErrors);
        return std::move(findings_);
    }

private:
    template <typename Visit>
    void forEach(Visit visit) const
    {
        for (const ClassSyntax* one : unit_.classes)
            forEachExpression(*one, visit);
    }

    /// `visit` until it is true, for the handlers of the text as it is now; what the index has of this file may be some keys older.
    template <typename Visit>
    bool anyHandlerHere(Visit visit) const
    {
        return std::ranges::any_of(unit_.classes, [&](const ClassSyntax* one) {
            return std::ranges::any_of(one->handlers, [&](const Handler* handler) { return visit(*handler); });
        });
    }

    bool takes(const Handler& handler, std::string_view parameter) const
    {
        return std::ranges::any_of(handler.parameters, [&](const Parameter& one) { return equalIgnoringCase(unit_.text(one.name), parameter); });
    }

    bool isReserved(std::string_view message) const
    {
        return std::ranges::any_of(tree_.dialect->reserved, [&](const ReservedName& one) {
            return one.kind == SymbolKind::Message && equalIgnoringCase(one.name, message);
        });
    }

    /// A message that the text names.
    void ask(std::string_view message)
    {
        const auto [place, isFresh] = known_.try_emplace(message);
        if (!isFresh)
            return;
        place->second.isHandled = anyHandlerHere([&](const Handler& handler) { return equalIgnoringCase(unit_.text(handler.name), message); });
        if (const WordId word = tree_.table->find(message); word != noWord)
            words_.emplace(word, &place->second);
    }

    /// Their handlers in the other files, in one go.
    void lookUp()
    {
        for (std::size_t file = 0; file < tree_.files.size(); ++file) {
            if (file == own_)
                continue;
            const FileNames& names = *tree_.files[file];
            for (const HandlerEntry& handler : names.handlers) {
                if (asksAll_)
                    for (const VariableEntry& parameter : names.parametersOf(handler))
                        all_.insert(parameter.name);
                if (const auto asked = words_.find(handler.name); asked != words_.end()) {
                    asked->second->isHandled = true;
                    for (const VariableEntry& parameter : names.parametersOf(handler))
                        asked->second->parameters.insert(parameter.name);
                }
            }
        }
    }

    bool isOwn(TokenIndex token) const { return unit_.tokens[token].source == 0; }

    /// Whether the grammar of another text has lost its way, and the name is one of the words there: what it is nobody knows yet.
    bool mayBeLost(std::string_view name) const
    {
        for (std::size_t file = 0; file < tree_.files.size(); ++file)
            if (file != own_ && tree_.files[file]->isBroken && hasWord(tree_.files[file]->text(), name))
                return true;
        return false;
    }

    static bool hasWord(std::string_view text, std::string_view name)
    {
        bool isThere = false;
        forEachWord(text, [&](std::string_view word) { isThere = isThere || equalIgnoringCase(word, name); });
        return isThere;
    }

    void checkMessage(NameUse name)
    {
        const std::string_view message = unit_.text(name);
        if (!known_.at(message).isHandled && !isReserved(message) && !mayBeLost(message))
            suggestMessage(add(Code::NobodyHandles, name, "no class has a handler for `" + std::string(message) + "`"), name);
    }

    static bool hasSettings(const Call& call) { return call.builtin && call.builtin->more == MoreArguments::Settings; }

    static bool goesToAll(const Call& call)
    {
        const SettingsTarget target = hasSettings(call) ? settingsTarget(call) : SettingsTarget{.creates = true};
        return !target.creates && !target.message;
    }

    void checkSettings(const Call& call)
    {
        if (!hasSettings(call))
            return;
        const SettingsTarget target = settingsTarget(call);
        for (const Argument& argument : call.arguments)
            if (argument.setting != noToken && isOwn(argument.setting) && !isTaken(target, unit_.text(argument.setting)) &&
                !mayBeLost(unit_.text(argument.setting)))
                suggestParameter(add(Code::NoSuchParameter, argument.setting,
                                     "no handler that can get this message takes `" + std::string(unit_.text(argument.setting)) + "`"),
                                 target, argument.setting);
    }

    bool isTaken(const SettingsTarget& target, std::string_view parameter) const
    {
        const WordId word = tree_.table->find(parameter);
        if (!target.creates && !target.message)
            return all_.contains(word) || anyHandlerHere([&](const Handler& handler) { return takes(handler, parameter); });
        const std::string_view message = target.creates ? constructorName : unit_.text(target.message->name);
        const KnownMessage& handlers = known_.at(message);
        if (!handlers.isHandled)
            return true; // told of the message itself
        if (target.createdClass)
            return constructorTakes(unit_.text(target.createdClass->name), parameter);
        return handlers.parameters.contains(word) || anyHandlerHere([&](const Handler& handler) {
                   return equalIgnoringCase(unit_.text(handler.name), message) && takes(handler, parameter);
               });
    }

    /// The class and its ancestors, for constructors propagate.
    bool constructorTakes(std::string_view className, std::string_view parameter) const
    {
        const WordId parameterWord = tree_.table->find(parameter);
        const WordId constructor = tree_.table->find(constructorName);
        std::size_t left = tree_.classes->nodes.size() + unit_.classes.size(); // in the middle of an edit classes may derive from each other
        for (std::string_view name = className; !name.empty() && left > 0; --left) {
            const auto here = std::ranges::find_if(unit_.classes, [&](const ClassSyntax* one) { return equalIgnoringCase(unit_.text(one->name), name); });
            if (here != unit_.classes.end()) {
                for (const Handler* handler : (*here)->handlers)
                    if (equalIgnoringCase(unit_.text(handler->name), constructorName) && takes(*handler, parameter))
                        return true;
                name = (*here)->super == noToken ? std::string_view() : unit_.text((*here)->super);
                continue;
            }
            const ClassNode* node = tree_.classOf(name);
            if (!node)
                return true; // told of the class itself
            const FileNames& names = tree_.fileOf(*node);
            if (const HandlerEntry* handler = constructor == noWord ? nullptr : tree_.handlerOf(*node, constructor))
                for (const VariableEntry& one : names.parametersOf(*handler))
                    if (one.name == parameterWord)
                        return true;
            name = tree_.table->text(names.classes[node->index].super);
        }
        return false;
    }

    /// Messages that no code names: told at the first handler, that of the class nearest to the root. In texts with errors any word may
    /// be meant for the name, also without its sign.
    void checkHandlers(bool hasErrors)
    {
        ByName<const Handler*> unsent;
        for (const ClassSyntax* one : unit_.classes)
            for (const Handler* handler : one->handlers)
                unsent.try_emplace(unit_.text(handler->name), handler);
        for (TokenIndex i = 0; i + 1 < unit_.tokens.size(); ++i)
            if (unit_.tokens[i].kind == TokenKind::At && unit_.tokens[i + 1].kind == TokenKind::Identifier)
                unsent.erase(unit_.text(i + 1));
        if (hasErrors)
            dropWordsHere(unsent);
        const FileNames* known = own_ < tree_.files.size() ? tree_.files[own_].get() : nullptr;
        const bool hasOwnStrings = known && known->strings && known->strings->hash == stringsHash(unit_);
        for (const std::string_view text : hasOwnStrings ? std::span<const std::string_view>() : std::span<const std::string_view>(unit_.texts))
            forEachWord(text, [&](std::string_view word) { unsent.erase(word); });
        std::erase_if(unsent, [this](const auto& one) { return isReserved(one.first) || isLookedUpByServer(lowerText(one.first)); });

        Unsent rest;
        for (const auto& [name, handler] : unsent)
            rest.emplace_back(tree_.table->find(name), handler);
        std::ranges::sort(rest);
        if (hasOwnStrings)
            dropWords(rest, known->strings->words);
        for (std::size_t file = 0; file < tree_.files.size() && !rest.empty(); ++file)
            if (file != own_)
                dropNamed(rest, *tree_.files[file], file < own_);
        for (std::size_t file = 0; file < tree_.files.size() && !rest.empty(); ++file)
            if (file != own_ && tree_.files[file]->hasErrors)
                std::erase_if(rest, [&](const auto& one) { return hasWord(tree_.files[file]->text(), unit_.text(one.second->name)); });
        std::ranges::sort(rest, {}, [](const auto& one) { return one.second->name; });
        for (const auto& [word, handler] : rest)
            if (isOwn(handler->name))
                add(Code::NobodySends, handler->name, "no code names the message `" + std::string(unit_.text(handler->name)) + "`");
    }

    /// Names that stand anywhere but at the heads of their handlers.
    void dropWordsHere(ByName<const Handler*>& unsent) const
    {
        std::unordered_set<TokenIndex> heads;
        anyHandlerHere([&](const Handler& handler) {
            heads.insert(handler.name);
            return false;
        });
        for (TokenIndex i = 0; i < unit_.tokens.size(); ++i)
            if (unit_.tokens[i].kind == TokenKind::Identifier && !heads.contains(i))
                unsent.erase(unit_.text(i));
    }

    using Unsent = std::vector<std::pair<WordId, const Handler*>>; ///< ascending

    static void dropWords(Unsent& rest, const std::vector<WordId>& words)
    {
        auto next = words.begin(); // both ascend
        std::erase_if(rest, [&](const auto& one) {
            next = std::lower_bound(next, words.end(), one.first);
            return next != words.end() && *next == one.first;
        });
    }

    /// Those that a file names; `isBefore`: it is nearer to the root, and tells of those that it handles.
    static void dropNamed(Unsent& rest, const FileNames& names, bool isBefore)
    {
        dropWords(rest, names.sent);
        if (names.strings)
            dropWords(rest, names.strings->words);
        if (isBefore)
            std::erase_if(rest, [&](const auto& one) {
                return names.has(one.first) && std::ranges::find(names.handlers, one.first, &HandlerEntry::name) != names.handlers.end();
            });
    }

    Finding& add(Code code, NameUse name, std::string message)
    {
        return report(unit_, findings_, code, name, name, name, std::move(message));
    }

    // What may have been meant, of this text and the others

    void suggestMessage(Finding& finding, NameUse name)
    {
        NearestName nearest(unit_.text(name));
        forEachHandler([&](std::string_view message, const auto&) { nearest.consider(message); });
        offer(finding, name, nearest);
    }

    /// Of the handlers of the message, or else of all.
    void suggestParameter(Finding& finding, const SettingsTarget& target, NameUse name)
    {
        const std::string_view message = target.creates ? constructorName : target.message ? unit_.text(target.message->name) : std::string_view();
        NearestName nearest(unit_.text(name));
        forEachHandler([&](std::string_view of, const std::vector<std::string_view>& parameters) {
            if (message.empty() || equalIgnoringCase(of, message))
                std::ranges::for_each(parameters, [&](std::string_view parameter) { nearest.consider(parameter); });
        });
        offer(finding, name, nearest);
    }

    void offer(Finding& finding, NameUse name, const NearestName& nearest) const
    {
        if (const std::string better(nearest.found()); !better.empty())
            finding.fixes.push_back({"change to " + better, unit_.range(name, name), better});
    }

    /// `visit` gets the message and the names of the parameters. The first time all of them are collected.
    template <typename Visit>
    void forEachHandler(Visit visit)
    {
        if (handlers_.empty()) {
            anyHandlerHere([&](const Handler& handler) {
                auto& [message, parameters] = handlers_.emplace_back(unit_.text(handler.name), std::vector<std::string_view>());
                for (const Parameter& one : handler.parameters)
                    parameters.push_back(unit_.text(one.name));
                return false;
            });
            for (std::size_t file = 0; file < tree_.files.size(); ++file)
                for (const HandlerEntry& handler : file == own_ ? std::span<const HandlerEntry>() : std::span<const HandlerEntry>(tree_.files[file]->handlers)) {
                    auto& [message, parameters] = handlers_.emplace_back(tree_.table->text(handler.name), std::vector<std::string_view>());
                    for (const VariableEntry& one : tree_.files[file]->parametersOf(handler))
                        parameters.push_back(tree_.table->text(one.name));
                }
        }
        for (const auto& [message, parameters] : handlers_)
            visit(message, parameters);
    }

    const TreeIndex::Tree& tree_;
    const SyntaxUnit& unit_;
    std::size_t own_;              ///< place among the files of the tree; behind them: it is none of them
    ByName<KnownMessage> known_;
    std::unordered_map<WordId, KnownMessage*> words_; ///< of the same
    bool asksAll_ = false;                            ///< the message of some call is not known
    std::unordered_set<WordId> all_;                  ///< parameters in other files, if so
    std::vector<std::pair<std::string_view, std::vector<std::string_view>>> handlers_; ///< with their parameters; once somebody asked
    std::vector<Finding> findings_;
};

} // namespace

std::vector<Finding> TreeIndex::findings(const CheckedText& text) const
{
    if (!tree_ || !text.unit || std::ranges::any_of(text.findings, &Finding::syntax))
        return {};
    return TextFindings(*tree_, *text.unit).run(hasErrors(text.findings));
}

} // namespace blak::kod
