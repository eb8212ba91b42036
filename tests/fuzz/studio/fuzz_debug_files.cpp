// SPDX-License-Identifier: GPL-3.0-or-later
// What the debugger of the studio reads: ways to debug of a project (debug.json), and profiles. The first byte says which. What is
// read can be written and read again, and a profile hangs together: no view of it may run in circles.
#include "studio/debugging/launch_list.h"
#include "studio/debugging/profile_tree.h"

#include <cstdlib>
#include <nlohmann/json.hpp>

namespace {

using namespace blak;
using namespace blak::ui;

void checkLaunches(const QByteArray& text)
{
    const auto read = debugging::parseLaunches(text, QStringLiteral("debug.json"));
    if (!read) {
        if (read.error().what.empty())
            std::abort();
        return;
    }
    const QByteArray written = debugging::launchesText(read.value());
    const auto again = debugging::parseLaunches(written, {});
    if (!again || again.value().size() != read.value().size() || debugging::launchesText(again.value()) != written)
        std::abort();
}

void checkProfile(std::string_view text)
{
    const nlohmann::json in = nlohmann::json::parse(text, nullptr, false);
    if (in.is_discarded())
        return;
    QString fault;
    const debugging::ProfileTree tree = debugging::readProfile(in, fault);
    if (!fault.isEmpty() && !tree.nodes.isEmpty())
        std::abort();
    for (qsizetype i = 0; i < tree.nodes.size(); ++i) {
        const debugging::ProfileNode& node = tree.nodes[i];
        if (node.parent >= i || (i > 0 && node.parent < 0) || node.handler < 0 || node.handler >= tree.handlers.size())
            std::abort();
        for (const int child : node.children)
            if (child <= i || child >= tree.nodes.size() || tree.nodes[child].parent != i)
                std::abort();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const char* const text = reinterpret_cast<const char*>(data) + 1;
    if (data[0] == 'P')
        checkProfile({text, size - 1});
    else
        checkLaunches(QByteArray(text, static_cast<qsizetype>(size - 1)));
    return 0;
}
