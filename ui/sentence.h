// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace blak::ui {

/// "Parameter `x` is never used." of a message that a command line prints without capital and full stop.
inline QString asSentence(QString text)
{
    if (text.isEmpty())
        return text;
    text[0] = text[0].toUpper();
    if (!text.endsWith(u'.') && !text.endsWith(u'?'))
        text += u'.';
    return text;
}

} // namespace blak::ui
