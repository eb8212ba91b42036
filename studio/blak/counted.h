// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/counted.h"

namespace blak::cli {

using blak::counted;

} // namespace blak::cli
