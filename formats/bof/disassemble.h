// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/bof/bof.h"
#include "formats/kodbase/kodbase.h"

#include <string>

namespace blak::bof {

/// A listing for people: classes, defaults, handlers with source lines and instructions. With a kodbase, names stand instead of
/// numbers. Damaged code is listed up to the damage, with the reason.
std::string disassemble(const File& file, const kodbase::Kodbase* names = nullptr);

} // namespace blak::bof
