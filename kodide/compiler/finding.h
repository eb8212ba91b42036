// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/diagnostic.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace blak::kod {

/// A diagnostic of the compiler together with what the old compilers would say about its place.
struct Finding : Diagnostic
{
    std::uint32_t referenceLine = 0; ///< where the old scanner stood; 0 = reported without a place
    std::string referenceFile;       ///< what the old scanner read then, when that was another file
    std::uint64_t order = 0;         ///< place in the sequence of the old compilers, ascending
    bool syntax = false;             ///< the text does not follow the grammar
    bool ours = false;               ///< the old compilers say nothing of it
    bool consequence = false;        ///< of a fault reported before: only the old compilers say it
};

struct DiagnosticInfo
{
    std::string_view code; ///< "K0101"
    Severity severity;
    std::string_view title;       ///< short name of the condition
    std::string_view explanation; ///< what it means and what to do, for `blak explain`
};

// One list: every condition the compiler reports. Codes are stable: never renumber, never reuse.
// K01xx text, K02xx structure, K03xx names, K04xx expressions, K05xx limits, K06xx resources, K07xx knowledge base and run,
// K08xx lints.
#define KOD_DIAGNOSTICS(X)                                                                                                       \
    X(SyntaxError, "K0101", Error, "unexpected text",                                                                            \
      "The text does not follow the grammar at this place. The message says what was found and what could follow here. "         \
      "Often the fault is just before: a missing `;`, `)`, `{` or line end.")                                                    \
    X(InvalidCharacter, "K0102", Error, "invalid character", "This character has no meaning in the language. Remove it.")        \
    X(IllegalStringCharacter, "K0103", Error, "character not allowed in a string",                                               \
      "Strings of this dialect hold plain ASCII. Write other characters as `\\xHH`, two hexadecimal digits.")                    \
    X(IllegalEscape, "K0104", Error, "bad escape in a string", "`\\x` needs exactly two hexadecimal digits, as in `\\x41`.")     \
    X(UnclosedComment, "K0105", Error, "comment without end",                                                                    \
      "A block comment begins here and is not closed. Block comments nest: each `/*` needs its own `*/`, and a `//` inside "     \
      "hides the rest of its line.")                                                                                             \
    X(UnterminatedString, "K0106", Error, "string without end",                                                                  \
      "A string must close on the line it begins on. Long texts are written as several strings, each on a line of its own.")     \
    X(NestedTooDeeply, "K0107", Error, "nested too deeply",                                                                      \
      "Expressions may nest a thousand levels deep and blocks 500, more than any sensible text. Split it.")                      \
    X(TooLarge, "K0108", Error, "file too large", "A source file may have 16 MB, and so may all that it includes. Split it.")    \
    X(StatementResult, "K0109", Error, "result must be stored",                                                                  \
      "`First`, `Rest`, `IsClass` and `GetClass` are instructions here and cannot stand alone. Assign the result.")              \
    X(DuplicateIdentifier, "K0301", Error, "name already taken",                                                                 \
      "The name is already used for something that may not share it: another constant, a class, message, parameter, "            \
      "resource, property or built-in function. Names do not distinguish upper and lower case.")                                 \
    X(UnknownIdentifier, "K0302", Error, "unknown name",                                                                         \
      "No local, parameter, property, class variable, constant or resource of this name is known here.")                         \
    X(WrongIdentifierKind, "K0303", Error, "not a value",                                                                        \
      "The name belongs to a class, message, parameter or function and has no value. `&Class` and `@Message` make values "       \
      "of classes and messages.")                                                                                                \
    X(NotAssignable, "K0304", Error, "cannot be assigned to", "Only locals, parameters and properties can be assigned to.")      \
    X(AssignToSelf, "K0305", Error, "self cannot be assigned to", "`self` is the current object and cannot be changed.")         \
    X(LoopVariableKind, "K0306", Error, "bad loop variable", "The variable of a list loop must be a local or a property.")       \
    X(UsedBeforeInitialized, "K0307", Error, "used before it is set",                                                            \
      "A local of this dialect has no value until it is assigned. Nothing above this line of the handler assigns it.")           \
    X(ReferencedElsewhere, "K0308", Error, "used elsewhere as another kind",                                                     \
      "Code compiled before refers to this name as another kind of thing (class, message or parameter).")                        \
    X(ClassTwice, "K0309", Error, "class given twice", "The class has already been compiled in this run.")                       \
    X(NoSuperclass, "K0310", Error, "unknown superclass",                                                                        \
      "The class after `is` must be compiled before, or be in the knowledge base.")                                              \
    X(SuperclassSelf, "K0311", Error, "class derived from itself", "A class cannot be its own superclass.")                      \
    X(MemberTwice, "K0312", Error, "declared twice", "The class declares this property or class variable twice.")                \
    X(PropertyAndClassvar, "K0313", Error, "property and class variable of one name",                                            \
      "A class cannot declare both under one name. (A property may replace a class variable of an ancestor.)")                   \
    X(ParameterTwice, "K0314", Error, "parameter given twice", "A handler has two parameters of this name.")                     \
    X(MessageTwice, "K0315", Error, "handler given twice", "The class already has a handler for this message.")                  \
    X(ResourceTwice, "K0316", Error, "resource defined twice", "Resource names are global; this one already exists.")            \
    X(NotAFunction, "K0317", Error, "not a function",                                                                            \
      "Only built-in functions can be called by name. Messages are sent: `Send(self, @Message)`.")                               \
    X(LiteralDuplicate, "K0318", Error, "not a parameter name",                                                                  \
      "`#name` needs a message parameter; this name belongs to something else.")                                                 \
    X(LocalLiteralUnknown, "K0319", Error, "not a local",                                                                        \
      "`*name` stands for the place of a local or parameter of this handler.")                                                   \
    X(NumericConstantNeeded, "K0401", Error, "constant must be a number",                                                        \
      "A constant is a number, or an expression of numbers and constants that can be worked out now. Comparisons cannot.")       \
    X(ConstantNeeded, "K0402", Error, "initial value must be a constant",                                                        \
      "Class variables, properties and parameters begin with a constant: number, `$`, string, resource, `&Class` or "            \
      "`@Message`.")                                                                                                             \
    X(DivisionByZero, "K0403", Error, "division by zero", "The divisor is the constant 0.")                                      \
    X(MixedConstants, "K0404", Error, "constants that cannot be combined", "Both sides are constants and one is not a number.")  \
    X(ArgumentKind, "K0405", Error, "wrong kind of argument",                                                                    \
      "Counted arguments are expressions; settings (`#name = value`) follow after them, and only where the function takes "      \
      "them: Send, Post, Create and the SendList family.")                                                                       \
    X(TooFewArguments, "K0406", Error, "too few arguments", "The function needs more arguments.")                                \
    X(ExtraArgument, "K0407", Error, "too many arguments", "The function takes fewer arguments.")                                \
    X(DuplicateArgument, "K0408", Error, "parameter set twice", "The call sets this parameter more than once.")                  \
    X(OperandKind, "K0409", Error, "operand not possible",                                                                       \
      "The instructions First, Rest, GetClass and IsClass take a variable, a call or one another.")                              \
    X(IsClassAlwaysTrue, "K0410", Error, "always true", "`self` is always of the class this code belongs to.")                   \
    X(CaseNotConstant, "K0411", Error, "case must be a constant", "The value after `case` must be a constant.")                  \
    X(DuplicateCase, "K0412", Error, "case given twice",                                                                         \
      "Two cases compare equal. Only the data counts here: `case 0` and `case $` clash.")                                        \
    X(TwoDefaults, "K0413", Error, "two defaults", "A switch has at most one `default`.")                                        \
    X(BreakOutside, "K0414", Error, "break outside a loop", "`break` leaves the innermost loop (open105: or switch).")           \
    X(ContinueOutside, "K0415", Error, "continue outside a loop", "`continue` starts the next turn of the innermost loop.")      \
    X(PropagateInRoot, "K0416", Error, "nowhere to propagate", "The class has no superclass that could handle the message.")     \
    X(LastStatement, "K0417", Error, "handler must end with return or propagate",                                                \
      "The last statement of a handler must be `return` or `propagate`, even when both branches of an `if` return.")             \
    X(MissingNewline, "K0418", Error, "include file ends without line end",                                                      \
      "The last declaration of an include file needs a line end after it.")                                                      \
    X(ArgumentLimit, "K0501", Error, "too many arguments for the server", "A call may have 40 counted arguments.")               \
    X(LocalLimit, "K0502", Error, "too many locals",                                                                             \
      "Parameters, locals and temporary values share a limited number of "                                                       \
      "slots. Split the handler or simplify its expressions.")                                                                   \
    X(LocalsNearLimit, "K0503", Warning, "nearly too many locals", "The handler comes close to the limit of slots.")             \
    X(ParameterLimit, "K0504", Error, "too many parameters", "A handler may have 45 parameters.")                                \
    X(LanguageCode, "K0601", Error, "unknown language code", "Known are `en` and `de`, in lower case.")                          \
    X(LanguageTwice, "K0602", Error, "text given twice for a language", "The resource has a text in this language already.")     \
    X(NoEnglish, "K0603", Warning, "no English text", "Clients fall back to English; the resource has none.")                    \
    X(ModifierMismatch, "K0604", Warning, "texts do not match",                                                                  \
      "The texts of the languages differ in number or kind of their `%` places.")                                                \
    X(NoGerman, "K0605", Warning, "no German text", "The resource has no German text.")                                          \
    X(SameGerman, "K0606", Warning, "German text equals the English one", "The text was probably not translated.")               \
    X(UnreferencedResource, "K0607", Warning, "resource never used in its class", "No handler or default names it.")             \
    X(IncludeNotFound, "K0701", Error, "include file not found",                                                                 \
      "It was looked for in each folder given with -I and in the current folder.")                                               \
    X(IncludeTooDeep, "K0702", Error, "includes nested too deeply", "Includes may nest ten levels; is there a cycle?")           \
    X(KodbaseUnreadable, "K0703", Warning, "no knowledge base", "There is none yet; ids start afresh.")                          \
    X(KodbaseLine, "K0704", Error, "bad line in the knowledge base", "The line does not follow the format of kodbase.txt.")      \
    X(KodbaseStopped, "K0705", Error, "knowledge base only partly read", "What was read before the bad line is used.")           \
    X(UnresolvedExternals, "K0706", Warning, "unresolved names",                                                                 \
      "Classes, messages or parameters are used but defined "                                                                    \
      "nowhere. `blak check --kodbase` lists them.")                                                                             \
    X(RecompileSubclasses, "K0707", Warning, "subclasses to compile again", "Their ancestor was compiled without them.")         \
    X(FileUnreadable, "K0708", Error, "file cannot be read", "The system refused to open or write the file.")                    \
    X(TooManyIncludeFolders, "K0709", Error, "too many include folders", "At most 20 folders are searched.")                     \
    X(MissingSource, "K0710", Error, "makefile names a missing file", "A BOFS line names an object file without source.")        \
    X(TooManyErrors, "K0711", Error, "too many errors", "Compilation of the file stops here.")                                   \
    X(UnusedLocal, "K0801", Warning, "local never set", "The local is declared and never assigned.")                             \
    X(ResultDropped, "K0802", Warning, "result dropped", "The function has no effect but its result.")                           \
    X(UnusedParameter, "K0803", Warning, "parameter never used",                                                                 \
      "The handler never reads the parameter. Handlers that override another or only return are not looked at, for they have "   \
      "the parameters of the message.")                                                                                          \
    X(UnusedConstant, "K0804", Warning, "constant never used",                                                                   \
      "The class never uses this constant of its own. Constants of include files are not looked at.")                            \
    X(UnusedResource, "K0805", Warning, "resource never used",                                                                   \
      "No code of the tree uses the resource, no string has its name, and the server does not look it up. Needs a whole tree: "  \
      "`blak check`.")                                                                                                           \
    X(UnreachableCode, "K0806", Warning, "unreachable code",                                                                     \
      "Nothing after return, propagate, break or continue runs, nor after an `if` whose branches all leave or a loop without "   \
      "end. The `return` that must close a handler is not reported.")                                                            \
    X(NeverRead, "K0807", Warning, "assigned but never read",                                                                    \
      "The local is assigned and its value never used, or it is assigned anew before it is used. A constant as a cautious "      \
      "first value and the result of a call are not reported.")                                                                  \
    X(NotPrecedence, "K0808", Warning, "not binds tighter than comparison", "`not a = b` means `(not a) = b`.")                  \
    X(BitPrecedence, "K0809", Warning, "comparison binds tighter than & and |", "`x & 3 = 4` means `x & (3 = 4)`.")              \
    X(AlwaysFalse, "K0810", Warning, "sides never equal",                                                                        \
      "The kinds of the two sides can never be equal: `=` always gives 0 and `<>` always gives 1.")                              \
    X(FoldMismatch, "K0811", Warning, "result differs at run time",                                                              \
      "Worked out now, the remainder keeps the sign of the dividend; the server takes its absolute value.")                      \
    X(ConstantOverflow, "K0812", Warning, "number does not fit",                                                                 \
      "Values hold 28 bits with sign: -134217728 to 134217727. The upper bits are lost.")                                        \
    X(NobodySends, "K0813", Warning, "message nobody sends",                                                                     \
      "No code of the tree names this message, no string has its name, and the server does not send it. It may still be meant "  \
      "for people at the admin console. Needs a whole tree.")                                                                    \
    X(NobodyHandles, "K0814", Warning, "message nobody handles",                                                                 \
      "No class of the tree has a handler for it. Needs a whole tree.")                                                          \
    X(NoSuchParameter, "K0815", Warning, "parameter no handler takes",                                                           \
      "No handler that can get the message has a parameter of this name; the value is ignored. For Create the constructors of "  \
      "the class and its ancestors count, for other calls the handlers of all classes. Needs a whole tree.")                     \
    X(UsedBeforeSet, "K0816", Warning, "read before it is set",                                                                  \
      "Every way that leads here leaves the local as it began: `$` in open105 and here, anything at all on old classic "         \
      "servers.")                                                                                                                \
    X(NoResult, "K0817", Warning, "path without a result",                                                                       \
      "The handler returns a value on another path; `return;` gives `$` here. Write `return $;` if that is meant.")              \
    X(NoPropagate, "K0818", Warning, "constructor does not propagate",                                                           \
      "An ancestor has a Constructor, too, which does not run when this one returns on this path.")

enum class Code : std::uint8_t {
#define X(name, code, severity, title, explanation) name,
    KOD_DIAGNOSTICS(X)
#undef X
};

const DiagnosticInfo& diagnosticInfo(Code code);

/// A condition of a file as a whole, or of the run when the file is empty; without a place in a text.
Finding findingOf(Code code, std::string file, std::string message);

/// By stable code, e.g. "K0302"; null when there is none.
const DiagnosticInfo* findDiagnostic(std::string_view code);

/// The page of all conditions, as docs/diagnostics.md holds it.
std::string diagnosticsPage();

} // namespace blak::kod
