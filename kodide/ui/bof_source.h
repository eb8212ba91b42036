// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/bof/bof.h"
#include "formats/kodbase/kodbase.h"

#include <QString>

#include <optional>

namespace blak::ui::code {

/// The source of an object file in the project: beside it, or where the tree keeps a file of that name whose folders agree best.
/// Empty when there is none.
QString findSource(const QString& objectFile, const bof::File& file, const QString& root);

/// The knowledge base that names the numbers of an object file: kodbase.txt in the folders above it, or in `kod` of the root.
std::optional<kodbase::Kodbase> findKodbase(const QString& objectFile, const QString& source, const QString& root);

} // namespace blak::ui::code
