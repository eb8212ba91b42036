// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace blak::ui::shell {

/// A rule as people read it: "unknown name \u00b7 K0302" for the compiler's, which are called by code; others as they are.
QString ruleText(const QString& rule);
/// What the rule means and what to do, in one paragraph; empty when nobody has written it.
QString ruleExplanation(const QString& rule);
/// The page of the help about it, "diagnostics#k0302-unknown-name"; empty when there is none.
QString ruleHelpPage(const QString& rule);

} // namespace blak::ui::shell
