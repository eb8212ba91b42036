// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/parser.h"

#include "kodide/compiler/characters.h"

namespace blak::kod {
namespace {

constexpr std::size_t includeLimit = 10; ///< levels

} // namespace

std::unique_ptr<SyntaxUnit> parse(const SourcePointer& source, const Dialect& dialect, const ParseOptions& options)
{
    auto unit = std::make_unique<SyntaxUnit>();
    unit->dialect = &dialect;
    unit->sources.push_back(source);
    if (source->text.size() > sourceLimit) {
        unit->tokens.push_back({});
        report(*unit, unit->findings, Code::TooLarge, 0, 0, 0,
               "the file has more than " + std::to_string(sourceLimit >> 20) + " MB");
        return unit;
    }
    Parser(*unit, options).parseFile();
    return unit;
}

std::shared_ptr<const ConstantsFragment> parseConstants(const SourcePointer& source, const Dialect& dialect)
{
    auto fragment = std::make_shared<ConstantsFragment>();
    fragment->unit.dialect = &dialect;
    fragment->unit.sources.push_back(source);
    const ParseOptions options;
    Parser parser(fragment->unit, options);
    if (!parser.parseConstantsOnly(fragment->constants) || !fragment->unit.findings.empty())
        return nullptr;
    return fragment;
}

std::unique_ptr<ConstantsFragment> parseHeader(const SourcePointer& source, const Dialect& dialect, const ParseOptions& options)
{
    auto header = std::make_unique<ConstantsFragment>();
    SyntaxUnit& unit = header->unit;
    unit.dialect = &dialect;
    unit.sources.push_back(source);
    if (source->text.size() > sourceLimit)
        return nullptr; // as a source, which says so
    Parser parser(unit, options);
    if (parser.beginsClass())
        return nullptr;
    parser.parseHeader(header->constants);
    return header;
}

Parser::Parser(SyntaxUnit& unit, const ParseOptions& options)
    : unit_(unit), options_(options), dialect_(*unit.dialect), lexer_(unit, unit.findings, options.recovery == Recovery::Editor)
{
    for (const BinaryOperator& row : dialect_.binaryOperators)
        binary_[static_cast<std::size_t>(row.token)] = &row;
}

const Token& Parser::peek() { return unit_.tokens[peekIndex()]; }

TokenIndex Parser::peekIndex()
{
    while (at_ >= unit_.tokens.size()) {
        lexer_.next();
        const auto index = static_cast<TokenIndex>(unit_.tokens.size() - 1);
        if (unit_.tokens[index].kind != TokenKind::Invalid)
            break;
        noteInvalidCharacter(index);
        quiet_ = 0; // a fault of the text, not of the grammar
        unit_.tokens.pop_back();
    }
    return at_;
}

TokenIndex Parser::take()
{
    const TokenIndex index = peekIndex();
    furthest_ = std::max(furthest_, index);
    if (unit_.tokens[index].kind != TokenKind::End)
        ++at_;
    if (quiet_ > 0)
        --quiet_;
    return index;
}

void Parser::lookAhead() { furthest_ = std::max(furthest_, peekIndex()); }

bool Parser::accept(TokenKind kind)
{
    if (!at(kind))
        return false;
    take();
    return true;
}

bool Parser::expect(TokenKind kind) { return accept(kind) || failBehind(tokenText(kind)); }

bool Parser::expectName(NameUse& name)
{
    if (!at(TokenKind::Identifier) || atHandlerHead())
        return failBehind(tokenText(TokenKind::Identifier));
    name = take();
    return true;
}

std::string Parser::found(TokenIndex token) const
{
    const Token& t = unit_.tokens[token];
    if (t.kind == TokenKind::End || t.kind == TokenKind::EndOfLine)
        return std::string(tokenText(t.kind));
    const std::string_view text = unit_.text(token);
    if (t.kind == TokenKind::String)
        return "the string " + std::string(text.substr(0, 40));
    return "`" + std::string(text.substr(0, 60)) + "`";
}

bool Parser::fail(std::string_view expected)
{
    return failWith(Code::SyntaxError, "expected " + std::string(expected) + ", found " + found(peekIndex()));
}

/// Always false, for `return fail(...)`.
bool Parser::failWith(Code code, std::string message)
{
    const TokenIndex token = peekIndex();
    furthest_ = std::max(furthest_, token);
    if (quiet_ == 0 && !ended_) {
        const auto unclosed = code == Code::SyntaxError ? lexer_.takeUnclosedString() : std::nullopt;
        if (unclosed)
            noteFault(token, Code::UnterminatedString, Lexer::unclosedText(unclosed->isComment));
        else
            noteFault(token, code, std::move(message));
        if (unclosed) {
            const LineColumn place = unit_.lineColumn(unclosed->source, unclosed->begin);
            unit_.findings.back().range = {unclosed->source, unclosed->begin, unclosed->begin + 1, place.line, place.column};
            unit_.findings.back().file = unit_.sources[unclosed->source]->name;
        }
    }
    quiet_ = 3;
    return false;
}

/// One fault for a run of such characters; the old compilers report each.
void Parser::noteInvalidCharacter(TokenIndex index)
{
    const Token& token = unit_.tokens[index];
    if (options_.recovery == Recovery::Editor && !unit_.findings.empty()) {
        Finding& last = unit_.findings.back();
        if (last.code == diagnosticInfo(Code::InvalidCharacter).code && last.range.file == token.source &&
            last.range.end == token.begin) {
            last.range.end += token.length;
            last.message = "these " + std::to_string(last.range.end - last.range.begin) + " characters have no meaning here";
            return;
        }
    }
    noteFault(index, Code::InvalidCharacter, "the character `" + std::string(unit_.text(index)) + "` has no meaning here");
}

void Parser::noteFault(TokenIndex token, Code code, std::string message)
{
    Finding& finding = report(unit_, unit_.findings, code, token, token, token, std::move(message));
    finding.syntax = true;
    finding.order = std::uint64_t{token} * 4 + (code == Code::InvalidCharacter ? 0 : 2);
    unit_.syntaxErrors = true;
    if (unit_.findings.size() >= faultLimit)
        lexer_.stop();
}

/// Skips up to and including a token of that kind. False at the end of the file.
bool Parser::skipTo(TokenKind kind)
{
    for (;;) {
        if (at(TokenKind::End)) {
            stopped_ = true;
            return false;
        }
        if (at(kind)) {
            take();
            return true;
        }
        ++at_;
        furthest_ = std::max(furthest_, at_ - 1);
    }
}

void Parser::parseFile()
{
    while (!stopped_ && !at(TokenKind::End)) {
        if (parseClass())
            continue;
        if (options_.recovery == Recovery::Compatible)
            return;
        skipToClass();
    }
}

bool Parser::parseClass()
{
    ClassSyntax syntax{};
    if (!expectName(syntax.name))
        return false;
    lookAhead(); // `is` or the end of the line
    if (accept(TokenKind::Is) && !expectName(syntax.super))
        return false;
    if (!expect(TokenKind::EndOfLine))
        return false;
    syntax.headerReduce = furthest_;
    constantsFiles_.clear();

    ClassSyntax* kept = unit_.arena.make<ClassSyntax>(syntax);
    unit_.classes.push_back(kept);
    std::vector<Declaration> declarations;
    if (at(TokenKind::Constants)) {
        const bool good = blockHeader(TokenKind::Constants) && parseEntries(declarations, &Parser::parseConstant);
        kept->constants = unit_.arena.copy(declarations);
        if (!good)
            return false;
    }
    if (at(TokenKind::Resources)) {
        std::vector<ResourceDeclaration> resources;
        const bool good = blockHeader(TokenKind::Resources) && parseEntries(resources, &Parser::parseResource);
        kept->resources = unit_.arena.copy(resources);
        if (!good)
            return false;
    }
    for (const auto& [keyword, members] :
         {std::pair{TokenKind::Classvars, &kept->classvars}, {TokenKind::Properties, &kept->properties}}) {
        if (!at(keyword))
            continue;
        declarations.clear();
        const bool good = blockHeader(keyword) && parseEntries(declarations, &Parser::parseMember);
        *members = unit_.arena.copy(declarations);
        if (!good)
            return false;
    }
    if (accept(TokenKind::Messages)) {
        if (!expect(TokenKind::Colon))
            return false;
        std::vector<Handler*> handlers;
        const bool good = parseHandlers(handlers);
        kept->handlers = unit_.arena.copy(handlers);
        if (!good)
            return false;
    }
    if (!at(TokenKind::EndClass))
        return fail(kept->handlers.empty() ? "a block of the class or `end`" : "a message handler or `end`");
    kept->last = take();
    accept(TokenKind::EndOfLine);
    return true;
}

bool Parser::blockHeader(TokenKind keyword)
{
    return expect(keyword) && expect(TokenKind::Colon) && expect(TokenKind::EndOfLine);
}

/// Entries up to the keyword of another block. A faulty entry costs the rest of its line.
template <typename Entry, typename ParseEntry>
bool Parser::parseEntries(std::vector<Entry>& entries, ParseEntry parseEntry)
{
    for (;;) {
        switch (peek().kind) {
        case TokenKind::Resources:
        case TokenKind::Classvars:
        case TokenKind::Properties:
        case TokenKind::Messages:
        case TokenKind::EndClass: return true;
        case TokenKind::End: return true;
        default: break;
        }
        if (!(this->*parseEntry)(entries) && !skipTo(TokenKind::EndOfLine))
            return false;
    }
}

/// True when the next token comes from outside the include file that the last one came from: the file lacks a line end.
bool Parser::crossedInclude() { return dialect_.resourceLanguages && unit_.tokens[at_ - 1].depth > peek().depth; }

bool Parser::parseConstant(std::vector<Declaration>& constants)
{
    if (at(TokenKind::Include))
        return parseConstantsInclude(constants);
    Declaration constant{};
    if (!expectName(constant.name) || !expect(TokenKind::Equal))
        return false;
    constant.value = parseExpression();
    if (!constant.value)
        return false;
    constant.missingNewline =
        !at(TokenKind::EndOfLine) && (crossedInclude() || (isHeader_ && at(TokenKind::End) && dialect_.resourceLanguages));
    if (constant.missingNewline)
        lookAhead();
    else
        constant.incomplete = !expect(TokenKind::EndOfLine);
    constant.reduce = furthest_;
    if (!constant.incomplete || options_.recovery == Recovery::Compatible)
        constants.push_back(constant);
    return !constant.incomplete;
}

bool Parser::takeFileName(TokenIndex& name)
{
    if (!at(TokenKind::FileName) && !at(TokenKind::Identifier))
        return fail(tokenText(TokenKind::FileName));
    name = take();
    return true;
}

bool Parser::parseConstantsInclude(std::vector<Declaration>& constants)
{
    take();
    TokenIndex name = 0;
    if (!takeFileName(name) || !expect(TokenKind::EndOfLine))
        return false;
    if (options_.includeOnce && !constantsFiles_.insert(lowerText(unit_.text(name))).second)
        return true;
    if (options_.includes && lexer_.depth() < includeLimit) {
        if (const SourcePointer source = options_.includes->find(unit_.text(name), options_.home)) {
            if (auto fragment = options_.includes->constants(source, dialect_)) {
                unit_.fragments.push_back(std::make_unique<std::shared_ptr<const ConstantsFragment>>(std::move(fragment)));
                constants.push_back({.name = name, .reduce = furthest_, .fragment = unit_.fragments.back().get()});
                unit_.includes.push_back({name, source});
                return true;
            }
        }
    }
    includeText(name);
    return true;
}

/// After includes without end: one error, no more text, and no errors about its absence.
void Parser::endText(Code code, NameUse name, std::string message)
{
    report(unit_, unit_.findings, code, name, name, furthest_, std::move(message));
    unit_.syntaxErrors = true;
    ended_ = true;
    lexer_.stop();
}

/// The text of the file follows here. What comes next must not have been read yet.
bool Parser::includeText(NameUse name)
{
    if (lexer_.depth() >= includeLimit) {
        endText(Code::IncludeTooDeep, name,
                "`" + std::string(unit_.text(name)) + "` would be include level " + std::to_string(includeLimit + 1) +
                    ", and includes may nest " + std::to_string(includeLimit) + " levels deep; does a file include itself?");
        return false;
    }
    SourcePointer source;
    if (options_.includes)
        source = options_.includes->find(unit_.text(name), options_.home);
    unit_.includes.push_back({name, source});
    if (source && (included_ += source->text.size()) > sourceLimit) {
        endText(Code::TooLarge, name,
                "with `" + std::string(unit_.text(name)) + "` the includes have more than " + std::to_string(sourceLimit >> 20) +
                    " MB");
        return false;
    }
    if (source) {
        lexer_.include(source);
    } else if (options_.includes) {
        const std::string problem = options_.includes->problem(unit_.text(name), options_.home);
        const std::string quoted = "the include file `" + std::string(unit_.text(name)) + "`";
        report(unit_, unit_.findings, Code::IncludeNotFound, name, name, furthest_,
               problem.empty() ? "cannot find " + quoted : "cannot read " + quoted + ": " + problem);
    }
    return source != nullptr;
}

bool Parser::parseResource(std::vector<ResourceDeclaration>& resources)
{
    if (dialect_.resourceLanguages && at(TokenKind::Include)) {
        take();
        TokenIndex name = 0;
        if (!takeFileName(name) || !expect(TokenKind::EndOfLine))
            return false;
        includeText(name);
        return true;
    }
    ResourceDeclaration resource{};
    if (!expectName(resource.name) || !expect(TokenKind::Equal))
        return false;
    if (!at(TokenKind::String) && !at(TokenKind::FileName) && !at(TokenKind::Identifier))
        return fail("a string or a file name");
    resource.text = take();
    if (dialect_.resourceLanguages && unit_.tokens[resource.text].kind == TokenKind::Identifier &&
        (at(TokenKind::String) || at(TokenKind::FileName) || at(TokenKind::Identifier))) {
        resource.language = resource.text;
        resource.text = take();
    }
    resource.missingNewline = !at(TokenKind::EndOfLine) && crossedInclude();
    if (resource.missingNewline)
        lookAhead();
    else if (!expect(TokenKind::EndOfLine))
        return false;
    resource.reduce = furthest_;
    resources.push_back(resource);
    return true;
}

bool Parser::parseMember(std::vector<Declaration>& members)
{
    Declaration member{};
    if (!expectName(member.name))
        return false;
    if (!at(TokenKind::EndOfLine)) {
        if (!at(TokenKind::Equal))
            return fail("`=` or the end of the line");
        take();
        member.value = parseExpression();
        if (!member.value)
            return false;
    }
    member.incomplete = !expect(TokenKind::EndOfLine);
    member.reduce = furthest_;
    if (!member.incomplete || (member.value && options_.recovery == Recovery::Compatible))
        members.push_back(member);
    return !member.incomplete;
}

void Parser::parseHeader(std::vector<Declaration>& constants)
{
    isHeader_ = true;
    while (!stopped_ && !at(TokenKind::End))
        if (!parseConstant(constants))
            skipTo(TokenKind::EndOfLine);
}

bool Parser::beginsClass()
{
    const TokenIndex here = at_;
    const auto kindAt = [&](TokenIndex ahead) {
        for (at_ = here; at_ < here + ahead && !at(TokenKind::End);)
            ++at_;
        return peek().kind;
    };
    bool begins = kindAt(0) == TokenKind::Identifier;
    if (begins && kindAt(1) == TokenKind::EndOfLine) {
        switch (kindAt(2)) {
        case TokenKind::Constants:
        case TokenKind::Resources:
        case TokenKind::Classvars:
        case TokenKind::Properties:
        case TokenKind::Messages:
        case TokenKind::EndClass: break;
        default: begins = false;
        }
    } else {
        begins = begins && kindAt(1) == TokenKind::Is;
    }
    at_ = here;
    return begins;
}

bool Parser::parseConstantsOnly(std::vector<Declaration>& constants)
{
    while (!at(TokenKind::End)) {
        if (at(TokenKind::Include) || !parseConstant(constants))
            return false;
    }
    return true;
}

} // namespace blak::kod
