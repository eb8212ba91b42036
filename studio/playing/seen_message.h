// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace blak::ui::playing {

/// A message between a client and its server, decoded.
struct SeenMessage
{
    static constexpr qsizetype longestContent = 1000;

    QString name;
    QString content; ///< of its fields, without passwords
    bool toServer = false;
    double ago = 0; ///< milliseconds; a program of its own tells a few times a second
};

} // namespace blak::ui::playing
