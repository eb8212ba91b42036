// SPDX-License-Identifier: GPL-3.0-or-later
// The lines between the studio and a client that is a program of its own, either way. The first byte tells how they are cut. However that
// is, the same lines come; what came is written and read again as the same; bytes within survive.
#include "client/session/lead_lines.h"

#include <cstdint>
#include <cstdlib>

using blak::session::LeadLines;
using nlohmann::json;

namespace {

constexpr std::size_t longestLine = 4096;

struct Got
{
    std::vector<json> lines;
    bool hasEnd = true;
};

Got takenIn(std::string_view text, std::size_t part)
{
    LeadLines lines(longestLine);
    Got got;
    for (std::size_t at = 0; at < text.size() && got.hasEnd; at += part)
        got.hasEnd = lines.take(text.substr(at, part), [&](const json& line) { got.lines.push_back(line); });
    return got;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    const Got whole = takenIn(text, std::max<std::size_t>(text.size(), 1)), parts = takenIn(text, data[0] + std::size_t{1});
    if (whole.hasEnd && parts.hasEnd && whole.lines != parts.lines)
        std::abort();
    for (const json& line : whole.lines) {
        const std::string written = LeadLines::lineOf(line);
        if (written.find('\n') != written.size() - 1)
            std::abort();
        LeadLines again;
        bool came = false;
        (void)again.take(written, [&](const json& one) { came = one == line; });
        if (!came)
            std::abort();
        for (const char* member : {"bytes", "png"}) {
            const std::vector<std::byte> bytes = LeadLines::unpacked(line, member);
            if (LeadLines::unpacked(json{{"bytes", LeadLines::packed(bytes)}}, "bytes") != bytes)
                std::abort();
        }
    }
    return 0;
}
