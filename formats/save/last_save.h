// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/entry_lines.h"

/// lastsave.txt: which save the server loads (docs/formats/save.md): comments and `LASTSAVE N`, written after all parts.
namespace blak::save {

struct LastSave
{
    EntryLines<std::int64_t> lines; ///< the number of the save

    /// The last one named wins.
    std::optional<std::int64_t> number() const;

    friend bool operator==(const LastSave&, const LastSave&) = default;
};

/// Fails on a line that is neither empty, a comment nor LASTSAVE with a number, and when no number is named at all.
Result<LastSave> readLastSave(std::string_view text, std::string_view file);
std::string write(const LastSave& lastSave);

} // namespace blak::save
