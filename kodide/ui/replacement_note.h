// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/file_replace.h"

#include <QString>

namespace blak::ui::code {

/// What is said of a replacement in files that was made.
struct ReplacementNote
{
    QString wanted; ///< what was looked for
    QString sentence; ///< what became what, how often and where
    QString files; ///< all that were changed, one a line, below the root

    static ReplacementNote of(const QString& wanted, const QString& with, const ReplacedFiles::Outcome& outcome, const QString& root);
};

} // namespace blak::ui::code
