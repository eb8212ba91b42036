// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>

#include <optional>

namespace blak::ui {

/// Value of what is typed into a number field: decimal numbers, + - * / and brackets, "160+24". Nothing when it is not a sum, or
/// when the value is not finite.
std::optional<double> evaluateSum(QStringView text);

} // namespace blak::ui
