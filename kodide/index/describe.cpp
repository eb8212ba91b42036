// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/index/describe.h"

#include "kodide/compiler/characters.h"
#include "kodide/compiler/session.h"

#include <algorithm>

namespace blak::kod {
namespace {

constexpr std::size_t commentLimit = 1500; ///< bytes

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && (isClass(text.front(), BlankClass) || text.front() == '\n'))
        text.remove_prefix(1);
    while (!text.empty() && (isClass(text.back(), BlankClass) || text.back() == '\n'))
        text.remove_suffix(1);
    return text;
}

std::string_view lineOf(const FileNames& names, std::size_t line)
{
    const std::size_t begin = names.lines[line];
    const std::size_t end = line + 1 < names.lines.size() ? names.lines[line + 1] : names.text().size();
    return trimmed(names.text().substr(begin, end - begin));
}

/// The text of a line that holds a comment and nothing else, without its signs.
bool isComment(std::string_view line, const Dialect& dialect, std::string_view& inside)
{
    if (line.starts_with(dialect.lineComment)) {
        while (line.starts_with(dialect.lineComment))
            line.remove_prefix(dialect.lineComment.size());
        inside = trimmed(line);
        return true;
    }
    if (!dialect.blockComments || !line.starts_with("/*") || !line.ends_with("*/") || line.size() < 4)
        return false;
    inside = trimmed(line.substr(2, line.size() - 4));
    return true;
}

/// Lines of `-----` and the like separate; they say nothing.
bool isRule(std::string_view text)
{
    return std::ranges::none_of(text, [](char c) { return isClass(c, LetterClass | DigitClass) || static_cast<unsigned char>(c) >= 128; });
}

std::string joined(const std::vector<std::string_view>& lines)
{
    std::string text;
    for (const std::string_view line : lines) {
        if (isRule(line) || text.size() + line.size() > commentLimit)
            continue;
        if (!text.empty())
            text += '\n';
        text += shownText(line);
    }
    return text;
}

/// The lines of a block comment that ends on the line, from above.
std::vector<std::string_view> blockAbove(const FileNames& names, std::size_t last)
{
    constexpr std::size_t mostLines = 60;
    std::vector<std::string_view> lines;
    for (std::size_t line = last;; --line) {
        std::string_view text = lineOf(names, line);
        const bool begins = text.starts_with("/*");
        if (text.ends_with("*/"))
            text.remove_suffix(2);
        if (begins && text.size() >= 2)
            text.remove_prefix(2);
        while (!begins && text.starts_with("*"))
            text.remove_prefix(1);
        lines.push_back(trimmed(text));
        if (begins) {
            std::ranges::reverse(lines);
            return lines;
        }
        if (line == 0 || lines.size() > mostLines)
            return {};
    }
}

/// `// said so` behind the declaration.
std::string_view behind(std::string_view line, const Dialect& dialect)
{
    bool inString = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '\\' && inString)
            ++i;
        else if (line[i] == '"')
            inString = !inString;
        else if (!inString && line.substr(i).starts_with(dialect.lineComment)) {
            line.remove_prefix(i);
            while (line.starts_with(dialect.lineComment))
                line.remove_prefix(dialect.lineComment.size());
            return trimmed(line);
        }
    }
    return {};
}

std::string count(std::size_t number, const char* one, const char* many)
{
    return std::to_string(number) + " " + (number == 1 ? one : many);
}

/// Makes the description of one key.
class Describer
{
public:
    Describer(const TreeIndex::Tree& tree, const SymbolWords& words, const ClassNode* from) : tree_(tree), words_(words), from_(from) {}

    SymbolDescription make();

private:
    void ofFunction(const BuiltinFunction& function);
    void ofClass();
    void ofMessage();
    void ofMember();
    void ofVariable();
    std::string className(const SymbolUse& use) const { return use.className.empty() ? use.file.filename().string() : use.className; }

    const TreeIndex::Tree& tree_;
    const SymbolWords& words_;
    const ClassNode* from_;
    SymbolDescription made_;
};

