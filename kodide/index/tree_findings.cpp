// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/characters.h"
#include "kodide/compiler/tree_walk.h"
#include "kodide/index/index_tree.h"

#include <algorithm>
#include <unordered_map>

/// What a whole tree has to say of one text, as `blak check` says it of all: see TreeLints.
namespace blak::kod {
namespace {

/// Parameters of the handlers of one message.
struct KnownMessage
{
    bool isHandled = false;
    std::vector<WordId> parameters;
};

class TextFindings
{
public:
    TextFindings(const TreeIndex::Tree& tree, const SyntaxUnit& unit) : tree_(tree), unit_(unit), own_(tree.file(unit.sources[0]->name)) {}

    std::vector<Finding> run()
    {
        for (const ClassSyntax* one : unit_.classes)
            forEachExpression(*one, [this](const Expression& expression) {
                if (expression.kind == ExpressionKind::MessageLiteral && isOwn(expression.name))
                    checkMessage(expression.name);
                else if (expression.kind == ExpressionKind::Call)
                    checkSettings(*expression.call);
            });
        return std::move(findings_);
    }

private:
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
            const bool isTaken = std::ranges::any_of(handlers.parameters, [&](WordId word) { return equalIgnoringCase(tree_.table->text(word), name); });
            if (!isTaken && !isTakenHere(unit_.text(message->value->name), name))
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

    const KnownMessage& known(std::string_view message)
    {
        const auto [place, isFresh] = known_.try_emplace(lowerText(message));
        KnownMessage& entry = place->second;
        if (!isFresh)
            return entry;
        entry.isHandled = anyHandlerHere(message, [](const Handler&) { return true; }) ||
                          std::ranges::any_of(tree_.dialect->reserved, [&](const ReservedName& one) {
                              return one.kind == SymbolKind::Message && equalIgnoringCase(one.name, message);
                          });
        const WordId word = tree_.table->find(message);
        for (const std::uint32_t file : word == noWord ? std::vector<std::uint32_t>() : tree_.filesWith(word))
            if (const FileNames& names = *tree_.files[file]; &names != own_)
                for (const HandlerEntry& handler : names.handlers)
                    if (handler.name == word) {
                        entry.isHandled = true;
                        for (const VariableEntry& parameter : names.parametersOf(handler))
                            entry.parameters.push_back(parameter.name);
                    }
        return entry;
    }

    void add(Code code, NameUse name, std::string message)
    {
        report(unit_, findings_, code, name, name, name, std::move(message));
    }

    const TreeIndex::Tree& tree_;
    const SyntaxUnit& unit_;
    const FileNames* own_;
    std::unordered_map<std::string, KnownMessage> known_;
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
