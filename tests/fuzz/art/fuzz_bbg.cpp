// SPDX-License-Identifier: GPL-3.0-or-later
// Command files: what is read is written and read back the same. The same bytes are tried as a bitmap.
#include "formats/bbg/command_file.h"
#include "formats/bbg/make.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const auto parsed = blak::bbg::read(text, "fuzz.bbg")) {
        const auto again = blak::bbg::read(blak::bbg::write(parsed.value().commands), "again.bbg");
        if (again && again.value().commands != parsed.value().commands)
            std::abort();
    }
    const auto bytes = std::as_bytes(std::span(data, size));
    const auto colours = blak::bbg::readBmpColours(bytes);
    if (const auto image = blak::bbg::readIndexedBmp(bytes, "fuzz.bmp")) {
        if (image.value().indices.size() > size)
            std::abort();
        const auto again = blak::bbg::readIndexedBmp(blak::bbg::writeIndexedBmp(image.value(), colours.value_or(blak::palette::builtIn())), "again.bmp");
        if (!again || again.value() != image.value())
            std::abort();
    } else if (colours) {
        std::abort();
    }
    return 0;
}
