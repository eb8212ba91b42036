// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

/// Reflected properties: one table per struct that people edit. Inspectors, editing many records at once, journals, JSON and the
/// text form of rooms all come from it; nothing describes a property twice.
namespace blak::property {

/// The alternatives stand in the order of Type.
using Value = std::variant<bool, std::int64_t, double, std::string>;

enum class Type : std::uint8_t { Boolean, Integer, Number, Text };

#define BLAK_PROPERTY_UNITS(X)                                                                                                   \
    X(None, "")                                                                                                                  \
    X(EditorUnits, "units")        /* 64 per grid square */                                                                      \
    X(ClientUnits, "client units") /* 1024 per grid square */                                                                    \
    X(Texels, "texels")                                                                                                          \
    X(FrameTenths, "1/10 frame/s")                                                                                               \
    X(Turn4096, "1/4096 turn") /* clockwise from east */                                                                         \
    X(Degrees, "degrees")

enum class Unit : std::uint8_t {
#define X(name, symbol) name,
    BLAK_PROPERTY_UNITS(X)
#undef X
};

std::string_view unitSymbol(Unit unit);

/// How an inspector shows a property; Plain leaves it to the type.
enum class Editor : std::uint8_t {
    Plain,
    Slider,
    Choice,    ///< Property::choices
    Texture,   ///< integer, number of grdNNNNN.bgf, 0 = none
    Light,     ///< integer, 0..127 fixed, 128..255 follows ambient light
    Angle,     ///< dial
    Reference, ///< number of another record
    Hidden,    ///< kept in files, not shown
};

/// Bits of Property::marks.
enum Mark : std::uint8_t {
    ReadOnly = 1,
    Advanced = 2,   ///< folded away at first
    Deprecated = 4, ///< kept for old files
};

struct Choice
{
    std::int64_t value = 0;
    std::string_view name;  ///< stable, for files
    std::string_view label; ///< for people
};

/// One property of a record. `read` and `write` take the record type of the table the property stands in; use Table.
struct Property
{
    std::string_view name;  ///< stable, lower case: key in UDMF, JSON and journals
    std::string_view group; ///< heading in an inspector
    std::string_view label;
    std::string_view help;
    Type type = Type::Integer;
    Unit unit = Unit::None;
    Editor editor = Editor::Plain;
    std::uint8_t marks = 0;
    double minimum = 0, maximum = 0; ///< of numbers; longest length of a text
    double defaultValue = 0;         ///< the default of a text is the empty one
    std::span<const Choice> choices = {};
    bool (*exists)(const void*) = nullptr; ///< null: always
    Value (*read)(const void*) = nullptr;
    bool (*write)(void*, const Value&) = nullptr; ///< false: this value cannot be stored

    // For tables: the same property with one thing said differently.
    template <typename T>
    constexpr Property changed(T Property::*member, T value) const
    {
        Property copy = *this;
        copy.*member = value;
        return copy;
    }
    constexpr Property in(Unit value) const { return changed(&Property::unit, value); }
    constexpr Property by(Editor value) const { return changed(&Property::editor, value); }
    constexpr Property marked(std::uint8_t value) const { return changed(&Property::marks, value); }
    constexpr Property normally(double value) const { return changed(&Property::defaultValue, value); }
    constexpr Property when(bool (*value)(const void*)) const { return changed(&Property::exists, value); }
    constexpr Property from(double low, double high) const
    {
        return changed(&Property::minimum, low).changed(&Property::maximum, high);
    }
    constexpr Property among(std::span<const Choice> value) const
    {
        return changed(&Property::choices, value).by(Editor::Choice);
    }
};

Value defaultValue(const Property& property);

/// Equal to the last bit: -0.0 is not 0.0.
bool isSame(const Value& a, const Value& b);

/// The value as the property's type wants it (a whole number for an integer, ...) and in its range; else what is wrong.
Result<Value> accepted(const Property& property, const Value& value);

std::string text(const Value& value);                                    ///< shortest text that gives the same value back
Result<Value> fromText(const Property& property, std::string_view text); ///< also a choice's name

/// What can be said about a struct without knowing its type.
class Description
{
public:
    constexpr Description(std::string_view name, std::span<const Property> properties) : name_(name), properties_(properties) {}

    std::string_view name() const { return name_; } ///< "sector"
    std::span<const Property> properties() const { return properties_; }
    const Property* find(std::string_view name) const;

private:
    std::string_view name_;
    std::span<const Property> properties_;
};

/// The properties of struct Record.
template <typename Record>
class Table : public Description
{
public:
    using Description::Description;

    static bool exists(const Record& record, const Property& property)
    {
        return property.exists == nullptr || property.exists(&record);
    }

    static Value value(const Record& record, const Property& property)
    {
        return exists(record, property) ? property.read(&record) : defaultValue(property);
    }

    static bool isDefault(const Record& record, const Property& property)
    {
        return isSame(value(record, property), defaultValue(property));
    }

    static Result<void> setValue(Record& record, const Property& property, const Value& value)
    {
        auto fitting = accepted(property, value);
        if (!fitting)
            return fitting.error();
        if (!exists(record, property))
            return Error{"does not exist here", std::string(property.name)};
        if (!property.write(&record, fitting.value()))
            return Error{"cannot be stored: " + text(value), std::string(property.name)};
        return {};
    }

    /// The value all records have in common; nothing when they differ or there are none. For editing many at once.
    template <typename Records>
    static std::optional<Value> commonValue(const Records& records, const Property& property)
    {
        std::optional<Value> common;
        for (const Record* record : records) {
            const Value found = value(*record, property);
            if (common && *common != found)
                return {};
            common = found;
        }
        return common;
    }
};

} // namespace blak::property
