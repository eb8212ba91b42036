// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/characters.h"
#include "kodide/compiler/parser.h"

#include <algorithm>
#include <map>

/// How an editor's parser goes on behind a fault: at the next statement, handler or class.
namespace blak::kod {
namespace {

constexpr std::string_view lineEnds = "\r\n";
constexpr TokenIndex longestHead = 500; ///< tokens; a handler has 45 parameters at most

std::size_t columnOf(std::string_view text, std::size_t at)
{
    const std::size_t before = at == 0 ? std::string_view::npos : text.find_last_of(lineEnds, at - 1);
    return before == std::string_view::npos ? at : at - before - 1;
}

bool isFirstOfLine(std::string_view text, std::size_t at)
{
    while (at > 0 && isClass(text[at - 1], BlankClass) && text[at - 1] != '\r')
        --at;
    return at == 0 || lineEnds.find(text[at - 1]) != std::string_view::npos;
}

/// Where most handlers begin, by lines of a name and `(` with a `{` at their end or on the next line; the widest column there is when
/// there are none.
std::size_t usualColumn(std::string_view text, const Dialect& dialect)
{
    std::map<std::size_t, unsigned> counts;
    std::optional<std::size_t> candidate; ///< column of the line above
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(lineEnds), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t column = line.find_first_not_of(" \t");
        if (column == std::string_view::npos)
            continue;
        const std::string_view words = line.substr(column);
        const bool opensBlock = line[line.find_last_not_of(" \t")] == '{';
        if (candidate && words[0] == '{')
            ++counts[*candidate];
        candidate.reset();
        std::size_t nameEnd = 0;
        while (nameEnd < words.size() && isClass(words[nameEnd], NameClass))
            ++nameEnd;
        const std::size_t paren = std::min(words.find_first_not_of(" \t", nameEnd), words.size());
        const std::string_view name = words.substr(0, nameEnd);
        if (name.empty() || paren == words.size() || words[paren] != '(' ||
            std::ranges::any_of(dialect.keywords, [&](const Keyword& one) { return equalIgnoringCase(one.text, name); }))
            continue;
        if (opensBlock)
            ++counts[column];
        else
            candidate = column;
    }
    const auto most = std::ranges::max_element(counts, {}, [](const auto& one) { return one.second; });
    return most == counts.end() ? std::string_view::npos : most->first;
}

} // namespace

/// Whether what comes next is the head of a handler, `Name(parameter = value)` and `{`, even where something else should stand. Only
/// what no grammar allows there: a name that is no function cannot be called.
bool Parser::atHandlerHead()
{
    if (options_.recovery != Recovery::Editor || !at(TokenKind::Identifier))
        return false;
    const TokenIndex name = at_;
    const std::size_t begin = unit_.tokens[name].begin;
    const std::string_view text = unit_.sources[0]->text;
    if (unit_.tokens[name].source != 0 || !isFirstOfLine(text, begin))
        return false;
    const bool hasShape = isHandlerHead();
    at_ = name;
    if (!hasShape || findFunction(dialect_, unit_.text(name)))
        return false;
    if (!handlerColumn_)
        handlerColumn_ = usualColumn(text, dialect_);
    return columnOf(text, begin) <= *handlerColumn_;
}

/// Looks at what is ahead, and leaves at_ there.
bool Parser::isHandlerHead()
{
    const auto next = [this](TokenKind kind) {
        if (!at(kind))
            return false;
        ++at_;
        return true;
    };
    if (!next(TokenKind::Identifier) || !next(TokenKind::OpenParen))
        return false;
    if (!at(TokenKind::CloseParen) && !(next(TokenKind::Identifier) && next(TokenKind::Equal)))
        return false;
    const TokenIndex first = at_;
    for (unsigned open = 1; open > 0;) {
        if (at_ - first > longestHead)
            return false;
        switch (peek().kind) {
        case TokenKind::OpenParen: ++open; break;
        case TokenKind::CloseParen: --open; break;
        case TokenKind::End:
        case TokenKind::EndClass:
        case TokenKind::OpenBrace:
        case TokenKind::CloseBrace:
        case TokenKind::Semicolon:
        case TokenKind::Include:
        case TokenKind::Local:
        case TokenKind::If:
        case TokenKind::Return:
        case TokenKind::Propagate: return false;
        default: break;
        }
        ++at_;
    }
    if (at(TokenKind::String))
        ++at_;
    return at(TokenKind::OpenBrace);
}

/// Something is missing behind what was read last: told at the end of that line where what was found stands on another one. False.
bool Parser::failBehind(std::string_view expected)
{
    const std::size_t told = unit_.findings.size();
    const TokenIndex next = peekIndex();
    fail(expected);
    if (options_.recovery != Recovery::Editor || unit_.findings.size() == told || next == 0)
        return false;
    Finding& finding = unit_.findings.back();
    const Token &last = unit_.tokens[next - 1], &found = unit_.tokens[next];
    const std::uint32_t end = last.begin + last.length;
    if (finding.code != diagnosticInfo(Code::SyntaxError).code || last.source != found.source || found.begin < end)
        return false;
    const std::string_view between = std::string_view(unit_.sources[last.source]->text).substr(end, found.begin - end);
    if (between.find_first_of(lineEnds) == std::string_view::npos)
        return false;
    const LineColumn place = unit_.lineColumn(last.source, end);
    finding.range = {last.source, end, end, place.line, place.column};
    return false;
}

/// Where to go on after a faulty statement. The old parsers skip to the next `;` whatever there is between.
bool Parser::recoverStatement()
{
    if (options_.recovery == Recovery::Compatible)
        return skipTo(TokenKind::Semicolon);
    for (;;) {
        if (atHandlerHead())
            return endHandler();
        switch (peek().kind) {
        case TokenKind::Semicolon:
            take();
            quiet_ = 0;
            return true;
        case TokenKind::EndClass: return endHandler();
        case TokenKind::Local: // what stands before it is half typed
            quiet_ = 0;
            if (handler_ == nullptr)
                take();
            else if (parseLocals(*handler_))
                return true;
            break;
        case TokenKind::CloseBrace:
        case TokenKind::If:
        case TokenKind::While:
        case TokenKind::Return:
        case TokenKind::Propagate: quiet_ = 0; return true;
        case TokenKind::OpenBrace: {
            unsigned open = 0; // the block of a broken header
            do {
                open += at(TokenKind::OpenBrace);
                open -= at(TokenKind::CloseBrace);
                if (at(TokenKind::End))
                    return false;
                if (at(TokenKind::EndClass) || atHandlerHead())
                    return endHandler();
                take();
            } while (open > 0);
            quiet_ = 0;
            return true;
        }
        case TokenKind::End: stopped_ = true; return false;
        default: take(); break;
        }
    }
}

/// The blocks around end here, and that their `}` are missing is no news. Always true.
bool Parser::endHandler()
{
    quiet_ = std::max(quiet_, 1u); // no token is taken until the next handler
    return true;
}

/// After a faulty handler: at the next one, or at the `end` of the class. False at the end of the file.
bool Parser::skipToHandler()
{
    while (!at(TokenKind::EndClass) && !atHandlerHead()) {
        if (at(TokenKind::End)) {
            stopped_ = true;
            return false;
        }
        ++at_;
        furthest_ = std::max(furthest_, at_ - 1);
    }
    quiet_ = 0;
    return true;
}

/// After a fault that no block could contain: behind the `end` of this class.
void Parser::skipToClass()
{
    quiet_ = 0;
    if (!stopped_ && skipTo(TokenKind::EndClass))
        accept(TokenKind::EndOfLine);
}

} // namespace blak::kod
