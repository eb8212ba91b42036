// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/kod_styles.h"

#include "kodide/compiler/characters.h"
#include "kodide/compiler/lexer.h"

#include <algorithm>

namespace blak::ui::code {
namespace {

using kod::Token;
using kod::TokenKind;

constexpr std::size_t foldedComments = 3; ///< lines of comment in a row that can be folded

/// `self` is a name to the lexer and a fixed word to people.
constexpr std::string_view selfName = "self";

bool isKeyword(TokenKind kind) { return kind >= TokenKind::And; }

/// Instructions that look like functions.
bool isInstruction(TokenKind kind)
{
    return kind == TokenKind::First || kind == TokenKind::Rest || kind == TokenKind::GetClass || kind == TokenKind::IsClass;
}

bool isSection(TokenKind kind)
{
    return kind == TokenKind::Constants || kind == TokenKind::Resources || kind == TokenKind::Classvars ||
           kind == TokenKind::Properties || kind == TokenKind::Messages;
}

/// After these an operator takes two sides, so that `a & b` is no class.
bool endsOperand(TokenKind kind)
{
    return kind == TokenKind::Identifier || kind == TokenKind::Number || kind == TokenKind::CloseParen ||
           kind == TokenKind::CloseBracket || kind == TokenKind::Dollar || kind == TokenKind::String;
}

class Styler
{
public:
    Styler(std::string_view text, const kod::Dialect& dialect, const NameSet& constants)
        : text_(text), dialect_(dialect), constants_(constants)
    {
        // What is wrong inside of strings is the parser's business; here only their ends count.
        dialect_.asciiStrings = false;
        dialect_.hexEscapes = false;
        unit_.dialect = &dialect_;
        unit_.sources.push_back(std::make_shared<kod::SourceText>(kod::SourceText{{}, std::string(text)}));
        for (std::size_t at = 0; at < text.size(); ++at)
            if (text[at] == '\n' || (text[at] == '\r' && (at + 1 == text.size() || text[at + 1] != '\n')))
                lineStarts_.push_back(at + 1);
    }

    StyledKod run()
    {
        result_.styles.assign(text_.size(), KodStyle::Plain);
        result_.lines.resize(lineStarts_.size());
        kod::Lexer lexer(unit_, findings_, true);
        do {
            lexer.next();
        } while (unit_.tokens.back().kind != TokenKind::End);
        for (std::size_t i = 0; i < unit_.tokens.size(); ++i)
            visit(i);
        endSection();
        for (const auto& [begin, end] : unit_.comments)
            paint(begin, end, KodStyle::Comment);
        foldComments();
        int level = 0;
        for (std::size_t line = 0; line < std::min(deltas_.size(), result_.lines.size()); ++line) {
            level += deltas_[line];
            result_.lines[line].level = level;
        }
        return std::move(result_);
    }

private:
    const Token& token(std::size_t index) const { return unit_.tokens[std::min(index, unit_.tokens.size() - 1)]; }
    TokenKind kindBefore(std::size_t index, std::size_t steps = 1) const
    {
        return index < steps ? TokenKind::End : unit_.tokens[index - steps].kind;
    }
    std::string_view textOf(const Token& token) const { return text_.substr(token.begin, token.length); }

    std::size_t lineOf(std::size_t offset) const
    {
        return static_cast<std::size_t>(std::ranges::upper_bound(lineStarts_, offset) - lineStarts_.begin()) - 1;
    }

    void paint(std::size_t begin, std::size_t end, KodStyle style)
    {
        end = std::min(end, result_.styles.size());
        if (begin < end)
            std::fill(result_.styles.begin() + static_cast<std::ptrdiff_t>(begin),
                      result_.styles.begin() + static_cast<std::ptrdiff_t>(end), style);
    }

    void fold(std::size_t first, std::size_t last)
    {
        if (last <= first || last >= lineStarts_.size())
            return;
        deltas_.resize(lineStarts_.size() + 1);
        result_.lines[first].header = true;
        ++deltas_[first + 1];
        --deltas_[last + 1];
    }

