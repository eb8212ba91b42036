// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/compiler/lexer.h"

#include <filesystem>
#include <memory>
#include <string>
#include <unordered_set>

namespace blak::kod {

enum class Recovery : std::uint8_t {
    Compatible, ///< resume where the old parsers do: the same statements are seen, later errors may be consequences
    Editor,     ///< resume at the next likely statement, handler or class; one mistake, one error
};

struct ParseOptions
{
    IncludeStore* includes = nullptr; ///< null: include files are not looked for
    std::filesystem::path home;       ///< folder searched last
    Recovery recovery = Recovery::Editor;
    bool includeOnce = false; ///< a file of constants that a class includes again is passed over
};

/// Reads a text into a tree. Always gives a tree, of what could be understood; the findings say what could not.
std::unique_ptr<SyntaxUnit> parse(const SourcePointer& source, const Dialect& dialect, const ParseOptions& options);

/// Reads a file that holds nothing but constants; null when it holds anything else, an include or an error.
std::shared_ptr<const ConstantsFragment> parseConstants(const SourcePointer& source, const Dialect& dialect);

/// Reads a header that is looked at by itself: entries of a block of constants, faulty ones too, and what it includes. Null when the
/// text is one of classes all the same.
std::unique_ptr<ConstantsFragment> parseHeader(const SourcePointer& source, const Dialect& dialect, const ParseOptions& options);

/// Recursive descent for the structure, precedence climbing for expressions.
class Parser
{
public:
    Parser(SyntaxUnit& unit, const ParseOptions& options);

    void parseFile();
    /// The entries up to the end of the file; false when there is anything else.
    bool parseConstantsOnly(std::vector<Declaration>& constants);
    /// The same, but a faulty entry costs its line only.
    void parseHeader(std::vector<Declaration>& constants);
    bool beginsClass(); ///< what comes next is a class header: `Name is Super`, or `Name` above a block

private:
    // Tokens
    const Token& peek();
    TokenIndex peekIndex();
    bool at(TokenKind kind) { return peek().kind == kind; }
    TokenIndex take();
    bool accept(TokenKind kind);
    bool expect(TokenKind kind);
    bool expectName(NameUse& name);
    void lookAhead(); ///< the old parser needs the next token before it completes this node
    bool fail(std::string_view expected);
    bool failBehind(std::string_view expected);
    bool failWith(Code code, std::string message);
    void noteInvalidCharacter(TokenIndex index);
    void noteFault(TokenIndex token, Code code, std::string message);
    bool skipTo(TokenKind kind);
    std::string found(TokenIndex token) const;

    // Structure
    bool parseClass();
    bool blockHeader(TokenKind keyword);
    template <typename Entry, typename ParseEntry>
    bool parseEntries(std::vector<Entry>& entries, ParseEntry parseEntry);
    bool parseConstant(std::vector<Declaration>& constants);
    bool parseConstantsInclude(std::vector<Declaration>& constants);
    bool parseResource(std::vector<ResourceDeclaration>& resources);
    bool parseMember(std::vector<Declaration>& members);
    bool crossedInclude();
    void endText(Code code, NameUse name, std::string message);
    bool includeText(NameUse name);
    bool takeFileName(TokenIndex& name);

    // Handlers and statements
    bool parseHandlers(std::vector<Handler*>& handlers);
    bool parseHandler(std::vector<Handler*>& handlers);
    bool parseHandlerHeader(Handler& handler);
    bool parseParameters(std::vector<Parameter>& parameters);
    bool parseLocals(Handler& handler);
    bool parseStatements(Block& block);
    bool parseBraces(Block& block);
    Statement* parseStatement(Statement& whole);
    void makeBad(Statement& statement, TokenIndex first);
    Statement* parseNameStatement(Statement& statement);
    Statement* parseIf(Statement& statement);
    Statement* parseForIn(Statement& statement);
    Statement* parseCFor(Statement& statement);
    bool parseAssignments(Block& block, TokenKind end);
    Statement* parseSwitch(Statement& statement);
    Statement* parseDo(Statement& statement);
    bool parseAssignment(Statement& statement);
    Statement* finish(Statement& statement);

    // Behind a fault
    bool atHandlerHead();
    bool isHandlerHead();
    bool recoverStatement();
    bool endHandler();
    bool skipToHandler();
    void skipToClass();

    // Expressions
    Expression* parseExpression(unsigned level = 1);
    Expression* parseUnary();
    Expression* parsePrimary();
    Expression* parseNameExpression();
    Expression* parseInstruction();
    Expression* parseCall(NameUse function, TokenIndex first);
    bool parseArguments(std::vector<Argument>& arguments, TokenKind close);
    bool parseArgument(std::vector<Argument>& arguments);
    const BinaryOperator* binaryOperator(TokenKind kind) const;
    Expression* node(ExpressionKind kind, TokenIndex first);
    Expression* unary(Operator op, Expression* operand, TokenIndex first);
    bool tooDeep(unsigned height);

    SyntaxUnit& unit_;
    const ParseOptions& options_;
    const Dialect& dialect_;
    Lexer lexer_;
    TokenIndex at_ = 0;
    TokenIndex furthest_ = 0;
    unsigned quiet_ = 0; ///< tokens to take before another error is reported
    unsigned depth_ = 0;
    std::optional<std::size_t> handlerColumn_; ///< where most handlers of the text begin; found out when it matters
    Handler* handler_ = nullptr; ///< the last one whose body was begun
    bool stopped_ = false;
    bool isHeader_ = false;             ///< its end may be the end of a line, where that of an include may
    bool ended_ = false;                ///< the rest was not read
    std::unordered_set<std::string> constantsFiles_; ///< of this class, lower case
    std::uint64_t included_ = 0;        ///< bytes of all texts included so far
    std::vector<Expression*> complete_; ///< expressions of the statement being read
    std::array<const BinaryOperator*, 256> binary_{};
};

} // namespace blak::kod
