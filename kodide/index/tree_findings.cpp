// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/characters.h"
#include "kodide/compiler/tree_walk.h"
#include "kodide/index/index_tree.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

/// What a whole tree has to say of one text, as `blak check` says it of all: see TreeLints.
namespace blak::kod {
namespace {

/// Parameters of the handlers of one message.
struct KnownMessage
{
    bool isHandled = false;
    std::unordered_set<WordId> parameters;
};

class TextFindings
{
public:
    TextFindings(const TreeIndex::Tree& tree, const SyntaxUnit& unit) : tree_(tree), unit_(unit), own_(tree.file(unit.sources[0]->name)) {}

    std::vector<Finding> run()
    {
        forEach([this](const Expression& expression) {
            if (expression.kind == ExpressionKind::MessageLiteral)
                ask(unit_.text(expression.name));
        });
        lookUp();
        forEach([this](const Expression& expression) {
            if (expression.kind == ExpressionKind::MessageLiteral && isOwn(expression.name))
                checkMessage(expression.name);
            else if (expression.kind == ExpressionKind::Call)
                checkSettings(*expression.call);
        });
        return std::move(findings_);
    }

private:
    template <typename Visit>
    void forEach(Visit visit) const
    {
        for (const ClassSyntax* one : unit_.classes)
            forEachExpression(*one, visit);
    }

    /// A message that the text names.
    void ask(std::string_view message)
    {
        const auto [place, isFresh] = known_.try_emplace(lowerText(message));
        if (!isFresh)
            return;
        KnownMessage& entry = place->second;
        entry.isHandled = anyHandlerHere(message, [](const Handler&) { return true; }) ||
                          std::ranges::any_of(tree_.dialect->reserved, [&](const ReservedName& one) {
                              return one.kind == SymbolKind::Message && equalIgnoringCase(one.name, message);
                          });
        if (const WordId word = tree_.table->find(message); word != noWord)
            words_.emplace(word, &entry);
    }

    /// Their handlers in the other files, in one go.
    void lookUp()
    {
        for (const FilePointer& names : tree_.files) {
            if (names.get() == own_)
                continue;
            for (const HandlerEntry& handler : names->handlers)
                if (const auto asked = words_.find(handler.name); asked != words_.end()) {
                    asked->second->isHandled = true;
                    for (const VariableEntry& parameter : names->parametersOf(handler))
                        asked->second->parameters.insert(parameter.name);
                }
        }
    }

    bool isOwn(TokenIndex token) const { return unit_.tokens[token].source == 0; }

    void checkMessage(NameUse name)
    {
        if (!known(unit_.text(name)).isHandled)
            add(Code::NobodyHandles, name, "no class has a handler for `" + std::string(unit_.text(name)) + "`");
    }

    /// Of calls whose message stands there by name; those of Create are not looked at.
    void checkSettings(const Call& call)
    {
        if (!call.builtin || call.builtin->more != MoreArguments::Settings)
            return;
        const auto message = std::ranges::find_if(call.arguments, [](const Argument& argument) {
            return argument.setting == noToken && argument.value->kind == ExpressionKind::MessageLiteral;
        });
        if (message == call.arguments.end())
            return;
        const KnownMessage& handlers = known(unit_.text(message->value->name));
        for (const Argument& argument : call.arguments) {
            if (!handlers.isHandled || argument.setting == noToken || !isOwn(argument.setting))
                continue;
            const std::string_view name = unit_.text(argument.setting);
            const WordId word = tree_.table->find(name);
            if (!(word != noWord && handlers.parameters.contains(word)) && !isTakenHere(unit_.text(message->value->name), name))
                add(Code::NoSuchParameter, argument.setting, "no handler that can get this message takes `" + std::string(name) + "`");
        }
    }

    /// Of the text as it is now; what the index has of this file may be some keys older.
    template <typename Test>
    bool anyHandlerHere(std::string_view message, Test test) const
    {
        return std::ranges::any_of(unit_.classes, [&](const ClassSyntax* one) {
            return std::ranges::any_of(one->handlers, [&](const Handler* handler) {
                return equalIgnoringCase(unit_.text(handler->name), message) && test(*handler);
            });
        });
    }

    bool isTakenHere(std::string_view message, std::string_view parameter) const
    {
        return anyHandlerHere(message, [&](const Handler& handler) {
            return std::ranges::any_of(handler.parameters, [&](const Parameter& one) { return equalIgnoringCase(unit_.text(one.name), parameter); });
        });
    }

    const KnownMessage& known(std::string_view message) const { return known_.at(lowerText(message)); }

    void add(Code code, NameUse name, std::string message)
    {
        report(unit_, findings_, code, name, name, name, std::move(message));
    }

    const TreeIndex::Tree& tree_;
    const SyntaxUnit& unit_;
    const FileNames* own_;
    std::unordered_map<std::string, KnownMessage> known_; ///< lower case
    std::unordered_map<WordId, KnownMessage*> words_;     ///< of the same
    std::vector<Finding> findings_;
};

} // namespace

std::vector<Finding> TreeIndex::findings(const CheckedText& text) const
{
    if (!tree_ || !text.unit || hasErrors(text.findings))
        return {};
    return TextFindings(*tree_, *text.unit).run();
}

} // namespace blak::kod
