// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace blak::ui::shell {

/// "1 204": groups of three parted by a thin space.
inline QString groupedNumber(qsizetype number)
{
    QString text = QString::number(number);
    for (qsizetype at = text.size() - 3; at > 0; at -= 3)
        text.insert(at, QChar(0x2009));
    return text;
}

} // namespace blak::ui::shell
