// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/compiler/characters.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace blak::kod {

/// The distinct names of one text, without regard to case, numbered from 0 in the order of their first use. Texts are parsed
/// in parallel, so each has its own numbers; a session maps them to its names once per distinct name.
class UnitNames
{
public:
    /// `text` must outlive the table.
    std::uint32_t number(std::string_view text) { return number(text, hashIgnoringCase(text)); }
    std::uint32_t number(std::string_view text, std::uint32_t hash)
    {
        if ((names_.size() + 1) * 2 > slots_.size())
            grow();
        std::size_t slot = hash & (slots_.size() - 1);
        for (; slots_[slot] != 0; slot = (slot + 1) & (slots_.size() - 1)) {
            const Entry& entry = names_[slots_[slot] - 1];
            if (entry.hash == hash && equalIgnoringCase(entry.text, text))
                return slots_[slot] - 1;
        }
        names_.push_back({text, hash});
        slots_[slot] = static_cast<std::uint32_t>(names_.size());
        return slots_[slot] - 1;
    }

    std::size_t size() const { return names_.size(); }
    std::string_view text(std::uint32_t number) const { return names_[number].text; }
    std::uint32_t hash(std::uint32_t number) const { return names_[number].hash; }

    /// Another copy of the same text, for a table that outlives the first.
    void replaceText(std::uint32_t number, std::string_view text) { names_[number].text = text; }

    /// The number of a name that is already there, or -1.
    std::int64_t find(std::string_view text) const
    {
        if (slots_.empty())
            return -1;
        const std::uint32_t hash = hashIgnoringCase(text);
        for (std::size_t slot = hash & (slots_.size() - 1); slots_[slot] != 0; slot = (slot + 1) & (slots_.size() - 1)) {
            const Entry& entry = names_[slots_[slot] - 1];
            if (entry.hash == hash && equalIgnoringCase(entry.text, text))
                return slots_[slot] - 1;
        }
        return -1;
    }

private:
    struct Entry
    {
        std::string_view text;
        std::uint32_t hash;
    };

    void grow()
    {
        std::vector<std::uint32_t> bigger(slots_.empty() ? 256 : slots_.size() * 2);
        for (std::uint32_t i = 0; i < names_.size(); ++i) {
            std::size_t slot = names_[i].hash & (bigger.size() - 1);
            while (bigger[slot] != 0)
                slot = (slot + 1) & (bigger.size() - 1);
            bigger[slot] = i + 1;
        }
        slots_ = std::move(bigger);
    }

    std::vector<Entry> names_;
    std::vector<std::uint32_t> slots_; ///< number + 1, 0 = free
};

} // namespace blak::kod
