// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/wire/protocol_table.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>

namespace blak::wire {
namespace {

constexpr std::size_t longestName = 40;
constexpr std::size_t longestLayout = 1000;
constexpr std::size_t mostFields = 20; ///< values of a message that Blakod gets
constexpr std::string_view allDialects = "9CMO";

/// Those the server answers itself, and those that only say where the number stands.
constexpr std::array<std::uint8_t, 2> prefixes{systemType, userCommandType};
constexpr std::array ofTheServer{
    MessageId::BP_PING,      MessageId::BP_REQ_QUIT, MessageId::BP_SEND_CHARACTERS, MessageId::BP_USE_CHARACTER,
    MessageId::BP_CHANGE_PASSWORD, MessageId::BP_REQ_ADMIN, MessageId::BP_REQ_DM, MessageId::BP_AD_SELECTED,
    MessageId::BP_RESYNC,    MessageId::BP_UDP_PING};

std::optional<Family> familyNamed(std::string_view text)
{
    if (text == "game")
        return Family::Game;
    if (text == "system")
        return Family::System;
    if (text == "user")
        return Family::User;
    return std::nullopt;
}

/// Reads the text for the parser and knows how far it came.
class Reader
{
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    Reader(const char* at, const char** furthest) : at_(at), furthest_(furthest) {}
    reference operator*() const { return *at_; }
    Reader& operator++()
    {
        ++at_;
        if (furthest_ != nullptr)
            *furthest_ = at_;
        return *this;
    }
    Reader operator++(int)
    {
        Reader before = *this;
        ++*this;
        return before;
    }
    bool operator==(const Reader& other) const { return at_ == other.at_; }

private:
    const char* at_;
    const char** furthest_;
};

} // namespace

/// Takes the events of the parser; the first fault ends it.
class ProtocolReader final : public nlohmann::json::json_sax_t
{
public:
    ProtocolReader(std::string_view text, std::string_view file, Dialect dialect)
        : text_(text), file_(file), dialect_(dialect), furthest_(text.data())
    {
    }

    Result<ProtocolTable> read()
    {
        const bool parsed =
            nlohmann::json::sax_parse(Reader(text_.data(), &furthest_), Reader(text_.data() + text_.size(), nullptr), this);
        if (!parsed || error_)
            return error_.value_or(Error{"is no JSON", std::string(file_)});
        return std::move(table_);
    }

    bool null() override { return fail("expected a name, a number or a layout, found null"); }
    bool boolean(bool) override { return fail("expected a name, a number or a layout, found a truth value"); }
    bool number_integer(number_integer_t) override { return fail("expected a number from 0 to 255"); }
    bool number_float(number_float_t, const string_t&) override { return fail("expected a number from 0 to 255"); }
    bool number_unsigned(number_unsigned_t value) override
    {
        if (place_ != Place::Message || key_ != "number")
            return fail("expected a text, found a number");
        constexpr number_unsigned_t highest = 255;
        if (value > highest)
            return fail("expected a number from 0 to 255");
        number_ = static_cast<std::uint8_t>(value);
        return true;
    }
    bool string(string_t& value) override
    {
        if (place_ != Place::Message || key_ == "number")
            return fail(place_ == Place::Message ? "expected a number from 0 to 255"
                                                 : "expected an object with a list \"messages\"");
        (key_ == "name" ? name_ : key_ == "family" ? family_ : layout_) = std::move(value);
        return true;
    }
    bool binary(binary_t&) override { return fail("is no JSON"); }
    bool start_object(std::size_t) override
    {
        if (place_ == Place::Start) {
            place_ = Place::Top;
            return true;
        }
        if (place_ != Place::List)
            return fail("expected no object here");
        place_ = Place::Message;
        name_.reset();
        family_.reset();
        layout_.reset();
        number_.reset();
        messageLine_ = line();
        return true;
    }
    bool key(string_t& key) override
    {
        const bool known = place_ == Place::Top ? key == "messages" && !listed_
                                                : key == "name" || key == "family" || key == "number" || key == "layout";
        if (!known)
            return fail("unknown or repeated key \"" + key.substr(0, longestName) + "\"");
        key_ = key;
        return true;
    }
    bool end_object() override
    {
        if (place_ == Place::Top) {
            place_ = Place::End;
            return listed_ || fail("expected a list \"messages\"");
        }
        place_ = Place::List;
        return addRow();
    }
    bool start_array(std::size_t) override
    {
        if (place_ != Place::Top)
            return fail("expected no list here");
        place_ = Place::List;
        listed_ = true;
        return true;
    }
    bool end_array() override
    {
        place_ = Place::Top;
        return true;
    }
    bool parse_error(std::size_t, const std::string& token, const nlohmann::json::exception&) override
    {
        return fail("is no JSON near '" + token.substr(0, longestName) + "'");
    }

private:
    enum class Place : std::uint8_t { Start, Top, List, Message, End };

