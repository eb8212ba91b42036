// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

// Read before every source of a module. A QStringLiteral is memory of the library it stands in; a string made of it may live longer
// than a module that is unloaded (in a cache of Qt, say), so in modules it is a copy.
#undef QStringLiteral
#define QStringLiteral(text) QString::fromUtf16(QT_UNICODE_LITERAL(text))
