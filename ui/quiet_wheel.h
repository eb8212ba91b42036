// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace blak::ui {

/// For choices and sliders that stand in something that scrolls: the wheel over them scrolls on and changes nothing, nor does it take the
/// focus. Keys and clicks work as ever.
void quietWheel(QWidget* field);

} // namespace blak::ui
