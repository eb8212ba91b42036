// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of textures: read or refused; what was read is the same when it was written and read again.
#include "roomedit/doomimport/texture_table.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace blak::doomimport;
    const auto table = parseTable({reinterpret_cast<const char*>(data), size}, "fuzz.txt");
    if (!table)
        return 0;
    const std::string text = tableText(table.value());
    const auto again = parseTable(text, "again.txt");
    if (!again || again.value().entries() != table.value().entries() || tableText(again.value()) != text)
        std::abort();
    return 0;
}
