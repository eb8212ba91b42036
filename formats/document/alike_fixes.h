// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/diagnostic.h"

namespace blak::document {

/// Whether the same fix of another problem belongs to one step with it: of the same rule, in texts by the same words.
bool areAlike(const Diagnostic& problem, std::size_t fix, const Diagnostic& other);

} // namespace blak::document