    bool addRow()
    {
        if (!name_ || !family_ || !number_ || !layout_)
            return fail("a message needs name, family, number and layout", messageLine_);
        const auto family = familyNamed(*family_);
        if (!family)
            return fail("expected game, system or user, found \"" + family_->substr(0, longestName) + "\"", messageLine_);
        constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
        if (name_->empty() || name_->size() > longestName || name_->find_first_not_of(letters) != name_->npos)
            return fail("a name has 1 to 40 capital letters, digits and _", messageLine_);
        if (*family == Family::Game && std::ranges::find(prefixes, *number_) != prefixes.end())
            return fail("number " + std::to_string(*number_) + " only begins messages of system and user", messageLine_);
        const MessageRow* known = findMessage(dialect_, Direction::ToServer, *family, *number_);
        if (known != nullptr && std::ranges::find(ofTheServer, known->id) != ofTheServer.end())
            return fail("number " + std::to_string(*number_) + " is " + std::string(known->name) +
                            ", which the server answers itself",
                        messageLine_);
        const MessageRow* named = findMessage(dialect_, Direction::ToServer, *name_);
        if (named != nullptr && named != known)
            return fail(*name_ + " has another number", messageLine_);
        if (table_.byNumber_.contains({*family, *number_}))
            return fail("number " + std::to_string(*number_) + " is there twice", messageLine_);
        for (const ProtocolTable::Row& row : table_.rows_)
            if (row.name == *name_)
                return fail(*name_ + " is there twice", messageLine_);
        if (layout_->size() > longestLayout)
            return fail("a layout has at most " + std::to_string(longestLayout) + " characters", messageLine_);
        ProtocolTable::Row& row = table_.rows_.emplace_back();
        row.name = std::move(*name_);
        row.layoutText = std::move(*layout_);
        auto layout = parseLayout(row.layoutText, structureLayout);
        if (!layout)
            return fail(layout.error().text(), messageLine_);
        if (layout.value().size() > mostFields)
            return fail("a message has at most " + std::to_string(mostFields) + " fields", messageLine_);
        row.layout = std::move(layout).value();
        const MessageId id = named == nullptr ? MessageId::None : named->id;
        row.row = {*family, *number_, allDialects, Direction::ToServer, id, row.name, row.layoutText, &row.layout};
        table_.byNumber_[{*family, *number_}] = &row.row;
        return true;
    }

    /// Of what the parser has just read; it may be one character ahead.
    std::size_t line() const
    {
        const char* end = furthest_ > text_.data() ? furthest_ - 1 : furthest_;
        return 1 + static_cast<std::size_t>(std::count(text_.data(), end, '\n'));
    }

    bool fail(std::string what) { return fail(std::move(what), line()); }
    bool fail(std::string what, std::size_t line)
    {
        if (!error_)
            error_ = Error{std::move(what), std::string(file_) + ", line " + std::to_string(line)};
        return false;
    }

    std::string_view text_, file_;
    Dialect dialect_;
    const char* furthest_;
    ProtocolTable table_;
    Place place_ = Place::Start;
    std::string key_;
    std::optional<std::string> name_, family_, layout_;
    std::optional<std::uint8_t> number_;
    std::size_t messageLine_ = 1;
    bool listed_ = false;
    std::optional<Error> error_;
};

Result<ProtocolTable> ProtocolTable::read(std::string_view text, std::string_view file, Dialect dialect)
{
    return ProtocolReader(text, file, dialect).read();
}

const MessageRow* ProtocolTable::find(Family family, std::uint8_t number) const
{
    const auto it = byNumber_.find({family, number});
    return it == byNumber_.end() ? nullptr : it->second;
}

} // namespace blak::wire
