// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/project/editor_settings.h"

#include "studio/project/file_kind.h"

#include <algorithm>

namespace blak::project {
namespace {

constexpr std::string_view blanks = " \t\r";

std::string_view trimmed(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    return text.substr(0, text.find_last_not_of(blanks) + 1);
}

} // namespace

EditorSettings parseEditorSettings(std::string_view text)
{
    EditorSettings settings;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        const std::size_t equals = line.find('=');
        if (equals == std::string_view::npos || trimmed(line).starts_with('#'))
            continue;
        if (lowerCase(trimmed(line.substr(0, equals))) == "bitmapdir")
            settings.bitmapFolder = trimmed(line.substr(equals + 1));
    }
    return settings;
}

} // namespace blak::project
