// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace blak::ui {

/// "1 204": groups of three parted by a thin space.
inline QString grouped(qlonglong number)
{
    QString text = QString::number(number);
    const qsizetype first = number < 0 ? 1 : 0;
    for (qsizetype at = text.size() - 3; at > first; at -= 3)
        text.insert(at, QChar(0x2009));
    return text;
}

/// "1 file", "1 204 files": `many` has a %1 for the number, `one` says it in words or as a figure. Nobody reads "file(s)".
inline QString counted(qlonglong number, const QString& one, const QString& many)
{
    return number == 1 ? one : many.arg(grouped(number));
}

} // namespace blak::ui
