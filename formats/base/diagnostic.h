// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace blak::document {
class Document;
}

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

/// A part of a document that is no text, by the name of its kind and its stable id; where a reader has no ids, its number in the
/// file.
struct PartPlace
{
    std::string kind; ///< "linedef", "frame"
    std::uint32_t id = 0;
    struct Spot
    {
        std::int32_t x = 0, y = 0;
        friend bool operator==(const Spot&, const Spot&) = default;
    };
    std::optional<Spot> at = {}; ///< where on it, in the units of the document; nothing: all of it

    friend bool operator==(const PartPlace&, const PartPlace&) = default;
};

/// A change that a user can accept as a whole; it becomes one transaction of that title.
struct Fix
{
    std::string title; ///< "Write `not (a = b)`"
    SourceRange range; ///< of texts: what `replacement` takes the place of
    std::string replacement;
    /// Of everything that is no text: changes the document, inside of the transaction. Empty for texts.
    std::function<Result<void>(document::Document&)> apply = {};
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
    std::string code; ///< the rule, stable: "K0123", "unclosed sector"
    std::string file; ///< as the user named it
    SourceRange range;
    std::string message;
    std::vector<Note> notes = {};
    std::vector<Fix> fixes = {};
    std::vector<PartPlace> parts = {}; ///< where the file is no text: what it is about, the main part first
    std::string place = {};            ///< likewise, for people: "Line 87, row 3, column 17"
};

/// "error", "warning", "info": as the command line and JSON name them.
std::string_view severityName(Severity severity);

/// Where it is, for people: `place`, or "lantern.kod:12:3", "lantern.kod:12", "lantern.kod".
std::string placeText(const Diagnostic& diagnostic);

} // namespace blak
