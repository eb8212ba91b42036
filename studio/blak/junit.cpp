// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/blak/junit.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <vector>

namespace blak::cli {
namespace {

using testing::TestOutcome;
using testing::Verdict;

/// XML 1.0 has no other control characters.
std::string escaped(std::string_view text)
{
    std::string out;
    for (const char c : text)
        switch (c) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        case '\n': out += "&#10;"; break;
        case '\r': break;
        default: out += static_cast<unsigned char>(c) < ' ' && c != '\t' ? ' ' : c;
        }
    return out;
}

std::string seconds(double milliseconds)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.6f", milliseconds / 1000);
    return text;
}

std::string counts(std::span<const TestOutcome* const> outcomes)
{
    double time = 0;
    for (const TestOutcome* one : outcomes)
        time += one->milliseconds;
    const auto count = [&](Verdict verdict) { return std::to_string(std::ranges::count(outcomes, verdict, &TestOutcome::verdict)); };
    return " tests=\"" + std::to_string(outcomes.size()) + "\" failures=\"" + count(Verdict::Failed) + "\" errors=\"0\" skipped=\"" +
           count(Verdict::Skipped) + "\" time=\"" + seconds(time) + "\"";
}

} // namespace

std::string junitXml(std::span<const TestOutcome> outcomes, const std::function<std::string(const testing::Failure&)>& place)
{
    std::map<std::string, std::vector<const TestOutcome*>> suites;
    std::vector<const TestOutcome*> all;
    for (const TestOutcome& one : outcomes) {
        suites[one.test.className].push_back(&one);
        all.push_back(&one);
    }
    std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + counts(all) + ">\n";
    for (const auto& [name, cases] : suites) {
        out += "  <testsuite name=\"" + escaped(name) + "\"" + counts(cases) + ">\n";
        for (const TestOutcome* one : cases) {
            out += "    <testcase name=\"" + escaped(one->test.handler) + "\" classname=\"" + escaped(name) + "\" file=\"" +
                   escaped(one->test.file) + "\" assertions=\"" + std::to_string(one->checked) + "\" time=\"" +
                   seconds(one->milliseconds) + "\">\n";
            if (one->verdict == Verdict::Skipped)
                out += "      <skipped message=\"" + escaped(one->skipped) + "\"/>\n";
            for (const testing::Failure& failure : one->failures) {
                out += "      <failure message=\"" + escaped(failure.text) + "\">" + escaped(place(failure));
                for (const std::string& caller : failure.callers)
                    out += "\n        " + escaped(caller);
                out += "</failure>\n";
            }
            if (!one->lines.empty()) {
                out += "      <system-out>";
                for (const std::string& line : one->lines)
                    out += escaped(line) + (line.ends_with('\n') ? "" : "&#10;");
                out += "</system-out>\n";
            }
            out += "    </testcase>\n";
        }
        out += "  </testsuite>\n";
    }
    return out + "</testsuites>\n";
}

} // namespace blak::cli
