// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

class QPushButton;
class QWidget;

namespace blak::ui::views {

/// What one has to know of a comparison, over it, with ways to go on from there.
QWidget* makeNoteBar(const QString& note, const QList<QPushButton*>& ways = {});

} // namespace blak::ui::views
