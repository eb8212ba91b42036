// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace blak::ui::debugging {

struct SourcePlace
{
    QString path; ///< empty = nowhere
    int line = 0; ///< from 1
};

/// Where a handler of a class begins in the sources below `root`; without a handler where the class begins. `file`: as the machine
/// names it ("memmap/user.bof"), whose source is looked at first; may be empty.
SourcePlace findHandler(const QString& root, const QString& className, const QString& handler, const QString& file = {});

/// The place that a line of a log or of a compiler names: "user.kod:12", "[memmap/user.bof (12)]", "/a/b/user.kod(12)". Files that
/// are not there by that path are looked for below `root`, object files by their source.
SourcePlace placeNamedIn(const QString& text, const QString& root);

/// The resource that a text was made of that a player was told: the one that fits with the most letters of its own.
SourcePlace findResourceOf(const QString& told, const QString& root);

} // namespace blak::ui::debugging
