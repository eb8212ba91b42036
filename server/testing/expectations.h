// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace blak::testing {

/// The class that test classes derive from. Its handlers do nothing; whoever runs the test hears of each call.
inline constexpr std::string_view testClass = "BlakodTest";
inline constexpr std::string_view testFile = "blakodtest"; ///< its file, without an ending

// What a test may say: message, parameters (all are $ by default), the parameter that the handler returns, what it is for.
#define BLAK_EXPECTATIONS(X)                                                                                                     \
    X(SetUp, "", "", "Sent before each test of the class; to be overridden.")                                                    \
    X(Expect, "value,what", "", "The value is neither $ nor 0. `what` is said where it is not.")                                  \
    X(ExpectEqual, "value,wanted,what", "", "Both are the same; lists and texts by what is in them.")                             \
    X(ExpectDifferent, "value,wanted,what", "", "They are not the same.")                                                         \
    X(ExpectError, "string", "", "Until the end of the test an error comes that holds the text. Others fail the test.")           \
    X(ExpectSent, "message,what,number", "",                                                                                      \
      "The message was sent since the beginning or Forget(): to the object or to any of the class `what`, `number` times.")       \
    X(ExpectNotSent, "message,what", "", "It was not.")                                                                           \
    X(ExpectTold, "who,string", "", "The client of `who`, of anybody without, was told a text that holds `string`.")              \
    X(ExpectNotTold, "who,string", "", "It was not.")                                                                             \
    X(AsString, "string", "string", "A string with the text, which others can read: what stands in quotes is known to its own class only.")   \
    X(Forget, "", "", "What was sent and told up to here does not count any more.")                                              \
    X(NewPlayer, "string,what,who", "who", "A character of that name, of the class `what` or the usual one. Nobody plays it yet.") \
    X(LogOn, "who", "", "Somebody plays the character, with a client that only listens.")                                         \
    X(After, "number,message", "", "When this handler has ended and `number` milliseconds have passed, timers included, the message follows.") \
    X(Fail, "what", "", "The test fails.")                                                                                        \
    X(Skip, "what", "", "The test says nothing: what it needs is not there.")

enum class Expectation {
#define X(name, parameters, returned, help) name,
    BLAK_EXPECTATIONS(X)
#undef X
};

struct ExpectationRow
{
    Expectation what;
    std::string_view name, parameters, returned, help;
};

inline constexpr ExpectationRow expectationRows[]{
#define X(name, parameters, returned, help) {Expectation::name, #name, parameters, returned, help},
    BLAK_EXPECTATIONS(X)
#undef X
};

/// The class in Blakod, as both dialects take it.
std::string testLibrarySource();

} // namespace blak::testing
