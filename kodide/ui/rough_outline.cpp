// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/rough_outline.h"

#include "kodide/compiler/lexer.h"

#include <QStringList>

#include <algorithm>
#include <optional>

namespace blak::ui::code {
namespace {

using kod::Token;
using kod::TokenKind;
using Kind = OutlineEntry::Kind;

constexpr qsizetype mostDetail = 80; ///< characters

std::optional<Kind> entryKindOf(TokenKind section)
{
    switch (section) {
    case TokenKind::Constants: return Kind::Constant;
    case TokenKind::Resources: return Kind::Resource;
    case TokenKind::Classvars: return Kind::Classvar;
    case TokenKind::Properties: return Kind::Property;
    case TokenKind::Messages: return Kind::Message;
    default: return std::nullopt;
    }
}

class RoughOutliner
{
public:
    RoughOutliner(const std::string& text, const kod::Dialect& dialect) : text_(text), dialect_(dialect)
    {
        dialect_.asciiStrings = false; // what is wrong inside of strings does not matter here
        dialect_.hexEscapes = false;
        unit_.dialect = &dialect_;
        unit_.sources.push_back(std::make_shared<kod::SourceText>(kod::SourceText{{}, text}));
        std::vector<kod::Finding> findings;
        kod::Lexer lexer(unit_, findings, true);
        do {
            lexer.next();
        } while (unit_.tokens.back().kind != TokenKind::End);
        for (const Token& token : unit_.tokens)
            if (token.kind != TokenKind::EndOfLine && token.kind != TokenKind::End)
                tokens_.push_back(token);
    }

    QVector<OutlineEntry> run()
    {
        int line = 0;
        std::size_t counted = 0;
        std::size_t lineStart = 0;
        for (std::size_t i = 0; i < tokens_.size(); ++i) {
            const int lineBefore = line;
            for (; counted < tokens_[i].begin; ++counted)
                if (text_[counted] == '\n' || (text_[counted] == '\r' && text_.compare(counted, 2, "\r\n") != 0)) {
                    ++line;
                    lineStart = counted + 1;
                }
            visit(i, line, i == 0 || line != lineBefore, tokens_[i].begin - lineStart);
        }
        closeClass(text_.size());
        return std::move(classes_);
    }

private:
    TokenKind kindAt(std::size_t index) const { return index < tokens_.size() ? tokens_[index].kind : TokenKind::End; }

    QString textOf(std::size_t begin, std::size_t end) const
    {
        return QString::fromUtf8(text_.data() + begin, static_cast<qsizetype>(end - begin));
    }
    QString textOf(const Token& token) const { return textOf(token.begin, token.begin + token.length); }

    void visit(std::size_t i, int line, bool isFirst, std::size_t column)
    {
        const TokenKind kind = tokens_[i].kind;
        if (isFirst && entryKindOf(kind)) { // with its colon or without: no name is spelled like that
            section_ = kind;
            braces_ = 0;
            return;
        }
        if (kind == TokenKind::OpenBrace)
            ++braces_;
        else if (kind == TokenKind::CloseBrace)
            braces_ = std::max(0, braces_ - 1);
        else if (kind == TokenKind::EndClass && isFirst)
            closeClass(tokens_[i].begin + tokens_[i].length);
        else if (kind == TokenKind::Identifier && isFirst)
            visitName(i, line, column);
    }

    void visitName(std::size_t i, int line, std::size_t column)
    {
        if (section_ == TokenKind::End) {
            if (classes_.isEmpty() || !isOpen_)
                openClass(i, line);
        } else if (section_ == TokenKind::Messages) {
            if (kindAt(i + 1) == TokenKind::OpenParen && isHandler(i, column))
                addHandler(i, line, column);
        } else if (kindAt(i + 1) == TokenKind::Equal) {
            addEntry(*entryKindOf(section_), i, line);
        }
    }

