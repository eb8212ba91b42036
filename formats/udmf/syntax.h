// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/property/property.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The grammar of UDMF 1.1 without the meaning: assignments `name = value;` and blocks `name { assignments }`, with // and /* */
/// comments. Names are compared without case.
namespace blak::udmf {

struct Field
{
    std::string name; ///< as written
    property::Value value;

    friend bool operator==(const Field&, const Field&) = default;
};

/// What a file says at its top level, one after the other.
struct Item
{
    std::string_view name; ///< of the block or field, as written
    std::size_t offset = 0;
    bool isBlock = false;
    std::vector<Field> fields;        ///< of the block; the one field itself otherwise
    std::vector<std::size_t> offsets; ///< of each field's name
    std::string comment;              ///< before and inside, lines without the slashes, each ended by '\n'
};

/// Reads one item after the other; O(n) in all. After a failure there are no more items.
class Parser
{
public:
    Parser(std::string_view text, std::string_view file) : text_(text), file_(file) {}

    /// False at the end or after a failure. Keeps the memory of `item` for the next call.
    bool next(Item& item);

    const std::string& trailingComment() const { return comment_; } ///< after the last item

    void fail(std::size_t offset, std::string what, std::string_view field = {});
    const std::optional<Error>& error() const { return error_; }

private:
    void skipSpace();
    std::string_view word();
    bool take(char wanted);
    bool readAssignment(Item& item, std::string_view name, std::size_t offset);
    std::optional<property::Value> value();
    std::optional<property::Value> quoted();
    bool refuseDuplicates(const Item& item);
    std::string found() const;

    std::string_view text_;
    std::string_view file_;
    std::size_t at_ = 0;
    std::string comment_;
    std::optional<Error> error_;
};

bool equalNames(std::string_view a, std::string_view b); ///< without case, ASCII

// Writing:
void writeComment(std::string& out, std::string_view comment);
void writeField(std::string& out, std::string_view name, const property::Value& value, std::string_view indent);

} // namespace blak::udmf
