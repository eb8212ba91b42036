// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace blak::ui {

/// A name for a menu, a tab or a button, which take a single "&" for the mark of a key: "The Bhrama && Falcon".
inline QString asMenuText(QString name) { return name.replace(u'&', QStringLiteral("&&")); }

} // namespace blak::ui