    /// Outside of braces; inside of them, where one was forgotten, at the column of the handlers and before a `{`.
    bool isHandler(std::size_t i, std::size_t column) const
    {
        if (braces_ == 0)
            return true;
        if (column != handlerColumn_)
            return false;
        std::size_t at = i + 2;
        for (int parens = 1; at < tokens_.size() && parens > 0; ++at)
            parens += tokens_[at].kind == TokenKind::OpenParen ? 1 : tokens_[at].kind == TokenKind::CloseParen ? -1 : 0;
        while (kindAt(at) == TokenKind::String)
            ++at;
        return kindAt(at) == TokenKind::OpenBrace;
    }

    OutlineEntry entry(Kind kind, std::size_t i, int line) const
    {
        OutlineEntry made;
        made.kind = kind;
        made.name = textOf(tokens_[i]);
        made.begin = tokens_[i].begin;
        made.end = made.begin + tokens_[i].length;
        made.line = line;
        return made;
    }

    void openClass(std::size_t i, int line)
    {
        OutlineEntry made = entry(Kind::Class, i, line);
        if (kindAt(i + 1) == TokenKind::Is && kindAt(i + 2) == TokenKind::Identifier)
            made.detail = textOf(tokens_[i + 2]);
        classes_.push_back(std::move(made));
        isOpen_ = true;
    }

    void closeClass(std::size_t end)
    {
        closeHandler(end);
        if (isOpen_)
            classes_.last().end = static_cast<qsizetype>(end);
        isOpen_ = false;
        section_ = TokenKind::End;
        braces_ = 0;
        handlerColumn_ = noColumn;
    }

    void closeHandler(std::size_t end)
    {
        if (isOpen_ && !classes_.last().members.isEmpty() && classes_.last().members.last().kind == Kind::Message)
            classes_.last().members.last().end = static_cast<qsizetype>(end);
    }

    void addEntry(Kind kind, std::size_t i, int line)
    {
        if (!isOpen_)
            return;
        OutlineEntry made = entry(kind, i, line);
        const std::size_t from = tokens_[i + 1].begin + tokens_[i + 1].length;
        const std::size_t end = std::min(text_.find_first_of("\r\n", from), text_.size());
        made.detail = textOf(from, end).simplified().left(mostDetail);
        made.end = static_cast<qsizetype>(end);
        classes_.last().members.push_back(std::move(made));
    }

    void addHandler(std::size_t i, int line, std::size_t column)
    {
        if (!isOpen_)
            return;
        closeHandler(tokens_[i].begin);
        if (handlerColumn_ == noColumn)
            handlerColumn_ = column;
        braces_ = 0;
        OutlineEntry made = entry(Kind::Message, i, line);
        QStringList parameters;
        for (std::size_t at = i + 2; at < tokens_.size() && tokens_[at].kind != TokenKind::CloseParen &&
                                     tokens_[at].kind != TokenKind::OpenBrace;
             ++at)
            if (tokens_[at].kind == TokenKind::Identifier && kindAt(at + 1) == TokenKind::Equal)
                parameters << textOf(tokens_[at]);
        made.detail = u'(' + parameters.join(QStringLiteral(", ")) + u')';
        classes_.last().members.push_back(std::move(made));
    }

    static constexpr std::size_t noColumn = static_cast<std::size_t>(-1);

    const std::string& text_;
    kod::Dialect dialect_;
    kod::SyntaxUnit unit_;
    std::vector<Token> tokens_;
    QVector<OutlineEntry> classes_;
    TokenKind section_ = TokenKind::End; ///< End: between classes, or in a header
    bool isOpen_ = false;
    int braces_ = 0;
    std::size_t handlerColumn_ = noColumn;
};

} // namespace

QVector<OutlineEntry> roughOutline(const std::string& text, const kod::Dialect& dialect)
{
    return RoughOutliner(text, dialect).run();
}

} // namespace blak::ui::code
