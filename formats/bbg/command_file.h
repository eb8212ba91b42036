// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Command files (.bbg) and command lines of makebgf (docs/formats/bbg.md, formats.md section 2.2).
///
///     [-s shrink] [-n name] [-o out] [-r] [-x]
///     n   n x { file ["[x," "y]"] [":k"  k x { number "[x," "y]" }] }
///     g   g x { m   m x index }                index from 1, 0 = no bitmap
///
/// Tokens are parted by blanks; a line whose first character is # is a comment.
namespace blak::bbg {

constexpr std::size_t maxTokens = 10'000;
constexpr std::size_t maxLineLength = 499;

struct Hotspot
{
    std::int32_t number = 0;   ///< -128..127 but 0; > 0 over, < 0 under the bitmap
    std::int32_t x = 0, y = 0; ///< pixels
    friend bool operator==(const Hotspot&, const Hotspot&) = default;
};

struct BitmapEntry
{
    std::vector<std::string> comments; ///< lines before it, with their #
    std::string file;
    std::optional<std::pair<std::int32_t, std::int32_t>> offset;
    std::vector<Hotspot> hotspots;
    friend bool operator==(const BitmapEntry&, const BitmapEntry&) = default;
};

struct GroupEntry
{
    std::vector<std::string> comments;
    std::vector<std::int32_t> indices; ///< from 1, 0 = no bitmap
    friend bool operator==(const GroupEntry&, const GroupEntry&) = default;
};

struct CommandFile
{
    std::vector<std::string> comments; ///< before the first bitmap
    std::optional<std::string> output, name;
    std::optional<std::int32_t> shrink; ///< as written; see effectiveShrink()
    bool rotate = false;                ///< -r: transpose every bitmap, as walls are stored
    bool raw = false;                   ///< -x: do not compress
    std::vector<BitmapEntry> bitmaps;
    std::vector<std::string> groupComments; ///< before the number of groups
    std::vector<GroupEntry> groups;
    std::vector<std::string> trailer; ///< comments after the last group

    std::int32_t effectiveShrink() const { return shrink && *shrink > 0 ? *shrink : 1; }
    friend bool operator==(const CommandFile&, const CommandFile&) = default;
};

/// One word of a command file or line and where it stands.
struct Token
{
    std::string text;
    std::shared_ptr<const std::string> file; ///< null: the command line
    std::size_t line = 0;                    ///< or number of the argument
    std::vector<std::string> comments;       ///< comment lines right before it

    std::string where() const;
};

/// Splits a file into words. Comments after the last word come as a token without text.
Result<std::vector<Token>> tokenize(std::string_view text, std::string_view file);

struct Parsed
{
    CommandFile commands;
    std::vector<std::string> warnings;
};

/// Reads the words of a command line (with files already spliced in) or of a file.
Result<Parsed> parse(std::span<const Token> tokens);

Result<Parsed> read(std::string_view text, std::string_view file);
std::string write(const CommandFile& commands);

/// The original text when its commands are still these (blanks and line ends stay as they were), else write() with its line ends.
std::string rewrite(const CommandFile& commands, std::string_view original);

/// What a graphical front end of the time keeps in comments at the top: "#*Groups: 2", then "#* label" for each group. As many as
/// the file has, which need not be the number of groups.
std::vector<std::string> groupLabels(const CommandFile& commands);
/// Replaces those comments; without labels they go.
void setGroupLabels(CommandFile& commands, const std::vector<std::string>& labels);

} // namespace blak::bbg
