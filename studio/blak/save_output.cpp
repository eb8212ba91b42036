// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/blak/save_output.h"

#include "formats/base/windows1252.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <map>

namespace blak::cli {

std::vector<ClassCount> countByClass(const save::GameIndex& index)
{
    std::map<std::string, std::size_t> byName;
    for (const save::Object& object : index.game().objects)
        ++byName[index.className(object.classId)];
    std::vector<ClassCount> counts;
    for (const auto& [name, objects] : byName)
        counts.push_back({name, objects});
    std::stable_sort(counts.begin(), counts.end(),
                     [](const ClassCount& a, const ClassCount& b) { return a.objects > b.objects; });
    return counts;
}

std::string timeText(std::int64_t unixTime)
{
    const std::time_t time = unixTime;
    std::tm parts{};
    char text[64];
    if (gmtime_r(&time, &parts) == nullptr || std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S UTC", &parts) == 0)
        return "unknown";
    return text;
}

std::string oneLine(std::string_view windows1252Text)
{
    std::string line;
    for (const char c : windows1252::toUtf8(windows1252Text)) {
        char escape[8];
        if (c == '\n' || c == '\r' || c == '\t')
            line += c == '\n' ? "\\n" : c == '\r' ? "\\r" : "\\t";
        else if (static_cast<unsigned char>(c) < 0x20) {
            std::snprintf(escape, sizeof escape, "\\x%02X", static_cast<unsigned>(c));
            line += escape;
        } else
            line += c;
    }
    return line;
}

} // namespace blak::cli
