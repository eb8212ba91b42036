// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/property/property.h"

#include <bit>
#include <type_traits>

/// Makes table entries from members of a struct; the accessors are generated.
namespace blak::property {

namespace detail {

template <typename T>
struct MemberTraits;
template <typename Record, typename Field>
struct MemberTraits<Field Record::*>
{
    using RecordType = Record;
    using FieldType = Field;
};
template <auto Member>
using RecordOf = typename MemberTraits<decltype(Member)>::RecordType;
template <auto Member>
using FieldOf = typename MemberTraits<decltype(Member)>::FieldType;

template <typename Field>
constexpr Type typeOf()
{
    if constexpr (std::is_same_v<Field, bool>)
        return Type::Boolean;
    else if constexpr (std::is_integral_v<Field>)
        return Type::Integer;
    else if constexpr (std::is_floating_point_v<Field>)
        return Type::Number;
    else
        return Type::Text;
}

template <typename Field>
Value toValue(const Field& field)
{
    if constexpr (typeOf<Field>() == Type::Integer)
        return static_cast<std::int64_t>(field);
    else
        return Value(field);
}

template <typename Field>
void fromValue(Field& field, const Value& value)
{
    constexpr Type type = typeOf<Field>();
    if constexpr (type == Type::Text)
        field = std::get<std::string>(value);
    else
        field = static_cast<Field>(std::get<static_cast<std::size_t>(type)>(value));
}

} // namespace detail

/// A bool, integer, floating-point or string member; numbers take the whole range of their type.
template <auto Member>
constexpr Property member(std::string_view name, std::string_view group, std::string_view label, std::string_view help = {})
{
    using Record = detail::RecordOf<Member>;
    using Field = detail::FieldOf<Member>;
    Property property{name, group, label, help};
    property.type = detail::typeOf<Field>();
    if constexpr (std::is_arithmetic_v<Field>) {
        property.minimum = static_cast<double>(std::numeric_limits<Field>::lowest());
        property.maximum = static_cast<double>(std::numeric_limits<Field>::max());
    } else {
        property.maximum = std::numeric_limits<std::int32_t>::max();
    }
    property.read = [](const void* record) { return detail::toValue(static_cast<const Record*>(record)->*Member); };
    property.write = [](void* record, const Value& value) {
        detail::fromValue(static_cast<Record*>(record)->*Member, value);
        return true;
    };
    return property;
}

/// One bit of an unsigned member, as a bool.
template <auto Member, auto Mask>
constexpr Property bit(std::string_view name, std::string_view group, std::string_view label, std::string_view help = {})
{
    static_assert(std::has_single_bit(Mask));
    using Record = detail::RecordOf<Member>;
    using Field = detail::FieldOf<Member>;
    Property property{name, group, label, help};
    property.type = Type::Boolean;
    property.maximum = 1;
    property.read = [](const void* record) { return Value((static_cast<const Record*>(record)->*Member & Mask) != 0); };
    property.write = [](void* record, const Value& value) {
        Field& field = static_cast<Record*>(record)->*Member;
        field = static_cast<Field>(std::get<bool>(value) ? field | Mask : field & ~Mask);
        return true;
    };
    return property;
}

/// Adjacent bits of an unsigned member, as a number from 0.
template <auto Member, auto Mask>
constexpr Property bits(std::string_view name, std::string_view group, std::string_view label, std::string_view help = {})
{
    using Record = detail::RecordOf<Member>;
    using Field = detail::FieldOf<Member>;
    constexpr int shift = std::countr_zero(Mask);
    Property property{name, group, label, help};
    property.type = Type::Integer;
    property.maximum = static_cast<double>(Mask >> shift);
    property.read = [](const void* record) {
        return Value(static_cast<std::int64_t>((static_cast<const Record*>(record)->*Member & Mask) >> shift));
    };
    property.write = [](void* record, const Value& value) {
        Field& field = static_cast<Record*>(record)->*Member;
        const auto shifted = static_cast<Field>(static_cast<Field>(std::get<std::int64_t>(value)) << shift);
        field = static_cast<Field>((field & ~Mask) | (shifted & Mask));
        return true;
    };
    return property;
}

} // namespace blak::property
