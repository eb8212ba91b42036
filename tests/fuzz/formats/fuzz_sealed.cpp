// SPDX-License-Identifier: GPL-3.0-or-later
// The frame of sealed files: read and written the same; what a fuzzer makes never opens, and opening it never reads outside.
#include "formats/sealed/sealed.h"

#include <algorithm>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace blak::sealed;
    const auto bytes = std::as_bytes(std::span(data, size));
    (void)explain(bytes);
    const auto file = read(bytes, "fuzz");
    if (!file)
        return 0;
    if (!std::ranges::equal(write(file.value()), bytes))
        std::abort();
    // Passphrases cost time on purpose; key files go the same way afterwards.
    if (file.value().header.keyKind == KeyKind::KeyFile)
        if (open(file.value(), Secret(KeyKind::KeyFile, std::vector<std::byte>(32)), "fuzz"))
            std::abort();
    return 0;
}
