// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/world/json_values.h"

/// Values as JSON are the world's; requests speak of them by short names.
namespace blak::serve {

using world::numberFromJson;
using world::RequestFault;
using world::textFromJson;
using world::textJson;
using world::valueFromJson;
using world::valueJson;

} // namespace blak::serve
