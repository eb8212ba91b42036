// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/compiler/object_writer.h"

#include <string>

namespace blak::kod {

/// The debug sidecar NAME.kdb of an object file: JSON, version 1. What the object file cannot hold: names of slots,
/// properties and class variables, true places of statements and calls with the file they stand in, and the text the code
/// was made from. Format: docs/formats/kdb.md.
std::string writeSidecar(const BoundUnit& bound, const SyntaxUnit& unit, const ObjectImage& object);

} // namespace blak::kod
