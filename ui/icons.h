// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QIcon>
#include <QString>
#include <QStringList>

class QPainter;
class QRectF;

namespace blak::ui {

/// Which colour of the theme an icon takes when it is neither disabled nor selected.
enum class IconTone : int { Text, Text2, Accent, Link, OnButton, Error, Warning, Info, Success };

/// One of the icons of resources/icons.svg ("save", "mode-line"). It is drawn when it is shown, in the colours of the theme then
/// in force, at any size and device pixel ratio; disabled and selected states come from the same drawing. An unknown name gives
/// an empty icon and a warning.
QIcon icon(const QString& name, IconTone tone = IconTone::Text);

/// The same drawing anywhere. `background` fills the few parts that cover others.
void paintIcon(QPainter& painter, const QRectF& place, const QString& name, const QColor& colour, const QColor& background);

QStringList iconNames();

} // namespace blak::ui
