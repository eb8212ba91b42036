// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/index/name_table.h"

namespace blak::kod {

WordId NameTable::addHeld(std::string_view text, std::uint32_t hash)
{
    const std::size_t before = names_.size();
    if (before + 1 >= limit) {
        const std::int64_t known = names_.find(text);
        return known < 0 ? noWord : static_cast<WordId>(known) + 1;
    }
    const std::uint32_t number = names_.number(text, hash);
    if (names_.size() != before) {
        names_.replaceText(number, arena_.keep(text));
        textBytes_ += text.size();
    }
    return number + 1;
}

WordId NameTable::find(std::string_view text) const
{
    const std::scoped_lock lock(mutex_);
    const std::int64_t known = names_.find(text);
    return known < 0 ? noWord : static_cast<WordId>(known) + 1;
}

std::string_view NameTable::text(WordId id) const
{
    const std::scoped_lock lock(mutex_);
    return id == noWord || id > names_.size() ? std::string_view() : names_.text(id - 1);
}

std::size_t NameTable::memoryBytes() const
{
    const std::scoped_lock lock(mutex_);
    return textBytes_ + names_.size() * 32; // an entry and its slots
}

} // namespace blak::kod
