// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMimeData>
#include <QString>

#include <optional>

namespace blak::ui::textures {

/// How a texture is dragged from the browser: its number in decimal under this type, and as plain text.
inline QString textureMimeType() { return QStringLiteral("application/x-blakston-texture"); }

inline void setTexture(QMimeData& mime, int number)
{
    mime.setData(textureMimeType(), QByteArray::number(number));
    mime.setText(QString::number(number));
}

/// The texture number that is being dragged, if it is one (1..65535).
inline std::optional<int> textureIn(const QMimeData& mime)
{
    bool isNumber = false;
    const int number = mime.data(textureMimeType()).toInt(&isNumber);
    return isNumber && number > 0 && number <= 65535 ? std::optional(number) : std::nullopt;
}

} // namespace blak::ui::textures
