// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/document/history.h"
#include "formats/document/parts.h"

#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

/// The changes that most edits are made of. They hold ids and the tables that live as long as the document, never references to
/// what may move.
namespace blak::document {

/// One part comes, goes or becomes another.
template <typename T>
class PartSwap final : public Change
{
public:
    PartSwap(Parts<T>& parts, PartId id, std::optional<T> other, std::size_t place)
        : parts_(parts), id_(id), place_(place), other_(std::move(other))
    {
    }

    void swap() override { parts_.exchange(id_, other_, place_); }
    std::size_t memory() const override { return sizeof(*this) + (other_ ? extraMemory(*other_) : 0); }
    Touched touched() const override { return {parts_.kind(), id_}; }

    /// The same part replaced again: what was there before both is held here already.
    bool absorb(const Change& later) const override
    {
        const auto* next = dynamic_cast<const PartSwap*>(&later);
        return next != nullptr && &next->parts_ == &parts_ && next->id_ == id_ && next->other_.has_value() && parts_.contains(id_);
    }

    PartId id() const { return id_; }
    const Parts<T>& parts() const { return parts_; }
    const T* other() const { return other_ ? &*other_ : nullptr; } ///< what is not in the document at the moment

private:
    Parts<T>& parts_;
    PartId id_;
    std::size_t place_;
    std::optional<T> other_;
};

/// The parts of a kind in another order.
template <typename T>
class OrderSwap final : public Change
{
public:
    OrderSwap(Parts<T>& parts, std::vector<PartId> order) : parts_(parts), order_(std::move(order)) {}

    void swap() override { parts_.exchangeOrder(order_); }
    std::size_t memory() const override { return sizeof(*this) + order_.capacity() * sizeof(PartId); }
    Touched touched() const override { return {parts_.kind(), 0}; }
    bool absorb(const Change& later) const override
    {
        const auto* next = dynamic_cast<const OrderSwap*>(&later);
        return next != nullptr && &next->parts_ == &parts_;
    }

private:
    Parts<T>& parts_;
    std::vector<PartId> order_;
};

/// A member of the document itself (a header, a title), named by the member.
template <typename Owner, typename T>
class FieldSwap final : public Change
{
public:
    FieldSwap(Owner& owner, T Owner::*field, T value, std::string_view kind)
        : owner_(owner), field_(field), kind_(kind), value_(std::move(value))
    {
    }

    void swap() override { std::swap(owner_.*field_, value_); }
    std::size_t memory() const override { return sizeof(*this) + extraMemory(value_); }
    Touched touched() const override { return {kind_, 0}; }
    bool absorb(const Change& later) const override
    {
        const auto* next = dynamic_cast<const FieldSwap*>(&later);
        return next != nullptr && &next->owner_ == &owner_ && next->field_ == field_;
    }

private:
    Owner& owner_;
    T Owner::*field_;
    std::string_view kind_;
    T value_;
};

// In an open transaction:

/// At the end, or at a place of the order.
template <typename T>
PartId insert(History& history, Parts<T>& parts, T part, std::size_t place = static_cast<std::size_t>(-1))
{
    const PartId id = parts.newId();
    history.apply(std::make_unique<PartSwap<T>>(parts, id, std::move(part), place));
    return id;
}

template <typename T>
void replace(History& history, Parts<T>& parts, PartId id, std::type_identity_t<T> part)
{
    assert(parts.contains(id));
    history.apply(std::make_unique<PartSwap<T>>(parts, id, std::move(part), 0));
}

template <typename T>
void erase(History& history, Parts<T>& parts, PartId id)
{
    assert(parts.contains(id));
    history.apply(std::make_unique<PartSwap<T>>(parts, id, std::nullopt, 0));
}

template <typename T>
void reorder(History& history, Parts<T>& parts, std::vector<PartId> order)
{
    history.apply(std::make_unique<OrderSwap<T>>(parts, std::move(order)));
}

/// `owner` is the document or a member that lives as long.
template <typename Owner, typename T>
void assign(History& history, Owner& owner, T Owner::*field, std::type_identity_t<T> value, std::string_view kind)
{
    history.apply(std::make_unique<FieldSwap<Owner, T>>(owner, field, std::move(value), kind));
}

} // namespace blak::document