    void visit(std::size_t index)
    {
        const Token& now = token(index);
        if (beginsLostHandler(index)) {
            braces_.clear();
            parens_ = 0;
        }
        const KodStyle style = styleOf(index);
        paint(now.begin, now.begin + now.length, style);
        switch (now.kind) {
        case TokenKind::OpenParen: ++parens_; break;
        case TokenKind::CloseParen: parens_ = std::max(0, parens_ - 1); break;
        case TokenKind::OpenBrace: {
            // The fold hangs on the line that the block belongs to: that of the handler's name, of `if`, of `while`.
            const std::size_t own = lineOf(now.begin);
            const bool isFirst = index == 0 || lineOf(token(index - 1).begin) != own;
            braces_.push_back(braces_.empty() && handlerLine_ != noLine ? handlerLine_
                              : isFirst && index > 0                    ? lineOf(token(index - 1).begin)
                                                                        : own);
            parens_ = 0;
            break;
        }
        case TokenKind::CloseBrace:
            if (!braces_.empty()) {
                fold(braces_.back(), lineOf(now.begin));
                braces_.pop_back();
            }
            if (braces_.empty())
                handlerLine_ = noLine;
            break;
        case TokenKind::EndClass:
            endSection();
            section_ = TokenKind::End;
            braces_.clear();
            break;
        default:
            if (isSection(now.kind) && braces_.empty() && token(index + 1).kind == TokenKind::Colon) {
                endSection();
                section_ = now.kind;
                sectionLine_ = lineOf(now.begin);
            }
        }
        if (now.kind != TokenKind::EndOfLine)
            lastText_ = now.begin;
    }

    /// A brace or bracket above was not closed: what stands where handlers do and has a body of its own is the next one.
    bool beginsLostHandler(std::size_t index) const
    {
        const Token& now = token(index);
        if (section_ != TokenKind::Messages || (braces_.empty() && parens_ == 0) || now.kind != TokenKind::Identifier ||
            token(index + 1).kind != TokenKind::OpenParen)
            return false;
        const std::size_t line = lineOf(now.begin);
        const bool isInColumn = handlerColumn_ == noLine || now.begin - lineStarts_[line] == handlerColumn_;
        return isInColumn && isHead(index);
    }

    /// Whether the name begins its line, and parameters and a block follow.
    bool isHead(std::size_t index) const
    {
        if (index > 0 && lineOf(token(index - 1).begin) == lineOf(token(index).begin))
            return false;
        std::size_t at = index + 2;
        const auto isParameters = [](TokenKind kind) {
            return kind != TokenKind::OpenParen && kind != TokenKind::CloseParen && kind != TokenKind::OpenBrace && kind != TokenKind::CloseBrace &&
                   kind != TokenKind::Semicolon && kind != TokenKind::End;
        };
        while (isParameters(token(at).kind))
            ++at;
        if (token(at).kind != TokenKind::CloseParen)
            return false;
        do
            ++at;
        while (token(at).kind == TokenKind::EndOfLine || token(at).kind == TokenKind::String);
        return token(at).kind == TokenKind::OpenBrace;
    }

    KodStyle styleOf(std::size_t index)
    {
        const Token& now = token(index);
        switch (now.kind) {
        case TokenKind::Number:
        case TokenKind::Dollar: return KodStyle::Number;
        case TokenKind::String:
        case TokenKind::FileName: return KodStyle::String;
        case TokenKind::Identifier: return identifierStyle(index);
        case TokenKind::At: return KodStyle::Message;
        case TokenKind::Hash: return KodStyle::Parameter;
        case TokenKind::Ampersand: return endsOperand(kindBefore(index)) ? KodStyle::Operator : KodStyle::Class;
        case TokenKind::End:
        case TokenKind::EndOfLine: return KodStyle::Plain;
        default: break;
        }
        if (isInstruction(now.kind))
            return KodStyle::BuiltIn;
        return isKeyword(now.kind) ? KodStyle::Keyword : KodStyle::Operator;
    }

