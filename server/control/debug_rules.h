// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/bof/bof.h"
#include "server/vm/host.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// What debuggers ask for: where handlers stop, and what has to hold there.
namespace blak::serve {

/// As the machine compares files of breakpoints: "memmap/Thing.bof" is "thing".
std::string stemOfFile(std::string_view file);

/// A piece of Blakod for the frame of a handler: a version of its file with nothing but one handler, whose first locals are those
/// of the frame.
struct Snippet
{
    bof::File file;
    std::size_t locals = 0;
};

/// Which hits count, of those whose condition holds.
struct HitRule
{
    enum class Kind : std::uint8_t { Every, Exactly, AtLeast, Each };
    Kind kind = Kind::Every;
    std::int64_t number = 1; ///< Each: every so many hits

    bool takes(std::int64_t hit) const
    {
        switch (kind) {
        case Kind::Every: return true;
        case Kind::Exactly: return hit == number;
        case Kind::AtLeast: return hit >= number;
        case Kind::Each: return hit % number == 0;
        }
        return true;
    }
};

/// What of a place is compiled for the handler that it lies in.
struct StopTest
{
    std::optional<Snippet> condition;
    using Piece = std::variant<std::string, Snippet>;
    std::vector<Piece> log; ///< texts and what stands between them; empty = it stops
};

/// A place where handlers stop, or write a line instead.
struct StopRule
{
    std::int64_t id = 0; ///< of the debugger
    StopTest test;
    HitRule hits;
    std::int64_t hit = 0; ///< how often it has been met
    bool once = false;    ///< stops one time, and is spent then
    bool spent = false;
    /// The test is another one in each handler, for each has its own locals. In others the rule says nothing.
    struct Part
    {
        std::string file; ///< its stem, in lower case
        std::uint32_t begin = 0, end = 0;
        StopTest test;
    };
    std::optional<std::vector<Part>> parts; ///< nothing: `test` holds in all

    /// Of the handler at that place; null = none.
    const StopTest* testAt(std::string_view stem, std::uint32_t offset) const;
};

/// "When @message reaches an object of that class or of a descendant."
struct MessageRule
{
    StopRule stop;
    std::string className, message;
    bool atEnd = false; ///< where its handlers return instead
};

/// "When that property of an object, or of all objects of a class, is written."
struct WriteRule
{
    StopRule stop;
    std::optional<std::int64_t> object;
    std::int32_t classId = 0; ///< whose property it is
    std::uint32_t property = 0;
    bool changesOnly = true;
};

/// Errors of Blakod.
struct ErrorRule
{
    bool stops = false;
    /// In lower case: words, one of which it holds; "&class", in an object of one of which it comes up. Without words any error,
    /// without classes any object.
    std::vector<std::string> containing;
    bool atDebug = false;                ///< Debug() of Blakod, too
};

/// Why a handler has stopped.
struct Stop
{
    std::string reason; ///< breakpoint, message, write, error, step, pause
    vm::CodePlace place;
    std::vector<std::int64_t> ids; ///< of the rules that were met
    std::string text;              ///< of the error, or of the write
    std::string fault = {};        ///< why a condition could not be worked out, which stops
};

} // namespace blak::serve
