// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QObject;

namespace blak::ui {

/// For the destructor of a view with fields: its children say nothing to it any more. A field that has the focus while the view
/// goes says editingFinished when QWidget takes the children down, and what would hear it is half gone by then.
void stopListening(QObject& view);

} // namespace blak::ui
