// SPDX-License-Identifier: GPL-3.0-or-later
// What the text reader accepts has a canonical text that says the same, and a room that can be written.
#include "formats/udmf/udmf.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace blak;
    const auto document = udmf::readDocument({reinterpret_cast<const char*>(data), size}, "fuzz.udmf");
    if (!document)
        return 0;
    const std::string text = udmf::write(document.value());
    const auto again = udmf::readDocument(text, "canonical.udmf");
    if (!again || !(again.value() == document.value()) || udmf::write(again.value()) != text)
        std::abort();
    const auto room = roo::read(roo::write(document.value().room), "fuzz.roo");
    if (!room)
        std::abort();
    return 0;
}
