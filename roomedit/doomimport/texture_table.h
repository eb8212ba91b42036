// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

/// Which texture of a world stands for which of a Doom game: a text that people edit and use again.
namespace blak::doomimport {

enum class Use : std::uint8_t { Wall, Flat };

class TextureTable
{
public:
    using Key = std::pair<Use, std::string>; ///< name in upper case

    const std::map<Key, std::uint16_t>& entries() const { return entries_; }
    bool has(Use use, std::string_view name) const { return entries_.contains(Key(use, name)); }
    /// 0 (no texture) where the table does not name it.
    std::uint16_t number(Use use, std::string_view name) const;
    void set(Use use, std::string_view name, std::uint16_t number) { entries_.insert_or_assign(Key(use, name), number); }
    bool isEmpty() const { return entries_.empty(); }

private:
    std::map<Key, std::uint16_t> entries_;
};

/// Lines "wall STARTAN3 4120" and "flat FLOOR4_8 4011", 0 for no texture, # before remarks. The last line for a name counts.
Result<TextureTable> parseTable(std::string_view text, std::string_view file);
std::string tableText(const TextureTable& table);

constexpr std::size_t mostTableBytes = 4 * 1024 * 1024;

} // namespace blak::doomimport
