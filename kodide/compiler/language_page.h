// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace blak::kod {

/// The tables of docs/language.md that are made from the dialects: keywords, operators, built-in functions. Markdown; the page
/// holds them between marker lines, and a test compares.
std::string languageTables();

} // namespace blak::kod
