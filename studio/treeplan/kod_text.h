// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

/// Places in Blakod sources, found by their words: enough to put a line where one belongs, in files that need not compile.
namespace blak::treeplan {

enum class KodComments : char { Percent, Slashes };

/// The source with everything within comments and strings blank; offsets and line ends are those of the source.
std::string blankComments(std::string_view source, KodComments comments);

/// Where a word stands, not as a part of a longer one. Blakod knows no case.
std::optional<std::size_t> findWord(std::string_view code, std::string_view word, std::size_t from = 0);

/// From the name to the brace that closes its body.
struct MessageBlock
{
    std::size_t begin = 0, bodyBegin = 0, bodyEnd = 0; ///< body: between the braces
};
std::optional<MessageBlock> findMessage(std::string_view code, std::string_view name);

/// Of `end` that closes the last class.
std::optional<std::size_t> findClassEnd(std::string_view code);

std::size_t lineBegin(std::string_view text, std::size_t at);
std::size_t lineEnd(std::string_view text, std::size_t at);   ///< before its line break
std::size_t nextLine(std::string_view text, std::size_t at);  ///< behind its line break
std::string_view indentAt(std::string_view text, std::size_t at); ///< blanks that the line begins with
std::string_view lineBreakOf(std::string_view text);          ///< "\r\n" or "\n", as the first line ends

/// Without blanks and line breaks at both ends.
std::string_view trimmed(std::string_view text);
bool isSameWord(std::string_view a, std::string_view b); ///< whatever the case

} // namespace blak::treeplan
