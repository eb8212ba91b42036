// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

namespace blak::cli {

using Json = nlohmann::ordered_json;

/// To standard output, indented. Bytes that are no UTF-8 (file names) become U+FFFD.
void printJson(const Json& json);

/// A key as the text output shows it: "listNodes" becomes "list nodes".
std::string labelOf(std::string_view key);

} // namespace blak::cli
