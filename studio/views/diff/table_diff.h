// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/kodbase/kodbase.h"
#include "formats/rsc/rsc.h"
#include "studio/views/diff/difference.h"

namespace blak::diff {

/// By number and language. Kind: "text".
Differences compareResources(const rsc::File& left, const rsc::File& right);

/// By class and name, without case. Kinds: "class", "message", "parameter", "property", "class variable", "resource",
/// "unresolved".
Differences compareKodbases(const kodbase::Kodbase& left, const kodbase::Kodbase& right);

} // namespace blak::diff
