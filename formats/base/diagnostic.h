// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace blak {

enum class Severity : std::uint8_t { Error, Warning, Info };

/// A half-open range of text in one file. Lines and columns count from 1, columns in bytes; 0 = unknown.
struct SourceRange
{
    std::uint32_t file = 0; ///< index into the producer's list of files
    std::uint32_t begin = 0; ///< byte offset
    std::uint32_t end = 0;
    std::uint32_t line = 0;
    std::uint32_t column = 0;

    friend bool operator==(const SourceRange&, const SourceRange&) = default;
};

/// A change of text that a user can accept as a whole.
struct Fix
{
    std::string title; ///< "Write `not (a = b)`"
    SourceRange range;
    std::string replacement;
};

struct Note
{
    SourceRange range;
    std::string message;
};

/// One finding about a file, for the command line, the problems panel and the language server alike.
struct Diagnostic
{
    Severity severity = Severity::Error;
    std::string code; ///< stable, e.g. "K0123"
    std::string file; ///< as the user named it
    SourceRange range;
    std::string message;
    std::vector<Note> notes;
    std::vector<Fix> fixes;
};

} // namespace blak
