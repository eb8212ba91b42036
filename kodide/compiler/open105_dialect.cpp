// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/open105_functions.h"
#include "kodide/compiler/dialect.h"

namespace blak::kod {
namespace {

constexpr std::array keywords{
    Keyword{"and", TokenKind::And},
    Keyword{"break", TokenKind::Break},
    Keyword{"case", TokenKind::Case},
    Keyword{"classvars", TokenKind::Classvars},
    Keyword{"constants", TokenKind::Constants},
    Keyword{"continue", TokenKind::Continue},
    Keyword{"default", TokenKind::Default},
    Keyword{"do", TokenKind::Do},
    Keyword{"else", TokenKind::Else},
    Keyword{"end", TokenKind::EndClass},
    Keyword{"first", TokenKind::First},
    Keyword{"for", TokenKind::For},
    Keyword{"foreach", TokenKind::Foreach},
    Keyword{"getclass", TokenKind::GetClass},
    Keyword{"if", TokenKind::If},
    Keyword{"in", TokenKind::In},
    Keyword{"include", TokenKind::Include},
    Keyword{"is", TokenKind::Is},
    Keyword{"isclass", TokenKind::IsClass},
    Keyword{"local", TokenKind::Local},
    Keyword{"messages", TokenKind::Messages},
    Keyword{"not", TokenKind::Not},
    Keyword{"or", TokenKind::Or},
    Keyword{"propagate", TokenKind::Propagate},
    Keyword{"properties", TokenKind::Properties},
    Keyword{"resources", TokenKind::Resources},
    Keyword{"rest", TokenKind::Rest},
    Keyword{"return", TokenKind::Return},
    Keyword{"switch", TokenKind::Switch},
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
    BinaryOperator{TokenKind::Percent, Operator::Modulo, 7},
};

constexpr std::array assignmentOperators{
    AssignmentOperator{TokenKind::PlusEqual, Operator::Add},
    AssignmentOperator{TokenKind::MinusEqual, Operator::Subtract},
    AssignmentOperator{TokenKind::StarEqual, Operator::Multiply},
    AssignmentOperator{TokenKind::SlashEqual, Operator::Divide},
    AssignmentOperator{TokenKind::PercentEqual, Operator::Modulo},
    AssignmentOperator{TokenKind::AmpersandEqual, Operator::BitAnd},
    AssignmentOperator{TokenKind::BarEqual, Operator::BitOr},
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
    ReservedName{11, SymbolKind::Message, "finduserbystring"},
    ReservedName{12, SymbolKind::Parameter, "number_stuff"},
    ReservedName{13, SymbolKind::Message, "garbagecollectingdone"},
    ReservedName{14, SymbolKind::Parameter, "string"},
    ReservedName{15, SymbolKind::Message, "adminsystemmessage"},
    ReservedName{16, SymbolKind::Message, "getusername"},
    ReservedName{17, SymbolKind::Message, "isfirsttime"},
    ReservedName{18, SymbolKind::Message, "delete"},
    ReservedName{19, SymbolKind::Message, "newgamehour"},
    ReservedName{20, SymbolKind::Message, "systemlogon"},
    ReservedName{21, SymbolKind::Parameter, "name"},
    ReservedName{22, SymbolKind::Class, "admin"},
    ReservedName{23, SymbolKind::Parameter, "timer"},
    ReservedName{24, SymbolKind::Parameter, "type"},
    ReservedName{25, SymbolKind::Class, "DM"},
    ReservedName{26, SymbolKind::Class, "creator"},
    ReservedName{27, SymbolKind::Class, "settings"},
    ReservedName{28, SymbolKind::Class, "realtime"},
    ReservedName{29, SymbolKind::Class, "gameeventengine"},
    ReservedName{30, SymbolKind::Class, "escapedconvict"},
    ReservedName{31, SymbolKind::Class, "testkod"},
    ReservedName{32, SymbolKind::Message, "initializeserver"},
};

constexpr Dialect open105{
    .name = "open105",
    .title = "open105: the language of OpenMeridian105, object files of version 11",
    .objectVersion = 11,
    .resourceVersion = 5,
    .lineComment = "//",
    .blockComments = true,
    .regionMarkers = true,
    .hexEscapes = false,
    .asciiStrings = false,
    .keywords = keywords,
    .binaryOperators = binaryOperators,
    .assignmentOperators = assignmentOperators,
    .topLevel = 7,
    .listLoop = TokenKind::Foreach,
    .cFor = true,
    .elseIf = true,
    .increments = true,
    .localLiterals = true,
    .resourceLanguages = true,
    .functions = open105Functions,
    .reserved = reserved,
    .overrideTag = 14,
    .hashBuckets = 3037,
    .constantsWithMembers = false,
    .mixedConstantsRefused = true,
    .inheritedTwiceRefused = true,
    .uninitializedRefused = false,
    .resourceRedefinable = false,
    .syntaxErrorEndsRun = true,
    .failedClassesLinger = false,
    .kodbasePerFile = false,
    .subclassWarning = false,
    .nullJumps = true,
    .maxSlot = 50,
    .warnSlot = 42,
    .maxParameters = 45,
    .maxArguments = 40,
};

} // namespace

const Dialect& open105Dialect()
{
    return open105;
}

} // namespace blak::kod
