// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace blak::ui::shell {

class StudioWindow;

/// The assistant for a new class; the class of the text that is shown is proposed as its parent. `folder`: where the source is to go,
/// below the root; empty: where classes of that parent lie.
void askForNewClass(StudioWindow& window, const QString& folder = {});

} // namespace blak::ui::shell
