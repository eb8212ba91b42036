// SPDX-License-Identifier: GPL-3.0-or-later
// What the debugger of the studio reads: ways to debug of a project (debug.json), profiles, and breakpoints that were kept. The first
// byte says which. What is read can be written and read again, and a profile hangs together: no view of it may run in circles.
#include "studio/debugging/files/kept_file.h"
#include "studio/debugging/files/launch_file.h"
#include "studio/debugging/files/profile_file.h"

#include <cstdlib>
#include <nlohmann/json.hpp>

namespace {

using namespace blak::debugfiles;

void check(bool holds)
{
    if (!holds)
        std::abort();
}

void checkLaunches(std::string_view text)
{
    const auto read = parseLaunches(text, "debug.json");
    if (!read)
        return check(!read.error().what.empty());
    const std::string written = launchesText(read.value());
    const auto again = parseLaunches(written, {});
    check(again && again.value().size() == read.value().size() && launchesText(again.value()) == written);
}

void checkProfile(std::string_view text)
{
    const nlohmann::json in = nlohmann::json::parse(text, nullptr, false);
    if (in.is_discarded())
        return;
    const auto read = readProfile(in);
    if (!read)
        return check(!read.error().what.empty());
    const auto& nodes = read.value().nodes;
    const int size = static_cast<int>(nodes.size());
    check(size > 0 && nodes.front().parent == -1);
    for (int i = 0; i < size; ++i) {
        const ProfileNode& node = nodes[static_cast<std::size_t>(i)];
        check(node.parent < i && (i == 0 || node.parent >= 0) && node.handler >= 0 &&
              static_cast<std::size_t>(node.handler) < read.value().handlers.size() && node.total >= node.self);
        for (const int child : node.children)
            check(child > i && child < size && nodes[static_cast<std::size_t>(child)].parent == i);
    }
}

void checkKept(std::string_view text)
{
    constexpr std::size_t longestLine = 200;
    const Kept read = parseKept(text);
    for (const KeptBreakpoint& one : read.breakpoints) {
        const bool isOnLine = one.at != "message:" && one.at != "write:";
        check(!one.at.empty() && (isOnLine ? one.line > 0 : one.line == 0 && !one.name.empty()));
        check(one.text.size() <= longestLine && keptLine(one.text) == one.text);
    }
    const std::string written = keptText(read);
    const Kept again = parseKept(written);
    check(again.breakpoints.size() == read.breakpoints.size() && again.watches == read.watches && keptText(again) == written);
    const std::string line = keptLine(text); // of any text at all
    check(line.size() <= longestLine && keptLine(line) == line);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const char* const text = reinterpret_cast<const char*>(data) + 1;
    if (data[0] == 'P')
        checkProfile({text, size - 1});
    else if (data[0] == 'K')
        checkKept({text, size - 1});
    else
        checkLaunches({text, size - 1});
    return 0;
}
