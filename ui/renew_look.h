// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace blak::ui {

/// Style sheet and letters anew, which look as before: what Qt keeps for each widget it has styled and each letter it has drawn lies
/// between the pieces of documents that are gone and holds a page each. Takes some 50 ms.
void renewLook();

/// The letters alone; those still shown are drawn again. Takes some 10 ms.
void renewLetters();

} // namespace blak::ui
