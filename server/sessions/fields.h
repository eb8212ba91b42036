// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/fields.h"

namespace blak::serve {

using namespace wire::fields;

} // namespace blak::serve
