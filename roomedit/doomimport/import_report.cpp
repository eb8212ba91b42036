// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/doomimport/import_report.h"

#include <algorithm>
#include <utility>

namespace blak::doomimport {
namespace {

constexpr std::size_t mostListed = 5;

} // namespace

std::string counted(std::size_t count, const std::string& one)
{
    return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

void ImportReport::add(Severity severity, std::string code, std::string message, std::string place)
{
    Diagnostic finding;
    finding.severity = severity;
    finding.code = std::move(code);
    finding.file = file_;
    finding.message = std::move(message);
    finding.place = std::move(place);
    findings_.push_back(std::move(finding));
}

void ImportReport::addParts(Severity severity, std::string code, const std::string& part, const std::vector<std::size_t>& numbers,
                            const std::string& what)
{
    if (numbers.empty())
        return;
    std::string place = part + (numbers.size() == 1 ? " " : "s ");
    for (std::size_t i = 0; i < std::min(numbers.size(), mostListed); ++i)
        place += (i == 0 ? "" : ", ") + std::to_string(numbers[i]);
    if (numbers.size() > mostListed)
        place += " and " + std::to_string(numbers.size() - mostListed) + " more";
    add(severity, std::move(code), counted(numbers.size(), part) + " " + what + ".", place);
}

std::vector<Diagnostic> ImportReport::take()
{
    std::ranges::stable_sort(findings_, {}, &Diagnostic::severity);
    return std::exchange(findings_, {});
}

} // namespace blak::doomimport
