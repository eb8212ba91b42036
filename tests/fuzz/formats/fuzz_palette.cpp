// SPDX-License-Identifier: GPL-3.0-or-later
// A palette that is read comes back from each of the three kinds it can be written as.
#include "formats/palette/palette.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace blak::palette;
    const auto file = read(std::as_bytes(std::span(data, size)), "fuzz.pal");
    if (!file)
        return 0;
    for (const FileKind kind : {FileKind::Text, FileKind::Riff, FileKind::Chart}) {
        if (kind == FileKind::Chart && file.value().kind != kind)
            continue; // 200 kB each: slow, and the same code for every input
        const auto again = read(write(file.value().colours, kind), "again.pal");
        if (!again || again.value().kind != kind || again.value().colours != file.value().colours)
            std::abort();
    }
    return 0;
}
