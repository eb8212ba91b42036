// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace blak::treeplan {

/// What two texts differ in, as `diff -u` writes it with three lines around each place; for texts that differ in few lines. A file
/// that is new has nothing before.
std::string unifiedDifference(std::string_view name, std::string_view before, std::string_view after, bool isNew);

} // namespace blak::treeplan
