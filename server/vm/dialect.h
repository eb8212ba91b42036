// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/bof/value.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace blak::vm {

using bof::Tag;

/// Reserved numbers of a dialect (reference kod.md, section 2.2); -1 = the dialect has no such name.
struct ReservedIds
{
    std::int32_t classUser, classSystem, classGuest, classAdmin, classDm, classCreator;
    std::int32_t classSettings, classRealTime, classEventEngine;
    std::int32_t userLogon, receiveClient, garbageCollecting, garbageCollectingDone, loadedFromDisk, constructor;
    std::int32_t adminSystemMessage, getUserName, newHour, systemLogon, isFirstTime, deleteMessage, findUserByString;
    std::int32_t initializeServer;
    std::int32_t sessionId, systemId, clientMsg, numberStuff, string, name, timer, type;
};

/// What a dialect is at run time, as data. The word width and the few rules that the inner loop must know at compile time are in
/// traits.h; both describe the same three dialects.
struct Dialect
{
    std::string_view name;
    int wordBits;                 ///< 32 or 64 in memory
    std::int32_t bofVersion;      ///< the only version that is loaded
    bool extended;                ///< opcodes, tags and built-ins of open105
    std::size_t maxDepth;         ///< sends and propagates on the stack
    std::int64_t maxInstructions; ///< per top-level message; configurable in the classic dialects
    std::size_t maxPosts;         ///< messages waiting in the post queue
    unsigned maxSlots;            ///< locals byte + parameters of a handler
    std::size_t maxTempString;    ///< bytes
    std::int64_t timeOrigin;      ///< GetTime() counts from here, Unix seconds
    std::size_t tableSize;        ///< buckets of a new table
    bool linesOfNextStatement;    ///< positions are those of the statement after the instruction (classic)
    ReservedIds ids;
};

extern const Dialect classic;
extern const Dialect classic97;
extern const Dialect open105;

/// What runs the dialect of this name (formats/base/dialects.h); nullptr when there is none.
const Dialect* findDialect(std::string_view name);

} // namespace blak::vm
