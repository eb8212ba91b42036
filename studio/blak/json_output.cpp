// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/blak/json_output.h"

#include "studio/blak/terminal.h"

namespace blak::cli {

void printJson(const Json& json) { print(json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"); }

} // namespace blak::cli