    KodStyle identifierStyle(std::size_t index)
    {
        const Token& now = token(index);
        const TokenKind before = kindBefore(index);
        const TokenKind after = token(index + 1).kind;
        const bool isBehindSign = index > 0 && lineOf(token(index - 1).begin) == lineOf(now.begin); // else its own name is not typed yet
        if (isBehindSign && before == TokenKind::At)
            return KodStyle::Message;
        if (isBehindSign && before == TokenKind::Hash)
            return KodStyle::Parameter;
        if (isBehindSign && before == TokenKind::Ampersand && !endsOperand(kindBefore(index, 2)))
            return KodStyle::Class;
        if (section_ == TokenKind::End)
            return KodStyle::Class; // the header: `Keeper is Villager`
        const std::string_view name = textOf(now);
        const bool isCall = after == TokenKind::OpenParen && kod::findFunction(dialect_, name) != nullptr;
        if (section_ == TokenKind::Messages) {
            // Where a brace too many was typed what follows it are statements all the same.
            if (braces_.empty() && parens_ == 0 && after == TokenKind::OpenParen && (!isCall || isHead(index))) {
                handlerLine_ = lineOf(now.begin);
                handlerColumn_ = now.begin - lineStarts_[handlerLine_];
                return KodStyle::Message;
            }
            if (braces_.empty() && parens_ > 0 && after == TokenKind::Equal)
                return KodStyle::Parameter;
        } else if (before == TokenKind::EndOfLine || before == TokenKind::Colon) {
            if (section_ != TokenKind::Constants)
                return KodStyle::Property;
            own_.insert(lowerOf(name));
            return KodStyle::Constant;
        }
        if (isCall)
            return KodStyle::BuiltIn;
        if (kod::equalIgnoringCase(name, selfName))
            return KodStyle::Keyword;
        const std::string lower = lowerOf(name);
        return constants_.contains(lower) || own_.contains(lower) ? KodStyle::Constant : KodStyle::Plain;
    }

    static std::string lowerOf(std::string_view name)
    {
        std::string lower(name);
        std::ranges::transform(lower, lower.begin(), kod::lower);
        return lower;
    }

    void endSection()
    {
        if (section_ != TokenKind::End)
            fold(sectionLine_, lineOf(lastText_));
    }

    /// Lines that hold nothing but a comment, several in a row, and comments of several lines.
    void foldComments()
    {
        std::size_t first = noLine;
        std::size_t last = noLine;
        const auto close = [&] {
            if (first != noLine && last - first + 1 >= foldedComments)
                fold(first, last);
        };
        for (const auto& [begin, end] : unit_.comments) {
            const std::size_t line = lineOf(begin);
            const std::string_view before = text_.substr(lineStarts_[line], begin - lineStarts_[line]);
            if (before.find_first_not_of(" \t") != std::string_view::npos)
                continue;
            if (last == noLine || line != last + 1) {
                close();
                first = line;
            }
            last = lineOf(std::max<std::size_t>(end, begin + 1) - 1);
        }
        close();
    }

    static constexpr std::size_t noLine = static_cast<std::size_t>(-1);

    std::string_view text_;
    kod::Dialect dialect_;
    const NameSet& constants_;
    NameSet own_; ///< constants that stand above, whatever the grammar makes of them
    kod::SyntaxUnit unit_;
    std::vector<kod::Finding> findings_;
    std::vector<std::size_t> lineStarts_{0};
    std::vector<int> deltas_;
    StyledKod result_;
    TokenKind section_ = TokenKind::End; ///< End: between classes
    std::size_t sectionLine_ = 0;
    std::size_t handlerLine_ = noLine;
    std::size_t handlerColumn_ = noLine; ///< of the last one, bytes; noLine: none yet
    std::size_t lastText_ = 0;
    std::vector<std::size_t> braces_; ///< lines that the open blocks hang on
    int parens_ = 0;
};

} // namespace

StyledKod styleKod(std::string_view text, const kod::Dialect& dialect, const NameSet& constants)
{
    return Styler(text, dialect, constants).run();
}

} // namespace blak::ui::code
