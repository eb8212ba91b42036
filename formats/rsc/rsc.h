// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Text resources: .rsc of one source file, .rsb of a whole world (docs/formats/rsc.md).
///
///     0  4 bytes  52 53 43 01
///     4  i32      version: 2 and 3 (sealed), 4, 5
///     8  i32      number of entries (= n)
///        version 2, 3: i32 length, i32 response, then `length` sealed bytes
///        version 4:    n x { i32 id, text, 00 }
///        version 5:    n x { i32 id, i32 language, text, 00 }
namespace blak::rsc {

// One list: the languages that a version 5 file may name by number.
#define RSC_LANGUAGES(X)                                                                                                         \
    X(0, "en")                                                                                                                   \
    X(1, "de")                                                                                                                   \
    X(2, "ko")                                                                                                                   \
    X(3, "ru")                                                                                                                   \
    X(4, "sv")

constexpr std::int32_t sealedVersion = 3;
constexpr std::int32_t plainVersion = 4;
constexpr std::int32_t languageVersion = 5;
constexpr std::int32_t firstDynamicId = 1000000; ///< ids from here on are made by the server at run time
constexpr std::size_t maxTextSize = 20000;       ///< bytes; what the reference programs hold

struct Entry
{
    std::int32_t id = 0;
    std::int32_t language = 0; ///< always 0 before version 5
    std::string text;          ///< Windows-1252 bytes without the closing 00

    friend bool operator==(const Entry&, const Entry&) = default;
};

struct File
{
    std::int32_t version = plainVersion;
    std::vector<Entry> entries; ///< file order

    // Versions 2 and 3 only: what cannot be opened without the lost library, kept byte for byte.
    std::int32_t sealedCount = 0;
    std::int32_t sealedResponse = 0;
    std::vector<std::byte> sealed;

    bool isSealed() const { return version <= sealedVersion; }
    friend bool operator==(const File&, const File&) = default;
};

/// "en" for 0, ...; the number for a language without a name here.
std::string languageName(std::int32_t language);

/// Reads versions 2 to 5; a sealed file gives no entries. `file` is for messages only.
Result<File> read(std::span<const std::byte> bytes, std::string_view file);
std::vector<std::byte> write(const File& file);

/// All entries of `files` in one (.rsb), in the order given; a later entry with the same id and language replaces the earlier one
/// in its place. Fails when the versions differ or a file is sealed.
Result<File> merge(std::span<const File> files);

} // namespace blak::rsc
