// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <concepts>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// What checks say, in a form that can be said in other languages.
namespace blak::roomcore {

/// A sentence with %1, %2 ... and what stands there. The pattern is a literal: it is what translators know (context "RoomChecks",
/// `lupdate -tr-function-alias QT_TRANSLATE_NOOP+=sentence`).
struct Sentence
{
    const char* pattern = "";
    std::vector<std::string> arguments = {};
};

inline std::string sentenceArgument(std::string text) { return text; }
template <std::integral Number>
std::string sentenceArgument(Number number)
{
    return std::to_string(number);
}

template <typename... Arguments>
Sentence sentence(const char* pattern, const Arguments&... arguments)
{
    return {pattern, {sentenceArgument(arguments)...}};
}

/// A pattern in the language of the user.
using Translate = std::function<std::string(const char* pattern)>;

/// The text of a sentence; without `translate` as it stands.
std::string textOf(const Sentence& sentence, const Translate& translate);

} // namespace blak::roomcore