SymbolDescription Describer::make()
{
    made_.key = tree_.keyOf(words_);
    made_.definitions = tree_.definitionsOf(words_, from_);
    made_.spelling = tree_.table->text(words_.name);
    const FileNames* names = made_.definitions.empty() ? nullptr : tree_.file(made_.definitions[0].file);
    if (names) {
        made_.spelling = names->wordAt(made_.definitions[0].begin, made_.spelling.size());
        made_.comment = commentAt(*names, made_.definitions[0].begin, *tree_.dialect);
    }
    made_.signature = made_.spelling;
    switch (words_.kind) {
    case NameKind::Class: ofClass(); break;
    case NameKind::Message: ofMessage(); break;
    case NameKind::Self:
        made_.signature = made_.spelling = "self";
        made_.detail = from_ ? "the current object, " + std::string(tree_.spellingOf(*from_)) : "the current object";
        break;
    case NameKind::Function:
        if (const BuiltinFunction* function = findFunction(*tree_.dialect, made_.spelling))
            ofFunction(*function);
        break;
    case NameKind::Local:
    case NameKind::Parameter:
    case NameKind::MessageParameter: ofVariable(); break;
    default: ofMember(); break;
    }
    return std::move(made_);
}

void Describer::ofFunction(const BuiltinFunction& function)
{
    made_.spelling = function.name;
    made_.signature = std::string(function.name) + "(" + std::string(function.parameters) + ")";
    made_.detail = "built-in function; gives " + std::string(kindName(function.result));
    made_.comment = function.description;
}

void Describer::ofClass()
{
    const ClassNode* node = tree_.classOf(words_.name);
    if (!node) {
        made_.detail = "class that nothing defines";
        return;
    }
    const ClassNode* parent = tree_.parentOf(*node);
    if (parent)
        made_.signature += " is " + std::string(tree_.spellingOf(*parent));
    const std::size_t below = tree_.below(*node).size();
    made_.detail = "class";
    if (below > 0)
        made_.detail += "; " + count(below, "class derives", "classes derive") + " from it";
}

void Describer::ofMessage()
{
    if (made_.definitions.empty()) {
        made_.detail = "message that nothing handles";
        return;
    }
    const SymbolUse& first = made_.definitions[0];
    const FileNames* names = tree_.file(first.file);
    const HandlerEntry* handler = names ? names->handlerAt(first.begin) : nullptr;
    made_.signature += handler ? parametersText(*names, *handler, *tree_.table) : "()";
    made_.detail = "message of " + className(first);
    const ClassNode* node = tree_.classOf(first.className);
    for (const ClassNode* up = node ? tree_.parentOf(*node) : nullptr; up; up = tree_.parentOf(*up))
        if (tree_.handlerOf(*up, words_.name)) {
            made_.detail += ", overrides " + std::string(tree_.spellingOf(*up));
            break;
        }
    const bool fits = from_ && node && tree_.derives(*from_, *node);
    if (!fits && made_.definitions.size() > 1)
        made_.detail += "; " + count(made_.definitions.size() - 1, "other class handles", "other classes handle") + " it";
    if (handler && !handler->comment.empty()) {
        std::string said = oneLine(handler->comment.of(names->text()), commentLimit);
        if (said.size() >= 2 && said.front() == '"' && said.back() == '"')
            said = said.substr(1, said.size() - 2);
        for (std::size_t at = said.find("\" \""); at != std::string::npos; at = said.find("\" \"", at)) // pieces on lines of their own
            said.replace(at, 3, said[at > 0 ? at - 1 : 0] == ' ' ? "" : " ");
        made_.comment += made_.comment.empty() ? said : "\n" + said;
    }
}

void Describer::ofMember()
{
    const char* kind = words_.kind == NameKind::Property   ? "property of "
                       : words_.kind == NameKind::Classvar ? "class variable of "
                       : words_.kind == NameKind::Constant ? "constant of "
                                                           : "resource of ";
    if (made_.definitions.empty()) {
        made_.detail = std::string(nameKindText(words_.kind)) + " that nothing defines";
        return;
    }
    const SymbolUse& first = made_.definitions[0];
    const ClassNode* owner = tree_.classOf(words_.owner);
    made_.detail = kind + (owner ? std::string(tree_.spellingOf(*owner)) : className(first));
    if (owner && !equalIgnoringCase(tree_.table->text(owner->name), first.className))
        made_.detail += "; this value is that of " + first.className;
    const FileNames* names = tree_.file(first.file);
    const auto member = names ? std::ranges::find(names->members, first.begin, &MemberEntry::begin) : std::vector<MemberEntry>::const_iterator();
    if (!names || member == names->members.end())
        return;
    const std::string value = oneLine(member->value.of(names->text()));
    made_.signature += value.empty() ? " = $" : " = " + value;
}

