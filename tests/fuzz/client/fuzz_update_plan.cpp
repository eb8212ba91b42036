// SPDX-License-Identifier: GPL-3.0-or-later
// What a hostile server asks to be fetched: a list of files as JSON, and packages whose names, flags and address it chooses. Whatever
// comes through names one file in one folder.
#include "client/session/update_plan.h"

#include <cstdlib>

namespace {

using namespace blak;

void check(const Result<session::UpdatePlan>& plan)
{
    if (!plan)
        return;
    if (plan.value().steps.size() > session::mostUpdateSteps)
        std::abort();
    std::uint32_t before = 0;
    for (const session::UpdateStep& step : plan.value().steps) {
        const bool fetched = step.command == session::UpdateStep::Command::Get;
        if (!session::isHarmlessName(step.name) || step.name.find_first_of("/\\:") != std::string::npos || step.name.front() == '.' ||
            step.size > session::largestPackage || step.time < before || fetched == step.url.empty())
            std::abort();
        before = step.time;
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    check(session::planOfManifest(text, "http://files.example.org/base", "list"));
    // Lines: machine, path, then packages as four bytes of time, flags and size each, and a name.
    session::Download download;
    std::size_t at = 0, number = 0;
    while (at < text.size()) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = text.substr(at, end - at);
        at = end + 1;
        if (number == 0)
            download.machine = line;
        else if (number == 1)
            download.path = line;
        else if (line.size() >= 12) {
            const auto word = [&](std::size_t from) {
                std::uint32_t value = 0;
                for (std::size_t i = 0; i < 4; ++i)
                    value |= static_cast<std::uint32_t>(static_cast<unsigned char>(line[from + i])) << (8 * i);
                return value;
            };
            download.packages.push_back({word(0), word(4), word(8), std::string(line.substr(12))});
        }
        ++number;
    }
    for (const bool guest : {false, true})
        check(session::planOfDownload(download, guest ? wire::Dialect::Classic2012 : wire::Dialect::Mainline, 3, guest));
    return 0;
}
