// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace blak::client {

/// From now on a program that dies of a fault says on its error output which, and the functions it was in - modules by their files -,
/// and dies of it all the same. A build with sanitizers has its own reports and keeps them.
void noteCrashes();

} // namespace blak::client
