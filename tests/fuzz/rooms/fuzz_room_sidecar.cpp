// SPDX-License-Identifier: GPL-3.0-or-later
// Texts beside rooms: read or refused, and what was read is the same when it is read again.
#include "roomedit/roomcore/room_sidecar.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace blak::roomcore;
    const std::string text(reinterpret_cast<const char*>(data), size);
    const auto sidecar = parseSidecar(text, "fuzz.roo.json");
    if (!sidecar)
        return 0;
    const auto written = sidecarText(sidecar.value(), text, "fuzz.roo.json");
    if (!written)
        std::abort(); // what could be read can be kept
    const auto again = parseSidecar(written.value().empty() ? "{}" : written.value(), "again");
    if (!again || !(again.value() == sidecar.value()))
        std::abort();
    return 0;
}
