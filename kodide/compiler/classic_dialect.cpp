// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/builtin_functions.h"
#include "kodide/compiler/dialect.h"

namespace blak::kod {
namespace {

constexpr auto functions = builtinFunctions<false>();

constexpr std::array keywords{
    Keyword{"and", TokenKind::And},
    Keyword{"break", TokenKind::Break},
    Keyword{"classvars", TokenKind::Classvars},
    Keyword{"constants", TokenKind::Constants},
    Keyword{"continue", TokenKind::Continue},
    Keyword{"else", TokenKind::Else},
    Keyword{"end", TokenKind::EndClass},
    Keyword{"for", TokenKind::For},
    Keyword{"if", TokenKind::If},
    Keyword{"in", TokenKind::In},
    Keyword{"include", TokenKind::Include},
    Keyword{"is", TokenKind::Is},
    Keyword{"local", TokenKind::Local},
    Keyword{"messages", TokenKind::Messages},
    Keyword{"mod", TokenKind::Mod},
    Keyword{"not", TokenKind::Not},
    Keyword{"or", TokenKind::Or},
    Keyword{"propagate", TokenKind::Propagate},
    Keyword{"properties", TokenKind::Properties},
    Keyword{"resources", TokenKind::Resources},
    Keyword{"return", TokenKind::Return},
    Keyword{"while", TokenKind::While},
};

constexpr std::array binaryOperators{
    BinaryOperator{TokenKind::Or, Operator::Or, 1},
    BinaryOperator{TokenKind::And, Operator::And, 2},
    BinaryOperator{TokenKind::Bar, Operator::BitOr, 3},
    BinaryOperator{TokenKind::Ampersand, Operator::BitAnd, 4},
    BinaryOperator{TokenKind::Equal, Operator::Equal, 5},
    BinaryOperator{TokenKind::NotEqual, Operator::NotEqual, 5},
    BinaryOperator{TokenKind::Less, Operator::Less, 5},
    BinaryOperator{TokenKind::Greater, Operator::Greater, 5},
    BinaryOperator{TokenKind::LessEqual, Operator::LessEqual, 5},
    BinaryOperator{TokenKind::GreaterEqual, Operator::GreaterEqual, 5},
    BinaryOperator{TokenKind::Plus, Operator::Add, 6},
    BinaryOperator{TokenKind::Minus, Operator::Subtract, 6},
    BinaryOperator{TokenKind::Star, Operator::Multiply, 7},
    BinaryOperator{TokenKind::Slash, Operator::Divide, 7},
    BinaryOperator{TokenKind::Mod, Operator::Modulo, 7},
};

constexpr std::array reserved{
    ReservedName{1, SymbolKind::Class, "user"},
    ReservedName{2, SymbolKind::Message, "userlogon"},
    ReservedName{3, SymbolKind::Parameter, "session_id"},
    ReservedName{4, SymbolKind::Class, "system"},
    ReservedName{5, SymbolKind::Parameter, "system_id"},
    ReservedName{6, SymbolKind::Message, "receiveclient"},
    ReservedName{7, SymbolKind::Parameter, "client_msg"},
    ReservedName{8, SymbolKind::Message, "garbagecollecting"},
    ReservedName{9, SymbolKind::Message, "loadedfromdisk"},
    ReservedName{10, SymbolKind::Message, "constructor"},
    ReservedName{11, SymbolKind::Message, "destructor"},
    ReservedName{12, SymbolKind::Parameter, "number_stuff"},
    ReservedName{13, SymbolKind::Message, "garbagecollectingdone"},
    ReservedName{14, SymbolKind::Parameter, "string"},
    ReservedName{15, SymbolKind::Message, "adminsystemmessage"},
    ReservedName{16, SymbolKind::Message, "getusername"},
    ReservedName{17, SymbolKind::Message, "getusericon"},
    ReservedName{18, SymbolKind::Message, "sendcharinfo"},
    ReservedName{19, SymbolKind::Message, "newhour"},
    ReservedName{20, SymbolKind::Class, "guest"},
    ReservedName{21, SymbolKind::Parameter, "name"},
    ReservedName{22, SymbolKind::Parameter, "icon"},
    ReservedName{23, SymbolKind::Class, "admin"},
    ReservedName{24, SymbolKind::Message, "systemlogon"},
    ReservedName{25, SymbolKind::Message, "finduserbyinternetmailname"},
    ReservedName{26, SymbolKind::Message, "receiveinternetmail"},
    ReservedName{27, SymbolKind::Parameter, "perm_string"},
    ReservedName{28, SymbolKind::Message, "isfirsttime"},
    ReservedName{29, SymbolKind::Message, "delete"},
    ReservedName{30, SymbolKind::Parameter, "timer"},
    ReservedName{31, SymbolKind::Parameter, "type"},
    ReservedName{32, SymbolKind::Class, "DM"},
    ReservedName{33, SymbolKind::Message, "finduserbystring"},
    ReservedName{34, SymbolKind::Class, "creator"},
};

constexpr Dialect classic{
    .name = "classic",
    .title = "classic: the language of 1997 and of the mainline servers, object files of version 5",
    .objectVersion = 5,
    .resourceVersion = 4,
    .lineComment = "%",
    .blockComments = false,
    .regionMarkers = false,
    .hexEscapes = true,
    .asciiStrings = true,
    .keywords = keywords,
    .binaryOperators = binaryOperators,
    .assignmentOperators = {},
    .topLevel = 7,
    .listLoop = TokenKind::For,
    .cFor = false,
    .elseIf = false,
    .increments = false,
    .localLiterals = false,
    .resourceLanguages = false,
    .functions = functions,
    .reserved = reserved,
    .overrideTag = 13,
    .hashBuckets = 1023,
    .constantsWithMembers = true,
    .mixedConstantsRefused = false,
    .inheritedTwiceRefused = false,
    .uninitializedRefused = true,
    .resourceRedefinable = true,
    .syntaxErrorEndsRun = false,
    .failedClassesLinger = true,
    .kodbasePerFile = true,
    .subclassWarning = true,
    .nullJumps = false,
    .maxSlot = 255,
    .warnSlot = 0,
    .maxParameters = 0,
    .maxArguments = 0,
};

} // namespace

const Dialect& classicDialect() { return classic; }

} // namespace blak::kod
