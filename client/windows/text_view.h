// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/session/chat.h"
#include "formats/wire/dialect.h"

#include <QString>
#include <QTextCharFormat>
#include <QTextCursor>

#include <string>

namespace blak::client {

/// Appends text of the game, its style codes as formats. Colours too dark or too light to be read on `paper` are moved towards ink.
void insertStyled(QTextCursor& cursor, const std::string& bytes, wire::Dialect dialect, const QTextCharFormat& base,
                  const QColor& paper);

/// The colour of a kind of line in the chat.
QColor chatColour(session::ChatKind kind);
QColor speakerColour(); ///< of the name of who says a line

/// Bytes of the game without style.
QString plain(const std::string& bytes, wire::Dialect dialect);

} // namespace blak::client
