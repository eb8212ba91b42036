// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/sessions/package.h"

#include "formats/base/text_lines.h"
#include "formats/packages/packages.h"

namespace blak::serve {
namespace {

constexpr std::size_t mostPackages = 1000; ///< that fit into one message

} // namespace

std::vector<Package> readPackages(std::string_view text, std::size_t& faults)
{
    packages::File file;
    faults = 0;
    for (const TextLine& line : splitLines(text)) {
        auto parsed = packages::read(line.text, "packages.txt");
        if (!parsed) {
            ++faults;
            continue;
        }
        for (auto& one : parsed.value().lines)
            file.lines.push_back(std::move(one));
    }
    std::vector<Package> out;
    for (const packages::Package& package : packages::newerThan(file, -1)) {
        if (out.size() >= mostPackages) {
            ++faults;
            continue;
        }
        out.push_back({package.file, package.sequence, static_cast<std::uint32_t>(package.flags),
                       static_cast<std::uint32_t>(package.size.value_or(packages::defaultSize))});
    }
    return out;
}

} // namespace blak::serve
