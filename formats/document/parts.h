// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace blak::document {

/// Name of a part of a document, for as long as the document lives: never given to another part, not even after the part is
/// erased, so that changes, selections and findings stay right when others come and go. 0 is no part.
using PartId = std::uint32_t;

/// Bytes a value holds beyond its own size; overload for records that own memory.
template <typename T>
std::size_t extraMemory(const T&)
{
    return 0;
}
inline std::size_t extraMemory(const std::string& text) { return text.capacity(); }
template <typename T>
std::size_t extraMemory(const std::vector<T>& list)
{
    std::size_t bytes = list.capacity() * sizeof(T);
    for (const T& one : list)
        bytes += extraMemory(one);
    return bytes;
}

/// The parts of one kind in a document (sectors, frames, ...): found by id in constant time, walked in the document's order.
/// Changed through History (changes.h) alone once the document is read.
template <typename T>
class Parts
{
public:
    /// `kind` is the name of the kind in notices and findings; it must outlive the parts.
    explicit Parts(std::string_view kind) : kind_(kind) {}

    std::string_view kind() const { return kind_; }
    std::size_t size() const { return order_.size(); }
    bool empty() const { return order_.empty(); }
    bool contains(PartId id) const { return id < slots_.size() && slots_[id].has_value(); }

    const T& at(PartId id) const
    {
        assert(contains(id));
        return *slots_[id];
    }
    const T* find(PartId id) const { return contains(id) ? &*slots_[id] : nullptr; }

    /// All ids in the order of the document.
    std::span<const PartId> ids() const { return order_; }
    /// Place in the order; size() when there is no such part. Linear in the number of parts; keep a table for many.
    std::size_t placeOf(PartId id) const
    {
        return static_cast<std::size_t>(std::ranges::find(order_, id) - order_.begin());
    }

    /// A name that no part had before.
    PartId newId()
    {
        slots_.emplace_back();
        return static_cast<PartId>(slots_.size() - 1);
    }

    /// While a document is read: without a step of undo.
    PartId append(T part)
    {
        const PartId id = newId();
        slots_[id] = std::move(part);
        order_.push_back(id);
        return id;
    }

    /// What is there, or nothing, becomes what is given, or nothing; a part that comes is put at `place` of the order (beyond the
    /// end: at the end), and the place of one that goes is answered there. For changes.
    void exchange(PartId id, std::optional<T>& other, std::size_t& place)
    {
        assert(id != 0 && id < slots_.size());
        const bool was = slots_[id].has_value();
        std::swap(slots_[id], other);
        const bool is = slots_[id].has_value();
        if (was && !is) {
            place = !order_.empty() && order_.back() == id ? order_.size() - 1 : placeOf(id);
            order_.erase(std::next(order_.begin(), static_cast<std::ptrdiff_t>(place)));
        } else if (!was && is) {
            place = std::min(place, order_.size());
            order_.insert(std::next(order_.begin(), static_cast<std::ptrdiff_t>(place)), id);
        }
    }

    /// Another order of the same ids. For changes.
    void exchangeOrder(std::vector<PartId>& order)
    {
        assert(std::ranges::is_permutation(order, order_));
        order_.swap(order);
    }

private:
    std::string_view kind_;
    std::vector<std::optional<T>> slots_{1}; ///< by id; the first one is nobody's
    std::vector<PartId> order_;
};

} // namespace blak::document
