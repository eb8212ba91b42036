// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/diagnostic.h"
#include "formats/base/result.h"
#include "roomedit/roomcore/map/map.h"

#include <QStringList>

#include <memory>
#include <vector>

namespace blak::roomscript {

enum class Rules : std::uint8_t { All, Errors }; ///< errors: only the rules that tell what clients do not take

/// What the editor would say of a map that was read from `file` (null: from none) and perhaps changed since.
Result<std::vector<Diagnostic>> findingsOf(const roomcore::Map& map, const std::shared_ptr<const roo::Room>& file, Rules rules = Rules::All);

/// The errors of a map that were not there before, a sentence each with its part; the last one says how many there are where there
/// are many. An empty map had none.
QStringList newErrors(const roomcore::Map& before, const roomcore::Map& now, const std::shared_ptr<const roo::Room>& file);

} // namespace blak::roomscript