void Describer::ofVariable()
{
    if (words_.kind == NameKind::Local) {
        made_.detail = made_.definitions.empty() ? "local" : "local of " + made_.definitions[0].handlerName;
        return;
    }
    if (words_.kind == NameKind::MessageParameter) {
        made_.signature = "#" + made_.spelling;
        made_.detail = "parameter of " + count(made_.definitions.size(), "handler", "handlers");
        made_.comment.clear();
        return;
    }
    if (made_.definitions.empty())
        return;
    const SymbolUse& first = made_.definitions[0];
    made_.detail = "parameter of " + first.handlerName;
    made_.comment.clear();
    if (const FileNames* names = tree_.file(first.file)) {
        const auto parameter = std::ranges::find(names->variables, first.begin, &VariableEntry::begin);
        if (parameter != names->variables.end())
            made_.signature = parameterText(*names, *parameter, *tree_.table);
    }
}

} // namespace

std::string oneLine(std::string_view text, std::size_t most)
{
    std::string line;
    for (const char c : text) {
        const bool blank = isClass(c, BlankClass) || c == '\n';
        if (blank && (line.empty() || line.back() == ' '))
            continue;
        if (line.size() >= most) {
            line += "...";
            break;
        }
        line += blank ? ' ' : c;
    }
    while (line.ends_with(' '))
        line.pop_back();
    return shownText(line);
}

std::string commentAt(const FileNames& names, std::uint32_t begin, const Dialect& dialect)
{
    if (names.lines.empty() || begin > names.text().size())
        return {};
    const std::uint32_t line = names.lineOf(begin);
    if (const std::string_view said = behind(lineOf(names, line), dialect); !said.empty() && !isRule(said))
        return joined({said});
    std::vector<std::string_view> lines;
    std::string_view inside;
    for (std::uint32_t above = line; above > 0; --above) {
        const std::string_view text = lineOf(names, above - 1);
        if (isComment(text, dialect, inside)) {
            lines.push_back(inside);
            continue;
        }
        if (lines.empty() && dialect.blockComments && text.ends_with("*/"))
            return joined(blockAbove(names, above - 1));
        break;
    }
    std::ranges::reverse(lines);
    const HandlerEntry* handler = names.handlerAt(begin);
    if (std::ranges::all_of(lines, isRule) && handler && handler->begin == begin) { // below the brace that opens its body
        lines.clear();
        const std::uint32_t last = names.lineOf(handler->end > 0 ? handler->end - 1 : 0);
        for (std::uint32_t below = line; below < last; ++below)
            if (lineOf(names, below).ends_with("{")) {
                for (++below; below < last && isComment(lineOf(names, below), dialect, inside); ++below)
                    lines.push_back(inside);
                break;
            }
    }
    return joined(lines);
}

std::string parameterText(const FileNames& names, const VariableEntry& parameter, const NameTable& table)
{
    const std::size_t length = table.text(parameter.name).size();
    std::string text(names.wordAt(parameter.begin, length));
    const std::string_view value = parameter.value.of(names.text());
    return value.empty() ? text : text + " = " + oneLine(value, 60);
}

std::string parametersText(const FileNames& names, const HandlerEntry& handler, const NameTable& table)
{
    std::string text = "(";
    for (const VariableEntry& parameter : names.parametersOf(handler)) {
        if (text.size() > 1)
            text += ", ";
        text += parameterText(names, parameter, table);
    }
    return text + ")";
}

std::optional<SymbolDescription> TreeIndex::describe(const SymbolKey& key, std::string_view fromClass) const
{
    if (!tree_)
        return std::nullopt;
    std::optional<SymbolWords> words = tree_->wordsOf(key);
    if (!words && (key.kind == NameKind::Function || key.kind == NameKind::Self) &&
        (key.kind == NameKind::Self || findFunction(*tree_->dialect, key.name)))
        words = SymbolWords{.kind = key.kind, .name = tree_->table->add(key.name)};
    if (!words)
        return std::nullopt;
    SymbolDescription made = Describer(*tree_, *words, tree_->classOf(fromClass)).make();
    const bool known = key.kind == NameKind::Function || key.kind == NameKind::Self || !made.definitions.empty() || !uses(key).empty();
    return known ? std::optional(std::move(made)) : std::nullopt;
}

} // namespace blak::kod
