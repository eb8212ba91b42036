// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/kod_analysis.h"

namespace blak::ui::code {

/// The outline of a text that does not follow the grammar, by what stands at the beginnings of its lines: a class header, the
/// entries of its blocks, handlers. A fault costs at most the entry it stands in. Offsets are bytes of `text`.
QVector<OutlineEntry> roughOutline(const std::string& text, const kod::Dialect& dialect);

} // namespace blak::ui::code
