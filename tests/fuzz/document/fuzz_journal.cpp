// SPDX-License-Identifier: GPL-3.0-or-later
// Journals cut or damaged in any way give whole records only; records with any content never break recovery.
#include "formats/document/recovery.h"

#include <algorithm>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace blak::document;
    const auto bytes = std::as_bytes(std::span(data, size));
    if (const auto content = readJournal(bytes, "fuzz")) {
        if (content.value().wholeBytes > size)
            std::abort();
        (void)recover(content.value(), "fuzz");
    }
    // The checksum keeps changed records out; so the input is also taken as records, each with its length in the first byte.
    JournalContent made;
    for (auto rest = bytes; !rest.empty();) {
        const std::size_t length = std::min<std::size_t>(std::to_integer<std::size_t>(rest[0]), rest.size() - 1);
        made.records.emplace_back(rest.begin() + 1, rest.begin() + 1 + static_cast<std::ptrdiff_t>(length));
        rest = rest.subspan(1 + length);
    }
    (void)recover(made, "fuzz");
    return 0;
}
