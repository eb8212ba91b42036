// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/diagnostic.h"

#include <filesystem>

namespace blak {

std::string_view severityName(Severity severity)
{
    switch (severity) {
    case Severity::Error: return "error";
    case Severity::Warning: return "warning";
    case Severity::Info: break;
    }
    return "info";
}

std::string placeText(const Diagnostic& diagnostic)
{
    if (!diagnostic.place.empty())
        return diagnostic.place;
    std::string text = std::filesystem::path(diagnostic.file).filename().string();
    if (diagnostic.range.line == 0)
        return text;
    text += ':' + std::to_string(diagnostic.range.line);
    if (diagnostic.range.column != 0)
        text += ':' + std::to_string(diagnostic.range.column);
    return text;
}

} // namespace blak
