// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "formats/base/text_lines.h"

/// Configuration files that keep every comment, every blank and every line they do not understand: the common core of
/// blakserv.cfg and the client's .ini files (docs/formats/config.md, docs/formats/clientini.md).
namespace blak::settings {

enum class Style : std::uint8_t {
    Blank,  ///< blakserv.cfg: `Name  Value`, values with blanks in <...>, comments begin with # or ;
    Equals, ///< .ini: `Name=Value`, values may stand in "...", comments begin with ; or #
};

/// One option as it stands in a file. The views point into the file.
struct Option
{
    std::string_view group; ///< without brackets; empty before the first group
    std::string_view name;
    std::string_view value; ///< without brackets or quotes
    std::size_t line = 0;   ///< from 1
};

/// Names of groups and options compare without case. Where an option stands more than once, the first counts, as for the old
/// programs.
class File
{
public:
    explicit File(Style style, std::vector<TextLine> lines = {}) : style_(style), lines_(std::move(lines)) {}

    Style style() const { return style_; }
    const std::vector<TextLine>& lines() const { return lines_; }

    std::vector<Option> options() const;
    std::vector<std::string_view> groups() const; ///< in order; one that comes again is listed again

    std::optional<std::string> value(std::string_view group, std::string_view name) const;

    /// Changes the value in its line and nothing else of it (but drops what stands behind a value that now needs <...>, which
    /// has to be the end of its line); a new option goes behind the last one of its group, a new group to
    /// the end of the file. Fails on names and values that would read differently: line ends, a name with separators, a value
    /// that ends the brackets or quotes it needs.
    Result<void> set(std::string_view group, std::string_view name, std::string_view value);

    /// Takes the line away; false when there is none.
    bool remove(std::string_view group, std::string_view name);

    friend bool operator==(const File&, const File&) = default;

private:
    std::optional<Option> find(std::string_view group, std::string_view name) const;
    void insert(std::size_t before, std::string text);

    Style style_;
    std::vector<TextLine> lines_;
};

/// Any text is a configuration file; fails on a byte 0 only.
Result<File> read(std::string_view text, std::string_view file, Style style);
std::string write(const File& file);

} // namespace blak::settings
