// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "formats/bof/value.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Compiled Blakod (.bof, docs/formats/bof.md): read, written, checked. Code stays as bytes; instruction.h decodes it.
///
///     0  4 bytes  42 4F 46 FF
///     4  i32      version 5 .. 11
///     8  3 x i32  offsets of source name, string table, line table (0 = none)
///    20  i32      number of classes, then { i32 id, i32 offset } each
///        classes, string table, [line table], source name with a closing 00 - in this order, without gaps
namespace blak::bof {

constexpr std::int32_t oldestVersion = 5;
constexpr std::int32_t newestVersion = 11;
constexpr std::int32_t packedVersions = 6; ///< up to here an opcode byte packs command, destination and sources

/// Default of a property or class variable.
struct Default
{
    std::int32_t number = 0;
    Value value;

    friend bool operator==(const Default&, const Default&) = default;
};

struct Parameter
{
    std::int32_t id = 0;
    Value value; ///< default

    friend bool operator==(const Parameter&, const Parameter&) = default;
};

/// Where the code of a statement begins.
struct Line
{
    std::uint32_t offset = 0; ///< from the start of the handler's code
    std::int32_t line = 0;

    friend bool operator==(const Line&, const Line&) = default;
};

struct Handler
{
    std::int32_t message = 0;
    std::int32_t comment = -1;         ///< index into File::strings, -1 = none
    std::uint8_t locals = 0;           ///< highest slot used + 1: parameters, locals and temporaries
    std::vector<Parameter> parameters; ///< at most 255, ascending id
    std::vector<std::byte> code;
    std::vector<Line> lines; ///< ascending offsets; empty without a line table

    friend bool operator==(const Handler&, const Handler&) = default;
};

struct Class
{
    std::int32_t id = 0;
    std::int32_t superId = 0;        ///< 0 = none
    std::int32_t totalClassvars = 0; ///< with inherited ones
    std::vector<Default> classvars;
    std::int32_t totalProperties = 0; ///< with inherited ones, without `self`
    std::vector<Default> properties;
    std::vector<Handler> handlers; ///< ascending message id

    friend bool operator==(const Class&, const Class&) = default;
};

struct File
{
    std::int32_t version = oldestVersion;
    std::vector<Class> classes;
    std::vector<std::string> strings; ///< debug strings and comments
    bool hasLines = false;            ///< a line table exists (maybe an empty one)
    std::string sourceName;

    friend bool operator==(const File&, const File&) = default;
};

/// Where the parts of a handler lie in the file, for messages that must agree with those of the old tools.
struct HandlerPlace
{
    std::uint32_t header = 0; ///< absolute offset of the byte `locals`
    std::uint32_t code = 0;   ///< absolute offset of the first instruction

    friend bool operator==(const HandlerPlace&, const HandlerPlace&) = default;
};

/// Checks the container (every offset, count, order), not the code; see verify.h. Refuses files with gaps or overlaps, which no
/// compiler writes, so that writing an unchanged File gives the same bytes.
Result<File> read(std::span<const std::byte> bytes, std::string_view file);
std::vector<std::byte> write(const File& file);

/// The same, and where the handlers are: one inner vector per class.
std::vector<std::byte> write(const File& file, std::vector<std::vector<HandlerPlace>>& places);

/// The places that write() gives to the handlers: one inner vector per class.
std::vector<std::vector<HandlerPlace>> places(const File& file);

} // namespace blak::bof
