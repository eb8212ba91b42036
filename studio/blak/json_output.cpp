// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/blak/json_output.h"

#include "studio/blak/terminal.h"

namespace blak::cli {

void printJson(const Json& json) { print(json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"); }

std::string labelOf(std::string_view key)
{
    std::string label;
    for (const char c : key)
        label += c >= 'A' && c <= 'Z' ? std::string{' ', static_cast<char>(c - 'A' + 'a')} : std::string(1, c);
    return label;
}

} // namespace blak::cli
