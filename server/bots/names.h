// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace blak::bots {

/// What the character of an account may be called, the best first: worlds differ in what names may hold. Of "wanderer 12": "Wanderer 12",
/// "Wanderer Lena" where names have no digits, "WandererLena" where they have no blanks, "Wandererbc". Each is another one for each account.
std::vector<std::string> namesOf(const std::string& account);

} // namespace blak::bots
